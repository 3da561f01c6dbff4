"""The doctor: looks at all that an operator could get wrong or that could be broken, and changes
nothing of what there is.

A new check is a function that yields findings, one line in its module's ``CHECKS``, and its row in
docs/operator.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.management.doctor import clocks, database, machine, network
from tournaments.management.doctor.database import Asked, Check, Finding, State, wrong

CHECKS: tuple[Check, ...] = (
    *machine.CHECKS,
    *machine.SETUP_CHECKS,
    *database.CHECKS,
    *clocks.CHECKS,
    *network.CHECKS,
    *database.EVENING_CHECKS,
)


@dataclass(frozen=True)
class Looked:
    """A check with what it found. ``without``: what was wrong before, so that it could not be looked at."""

    check: Check
    found: tuple[Finding, ...] = ()
    without: str = ""

    @property
    def sound(self) -> bool:
        return not self.without and all(one.state is not State.WRONG for one in self.found)


def examine(asked: Asked, checks: Sequence[Check] = CHECKS) -> Iterator[Looked]:
    """Each check, one after another. One that fails itself has found that something is wrong."""
    wrong_with: dict[str, str] = {}
    with database.read_only():
        for check in checks:
            without = next((wrong_with[name] for name in check.needs if wrong_with.get(name)), "")
            looked = Looked(check, () if without else tuple(_found(check, asked)), without)
            wrong_with[check.name] = without or ("" if looked.sound else check.name)
            yield looked


def _found(check: Check, asked: Asked) -> Iterator[Finding]:
    try:
        yield from check.look(asked)
    except Exception as error:  # whatever it is, the other checks are looked at all the same
        says = "This check failed: %(kind)s: %(error)s"
        said = " ".join(str(error).split()) or "?"
        yield wrong(
            says % {"kind": type(error).__name__, "error": said},
            "Repair the problems above first, then run the doctor again.",
        )
