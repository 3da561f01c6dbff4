"""What everybody's decided deals come to, in whatever order they were played."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.core.record import EveningRecord, Pool, StakeKind
from tournaments.core.settings import Counting, Settings


@dataclass(frozen=True)
class Sums:
    """By entry: counters or points gained; where bids are played for, deals and exact bids.

    ``uncounted``: those of whom some deal's counters are not known.
    """

    gained: Mapping[int, int]
    deals: Mapping[int, int] = field(default_factory=dict)
    exact: Mapping[int, int] = field(default_factory=dict)
    uncounted: frozenset[int] = frozenset()


def sums_of_points(pools: Iterable[Pool]) -> Sums:
    """The sums of decided deals of bids."""
    gained: defaultdict[int, int] = defaultdict(int)
    deals, exact = Counter[int](), Counter[int]()
    for line in (line for pool in pools for line in pool.lines):
        gained[line.entry] += line.score or 0
        deals[line.entry] += 1
        exact[line.entry] += line.bid is not None and line.bid == line.tricks
    return Sums(gained, deals, exact)


def sums_of_counters(pools: Iterable[Pool]) -> Sums:
    """The sums of decided pools."""
    gained: defaultdict[int, int] = defaultdict(int)
    uncounted = set[int]()
    for line in (line for pool in pools for line in pool.lines):
        if line.counters is None:
            uncounted.add(line.entry)
        gained[line.entry] += line.counters or 0
    return Sums(gained, uncounted=frozenset(uncounted))


def told_in_order(facts: EveningRecord, settings: Settings) -> frozenset[int]:
    """Those whose balance is no plain sum: a count, a departure or a fresh stake may set it anew."""
    sets: tuple[StakeKind, ...] = (StakeKind.DEPARTURE, StakeKind.RETURN)
    if settings.counting is Counting.AT_THE_END:
        sets = (*sets, StakeKind.FRESH)
    gone = (stake.entry for stake in facts.stakes if stake.kind in sets)
    return frozenset(count.entry for count in facts.counts).union(gone)
