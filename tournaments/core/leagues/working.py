"""The points of an evening in detail: the addends, the weight, and the cells of a season's table.

All sums are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from accounts.answers import answers
from tournaments.core.leagues.points import WHOLE, EveningFigures, Points, counts_in, int_if_whole
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import Score, SeasonRow, State

Prizes: TypeAlias = Sequence[tuple[str, Points]]
"""The prizes that give points, each with its title."""


class PointsSource(StrEnum):
    """The source of an evening's points. ``SCHEME``: the place, or the figure that the scheme uses."""

    SCHEME = "scheme"
    TAKING_PART = "taking_part"
    YELLOW = "yellow"
    PRIZE = "prize"
    ABSENCE = "absence"


@answers("what", "points", "number", "title", component="AddendAnswer")
class Addend(NamedTuple):
    """Points for one thing. ``number``: of chips or prizes. ``title``: of the prize, null for others."""

    what: PointsSource
    points: Points
    number: int = 1
    title: str | None = None


@dataclass(frozen=True)
class Working:
    """The sum of the ``addends`` times the ``weight`` in percent is what the evening gives."""

    addends: tuple[Addend, ...]
    weight: int = WHOLE

    @property
    def points(self) -> Points:
        return int_if_whole(sum(addend.points for addend in self.addends) * Fraction(self.weight, WHOLE))


def build_working(rules: Rules, weight: int, score: Score, prizes: Prizes = ()) -> Working | None:
    """Return how the points of an evening are computed; None if it gave none.

    ``prizes``: the person's prizes in that evening that give points. Without them, all prizes are one
    addend.
    """
    if score.state in (State.MISSED, State.PASSED):
        return None
    before_weight = int_if_whole(score.points * Fraction(WHOLE, weight))
    if score.line is None:
        return Working((Addend(PointsSource.ABSENCE, before_weight),), weight)
    additions = _list_additions(rules, score.line, prizes)
    scheme = int_if_whole(before_weight - sum(addend.points for addend in additions))
    return Working((Addend(PointsSource.SCHEME, scheme), *additions), weight)


def _list_additions(rules: Rules, line: EveningFigures, prizes: Prizes) -> list[Addend]:
    found = list[Addend]()
    if rules.taking_part:
        found.append(Addend(PointsSource.TAKING_PART, rules.taking_part))
    if rules.yellow and line.yellow:
        found.append(Addend(PointsSource.YELLOW, rules.yellow * line.yellow, line.yellow))
    if prizes:
        found += [Addend(PointsSource.PRIZE, points, title=title) for title, points in prizes]
    elif rules.prize and line.prizes:
        found.append(Addend(PointsSource.PRIZE, rules.prize * line.prizes, line.prizes))
    return found


class Cell(NamedTuple):
    """A person's evening in one cell. ``state`` None: the evening is not for this person.

    ``best``: the evening counts, and no other gave the person more. ``absent``: the person missed it.
    """

    state: State | None
    points: Points = 0
    best: bool = False
    absent: bool = False


def build_cells(rows: Sequence[SeasonRow], times: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each row for these evenings, from 0 in time."""
    if not rows:
        return
    count = rows[0].count
    points, best = cache(count.scale.to_points), min if count.rules.lowest else max
    for row in rows:
        here = [parts is not None for parts in count.given[row.player]]
        played = [parts for parts, there in zip(row.gives, here, strict=True) if parts is not None and there]
        most = best(played) if len(played) > 1 else None
        yield tuple(
            _build_cell(row, time, points(parts), here[time], here[time] and parts == most)
            if (parts := row.gives[time]) is not None
            else Cell(_find_missed_state(row, time), absent=True)
            for time in times
        )


def _build_cell(row: SeasonRow, time: int, points: Points, line: bool, best: bool) -> Cell:
    if time in row.dropped:
        return Cell(State.DROPPED, points, absent=not line)
    return Cell(State.COUNTED if line else State.ABSENT, points, best, not line)


def _find_missed_state(row: SeasonRow, time: int) -> State | None:
    count = row.count
    counts = counts_in(count.rules, count.evenings[time].division, count.people, row.player)
    return State.MISSED if counts else None
