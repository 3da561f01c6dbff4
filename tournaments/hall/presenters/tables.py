"""The projector's cards, the list of names, and a person's way by round.

A card shows the people of a table and the tables that they came from; or it shows people without a table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.names import fold, make_sort_key
from tournaments.base.words import format_counters, format_signed
from tournaments.core.evening import Facts, Format
from tournaments.core.movement.levelling import APPLIED, UNDONE, NewSeat
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import HEAD
from tournaments.evening.presenters.table import Seat, Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.hall.presenters.layout import Fitted
from tournaments.models import Evening


@dataclass(frozen=True)
class ListedName:
    """A line of the list of names. ``letter``: set where a new letter of the alphabet begins."""

    entry: int
    name: str
    letter: str


def list_names(evening: Evening) -> tuple[ListedName, ...]:
    """Return everybody checked in, sorted by the public name. Case and accents do not matter."""
    names = public_names_of(evening, withdrawn=False)
    return add_letters(sorted(names.items(), key=lambda row: (make_sort_key(row[1]), row[0])))


def add_letters(rows: Iterable[tuple[int, str]]) -> tuple[ListedName, ...]:
    """Return the sorted names, with a letter at the first of each."""
    lines, before = [], ""
    for entry, name in rows:
        letter = fold(name)[:1].upper()
        lines.append(ListedName(entry, name, letter if letter != before else ""))
        before = letter
    return tuple(lines)


@dataclass(frozen=True)
class PathStep:
    """One round of a person's evening. ``table`` is None for a bye, or if the person sat out.

    ``points``: the points of the round, in games with bids.
    """

    round: int
    table: int | None
    sign: str
    chips: int
    points: str = ""
    bye: bool = False


def trace_path(facts: Facts, entry: int, chips: Iterable[Chip]) -> tuple[PathStep, ...]:
    """Return the person's rounds, first to last. ``chips``: the yellow chips of all people."""
    tables = {seat.round: seat.position for seat in facts.seats if seat.entry == entry}
    last = facts.now.number
    byes = {n for n in range(1, last + 1) if entry in facts.play.format.find_byes(facts, n)}
    if facts.play.format.find_last_rounds(facts) is not None:
        last = max({*tables, *byes}, default=last)  # people out of the knockout do not sit out
    chip_counts = Counter(chip.round for chip in chips if chip.entry == entry)
    path_tables = facts.play.format.find_paths(facts).get(entry, {})
    path, before, points = [], None, _list_points(facts, entry)
    for number in range(min({*tables, *byes}, default=last + 1), last + 1):
        table = tables.get(number)
        sign = choose_sign(before, path_tables.get(number))
        path.append(
            PathStep(number, table, sign, chip_counts[number], points.get(number, ""), number in byes)
        )
        before = table or before
    return tuple(path)


def choose_sign(start: int | None, end: int | None) -> str:
    """Return the direction between two tables. "Up" is towards the head table."""
    if start is None or end is None:
        return ""
    return "up" if end < start else "down" if end > start else "stay"


def _list_points(facts: Facts, entry: int) -> dict[int, str]:
    """Return the person's points in each round. A game that players win together has no points."""
    if not {"exact", "figure"} <= set(facts.play.columns):
        return {}
    sums: Counter[int] = Counter()
    for round, line in ((pool.round, line) for pool in facts.pools for line in pool.lines):
        if line.entry == entry:
            sums[round] += line.score or 0
    return {number: format_signed(points) for number, points in sums.items()}


ON_A_CARD = 6
"""The most people without a table on one card."""


@dataclass(frozen=True)
class CardLine:
    """A person at a table; or a person with a new seat: at ``table``, and in words (``seat``).

    ``sign``: up, down, swap, back or new. ``came_from``: the table before. ``points``: of a whole game.
    ``best``: the person has the most points.
    """

    name: str
    chair: int = 0
    table: int = 0
    sign: str = ""
    came_from: str = ""
    points: str = ""
    best: bool = False
    seat: str = ""
    fitted: Fitted | None = None


@dataclass(frozen=True)
class HallCard:
    """A card for a table; or a card for people without one, whose ``title`` gives the reason."""

    lines: tuple[CardLine, ...]
    table: Table | None = None
    title: str = ""

    @property
    def number(self) -> int:
        return self.table.table if self.table else 0


def make_cards(tables: Sequence[Table], format: Format, new: Mapping[int, NewSeat]) -> tuple[HallCard, ...]:
    """Return a card for each table. ``new``: the people whose seat is marked as new."""
    return tuple(
        HallCard(
            tuple(make_line(table, seat, format, new.get(seat.entry)) for seat in table.people),
            table,
            table.title,
        )
        for table in tables
    )


def make_line(table: Table, seat: Seat, format: Format, new: NewSeat | None = None) -> CardLine:
    """Return the line of a person at the table."""
    points = table.game.points
    return CardLine(
        seat.name,
        seat.chair,
        sign=choose_new_sign(format, new) if new else "",
        came_from=str(new.start.table) if new and new.start else "",
        points=format_counters(points[seat.entry]) if seat.entry in points else "",
        best=seat.entry in table.game.best,
    )


def make_seatless_cards(title: str, people: Sequence[CardLine]) -> list[HallCard]:
    """Return cards of people who have no table."""
    cards = [tuple(people[start : start + ON_A_CARD]) for start in range(0, len(people), ON_A_CARD)]
    return [HallCard(lines, title=title) for lines in cards]


def make_mover_line(name: str, format: Format, new: NewSeat, *, swaps: bool = False) -> CardLine:
    """Return the line of a person on the page of people who move.

    ``swaps``: they change seats with somebody, because of a fresh stake.
    """
    start, end = new.start, new.end
    came_from = str(start.table) if start else ""
    if start and end and start.table == end.table:
        came_from = describe_seat(start.table, start.chair)
    seat = describe_seat(end.table, end.chair) if end else gettext("no seat yet")
    sign = "swap" if swaps else choose_new_sign(format, new)
    chair, table = (end.chair, end.table) if end else (0, 0)
    return CardLine(name, chair, table, sign=sign, came_from=came_from, seat=seat)


def describe_seat(table: int, chair: int) -> str:
    return gettext("%(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def choose_new_sign(format: Format, new: NewSeat) -> str:
    """Return the sign of a new seat: up, down, back (the bell was undone), or "new".

    Empty after a draw of all seats, because every person would have a sign.
    """
    if new.act.verb == APPLIED and format.find_origin(HEAD) is None:
        return ""
    start = format.find_origin(new.start.table if new.start else None)
    if new.act.verb == APPLIED and start is not None and new.end is not None:
        return choose_sign(start, new.end.table)
    return "back" if new.act.verb == UNDONE else "new"
