"""Somebody of an evening by name, and somebody who changes seats: where from, where to, and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, worded
from tournaments.core.evening import Format, Play
from tournaments.core.movement.bell import Move
from tournaments.core.movement.chairs import Place, SeatChange

UNSAID = Worded()


@dataclass(frozen=True)
class Somebody:
    """Somebody of the evening: by the entry's number, and by the shown name."""

    entry: int
    name: str


def somebody(entry: int, names: Mapping[int, str]) -> Somebody:
    return Somebody(entry, names.get(entry, "?"))


def named(entries: Iterable[int], names: Mapping[int, str]) -> tuple[Somebody, ...]:
    return tuple(somebody(entry, names) for entry in entries)


@answers("entry", "name", "start", "end", "why")
@answers("name", "start", "end", "why", to=STRANGERS, component="Move")
@dataclass(frozen=True)
class Mover:
    """One change of seat, in the order in which they happen."""

    # ``sign``: up, down, swap, back, or new where seats are drawn anew.
    name: str
    sign: str
    change: SeatChange
    why: Worded = UNSAID

    @property
    def entry(self) -> int:
        return self.change.entry

    @property
    def start(self) -> Place | None:
        return self.change.start

    @property
    def end(self) -> Place | None:
        return self.change.end


def movers(play: Play, moves: Iterable[Move], names: Mapping[int, str]) -> tuple[Mover, ...]:
    """Return the people of these moves, in the same order."""
    return tuple(
        Mover(names.get(move.entry, "?"), _sign(play.format, move), move, worded(move.why, names))
        for move in moves
    )


def _sign(format: Format, move: Move) -> str:
    """Return whether somebody goes up or down, changes seats with somebody, or has a drawn seat."""
    start = format.came_from(move.start.table if move.start else None)
    if start is None or move.end is None:
        return "new"
    if move.why.code.startswith("swap"):
        return "swap"
    return "up" if move.end.table < start else "down"
