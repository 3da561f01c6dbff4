"""Points where bids are played for: everybody's running total, and exact bids."""

from dataclasses import dataclass

from tournaments.core.counters.sums import Sums, sums_of_points
from tournaments.core.evening import Facts


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
