"""The seats as they were drawn, before play begins."""

from dataclasses import dataclass

from tournaments.core.evening import Facts
from tournaments.core.movement import position
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.evening.selectors.lines import newest_line
from tournaments.evening.selectors.moves import made_moves
from tournaments.models import Evening


@dataclass(frozen=True)
class DrawnSeat:
    chair: int
    entry: int
    name: str
    role: str
    deals: bool


@dataclass(frozen=True)
class DrawnTable:
    table: int
    is_head: bool
    is_booby: bool
    seats: tuple[DrawnSeat, ...]


@dataclass(frozen=True)
class Change:
    """A seat that is not as the draw had it: changed by hand with a reason, or taken by a late-comer."""

    name: str
    table: int
    chair: int
    by_hand: bool
    reason: str


@dataclass(frozen=True)
class Draw:
    """The draw that stands: its seed repeats it among the same people; or by the standing of a ``season``."""

    seed: str
    season: str
    why: Reason | None
    tables: tuple[DrawnTable, ...]
    unseated: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def players(self) -> int:
        return sum(len(table.seats) for table in self.tables)


def draw_of(evening: Evening, facts: Facts) -> Draw:
    """The draw of the first round, in two queries besides the facts."""
    line = newest_line(evening, "seats_drawn")
    drawn = line.payload if line else {}
    names = facts.names
    code = drawn.get("why")
    return Draw(
        seed=drawn.get("seed", ""),
        season=drawn.get("season", ""),
        why=Reason(code, drawn.get("figures", {})) if code in SENTENCES else None,
        tables=_tables(facts),
        unseated=tuple(names[entry] for entry in position.waiting(facts, 1)),
        changes=_changes(evening, names),
    )


def _tables(facts: Facts) -> tuple[DrawnTable, ...]:
    people = {entry.id: entry for entry in facts.entries}
    seats = position.seats_of(facts, 1)
    tables = [table for table in facts.tables if table.round == 1]
    format, last = facts.play.format, max((table.position for table in tables), default=0)
    return tuple(
        DrawnTable(
            table=table.position,
            is_head=format.is_head(table.position),
            is_booby=format.is_booby(table.position, last),
            seats=tuple(
                DrawnSeat(
                    chair=seat.chair,
                    entry=seat.entry,
                    name=people[seat.entry].name,
                    role=people[seat.entry].role,
                    deals=seat.chair == table.dealer,
                )
                for seat in seats
                if seat.position == table.position
            ),
        )
        for table in tables
    )


def _changes(evening: Evening, names: dict[int, str]) -> tuple[Change, ...]:
    return tuple(
        Change(
            names[made.move.entry],
            made.move.end.table,
            made.move.end.chair,
            made.by_hand,
            str(made.move.why.figures.get("reason", "")),
        )
        for made in made_moves(evening, round__number=1, round__void=None)
        if made.move.entry in names and made.move.end
    )
