"""Points where bids are played for: everybody's running total, exact bids, and games played together."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from games.rules.game import outcome
from tournaments.core.counters.sums import Sums, sums_of_points
from tournaments.core.evening import Facts
from tournaments.core.kinds.dealing import played
from tournaments.core.record import Pool


@dataclass(frozen=True)
class Scored:
    """A person's evening of bids: points, and how many bids were exact of how many."""

    score: int = 0
    exact: int = 0
    deals: int = 0


NOTHING = Scored()


def scored(facts: Facts, upto_round: int | None = None) -> dict[int, Scored]:
    """Everybody's points and bids, of the rounds up to ``upto_round``."""
    played = (pool for pool in facts.pools if upto_round is None or pool.round <= upto_round)
    return scored_by(sums_of_points(played))


def scored_by(sums: Sums) -> dict[int, Scored]:
    """Everybody's points and bids."""
    return {
        entry: Scored(points, sums.exact[entry], sums.deals[entry]) for entry, points in sums.gained.items()
    }


def together(facts: Facts) -> dict[int, int | None]:
    """Of a game that is won together: the hands that each person's tables used; None: they lost.

    Who played several games has the sum; one game lost is all lost.
    """
    play = facts.play
    if play.bids is None:
        return {}
    games: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        games[pool.round, pool.position].append(pool)
    used: Counter[int] = Counter()
    lost: set[int] = set()
    for pools in games.values():
        began = len(pools[0].lines)
        result = outcome(play.bids, began, play.chosen, played(play, began, pools))
        for line in pools[-1].lines:
            used[line.entry] += len(pools)
            if not result.all_win:
                lost.add(line.entry)
    return {entry: None if entry in lost else hands for entry, hands in used.items()}
