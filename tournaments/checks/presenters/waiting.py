"""What waits for somebody over all clubs, for who looks after the installation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_noop as _

from accounts.models import Claim, Club
from tournaments.checks.selectors.waiting import decisions_on, kinds_waiting, load_waiting
from tournaments.models import Comparison, Evening, RowQuestion, SeasonEvening, SeasonResult, WaitingDecision

MOST, A_PAGE = 20, 50
"""So many of each kind are named beside the others, and so many on a page of one kind."""


@dataclass(frozen=True)
class Waits:
    """Something that waits: where it is shown, the club, and since which day, if it has one.

    ``pk`` and ``mark`` name it in its kind. ``decision``: that it is left as it is.
    """

    row: Model
    club: Club
    day: date | None = None
    name: str = ""
    pk: int = 0
    mark: int = 0
    decision: WaitingDecision | None = None


@dataclass(frozen=True)
class Section:
    """A kind of thing that waits, the longest waiting first: page ``number``. ``count``: of all."""

    key: str
    title: str
    help: str
    lines: tuple[Waits, ...]
    count: int
    number: int = 1
    older: bool = False


def waiting(today: date) -> tuple[Section, ...]:
    """Return the first lines of everything that waits, in one query and one for each kind that has some."""
    there = kinds_waiting(today)
    return tuple(
        section(key, today, MOST) if key in there else Section(key, title, help, (), 0)
        for key, (title, help, _line) in SECTIONS.items()
    )


def section(key: str, today: date, most: int = A_PAGE, number: int = 1, *, left: bool = False) -> Section:
    """Return a page of what waits of one kind, or of what was ``left`` as it is."""
    title, help, line = SECTIONS[key]
    rows, count = load_waiting(key, today, most, (number - 1) * most, left=left)
    if not rows and number > 1:
        return section(key, today, most, left=left)
    decided = decisions_on(key, rows) if left else {}
    lines = (replace(line(row), pk=row.pk, mark=row.mark, decision=decided.get(row.pk)) for row in rows)
    return Section(key, title, help, tuple(lines), count, number, count > number * most)


def _of_evening(evening: Evening) -> Waits:
    return Waits(evening, evening.club, evening.held_on, evening.name)


def _of_gift(award: Any) -> Waits:
    if award.season:
        season = award.season
        return Waits(season, season.league.club, name=f"{season.league} · {season}: {award.title}")
    evening = award.result.evening if award.result else award.evening
    return replace(_of_evening(evening), name=f"{evening}: {award.title}")


def _of_comparison(row: Comparison) -> Waits:
    return _of_evening(row.result.evening)


def _of_season(row: SeasonEvening) -> Waits:
    name = f"{row.season.league} · {row.season}: {row.evening}"
    return Waits(row.season, row.season.league.club, row.evening.held_on, name)


def _of_closing(row: SeasonResult) -> Waits:
    season = row.season
    return Waits(season, season.league.club, row.journal.at.date(), f"{season.league} · {season}")


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
    "gifts": (
        _("Prizes of removed winners"),
        _("Choose again who wins, or leave it."),
        _of_gift,
    ),
    "cuts": (_("Cuts awaited"), _("A correction counts when the players have cut."), _of_evening),
    "corrected": (
        _("Corrections after a season was closed"),
        _("The season’s page says what would be different today."),
        _of_season,
    ),
    "merged": (
        _("Players merged after a season was closed"),
        _("The season’s page says what would be different today."),
        _of_closing,
    ),
    "differing": (
        _("Results that differ"),
        _("The recorded result differs from a new calculation. Compare it in the list of evenings."),
        _of_comparison,
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
