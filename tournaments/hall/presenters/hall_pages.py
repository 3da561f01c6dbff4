"""The pages that the projector turns: who moves, then all tables, each in the largest type that fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from accounts.short_names import short_names
from tournaments.base.pictures.letters import width
from tournaments.evening.presenters.movers import Mover
from tournaments.hall.presenters.hall_layout import (
    BETWEEN,
    CHAIR,
    MOVER,
    Fitted,
    Row,
    fitted,
    layout_of,
    least_size,
    room_of,
)
from tournaments.hall.presenters.hall_tables import HallTable, Person, seat_in_words

SMALLER = 0.8
"""What stands beside a name is so much smaller."""
SIGN = 0.9


@dataclass(frozen=True)
class HallMover(Mover):
    """Somebody with a new seat, and how the name fits on the page."""

    fitted: Fitted | None = None

    @property
    def came_from(self) -> str:
        """The table before; with its chair where only that is another."""
        if self.start is None:
            return ""
        if self.end and self.start.table == self.end.table:
            return seat_in_words(self.start.table, self.start.chair)
        return str(self.start.table)

    @property
    def seat(self) -> str:
        return seat_in_words(self.end.table, self.end.chair) if self.end else gettext("no seat yet")


@dataclass(frozen=True)
class Page:
    """Tables, people who move, or cuts in words, in type of ``size`` px on a screen of 720."""

    size: int
    columns: int
    tables: tuple[HallTable, ...] = ()
    movers: tuple[HallMover, ...] = ()
    cuts: tuple[str, ...] = ()

    @property
    def first(self) -> int:
        return self.tables[0].number

    @property
    def last(self) -> int:
        return max(table.number for table in self.tables)

    @property
    def out(self) -> bool:
        """Whether somebody here still plays."""
        return any(table.out for table in self.tables)


def pages_of(
    tables: Sequence[HallTable], movers: Sequence[HallMover], cuts: Sequence[str] = ()
) -> tuple[Page, ...]:
    """Return the pages in their order: the cuts, who moves, then the tables."""
    people = [person.name for table in tables for person in table.people]
    short = short_names(dict.fromkeys([*people, *(mover.name for mover in movers)]))
    least = least_size(len(short))
    return (
        *_of_cuts(cuts, least),
        *_of_movers(movers, short, least + MOVER),
        *_of_tables(tables, short, least),
    )


def _of_tables(tables: Sequence[HallTable], short: Mapping[str, str], least: int) -> list[Page]:
    if not tables:
        return []
    rows = [[_row(person, short[person.name]) for person in table.people] for table in tables]
    layout = layout_of(rows, least)
    room = room_of(layout)
    shown = [
        replace(
            table,
            people=tuple(
                replace(person, fitted=fitted(row, room))
                for person, row in zip(table.people, card, strict=True)
            ),
        )
        for table, card in zip(tables, rows, strict=True)
    ]
    return [
        Page(layout.size, layout.columns, tables=tuple(shown[start : start + layout.each]))
        for start in range(0, len(shown), layout.each)
    ]


def _row(person: Person, short: str) -> Row:
    beside = CHAIR + BETWEEN if person.chair else 0.0
    if person.sign:
        beside += BETWEEN + SIGN
    for words in (person.points, person.seat and f"→ {person.seat}"):
        if words:
            beside += BETWEEN + SMALLER * width(words)
    return Row(person.name, beside, short)


def _of_cuts(cuts: Sequence[str], least: int) -> list[Page]:
    if not cuts:
        return []
    layout = layout_of([[Row(words, BETWEEN, words)] for words in cuts], least, titled=False)
    return [
        Page(layout.size, layout.columns, cuts=tuple(cuts[start : start + layout.each]))
        for start in range(0, len(cuts), layout.each)
    ]


def _of_movers(movers: Sequence[HallMover], short: Mapping[str, str], least: int) -> list[Page]:
    if not movers:
        return []
    beside = [3 * BETWEEN + width(f"→ {mover.came_from} ▲ {mover.seat}") for mover in movers]
    rows = [Row(mover.name, room, short[mover.name]) for mover, room in zip(movers, beside, strict=True)]
    layout = layout_of([[row] for row in rows], least, titled=False)
    room = room_of(layout)
    shown = [replace(mover, fitted=fitted(row, room)) for mover, row in zip(movers, rows, strict=True)]
    return [
        Page(layout.size, layout.columns, movers=tuple(shown[start : start + layout.each]))
        for start in range(0, len(shown), layout.each)
    ]
