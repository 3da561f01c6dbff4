"""Who sits where at a bell, which chair a mover takes, and who cannot be seated where they should go.

The tables stand in a ring: each sends one person to the table above it, and the head table sends
one to the booby table. A position is a place in that ring, from the head table (1) downwards.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.movement.seating import lowest_empty
from tournaments.core.reasons import Reason

HEAD = 1


@dataclass(frozen=True)
class Player:
    """A person at a table as the bell rang; ``counters`` is None where nobody counted.

    ``left`` dropped out during the round: they neither move, cut, exchange nor take a stake. ``staked``:
    was broke before the round's last deal, and took a fresh stake then.
    """

    entry: int
    chair: int
    counters: int | None
    keeps_seat: bool = False
    left: bool = False
    staked: bool = False

    @property
    def may_go(self) -> bool:
        return not self.left and not self.keeps_seat


@dataclass(frozen=True)
class Table:
    """A table as the bell rang, and its last pool: who won it and who was in the call.

    ``void``: it could not finish its deal. ``deal`` is the last pool's number in the round.
    """

    players: tuple[Player, ...]
    winners: frozenset[int] = frozenset()
    in_call: frozenset[int] = frozenset()
    void: bool = False
    deal: int = 0

    @property
    def decided(self) -> bool:
        return bool(self.winners) and not self.void

    @property
    def protected(self) -> frozenset[int]:
        """Those who cannot go down: the winners and all in the call; nobody if the deal is void."""
        return self.winners | self.in_call if self.decided else frozenset()

    @property
    def playing(self) -> tuple[Player, ...]:
        """Those who still play after the bell, in seat order."""
        here = (player for player in self.players if not player.left)
        return tuple(sorted(here, key=lambda player: player.chair))


@dataclass(frozen=True)
class Place:
    """A chair at a table. Chair 0 (never when all is decided): known after the cut or count."""

    table: int
    chair: int


@dataclass(frozen=True)
class SeatChange:
    """Somebody's change of seat; None: from or to no seat."""

    entry: int
    start: Place | None
    end: Place | None


@dataclass(frozen=True)
class Limits:
    """How few and how many can play at one table."""

    fewest: int = 3
    most: int = 7


def goes_to(position: int, tables: int) -> int:
    """Where whoever leaves this table sits down: one table up, and from the head the booby table."""
    return tables if position == HEAD else position - 1


def comes_from(position: int, tables: int) -> int:
    """The table that sends somebody here: the one below, and to the booby table the head."""
    return HEAD if position == tables else position + 1


def sizes(tables: Sequence[Table]) -> dict[int, int]:
    """How many still play at each position."""
    return {position: len(table.playing) for position, table in enumerate(tables, start=HEAD)}


def held_back(playing: Mapping[int, int], leaving: Collection[int], limits: Limits) -> dict[int, Reason]:
    """The tables of ``leaving`` that nobody can leave after all, and why.

    A full table that nobody leaves takes nobody in, and a table at its fewest that nobody joins lets
    nobody go. Each person held back can hold the next, so this looks until nothing changes.
    """
    held: dict[int, Reason] = {}
    while True:
        going = [position for position in sorted(leaving) if position not in held]
        obstacles = {position: _obstacle(position, going, playing, limits) for position in going}
        newly = {position: why for position, why in obstacles.items() if why is not None}
        if not newly:
            return held
        held |= newly


def _obstacle(
    position: int, going: Collection[int], playing: Mapping[int, int], limits: Limits
) -> Reason | None:
    ahead, behind = goes_to(position, len(playing)), comes_from(position, len(playing))
    if ahead not in going and playing[ahead] + 1 > limits.most:
        return Reason("held_full", {"table": ahead})
    if behind not in going and playing[position] - 1 < limits.fewest:
        return Reason("held_small", {"table": position})
    return None


def free_chair(table: Table) -> int:
    """The lowest chair that nobody who still plays sits on; a new one if all are taken."""
    return lowest_empty({player.chair for player in table.playing})
