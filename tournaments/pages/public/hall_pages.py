"""The pages that the projector turns: who moves, then all tables, each in the largest type that fits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pages.public.hall_layout import BETWEEN, CHAIR, MOVER, Row, layout_of, least_size
from tournaments.pages.public.hall_names import hall_names
from tournaments.pages.public.hall_tables import HallTable, Person, seat_in_words
from tournaments.pictures.letters import width

SMALLER = 0.8
"""What stands beside a name is so much smaller."""
SIGN = 0.9


@dataclass(frozen=True)
class Mover:
    """Somebody on the way from one table to another; ``sign`` is up, down, or back."""

    name: str
    sign: str
    start: int | None
    table: int
    chair: int

    @property
    def seat(self) -> str:
        return seat_in_words(self.table, self.chair)


@dataclass(frozen=True)
class Page:
    """Tables, people who move, or cuts in words, in type of ``size`` px on a screen of 720."""

    size: int
    columns: int
    tables: tuple[HallTable, ...] = ()
    movers: tuple[Mover, ...] = ()
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
    tables: Sequence[HallTable], movers: Sequence[Mover], cuts: Sequence[str] = ()
) -> tuple[Page, ...]:
    """Return the pages in their order: the cuts, who moves, then the tables."""
    every = list(dict.fromkeys(person.name for table in tables for person in table.people))
    short = {every[key]: name for key, name in hall_names(dict(enumerate(every))).items()}
    least = least_size(len(every))
    going = [replace(mover, name=short[mover.name]) for mover in movers]
    shown = [
        replace(table, people=tuple(replace(person, name=short[person.name]) for person in table.people))
        for table in tables
    ]
    return (*_of_cuts(cuts, least), *_of_movers(going, least + MOVER), *_of_tables(shown, least))


def _of_tables(tables: Sequence[HallTable], least: int) -> list[Page]:
    if not tables:
        return []
    layout = layout_of([[_row(person) for person in table.people] for table in tables], least)
    return [
        Page(layout.size, layout.columns, tables=tuple(tables[start : start + layout.each]))
        for start in range(0, len(tables), layout.each)
    ]


def _row(person: Person) -> Row:
    beside = CHAIR + BETWEEN if person.chair else 0.0
    if person.sign:
        beside += BETWEEN + SIGN
    for words in (person.points, person.seat and f"→ {person.seat}"):
        if words:
            beside += BETWEEN + SMALLER * width(words)
    return Row(person.name, beside)


def _of_cuts(cuts: Sequence[str], least: int) -> list[Page]:
    if not cuts:
        return []
    layout = layout_of([[Row(words, BETWEEN)] for words in cuts], least, titled=False)
    return [
        Page(layout.size, layout.columns, cuts=tuple(cuts[start : start + layout.each]))
        for start in range(0, len(cuts), layout.each)
    ]


def _of_movers(movers: Sequence[Mover], least: int) -> list[Page]:
    if not movers:
        return []
    rows = [[Row(mover.name, 3 * BETWEEN + width(f"→ {mover.start} ▲ {mover.seat}"))] for mover in movers]
    layout = layout_of(rows, least, titled=False)
    return [
        Page(layout.size, layout.columns, movers=tuple(movers[start : start + layout.each]))
        for start in range(0, len(movers), layout.each)
    ]
