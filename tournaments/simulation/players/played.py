"""The values of a simulated table and its players, and a player's judgement of cards in tricks.

The judgement uses only what the player can see: their cards, the unseen cards and the trick.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.rules.cards import SUITS, Card
from games.rules.deals import DealPlan
from games.rules.tricks import find_trick_winner
from tournaments.scoring.services.counts import Three


@dataclass(frozen=True)
class Temperament:
    """A way to play, each figure from 0 to 1: how readily a player stays in, raises, and bluffs."""

    loose: float
    bold: float
    bluff: float


@dataclass(frozen=True)
class SeatedPlayer:
    """A player at a table with counters in front of them. ``waiting``: counters already in the pool."""

    entry: int
    counters: int
    temperament: Temperament
    waiting: int = 0


@dataclass(frozen=True)
class SimulatedDeal:
    """A decided pool: its main winners, the players who showed, and each player's stakes and net.

    ``hands``: the shown cards. ``three``: None in a deal without three stakes, or if not everybody could pay.
    ``waiting``: each player's counters in a third stake that nobody won.
    """

    winners: tuple[int, ...]
    callers: tuple[int, ...]
    stakes: Mapping[int, int]
    net: Mapping[int, int]
    hands: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    three: Three | None = None
    waiting: int = 0


PlayDeal = Callable[[Sequence[SeatedPlayer], random.Random], SimulatedDeal]
"""A function that plays one deal. The players come from the dealer's left; the dealer is last."""


def make_temperament(rng: random.Random) -> Temperament:
    """Return a random temperament: most people are loose, some are bold, few bluff much."""
    return Temperament(loose=rng.uniform(0.2, 0.9), bold=rng.uniform(0.1, 0.9), bluff=rng.uniform(0, 0.12))


HELD_UP = 0.6
"""The chance that a player with a higher card plays it in the very trick in which a card is played."""

LONG_SHOT = 0.3
"""The least hope for a card of the trump suit, as long as further cards remain."""


@dataclass(frozen=True)
class Outlook:
    """One player's view of a deal: ``cards_left`` cards in each hand, the ``unseen`` cards, and the trump."""

    deal: DealPlan
    trump: str
    opponents: int
    cards_left: int
    unseen: Collection[Card]

    def rate_card(self, card: Card) -> float:
        """Return the rough chance that the card wins one of the coming tricks."""
        if not self.cards_left:
            return 0.0
        luck = HELD_UP + (1 - HELD_UP) / self.cards_left
        unbeaten = (1 - luck * self._in_play) ** self._count_higher(card)
        if self._is_top_suit(card.suit):
            return max(unbeaten, LONG_SHOT) if self.cards_left > 1 else unbeaten
        led = 1 - 0.7 / self.cards_left  # a card off the suit led wins nothing
        return unbeaten * (1 - self._rate_off_suit_loss(card)) * led

    def rate_hand(self, hand: Collection[Card]) -> dict[Card, float]:
        """Return each card's chance, scaled: the chances of all hands together give the number of tricks."""
        alone = {card: self.rate_card(card) for card in hand}
        mine = sum(alone.values()) * self.cards_left / len(hand)
        theirs = self._in_play * sum(map(self.rate_card, self.unseen))
        share = self.cards_left / (mine + theirs) if mine + theirs else 1.0
        return {card: min(1.0, share * hope) for card, hope in alone.items()}

    def rate_in_trick(self, card: Card, trick: Sequence[Card]) -> float:
        """Return the rough chance that the card wins this trick, with the remaining ``opponents`` to play."""
        if find_trick_winner(self.deal, [*trick, card], self.trump) < len(trick):
            return 0.0
        followers = self.opponents - len(trick)
        chance = (1 - self._share) ** self._count_higher(card)
        return (chance * (1 - self._rate_off_suit_loss(card))) ** followers if followers else 1.0

    @cached_property
    def _share(self) -> float:
        """Return the chance that a given other player holds a given unseen card."""
        return min(1.0, self.cards_left / len(self.unseen)) if self.unseen else 0.0

    @cached_property
    def _in_play(self) -> float:
        """Return the chance that an unseen card is in another player's hand."""
        return min(1.0, self.opponents * self._share)

    @cached_property
    def _heights(self) -> dict[str, list[int]]:
        return {
            suit: [self.measure_height(card) for card in self.unseen if card.suit == suit] for suit in SUITS
        }

    def measure_height(self, card: Card) -> int:
        return -card.rank if self.deal.nuloss else card.rank

    def _count_higher(self, card: Card) -> int:
        """Return how many unseen cards of the same suit beat the card."""
        mine = self.measure_height(card)
        return sum(height > mine for height in self._heights[card.suit])

    def _is_top_suit(self, suit: str) -> bool:
        """Return whether no card of another suit beats the suit."""
        return suit == (self.deal.precedence[:1] or self.trump)

    def _rate_off_suit_loss(self, card: Card) -> float:
        """Return the chance that a given other player lacks the card's suit, and beats it with another."""
        if self.deal.precedence:
            above = self.deal.precedence[: self.deal.precedence.index(card.suit)]
        else:
            above = self.trump if self.trump != card.suit else ""
        beating = sum(len(self._heights[suit]) for suit in above)
        if not beating:
            return 0.0
        void = (1 - self._share) ** len(self._heights[card.suit])
        return void * (1 - (1 - self._share) ** beating)


def compute_exact_chance(chances: Iterable[float], count: int) -> float:
    """Return the chance that exactly ``count`` of these independent events happen."""
    odds = [1.0]
    for chance in chances:
        odds = [
            more * chance + same * (1 - chance) for more, same in zip([0.0, *odds], [*odds, 0.0], strict=True)
        ]
    return odds[count] if 0 <= count < len(odds) else 0.0
