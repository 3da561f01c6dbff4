"""Evenings that were played elsewhere, for tests."""

from datetime import date
from typing import Any

from accounts.models import Club, User
from tests.cast import Cast, Night
from tournaments.core.results.elsewhere import ResultLine
from tournaments.transfer.services.imported_results import Played, evening_record

LINES = (
    ResultLine("Ann", "lady", counters=80, yellow=1),
    ResultLine("Bob", "gentleman", counters=60),
    ResultLine("Cid", counters=60),
    ResultLine("Dee", counters=50, fresh=1, net=0, deals=9, wins=1, best=20),
)
POINTS = (
    ResultLine("Ann", score=40, exact=5),
    ResultLine("Bob", score=31, exact=4),
    ResultLine("Eve", score=-3, exact=0),
)


def played(*lines: ResultLine, **changes: Any) -> Played:
    return Played(**{"name": "On paper", "held_on": date(2025, 10, 2), "lines": lines or LINES, **changes})


def recorded(cast: Cast | None = None, *lines: ResultLine, **changes: Any) -> Night:
    """An evening that Alice wrote down: four at Draw Poker, if nothing else is said."""
    alice = cast.alice if cast else User.objects.get(name="Alice")
    club = cast.club if cast else Club.objects.get(name="Thursday Club")
    return Night(evening_record(actor=alice, club=club, played=played(*lines, **changes)), alice)
