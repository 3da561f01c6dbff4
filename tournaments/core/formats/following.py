"""What follows a round: what a bell is rung with, and what it brings."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.facts import Facts
from tournaments.core.formats.next_game import NextGame, bell_of_draw, next_game, still_played
from tournaments.core.movement.bell import Bell, Limits
from tournaments.core.movement.chairs import Table
from tournaments.core.movement.close_empty_tables import NOTHING
from tournaments.core.settings import Settings


@dataclass(frozen=True)
class Rung:
    """A round at its end, or as it stands: its tables by number, and those whose result is awaited.

    ``last``: it is known to be the last one.
    """

    facts: Facts
    settings: Settings
    number: int
    tables: Mapping[int, Table]
    limits: Limits
    rung: bool
    out: tuple[int, ...]
    last: bool


@dataclass(frozen=True)
class Following:
    """Who sits where next, and the table numbers of the next round; the game that was drawn, if one was."""

    bell: Bell
    numbers: Mapping[int, int]
    drawn: NextGame | None = None


def same_numbers(tables: Mapping[int, Table]) -> dict[int, int]:
    """The tables at which somebody still plays keep their numbers."""
    return {number: number for number, table in sorted(tables.items()) if table.playing}


def drawn_anew(rung: Rung) -> Following:
    """Seats are drawn once every table has played: in a large hall that takes time, so not before."""
    drawn = None
    if rung.rung and not (rung.out or rung.last):
        drawn = next_game(rung.facts, rung.settings, rung.number)
    numbers = same_numbers(rung.tables)
    if rung.last or (drawn is not None and drawn.over is not None):
        return Following(NOTHING, numbers, drawn)
    if drawn is None:
        return Following(still_played(rung.tables), numbers)
    return Following(bell_of_draw(rung.facts, rung.settings, rung.tables, drawn), numbers, drawn)
