"""One deal of Draw Poker with real cards and simple players, at fixed limits.

Ante, first betting, exchange, second betting, showdown. Who runs out of counters is all-in. A deal
passed by all is dealt again (docs/games.md#draw-poker).
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from games.rules import pool
from games.rules.cards import PACK, Card
from games.rules.poker import HAND_SIZE, exchange, showdown
from tournaments.simulation.players.betting import Betting
from tournaments.simulation.players.bids import strength, thrown
from tournaments.simulation.players.played import Played, Sitter

ANTE, FIRST_BET, SECOND_BET = 1, 2, 4
ENOUGH_PASSES = 20


def play_deal(sitters: Sequence[Sitter], rng: random.Random) -> Played:
    """Play until a deal is decided; a player who runs short is all-in."""
    for passes in range(ENOUGH_PASSES + 1):
        deal = _Deal.dealt(sitters, rng)
        if deal.bet(FIRST_BET, drawn=False) or passes == ENOUGH_PASSES:
            break
    if len(deal.pool.still_in) > 1:
        deal.draw()
        deal.bet(SECOND_BET, drawn=True)
    return deal.decided()


@dataclass
class _Deal:
    pool: Betting
    hands: dict[int, list[Card]]
    stock: list[Card]
    discards: list[Card] = field(default_factory=list)

    @classmethod
    def dealt(cls, sitters: Sequence[Sitter], rng: random.Random) -> "_Deal":
        """Shuffle a pack, deal each five cards singly from the dealer's left, and take everybody's ante."""
        pack = list(PACK)
        rng.shuffle(pack)
        order, players = [sitter.entry for sitter in sitters], len(sitters)
        hands = {entry: pack[at : players * HAND_SIZE : players] for at, entry in enumerate(order)}
        stakes = {sitter.entry: min(ANTE, sitter.counters) for sitter in sitters}
        by_entry = {sitter.entry: sitter for sitter in sitters}
        return cls(Betting(by_entry, stakes, order, rng), hands, pack[players * HAND_SIZE :])

    def bet(self, unit: int, *, drawn: bool) -> bool:
        """Bet for one round. Return False if everybody who could bet passed."""
        return self.pool.bet(unit, lambda entry: strength(self.hands[entry], drawn))

    def draw(self) -> None:
        """Let each in turn throw cards and draw as many; the discards are shuffled if the pack runs out."""
        for entry in self.pool.still_in:
            away = thrown(self.hands[entry])
            if len(self.stock) < len(away):
                self.pool.rng.shuffle(self.discards)
                self.stock, self.discards = self.stock + self.discards, []
            fresh, self.stock = self.stock[: len(away)], self.stock[len(away) :]
            self.hands[entry] = exchange(self.hands[entry], away, fresh)
            self.discards += away

    def decided(self) -> Played:
        still_in = self.pool.still_in
        showing = tuple(still_in) if len(still_in) > 1 else ()
        return Played(
            winners=tuple(self._best(still_in)),
            shown=showing,
            stakes=self.pool.stakes,
            net=pool.settle(self.pool.stakes, still_in, self._best),
            hands={entry: tuple(self.hands[entry]) for entry in showing},
        )

    def _best(self, among: Sequence[int]) -> Collection[int]:
        return showdown({entry: self.hands[entry] for entry in among})
