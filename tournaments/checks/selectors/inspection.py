"""Evenings at a glance, for the lists of the administration."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.models import DealLine, EntryRow, Evening, Journal, RoundTable, SeatRow

LARGE = 30_000
"""Seats and lines of deals up to which an evening's ledger is worked out beside its facts."""


def is_large(evening: Evening) -> bool:
    """Whether working out the ledger would read more than a page should."""
    seats = SeatRow.objects.filter(round__evening=evening).order_by()[: LARGE + 1]
    lines = DealLine.objects.filter(version__deal__round__evening=evening).order_by()[: LARGE + 1]
    return seats.count() + lines.count() > LARGE


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
