"""The facts of an evening, of each kind the first rows, for who looks after the installation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Count, Model, Q, QuerySet

from tournaments.facts.results.written import results_of
from tournaments.facts.running.evening import highest_version
from tournaments.models import Award, Deal, DealLine, EntryRow, Evening, Journal, Result, RoundTable, SeatRow

Row = TypeVar("Row", bound=Model)
LARGE = 30_000
"""Seats and lines of deals up to which an evening's ledger is worked out beside its facts."""


def is_large(evening: Evening) -> bool:
    """Whether working out the ledger would read more than a page should."""
    seats = SeatRow.objects.filter(round__evening=evening).order_by()[: LARGE + 1]
    lines = DealLine.objects.filter(version__deal__round__evening=evening).order_by()[: LARGE + 1]
    return seats.count() + lines.count() > LARGE


def first_rows(
    model: type[Row], most: int, *order: str, beside: Sequence[str] = (), **where: Any
) -> list[Row]:
    """The first rows in this ``order`` that stand, with what hangs on them ``beside``."""
    rows = model._default_manager.filter(void=None, **where).select_related(*(beside or (None,)))
    return list(rows.order_by(*order)[:most])


def tables_and_deals(rounds: Collection[int]) -> tuple[dict[int, int], dict[int, int]]:
    """Count the tables and the deals of each of these rounds."""
    tables, deals = (model.objects.filter(round__in=rounds, void=None) for model in (RoundTable, Deal))
    return _counted(tables), _counted(deals)


def _counted(rows: QuerySet[Any]) -> dict[int, int]:
    return dict(rows.order_by().values("round").annotate(n=Count("pk")).values_list("round", "n"))


def lines_that_count(deals: Collection[int]) -> list[DealLine]:
    """The lines of these deals in the version that counts, with their people."""
    rows = DealLine.objects.filter(highest_version(), version__deal__in=deals).order_by("id")
    return list(rows.select_related("entry", "version"))


def newest_results(evening: Evening, most: int) -> list[Any]:
    """The newest versions of the result, each with how many ``people`` are in it."""
    return list(results_of(evening).annotate(people=Count("settlements"))[:most])


def first_awards(evening: Evening, most: int) -> list[Award]:
    """The prizes of the newest result, and all that were given by hand."""
    last = Result.objects.filter(evening=evening).order_by("-version")[:1]
    rows = Award.objects.filter(Q(result__in=last.values("pk")) | Q(evening=evening))
    rows = rows.order_by("evening", "rank").prefetch_related("winners").select_related("revealed")
    return list(rows[:most])


@dataclass(frozen=True)
class Glance:
    """The figures of an evening in a list, beside its own fields."""

    tables: int
    people: int
    last: datetime | None


def glances(evenings: Sequence[Evening]) -> Mapping[int, Glance]:
    """Load the figures of a page of evenings, in three queries."""
    ids = [evening.pk for evening in evenings]
    entries = EntryRow.objects.filter(evening__in=ids, void=None).order_by()
    people = dict(entries.values("evening").annotate(n=Count("pk")).values_list("evening", "n"))
    newest: dict[int, tuple[int, int]] = {}
    tables = RoundTable.objects.filter(round__evening__in=ids, round__void=None, void=None).order_by()
    for evening, number, n in (
        tables.values("round__evening", "round__number")
        .annotate(n=Count("pk"))
        .values_list("round__evening", "round__number", "n")
    ):
        newest[evening] = max(newest.get(evening, (0, 0)), (number, n))
    at = Q()
    for one in evenings:
        at |= Q(evening=one.pk, seq=one.seq)
    lines = dict(Journal.objects.filter(at).values_list("evening", "at")) if ids else {}
    return {pk: Glance(newest.get(pk, (0, 0))[1], people.get(pk, 0), lines.get(pk)) for pk in ids}
