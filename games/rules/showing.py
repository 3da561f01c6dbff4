"""The showdown of Draw Poker and Brag."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import brag, checks, poker, pool
from games.rules.cards import Card
from games.rules.ruleset import Ruleset

HAND_SIZE: Mapping[str, int] = {"poker": poker.HAND_SIZE, "brag": brag.HAND_SIZE}
"""How many cards a hand has, by the game's family."""
VALUE: Mapping[str, Callable[[Any, Sequence[Card]], Any]] = {
    "poker": lambda game, cards: poker.value_hand(cards),
    "brag": brag.value_hand,
}
"""The function for the value of a hand, by the game's family."""


def find_hand_size(game: Ruleset) -> int:
    """Return the cards of a hand at the showdown. RuleError at ``game`` if it compares no hands."""
    if game.family not in HAND_SIZE:
        raise RuleError("game", _("This game has no showdown."))
    return HAND_SIZE[game.family]


def name_hand(game: Ruleset, cards: Sequence[Card], field: str = "cards") -> str:
    """Return a hand's name, to be translated when it is shown. RuleError at ``game`` or ``field``."""
    held = checks.read_hand(cards, find_hand_size(game), field)
    name: str = VALUE[game.family](game, held).name
    return name


def order_staking(game: Ruleset, players: Sequence[int], still_in: Collection[int]) -> tuple[int, ...]:
    """Return players still in, in the order that decides equal hands and odd counters.

    ``players``: all players, clockwise from the dealer on. RuleError at ``players`` or ``still_in``.
    """
    return pool.order_staking(players, still_in, dealer_first=game.dealer_antes)


def judge(game: Ruleset, hands: Mapping[int, Sequence[Card]], order: Sequence[int]) -> tuple[int, ...]:
    """Return the winners by seat. If equal hands do not divide the pool, only the first in order wins.

    ``order``: the staking order of players who show. RuleError at ``game``, ``order``, ``hands`` or
    ``hands.<seat>``, also for a card that an earlier hand has.
    """
    held = checks.read_shown_hands(hands, order, find_hand_size(game))
    values = {seat: VALUE[game.family](game, cards) for seat, cards in held.items()}
    best = max(values.values())
    winners = tuple(seat for seat, value in values.items() if value == best)
    return winners if game.divides else winners[:1]
