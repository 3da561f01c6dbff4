"""What a long list of evenings says of each, read for one page of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.models import EntryRow, Evening, Journal, RoundTable


@dataclass(frozen=True)
class Glance:
    """What a list says of an evening beside its own fields."""

    tables: int
    people: int
    last: datetime | None


def glances(evenings: Sequence[Evening]) -> Mapping[int, Glance]:
    """Of the evenings of a page, in three queries."""
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
