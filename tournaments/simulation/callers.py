"""What a simulated dealer of Caller Clag calls, by temperament and by the hand that he holds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import SUITS, Card
from games.rules.clag import CALLED, MODIFIERS, REFUSED
from tournaments.simulation.played import Temperament

MIDDLE = 8.0
"""The mean rank of a pack."""


def cards_called(who: Temperament, rng: random.Random) -> int:
    """How many cards the dealer calls before he deals: bold players like long hands."""
    return min(CALLED) + round((len(CALLED) - 1) * (0.6 * who.bold + 0.4 * rng.random()))


def call(cards: int, hand: Sequence[Card], who: Temperament, rng: random.Random) -> dict[str, Any]:
    """The dealer's whole call, when he has seen his hand; nothing in it is refused."""
    wishes = _wishes(hand, who)
    made: dict[str, Any] = {"cards": cards}
    for key in rng.sample(list(MODIFIERS), len(MODIFIERS)):
        barred = any(key in pair and any(other in made for other in pair if other != key) for pair in REFUSED)
        if not barred and rng.random() < wishes[key]:
            made[key] = True
    if "suit_precedence" in made and rng.random() < who.bold:
        made["suits"] = _by_length(hand)
    return made


def _wishes(hand: Sequence[Card], who: Temperament) -> Mapping[str, float]:
    """How likely each thing is to be called: what suits the hand, and what suits the player."""
    height = sum(card.rank for card in hand) / len(hand) - MIDDLE
    strong, weak = (min(0.3, max(0.0, by / 8)) for by in (height, -height))
    chancy = 0.05 + 0.15 * who.bold
    return {
        "no_trump": 0.05 + strong,
        "bid_before_trump": chancy,
        "blind_bid": chancy * who.loose,
        "pile_order": chancy * who.loose,
        "misere": 0.04 + weak,
        "suit_precedence": 0.12,
        "nuloss": 0.04 + weak,
        "blind_hand": chancy * who.bold,
        "ascending_madness": 0.04 + strong / 2,
        "descending_madness": 0.04 + strong,
    }


def _by_length(hand: Sequence[Card]) -> str:
    """The suits, that of which the dealer holds most the highest."""
    held = [card.suit for card in hand]
    return "".join(sorted(SUITS, key=held.count, reverse=True))
