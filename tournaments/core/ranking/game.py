"""One game of a table, as the ranking of an evening counts it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """One table's game: what each gained in it, and the place there; ``known``: counters were counted."""

    round: int
    table: int
    gained: Mapping[int, int]
    places: Mapping[int, int]
    known: bool = True


def places_in(gained: Mapping[int, int], stayed: Iterable[int]) -> dict[int, int]:
    """Equals share a place. Whoever went home during a game comes after all who finished it."""
    stayed = frozenset(stayed)
    worth = {entry: (entry in stayed, points) for entry, points in gained.items()}
    better = sorted(worth.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(better, start=1)))}
    return {entry: first[value] for entry, value in worth.items()}
