"""What the rest of the program needs to know of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a deal's result is: counters won from a pool, or bids and tricks."""

    POOL = "pool"
    BIDS = "bids"


class Tables(StrEnum):
    """How players are divided into tables (RULES 4, Tables)."""

    SIXES = "sixes"  # four at the head and the booby table, nearest to six between
    FEWEST = "fewest"  # as few tables as the game's number of players allows


@dataclass(frozen=True)
class Ruleset:
    """One game: ``fewest`` to ``most`` players at a table; ``family`` is the module it is in."""

    key: str
    title: str
    family: str
    kind: Kind
    fewest: int
    most: int
    progressive: bool
    tables: Tables = Tables.FEWEST
