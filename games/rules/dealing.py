"""Deal hands and a trump from a shuffled pack. There is no chance in this module."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.cards import Card
from games.rules.deals import BidGame, DealPlan, Trump
from games.rules.schedules import check_called, find_orders


@dataclass(frozen=True)
class DealtHands:
    """Hands by seat, each in the order it was dealt, and the trump suit; "" for no trump."""

    hands: tuple[tuple[Card, ...], ...]
    trump: str


def deal_out(
    game: BidGame,
    deal: DealPlan,
    players: int,
    dealer: int,
    shuffled: Sequence[Card],
    shown: Card | None = None,
) -> DealtHands:
    """Deal the ``shuffled`` pack from its first card on. The unseen cards are removed first.

    ``shown``: the card of the second pack, or the card shown before the deal, if it sets the trump.
    RuleError at ``players``, ``dealer``, ``call``, ``pack`` or ``shown``.
    """
    order = find_orders(game, players, dealer).dealing
    check_called(deal)
    if sorted(shuffled) != sorted(game.pack(players)):
        raise RuleError("pack", _("This is not the pack of this game."))
    pack = shuffled[game.count_removed(players) :]
    rounds = range(0, players * deal.cards, players)
    hands = {seat: tuple(pack[first + place] for first in rounds) for place, seat in enumerate(order)}
    return DealtHands(
        hands=tuple(hands[seat] for seat in range(players)),
        trump=_find_trump(deal, pack[: players * deal.cards], pack[players * deal.cards :], shown),
    )


def _find_trump(deal: DealPlan, hands: Sequence[Card], rest: Sequence[Card], shown: Card | None) -> str:
    match deal.trump:
        case Trump.NEXT_CARD:
            return rest[0].suit
        case Trump.LAST_CARD:
            return hands[-1].suit
        case Trump.FIXED:
            return deal.suit
        case Trump.NONE:
            return ""
        case Trump.SECOND_PACK | Trump.BEFORE_DEAL:
            if shown is None:
                raise RuleError("shown", _("Enter the card that shows the trump."))
            return shown.suit
        case _:
            assert_never(deal.trump)
