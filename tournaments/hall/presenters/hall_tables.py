"""The cards of the projector: a table's people, and where they came from; or people without a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.words import plain
from tournaments.core.evening import Format
from tournaments.core.movement.chairs import HEAD
from tournaments.core.movement.reseating import APPLIED, UNDONE, NewSeat
from tournaments.evening.presenters.table import Seat, Table
from tournaments.hall.presenters.hall_layout import Fitted
from tournaments.hall.presenters.player_path import sign_of

ON_A_CARD = 6
"""People without a table on one card."""


@dataclass(frozen=True)
class CardLine:
    """Somebody at a table, or with a new seat, which is in words (``seat``).

    ``sign`` is up, down, back, or new; ``came_from``: the table before. ``points`` are those of a whole game,
    and ``best`` has the most of them.
    """

    name: str
    chair: int = 0
    sign: str = ""
    came_from: str = ""
    points: str = ""
    best: bool = False
    seat: str = ""
    fitted: Fitted | None = None


@dataclass(frozen=True)
class Card:
    """A table; or people without one, and the ``title`` says why."""

    lines: tuple[CardLine, ...]
    table: Table | None = None
    title: str = ""

    @property
    def number(self) -> int:
        return self.table.table if self.table else 0


def cards_of(tables: Sequence[Table], format: Format, new: Mapping[int, NewSeat]) -> tuple[Card, ...]:
    """Return a card for each table; ``new``: whose seat is marked as new."""
    return tuple(
        Card(
            tuple(line_at(table, seat, format, new.get(seat.entry)) for seat in table.people),
            table,
            table.title,
        )
        for table in tables
    )


def line_at(table: Table, seat: Seat, format: Format, new: NewSeat | None = None) -> CardLine:
    """Return the line of somebody at the table."""
    points = table.game.points
    return CardLine(
        seat.name,
        seat.chair,
        sign=sign_at(format, new) if new else "",
        came_from=str(new.start.table) if new and new.start else "",
        points=plain(points[seat.entry]) if seat.entry in points else "",
        best=seat.entry in table.game.best,
    )


def without_table(title: str, people: Sequence[CardLine]) -> list[Card]:
    """Return cards of people who have no table."""
    cards = [tuple(people[start : start + ON_A_CARD]) for start in range(0, len(people), ON_A_CARD)]
    return [Card(lines, title=title) for lines in cards]


def mover_line(name: str, format: Format, new: NewSeat) -> CardLine:
    """Return the line of somebody who moves, on the page of those who do."""
    start, end = new.start, new.end
    came_from = str(start.table) if start else ""
    if start and end and start.table == end.table:
        came_from = seat_in_words(start.table, start.chair)
    seat = seat_in_words(end.table, end.chair) if end else gettext("no seat yet")
    return CardLine(name, sign=sign_at(format, new), came_from=came_from, seat=seat)


def seat_in_words(table: int, chair: int) -> str:
    return gettext("%(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def sign_at(format: Format, new: NewSeat) -> str:
    """Return which way somebody came to a new seat: up, down, back after an undone bell, or "new".

    Nothing where the moves drew all seats anew: everybody would bear a mark.
    """
    if new.act.verb == APPLIED and format.came_from(HEAD) is None:
        return ""
    start = format.came_from(new.start.table if new.start else None)
    if new.act.verb == APPLIED and start is not None and new.end is not None:
        return sign_of(start, new.end.table)
    return "back" if new.act.verb == UNDONE else "new"
