"""Bids and tricks for the whole table: it wins or loses its game as one, in as few hands as it can."""

from dataclasses import replace

from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, End
from tournaments.core.kinds.bids import BIDS, OF_GAMES, OF_STAKES


def _nothing(of: object) -> None:
    """Nobody scores anything in it."""


TOGETHER = replace(
    BIDS,
    key="together",
    terms=("deal", "dealer", "bid"),
    family=("points", "bids"),
    unused=OF_STAKES | {"roles", "one_prize_each"},
    columns=("exact",),
    records=lambda game: isinstance(game, BidGame) and game.end is End.ALL_ROUNDS_WON,
    alone=False,
    best_title=_("Fewest hands"),
    brought=_nothing,
    held_now=_nothing,
    brought_in_round=_nothing,
    won_by=("hands",),
    won_with_chips=("hands",),
    metrics=OF_GAMES,
)
