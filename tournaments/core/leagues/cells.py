"""What a season's table shows of each evening beside a name."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tournaments.core.leagues.points import Points, counts_in
from tournaments.core.leagues.standing import SeasonRow, State


class Cell(NamedTuple):
    """Somebody's evening in one cell; ``state`` None: it is not for them.

    ``best``: it counts, and none gave them more; ``away``: they missed it.
    """

    state: State | None
    points: Points = 0
    best: bool = False
    away: bool = False


def cells_of(rows: Sequence[SeasonRow], times: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """The cells of each row for these evenings, from 0 in time."""
    if not rows:
        return
    count = rows[0].count
    points, best = cache(count.scale.points), min if count.rules.lowest else max
    for row in rows:
        here = [parts is not None for parts in count.given[row.player]]
        played = [parts for parts, there in zip(row.gives, here, strict=True) if parts is not None and there]
        most = best(played) if len(played) > 1 else None
        yield tuple(
            _cell(row, time, points(parts), here[time], here[time] and parts == most)
            if (parts := row.gives[time]) is not None
            else Cell(_missed(row, time), away=True)
            for time in times
        )


def _cell(row: SeasonRow, time: int, points: Points, there: bool, best: bool) -> Cell:
    if time in row.dropped:
        return Cell(State.DROPPED, points, away=not there)
    return Cell(State.COUNTED if there else State.ABSENT, points, best, not there)


def _missed(row: SeasonRow, time: int) -> State | None:
    count = row.count
    counts = counts_in(count.rules, count.evenings[time].division, count.people, row.player)
    return State.MISSED if counts else None
