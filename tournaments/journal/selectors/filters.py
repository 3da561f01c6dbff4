"""Which lines of an evening's journal are about a table, or about a person."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Award,
    BidRow,
    CountRow,
    CutRow,
    Deal,
    DealLine,
    DealVersion,
    EntryRow,
    Evening,
    Journal,
    MoveRow,
    OpenDeal,
    PresenceRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)


@dataclass(frozen=True)
class Asked:
    """The lines that a reader wants: about a table, about a person (an entry), of these verbs; empty: all."""

    table: int | None = None
    person: int | None = None
    verbs: Collection[str] | None = None


def lines_asked_for(evening: Evening, asked: Asked) -> QuerySet[Journal]:
    """The evening's lines that are asked for, the newest first."""
    lines = Journal.objects.filter(evening=evening).order_by("-seq")
    if asked.table is not None:
        about = Q(payload__table=asked.table) | Q(link__table=asked.table)
        lines = lines.filter(_any(_of_table(evening, asked.table), about))
    if asked.person is not None:
        lines = lines.filter(_any(_of_person(evening, asked.person), Q(payload__entry=asked.person)))
    if asked.verbs is not None:
        lines = lines.filter(verb__in=asked.verbs)
    return lines


def _any(wrote: Iterator[QuerySet[Any, Any]], about: Q) -> Q:
    """Lines that wrote one of these facts, or that are about it by what is noted in them."""
    for facts in wrote:
        about |= Q(pk__in=facts)
    return about


def _of_table(evening: Evening, table: int) -> Iterator[QuerySet[Any, Any]]:
    here = {"round__evening": evening, "position": table}
    for model in (Deal, OpenDeal, CutRow, RoundTable, SeatRow):
        yield model.objects.filter(**here).values("journal")
    yield DealVersion.objects.filter(deal__round__evening=evening, deal__position=table).values("journal")
    yield TableEnding.objects.filter(table__round__evening=evening, table__position=table).values("journal")
    moves = MoveRow.objects.filter(round__evening=evening)
    yield moves.filter(Q(from_position=table) | Q(to_position=table)).values("journal")


def _of_person(evening: Evening, entry: int) -> Iterator[QuerySet[Any, Any]]:
    yield EntryRow.objects.filter(evening=evening, pk=entry).values("journal")
    for model in (SeatRow, MoveRow, StakeRow, CountRow, CutRow):
        yield model.objects.filter(round__evening=evening, entry=entry).values("journal")
    yield PresenceRow.objects.filter(entry__evening=evening, entry=entry).values("journal")
    lines = DealLine.objects.filter(version__deal__round__evening=evening, entry=entry)
    yield lines.values("version__journal")
    yield BidRow.objects.filter(deal__round__evening=evening, entry=entry).values("deal__journal")
    won = Award.objects.filter(Q(result__evening=evening) | Q(evening=evening), winners=entry)
    yield won.exclude(revealed=None).values("revealed")
