"""Settling up: everybody's figures when the banker is paid."""

from collections.abc import Mapping

from tournaments.core.counters.sums import Sums
from tournaments.core.evening import Facts
from tournaments.core.ranking.settled import Settled


def settlement(facts: Facts, chips: Mapping[int, int], sums: Sums | None = None) -> dict[int, Settled]:
    """Return everybody who ever started, settled up; ``chips`` are the yellow chips by entry.

    ``sums``: of all deals, where they are known already.
    """
    kind = facts.play.kind
    return kind.settle(facts, chips, sums or kind.sums(facts.pools))
