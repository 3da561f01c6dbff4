"""An evening's result as it was written: its versions, and of each the figures and the prizes."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournaments.core.record import Stage
from tournaments.models import Award, Evening, Result, Season, SeasonResult, Settlement


def results_of(evening: Evening, *beside: str) -> QuerySet[Result]:
    """Every version of the result, the newest first, with who wrote it and what hangs on it ``beside``."""
    rows = Result.objects.filter(evening=evening).select_related("journal__actor", "journal__link")
    return rows.prefetch_related(*beside).order_by("-version")


def newest_result(evening: Evening) -> Result | None:
    """The version that was written last; None before the first."""
    return results_of(evening).first()


def counting_result(evening: Evening) -> Result | None:
    """The result that counts: an evening that is reopened has none."""
    return newest_result(evening) if evening.stage == Stage.FINISHED else None


def settled_in(result: Result, then: str = "id") -> list[Settlement]:
    """Everybody's figures by place, in one place by the column ``then``."""
    return list(result.settlements.select_related("entry").order_by("place", then))


def awards_written(result: Result | SeasonResult, *also: str) -> list[Award]:
    """The prizes of the result with those who won them at an evening, and ``also`` others."""
    return list(result.awards.order_by("rank").prefetch_related("winners", *also))


def given_by_hand(holder: Evening | Season) -> list[Award]:
    """The prizes that were given by hand and not taken back, in order of time; none if it was called off."""
    if holder.stage == Stage.CALLED_OFF:
        return []
    rows = holder.gifts.filter(withdrawn=False).order_by("rank")
    return list(rows.prefetch_related("winners") if isinstance(holder, Evening) else rows)


def given_at_evenings(evenings: Iterable[int]) -> list[Award]:
    """The prizes that were given by hand at these evenings, in order of time."""
    awards = Award.objects.filter(evening__in=list(evenings), withdrawn=False)
    return list(awards.order_by("evening", "rank").prefetch_related("winners"))


def all_given(result: Result) -> list[Award]:
    """All prizes of the evening with who announced and who won them, those by hand last; in two queries."""
    awards = Award.objects.filter(Q(result=result) | Q(evening=result.evening_id, withdrawn=False))
    rows = awards.select_related("revealed", "result").prefetch_related("winners")
    return sorted(rows, key=lambda award: (award.evening_id is not None, award.rank))


def hides_prizes(evening: Evening) -> bool:
    """Whether the hall does not know yet who won a prize of the newest result."""
    return newest_awards(evening).filter(revealed=None).exists()


def newest_awards(evening: Evening) -> QuerySet[Award]:
    """The prizes of the newest result, the highest first, in one query."""
    last = Result.objects.filter(evening=evening).order_by("-version")[:1]
    return Award.objects.filter(result__in=last.values("pk")).order_by("rank")
