"""What waits for somebody over all clubs, for who looks after the installation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from time import monotonic
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_noop as _

from accounts.models import Claim, Club
from tournaments.facts.club.waiting import finished_evenings, load_waiting
from tournaments.models import Evening, RowQuestion, SeasonEvening
from tournaments.pages.results.comparison import compare_evening

MOST, SECONDS = 20, 1.0
"""So many of each kind are named; so many results are calculated again at once, in so much time."""


@dataclass(frozen=True)
class Waits:
    """Something that waits: the row, the club, and since which day, if it has one."""

    row: Model
    club: Club
    day: date | None = None
    name: str = ""


@dataclass(frozen=True)
class Section:
    """A kind of thing that waits, the longest waiting first; ``count``: of all."""

    title: str
    help: str
    lines: tuple[Waits, ...]
    count: int


@dataclass(frozen=True)
class Recalculated:
    """Some of ``count`` finished evenings, the newest first, calculated again: from ``after`` up to ``last``.

    ``differ``: those found otherwise.
    """

    after: int
    last: int
    count: int
    differ: tuple[Waits, ...]

    @property
    def first(self) -> int:
        return min(self.after + 1, self.count)

    @property
    def older(self) -> bool:
        return self.last < self.count


def waiting(today: date) -> tuple[Section, ...]:
    """Everything that waits, two queries for each kind."""
    return tuple(
        Section(title, help, tuple(map(line, rows)), count)
        for what, (rows, count) in load_waiting(today, MOST).items()
        for title, help, line in [SECTIONS[what]]
    )


def recalculated(after: int = 0) -> Recalculated:
    """The results of finished evenings beside what their facts come to now, as many as a second allows."""
    finished = finished_evenings()
    count, until = finished.count(), monotonic() + SECONDS
    after, differ = max(min(after, count - 1), 0), list[Waits]()
    last = after
    for evening in finished[after : after + MOST]:
        if last > after and monotonic() > until:
            break
        last += 1
        if compare_evening(evening).differences:
            differ.append(_of_evening(evening))
    return Recalculated(after, last, count, tuple(differ))


def _of_evening(evening: Evening) -> Waits:
    return Waits(evening, evening.club, evening.held_on, evening.name)


def _of_season(row: SeasonEvening) -> Waits:
    name = f"{row.season.league} · {row.season}: {row.evening}"
    return Waits(row.season, row.season.league.club, row.evening.held_on, name)


def _of_claim(claim: Claim) -> Waits:
    return Waits(claim, claim.player.club, name=claim.player.name)


def _of_question(row: RowQuestion) -> Waits:
    season = row.season
    return Waits(row, season.league.club, row.asked.at.date(), f"{season.league} · {season}: {row.player}")


def _of_club(club: Club) -> Waits:
    return Waits(club, club, name=club.name)


SECTIONS: Mapping[str, tuple[str, str, Callable[[Any], Waits]]] = {
    "unsettled": (_("Evenings not finished"), _("Of an earlier day, or after the last bell."), _of_evening),
    "hidden": (
        _("Prizes not announced"),
        _("The evening is finished, but not everybody may see who won."),
        _of_evening,
    ),
    "cuts": (_("Cuts awaited"), _("A correction counts when the players have cut."), _of_evening),
    "corrected": (
        _("Corrections after a season was closed"),
        _("The season’s page says what would be different today."),
        _of_season,
    ),
    "claims": (_("“This is me” without an answer"), _("An organiser says yes or no."), _of_claim),
    "questions": (
        _("Questions without an answer"),
        _("Members asked about a row of a season."),
        _of_question,
    ),
    "ownerless": (
        _("Clubs without an owner"),
        _("Make somebody an owner, or nobody can manage the members."),
        _of_club,
    ),
}
"""The title of a section, what it is about, and how a row is told."""
