"""The way of one person through an evening, round by round."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.base.words import signed
from tournaments.core.evening import Facts
from tournaments.core.movement.chips import Chip


@dataclass(frozen=True)
class Step:
    """One round of a person's evening: ``table`` is None where the round was sat out, or a bye.

    ``points`` are those of the round, where bids are played for.
    """

    round: int
    table: int | None
    sign: str
    chips: int
    points: str = ""
    bye: bool = False


def path_of(facts: Facts, entry: int, chips: Iterable[Chip]) -> tuple[Step, ...]:
    """The person's rounds from the first to the last that there is; ``chips`` are everybody's yellow ones."""
    tables = {seat.round: seat.position for seat in facts.seats if seat.entry == entry}
    last = facts.now.number
    byes = {n for n in range(1, last + 1) if entry in facts.play.format.byes(facts, n)}
    if facts.play.format.reached(facts) is not None:
        last = max({*tables, *byes}, default=last)  # whoever is out sits out no game
    won = Counter(chip.round for chip in chips if chip.entry == entry)
    ordered = facts.play.format.paths(facts).get(entry, {})
    path, before, points = [], None, _points(facts, entry)
    for number in range(min({*tables, *byes}, default=last + 1), last + 1):
        table = tables.get(number)
        sign = sign_of(before, ordered.get(number))
        path.append(Step(number, table, sign, won[number], points.get(number, ""), number in byes))
        before = table or before
    return tuple(path)


def sign_of(start: int | None, end: int | None) -> str:
    """Which way from one table to another: up towards the head table."""
    if start is None or end is None:
        return ""
    return "up" if end < start else "down" if end > start else "stay"


def _points(facts: Facts, entry: int) -> dict[int, str]:
    """What the person scored in each round; a game that is won together has no points."""
    if not {"exact", "figure"} <= set(facts.play.columns):
        return {}
    sums: Counter[int] = Counter()
    for round, line in ((pool.round, line) for pool in facts.pools for line in pool.lines):
        if line.entry == entry:
            sums[round] += line.score or 0
    return {number: signed(points) for number, points in sums.items()}
