"""How an evening went, round by round: where everybody sat, what they held or had scored, how they stood."""

from collections import defaultdict
from dataclasses import replace

from tournaments.core.evening import Facts
from tournaments.core.movement import position
from tournaments.core.record import Count, Pool, Seat, Stake
from tournaments.core.results.standings import standing

Way = dict[int, int]
"""One person's figures by round; a round is left out where there is none."""


def figures(facts: Facts) -> dict[int, Way]:
    """What everybody had at the end of each round that they played: counters at the table, or points so far.

    Nothing for a round after which nobody knows, nor where a table wins or loses together.
    """
    found = facts.play.kind.round_by_round(facts)
    if found is None:
        return {}
    last = max((pool.round for pool in facts.pools), default=0)
    ways: dict[int, Way] = {}
    for entry, seated in position.paths(facts).items():
        way, held = {}, None
        for number in sorted(seated):
            held = found.get((entry, number), held)
            if held is not None and number <= last:
                way[number] = held
        ways[entry] = way
    return ways


def places(facts: Facts) -> dict[int, Way]:
    """Everybody's place in the standing after each game, from the first that they were there for.

    Nothing where yellow chips rank or a game is won together; nor after a game while counters are unknown.
    """
    ways: dict[int, Way] = defaultdict(dict)
    for number in sorted({pool.round for pool in facts.pools}) if facts.play.places_each_game else ():
        rows = standing(_until(facts, number), {})
        if all(facts.play.kind.total(row) is not None for row in rows):
            for row in rows:
                ways[row.entry][number] = row.place
    return dict(ways)


def _until(facts: Facts, number: int) -> Facts:
    """What was known as the round was over, as far as a standing asks for it."""

    def by_then(fact: Seat | Pool | Count | Stake) -> bool:
        return fact.round <= number

    return replace(
        facts,
        seats=tuple(filter(by_then, facts.seats)),
        pools=tuple(filter(by_then, facts.pools)),
        counts=tuple(filter(by_then, facts.counts)),
        stakes=tuple(filter(by_then, facts.stakes)),
    )
