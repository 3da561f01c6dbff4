"""What waits for somebody over all clubs, for who looks after the installation."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from time import monotonic
from typing import Any

from django.db.models import Exists, F, Max, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import Claim, Club, Membership, Role
from tournaments.core.formats.recorded import RECORDED
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.facts.results.results import cut_awaited
from tournaments.models import Award, Evening, Result, RowQuestion, SeasonEvening
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


UNSETTLED = _("Evenings not finished")
HIDDEN = _("Prizes not announced")
CUTS = _("Cuts awaited")
CORRECTED = _("Corrections after a season was closed")
CLAIMS = _("“This is me” without an answer")
QUESTIONS = _("Questions without an answer")
OWNERLESS = _("Clubs without an owner")
HELP: Mapping[str, str] = {
    UNSETTLED: _("Of an earlier day, or after the last bell."),
    HIDDEN: _("The evening is finished, but not everybody may see who won."),
    CUTS: _("A correction counts when the players have cut."),
    CORRECTED: _("The season’s page says what would be different today."),
    CLAIMS: _("An organiser says yes or no."),
    QUESTIONS: _("Members asked about a row of a season."),
    OWNERLESS: _("Make somebody an owner, or nobody can manage the members."),
}


def waiting(today: date) -> tuple[Section, ...]:
    """Everything that waits, two queries for each kind."""
    return tuple(
        Section(title, HELP[title], tuple(map(line, rows[:MOST])), rows.count())
        for title, rows, line in (
            (UNSETTLED, _unsettled(today), _of_evening),
            (HIDDEN, _hidden(), _of_evening),
            (CUTS, _cuts(), _of_evening),
            (CORRECTED, _corrected(), _of_season),
            (CLAIMS, _claims(), _of_claim),
            (QUESTIONS, _questions(), _of_question),
            (OWNERLESS, _ownerless(), _of_club),
        )
    )


def recalculated(after: int = 0) -> Recalculated:
    """The results of finished evenings beside what their facts come to now, as many as a second allows."""
    finished = Evening.held.filter(stage=Stage.FINISHED).exclude(format=RECORDED.key)
    count, until = finished.count(), monotonic() + SECONDS
    after, differ = max(min(after, count - 1), 0), list[Waits]()
    last = after
    for evening in finished.select_related("club").order_by("-held_on", "-pk")[after : after + MOST]:
        if last > after and monotonic() > until:
            break
        last += 1
        if compare_evening(evening).differences:
            differ.append(_of_evening(evening))
    return Recalculated(after, last, count, tuple(differ))


def _evenings() -> QuerySet[Evening]:
    return Evening.held.select_related("club").order_by("held_on", "pk")


def _unsettled(today: date) -> QuerySet[Any]:
    under_way = Q(stage__in=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING), held_on__lt=today)
    return _evenings().filter(under_way | Q(stage=Stage.SETTLING))


def _hidden() -> QuerySet[Any]:
    later = Result.objects.filter(
        evening=OuterRef("result__evening"), version__gt=OuterRef("result__version")
    )
    hidden = Award.objects.filter(~Exists(later), revealed=None, result__evening=OuterRef("pk"))
    return _evenings().filter(Exists(hidden), stage=Stage.FINISHED)


def _cuts() -> QuerySet[Any]:
    return _evenings().filter(Exists(cut_awaited(OuterRef("pk"))), stage=Stage.FINISHED)


def _corrected() -> QuerySet[Any]:
    rows = SeasonEvening.objects.filter(season__stage=SeasonStage.CLOSED).exclude(pinned=None)
    newer = rows.annotate(newest=Max("evening__results__version")).filter(newest__gt=F("pinned__version"))
    return newer.select_related("season__league__club", "evening").order_by("evening__held_on", "pk")


def _claims() -> QuerySet[Any]:
    open_ones = Claim.objects.filter(granted=None, ended_at=None, player__active=True)
    return open_ones.select_related("player__club").order_by("pk")


def _questions() -> QuerySet[Any]:
    rows = RowQuestion.objects.filter(closed=None, answered=None)
    return rows.select_related("season__league__club", "player", "asked").order_by("pk")


def _ownerless() -> QuerySet[Any]:
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER, user__is_active=True)
    return Club.objects.filter(~Exists(owners)).order_by("name", "pk")


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
