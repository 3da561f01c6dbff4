"""One game of a table, as the ranking of an evening counts it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """One table's game: what each gained in it, and the place there; ``known``: counters were counted."""

    round: int
    table: int
    gained: Mapping[int, int]
    places: Mapping[int, int]
    known: bool = True
