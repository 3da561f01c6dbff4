"""The doctor: checks for mistakes of operators and for faults. It changes nothing.

To add a check, write a function that yields findings, one line in its module's ``CHECKS``, and a row in
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
    """A check with its findings. ``blocked_by``: the failed check because of which this one was left out."""

    check: Check
    findings: tuple[Finding, ...] = ()
    blocked_by: str = ""

    @property
    def sound(self) -> bool:
        return not self.blocked_by and all(finding.state is not CheckState.WRONG for finding in self.findings)


def examine(scope: CheckScope, checks: Sequence[Check] = CHECKS) -> Iterator[CheckResult]:
    """Run the checks one after another. A check that raises an error gives a finding of state wrong."""
    wrong_with: dict[str, str] = {}
    with database.refuse_writes():
        for check in checks:
            blocked_by = next((wrong_with[name] for name in check.needs if wrong_with.get(name)), "")
            result = CheckResult(
                check, () if blocked_by else tuple(_collect_findings(check, scope)), blocked_by
            )
            wrong_with[check.name] = blocked_by or ("" if result.sound else check.name)
            yield result


def _collect_findings(check: Check, scope: CheckScope) -> Iterator[Finding]:
    try:
        yield from check.look(scope)
    except Exception as error:  # after any error, the other checks still run
        says = "This check failed: %(kind)s: %(error)s"
        text = " ".join(str(error).split()) or "?"
        yield wrong(
            says % {"kind": type(error).__name__, "error": text},
            "Repair the problems above first, then run the doctor again.",
        )
