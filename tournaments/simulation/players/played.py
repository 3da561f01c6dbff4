"""The values of a simulated table and its players, and a player's judgement of cards in tricks.

The judgement uses only what the player can see: their cards, the cards not seen yet and the trick.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.rules.cards import SUITS, Card
from games.rules.deals import DealPlan
from games.rules.tricks import trick_winner
from tournaments.scoring.services.counts import Three


@dataclass(frozen=True)
class Temperament:
    """How somebody plays, each from 0 to 1: how readily they stay in, raise, and bluff."""

    loose: float
    bold: float
    bluff: float


@dataclass(frozen=True)
class SeatedPlayer:
    """Somebody at a table, with the counters in front of them; ``waiting`` lie in the pool already."""

    entry: int
    counters: int
    temperament: Temperament
    waiting: int = 0


@dataclass(frozen=True)
class SimulatedDeal:
    """A decided pool: the main one's winners, who showed, what each put in, and won or lost.

    ``hands`` are the cards that were shown. ``three`` are the stakes of a deal that has three, where
    everybody could put them up; ``waiting`` is what each then has in a third that nobody won.
    """

    winners: tuple[int, ...]
    shown: tuple[int, ...]
    stakes: Mapping[int, int]
    net: Mapping[int, int]
    hands: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    three: Three | None = None
    waiting: int = 0


PlayDeal = Callable[[Sequence[SeatedPlayer], random.Random], SimulatedDeal]
"""Plays one deal. The sitters come in playing order, from the dealer's left; the dealer is last."""


def temperament(rng: random.Random) -> Temperament:
    """Return somebody's temperament: most people are loose, some are bold, few bluff much."""
    return Temperament(loose=rng.uniform(0.2, 0.9), bold=rng.uniform(0.1, 0.9), bluff=rng.uniform(0, 0.12))


HELD_UP = 0.6
"""How often somebody who holds a higher card wins with it the very trick in which a card is played."""

LONG_SHOT = 0.3
"""What a low trump is worth while there are cards to get rid of first."""


@dataclass(frozen=True)
class Outlook:
    """What somebody sees who has ``left`` cards, as have the ``others``: the cards ``unseen``, the trump."""

    deal: DealPlan
    trump: str
    others: int
    left: int
    unseen: Collection[Card]

    def hope(self, card: Card) -> float:
        """Return the chance, roughly, that the card wins one of the tricks to come."""
        if not self.left:
            return 0.0
        luck = HELD_UP + (1 - HELD_UP) / self.left
        unbeaten = (1 - luck * self._out) ** self._higher(card)
        if self._rules(card.suit):
            return max(unbeaten, LONG_SHOT) if self.left > 1 else unbeaten
        led = 1 - 0.7 / self.left  # a card of another suit than the one led wins nothing
        return unbeaten * (1 - self._beaten_off_suit(card)) * led

    def hopes(self, hand: Collection[Card]) -> dict[Card, float]:
        """Return the chance of each card of a hand. All hands together win just the tricks there are."""
        alone = {card: self.hope(card) for card in hand}
        mine = sum(alone.values()) * self.left / len(hand)
        theirs = self._out * sum(map(self.hope, self.unseen))
        share = self.left / (mine + theirs) if mine + theirs else 1.0
        return {card: min(1.0, share * hope) for card, hope in alone.items()}

    def takes(self, card: Card, trick: Sequence[Card]) -> float:
        """Return the chance, roughly, that the card wins this trick, which the rest of ``others`` follow."""
        if trick_winner(self.deal, [*trick, card], self.trump) < len(trick):
            return 0.0
        following = self.others - len(trick)
        each = (1 - self._share) ** self._higher(card)
        return (each * (1 - self._beaten_off_suit(card))) ** following if following else 1.0

    @cached_property
    def _share(self) -> float:
        """Return the chance that a given other player holds a given unseen card."""
        return min(1.0, self.left / len(self.unseen)) if self.unseen else 0.0

    @cached_property
    def _out(self) -> float:
        """Return the chance that an unseen card is in play."""
        return min(1.0, self.others * self._share)

    @cached_property
    def _heights(self) -> dict[str, list[int]]:
        return {suit: [self.height(card) for card in self.unseen if card.suit == suit] for suit in SUITS}

    def height(self, card: Card) -> int:
        return -card.rank if self.deal.nuloss else card.rank

    def _higher(self, card: Card) -> int:
        """Return how many unseen cards of its suit beat it."""
        mine = self.height(card)
        return sum(height > mine for height in self._heights[card.suit])

    def _rules(self, suit: str) -> bool:
        """Return whether no card of another suit beats the suit."""
        return suit == (self.deal.precedence[:1] or self.trump)

    def _beaten_off_suit(self, card: Card) -> float:
        """Return the chance that a given other player is out of the suit and beats the card with another."""
        if self.deal.precedence:
            above = self.deal.precedence[: self.deal.precedence.index(card.suit)]
        else:
            above = self.trump if self.trump != card.suit else ""
        beating = sum(len(self._heights[suit]) for suit in above)
        if not beating:
            return 0.0
        void = (1 - self._share) ** len(self._heights[card.suit])
        return void * (1 - (1 - self._share) ** beating)


def exactly(chances: Iterable[float], wanted: int) -> float:
    """Return the chance that just ``wanted`` of these things, independent of one another, come about."""
    found = [1.0]
    for chance in chances:
        found = [
            more * chance + same * (1 - chance)
            for more, same in zip([0.0, *found], [*found, 0.0], strict=True)
        ]
    return found[wanted] if 0 <= wanted < len(found) else 0.0
