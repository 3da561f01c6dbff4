"""The game that was drawn, table by table, before it is begun: who sits where, who does not, and why."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.formats.knockout import OUT
from tournaments.core.formats.preview import Preview
from tournaments.core.movement import position
from tournaments.core.movement.following import NextGame
from tournaments.core.reasons import Reason


@dataclass(frozen=True)
class NextSeat:
    """A chair in the next game; ``start``: the table where its player sits now, None if nowhere."""

    chair: int
    entry: int
    name: str
    start: int | None
    why: Reason


@dataclass(frozen=True)
class NextTable:
    """A table of the next game; ``title``: the final, or for consolation. The first seat deals first."""

    number: int
    title: str
    seats: tuple[NextSeat, ...]


@dataclass(frozen=True)
class NextTables:
    """The next game; ``out`` are here and do not play it, ``gone`` are out of the knockout."""

    tables: tuple[NextTable, ...]
    out: tuple[tuple[str, Reason], ...]
    gone: tuple[str, ...]


def next_tables(facts: Facts, preview: Preview) -> NextTables | None:
    """The next game, if seats are drawn anew for it and it is drawn."""
    drawn, names = preview.drawn, facts.names
    if drawn is None or drawn.over is not None:
        return None
    sat = {seat.entry: seat.position for seat in position.seats_of(facts, preview.round)}
    tables = tuple(
        NextTable(
            number,
            title_in(drawn, number),
            tuple(
                NextSeat(chair, entry, names[entry], sat.get(entry), drawn.why[entry])
                for chair, entry in enumerate(table, start=1)
            ),
        )
        for number, table in enumerate(drawn.tables, start=1)
    )
    return NextTables(
        tables,
        tuple((names[entry], drawn.why[entry]) for entry in drawn.out if drawn.why[entry].code not in OUT),
        tuple(names[entry] for entry in drawn.out if drawn.why[entry].code in OUT),
    )


def title_in(drawn: NextGame, number: int) -> str:
    """What a table of a knockout is called in the game that is drawn."""
    if drawn.main and number > drawn.main:
        return gettext("Consolation")
    return gettext("Final") if drawn.main == 1 and not drawn.byes else ""
