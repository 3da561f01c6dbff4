"""The doctor: looks at all that an operator could get wrong or that could be broken, and changes
nothing of what there is.

A new check is a function that yields findings, one line in its module's ``CHECKS``, and its row in
docs/operator.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.management.doctor import clocks, database, machine, network
from tournaments.management.doctor.database import Check, CheckScope, CheckState, Finding, wrong

CHECKS: tuple[Check, ...] = (
    *machine.CHECKS,
    *machine.SETUP_CHECKS,
    *database.CHECKS,
    *clocks.CHECKS,
    *network.CHECKS,
    *database.EVENING_CHECKS,
)


@dataclass(frozen=True)
class CheckResult:
    """A check with what it found. ``without``: what was wrong before, so that it could not be looked at."""

    check: Check
    findings: tuple[Finding, ...] = ()
    blocked_by: str = ""

    @property
    def sound(self) -> bool:
        return not self.blocked_by and all(finding.state is not CheckState.WRONG for finding in self.findings)


def examine(scope: CheckScope, checks: Sequence[Check] = CHECKS) -> Iterator[CheckResult]:
    """Each check, one after another. One that fails itself has found that something is wrong."""
    wrong_with: dict[str, str] = {}
    with database.read_only():
        for check in checks:
            blocked_by = next((wrong_with[name] for name in check.needs if wrong_with.get(name)), "")
            result = CheckResult(check, () if blocked_by else tuple(_findings_of(check, scope)), blocked_by)
            wrong_with[check.name] = blocked_by or ("" if result.sound else check.name)
            yield result


def _findings_of(check: Check, scope: CheckScope) -> Iterator[Finding]:
    try:
        yield from check.look(scope)
    except Exception as error:  # whatever it is, the other checks are looked at all the same
        says = "This check failed: %(kind)s: %(error)s"
        text = " ".join(str(error).split()) or "?"
        yield wrong(
            says % {"kind": type(error).__name__, "error": text},
            "Repair the problems above first, then run the doctor again.",
        )
