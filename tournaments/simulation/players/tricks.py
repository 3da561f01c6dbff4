"""How simulated players play the cards: for the bid, no trick less and no trick more."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.rules.cards import Card
from games.rules.deals import BidGame, Deal, Hook, Madness
from games.rules.tricks import legal_plays, trick_winner
from tournaments.simulation.players.outlook import Outlook, exactly

SLIPS = 0.005
"""How often somebody who could follow suit does not, in a game that has a price for it."""

BONUS = 10
"""Points for an exact bid, against which a trick's points are weighed in madness."""


@dataclass
class Play:
    """A deal in play. ``held`` are the hands by place; a pile's top card comes first."""

    game: BidGame
    deal: Deal
    trump: str
    bids: Sequence[int]
    held: list[list[Card]]
    rng: random.Random
    won: list[int] = field(default_factory=list)
    plays: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.won = [0] * len(self.held)
        self.pack = self.game.pack(len(self.held))

    def play_out(self, order: Sequence[int]) -> Sequence[Card]:
        """All cards in the order in which they are played; ``order`` is that of the first trick."""
        while self.held[0]:
            trick: list[Card] = []
            for place, player in enumerate(order):
                card = self._card(player, trick, order[place + 1 :], order)
                self.held[player].remove(card)
                self.plays.append(card)
                trick.append(card)
            winner = trick_winner(self.deal, trick, self.trump)
            self.won[order[winner]] += 1
            order = [*order[winner:], *order[:winner]]
        return self.plays

    def wants(self, player: int) -> int:
        """How many tricks somebody has to win yet; below nothing: so many too many."""
        return self.bids[player] - self.won[player]

    def _card(self, player: int, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]) -> Card:
        held = self.held[player]
        broken = any(card.suit == self.trump for card in self.plays)
        legal = legal_plays(self.game, self.deal, held, trick, self.trump, broken=broken)
        if trick and self._slips(held, legal):
            return self.rng.choice([card for card in held if card not in legal])
        if len(legal) == 1:
            return legal[0]
        wrong = self._wrong_hands(trick, to_come, order)
        merits = self._merits(player, trick, wrong)
        return max(legal, key=merits.__getitem__)

    def _slips(self, held: Sequence[Card], legal: Sequence[Card]) -> bool:
        """A card of the suit led is overlooked, once in a while."""
        could_err = self.game.revoke and len(legal) < len(held)
        return bool(could_err) and self.rng.random() < SLIPS

    def _merits(self, player: int, trick: Sequence[Card], wrong: float) -> dict[Card, tuple[float, float]]:
        """How likely each card makes the bid come true, and how near; ``wrong`` as ``_wrong_hands``."""
        held, others = self.held[player], len(self.held) - 1
        gone = {*self.plays, *held}
        unseen = [card for card in self.pack if card not in gone]
        now = Outlook(self.deal, self.trump, others, len(held), unseen)
        hopes = Outlook(self.deal, self.trump, others, len(held) - 1, unseen).hopes(held)
        wants, earned = self.wants(player), self._earned()
        merits = {}
        for card in held:
            takes, rest = now.takes(card, trick), [hopes[other] for other in held if other != card]
            wins, loses = exactly(rest, wants - 1) + earned, exactly(rest, wants) - wrong
            away = takes * abs(wants - 1 - sum(rest)) + (1 - takes) * abs(wants - sum(rest))
            merits[card] = takes * wins + (1 - takes) * loses, -away
        return merits

    def _wrong_hands(self, trick: Sequence[Card], to_come: Sequence[int], order: Sequence[int]) -> float:
        """Who play together take a trick from one who wants none, unless somebody after them wants it."""
        if self.deal.hook is not Hook.TOTAL or not trick or any(self.wants(other) > 0 for other in to_come):
            return 0.0
        ahead = order[trick_winner(self.deal, trick, self.trump)]
        return 1.0 if self.wants(ahead) <= 0 else 0.0

    def _earned(self) -> float:
        """What the trick being played earns by itself, in exact bids."""
        number = len(self.plays) // len(self.held) + 1
        if self.deal.madness is Madness.ASCENDING:
            return 2 * number / BONUS
        if self.deal.madness is Madness.DESCENDING:
            return 2 * (self.deal.cards - number + 1) / BONUS
        return 0.0
