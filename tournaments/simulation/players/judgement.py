"""How a simulated poker player judges a hand: what to throw away, how strong it is, what to do.

Everything here is a function of its arguments; a bluff is decided by the chance that is passed in.
"""

import random
from collections import Counter
from collections.abc import Sequence
from enum import Enum

from games.rules.cards import ACE, SUITS, Card
from games.rules.poker import HandKind, hand_value
from tournaments.simulation.players.played import Temperament

LOW, HIGH = 2, ACE
KEEPS_ALL = {HandKind.STRAIGHT, HandKind.FLUSH, HandKind.FULL_HOUSE, HandKind.STRAIGHT_FLUSH}

# The share of dealt hands that each kind beats, at its lowest and its highest.
BEATS = {
    HandKind.HIGH_CARD: (0.0, 0.50),
    HandKind.PAIR: (0.50, 0.92),
    HandKind.TWO_PAIR: (0.92, 0.97),
    HandKind.THREE: (0.97, 0.991),
    HandKind.STRAIGHT: (0.991, 0.994),
    HandKind.FLUSH: (0.994, 0.996),
    HandKind.FULL_HOUSE: (0.996, 0.999),
    HandKind.FOUR: (0.999, 1.0),
    HandKind.STRAIGHT_FLUSH: (1.0, 1.0),
}
# The same among hands that have been improved by a draw: a low pair is worth much less.
BEATS_DRAWN = BEATS | {
    HandKind.HIGH_CARD: (0.0, 0.20),
    HandKind.PAIR: (0.20, 0.68),
    HandKind.TWO_PAIR: (0.70, 0.88),
    HandKind.THREE: (0.88, 0.96),
    HandKind.STRAIGHT: (0.96, 0.975),
    HandKind.FLUSH: (0.975, 0.985),
}
FOUR_FLUSH, FOUR_IN_A_ROW = 0.74, 0.70


class Choice(Enum):
    DROP = "drop"
    CALL = "call"  # or pass, where nothing is owed
    RAISE = "raise"  # or bet


def thrown(hand: Sequence[Card]) -> list[Card]:
    """The cards to exchange: all that do not belong to the best that the hand can become."""
    value = hand_value(hand)
    if value.kind in KEEPS_ALL:
        return []
    if value.kind is not HandKind.HIGH_CARD:
        times = Counter(card.rank for card in hand)
        return [card for card in hand if times[card.rank] == 1]
    if nearly := four_flush(hand) or four_in_a_row(hand):
        return [card for card in hand if card not in nearly]
    best = sorted(hand, reverse=True)[: 2 if max(hand).rank < ACE else 1]
    return [card for card in hand if card not in best]


def four_flush(hand: Sequence[Card]) -> list[Card]:
    """Four of one suit, or nothing."""
    suits = ([card for card in hand if card.suit == suit] for suit in SUITS)
    return next((four for four in suits if len(four) == 4), [])


def four_in_a_row(hand: Sequence[Card]) -> list[Card]:
    """Four in a row that a card at either end makes a straight, or nothing. The ranks differ."""
    ordered = sorted(hand)
    for four in (ordered[:4], ordered[1:]):
        if four[-1].rank - four[0].rank == 3 and four[0].rank > LOW and four[-1].rank < HIGH:
            return four
    return []


def strength(hand: Sequence[Card], drawn: bool) -> float:
    """The chance, roughly, to beat one other hand; before the draw with what may come of it."""
    value = hand_value(hand)
    least, most = (BEATS_DRAWN if drawn else BEATS)[value.kind]
    first, second = (*value.ranks, LOW)[:2]
    height = (first - LOW + (second - LOW) / (HIGH - LOW)) / (HIGH - LOW + 1)
    made = least + (most - least) * min(height, 1)
    if drawn or value.kind is not HandKind.HIGH_CARD:
        return made
    return max(made, FOUR_FLUSH if four_flush(hand) else FOUR_IN_A_ROW if four_in_a_row(hand) else 0)


def choose(
    temperament: Temperament, chance: float, owed: int, pool: int, others: int, rng: random.Random
) -> Choice:
    """What to do with a hand that beats one other with ``chance``, against ``others`` still in.

    ``owed``: counters to stay in, for a ``pool`` of so many. Loose players pay more than the odds say.
    """
    if rng.random() < temperament.bluff:
        return Choice.RAISE
    wins = chance ** (1 + 0.5 * (others - 1))
    fair = 1 / (others + 1)
    if wins > fair + 0.45 * (1 - fair) * (1.3 - temperament.bold):
        return Choice.RAISE
    if not owed:
        return Choice.CALL
    odds = owed / (pool + owed)
    return Choice.CALL if wins > odds * (2.9 - 1.8 * temperament.loose) else Choice.DROP
