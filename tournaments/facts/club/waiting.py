"""Open matters of all clubs: rows, the longest waiting first."""

from datetime import date
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from accounts.models import Claim, Club, Membership, Role
from tournaments.core.formats.recorded import RECORDED
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.facts.results.results import cut_awaited
from tournaments.models import Award, Evening, Result, RowQuestion, SeasonEvening


def load_waiting(today: date, most: int) -> dict[str, tuple[list[Any], int]]:
    """Load at ``most`` so many rows of each kind, and count them; two queries for each."""
    found = {
        "unsettled": _unsettled(today),
        "hidden": _hidden(),
        "cuts": _cuts(),
        "corrected": _corrected(),
        "claims": _claims(),
        "questions": _questions(),
        "ownerless": _ownerless(),
    }
    return {what: (list(rows[:most]), rows.count()) for what, rows in found.items()}


def finished_evenings() -> QuerySet[Evening]:
    """Finished evenings that were played here, with their clubs, the newest first."""
    finished = Evening.held.filter(stage=Stage.FINISHED).exclude(format=RECORDED.key)
    return finished.select_related("club").order_by("-held_on", "-pk")


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
