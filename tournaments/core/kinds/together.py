"""Bids and tricks for the whole table: it wins or loses its game as one, in as few hands as it can."""

from collections.abc import Mapping
from dataclasses import replace

from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame
from tournaments.core.counters.sums import Sums
from tournaments.core.evening import Facts
from tournaments.core.kinds.bids import BIDS, OF_GAMES, OF_STAKES, settle_points
from tournaments.core.kinds.games import all_together
from tournaments.core.kinds.scores import together
from tournaments.core.ranking.settled import Settled


def _settle(facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, Settled]:
    """Return the hands that everybody's tables used, beside exact bids."""
    hands = together(facts)
    points = settle_points(facts, chips, sums)
    return {entry: one._replace(hands=hands.get(entry)) for entry, one in points.items()}


TOGETHER = replace(
    BIDS,
    key="together",
    terms=("deal", "dealer", "bid"),
    family=("points", "bids"),
    unused=OF_STAKES | {"roles", "one_prize_each"},
    columns=("exact",),
    records=lambda game: isinstance(game, BidGame) and game.together,
    alone=False,
    table_won=lambda pool: all(line.bid == line.tricks for line in pool.lines),
    settle=_settle,
    game=all_together,
    round_by_round=lambda facts: None,
    best_title=_("Fewest deals"),
    booby_title="",
    brought=lambda of: None,
    held_now=lambda of: None,
    brought_in_round=lambda of: None,
    won_by=("hands",),
    won_with_chips=("hands",),
    metrics=OF_GAMES,
)
