"""One deal of Draw Poker with real cards and simple players, at fixed limits.

Ante, first betting, exchange, second betting, showdown. Who runs out of counters is all-in and plays
for the parts of the pool that he could stake for. A deal passed by all is dealt again (RULES 3).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules import pool
from games.rules.cards import PACK, Card
from games.rules.poker import HAND_SIZE, exchange, showdown
from tournaments.simulation.judgement import Choice, choose, strength, thrown
from tournaments.simulation.played import Played, Sitter

ANTE, FIRST_BET, SECOND_BET = 1, 2, 4
MOST_RAISES = 4  # the bet and three raises, as limits usually have it
ENOUGH_PASSES = 20


def play_deal(sitters: Sequence[Sitter], rng: random.Random) -> Played:
    """Play until a deal is decided; a player who runs short is all-in."""
    for passes in range(ENOUGH_PASSES + 1):
        deal = _Deal.dealt(sitters, rng)
        if deal.bet(FIRST_BET, drawn=False) or passes == ENOUGH_PASSES:
            break
    if len(deal.still_in) > 1:
        deal.draw()
        deal.bet(SECOND_BET, drawn=True)
    return deal.decided()


@dataclass
class _Deal:
    sitters: Mapping[int, Sitter]
    hands: dict[int, list[Card]]
    stock: list[Card]
    rng: random.Random
    stakes: dict[int, int]
    still_in: list[int]
    discards: list[Card] = field(default_factory=list)

    @classmethod
    def dealt(cls, sitters: Sequence[Sitter], rng: random.Random) -> _Deal:
        """A shuffled pack, five cards for each singly from the dealer's left, and everybody's ante."""
        pack = list(PACK)
        rng.shuffle(pack)
        order, players = [sitter.entry for sitter in sitters], len(sitters)
        hands = {entry: pack[at : players * HAND_SIZE : players] for at, entry in enumerate(order)}
        stakes = {sitter.entry: min(ANTE, sitter.counters) for sitter in sitters}
        by_entry = {sitter.entry: sitter for sitter in sitters}
        return cls(by_entry, hands, pack[players * HAND_SIZE :], rng, stakes, order)

    def left(self, entry: int) -> int:
        return self.sitters[entry].counters - self.stakes[entry]

    def bet(self, unit: int, *, drawn: bool) -> bool:
        """One round of betting. False if everybody who could bet passed."""
        opened, turn = 0, deque(self.still_in)
        able = [entry for entry in self.still_in if self.left(entry)]
        while turn and len(self.still_in) > 1:
            entry = turn.popleft()
            high = max(self.stakes.values())
            owed = high - self.stakes[entry]
            facing = [
                other for other in able if other != entry and other in self.still_in and self.left(other)
            ]
            if not self.left(entry) or not (owed or facing):
                continue
            choice = self._choose(entry, owed, drawn)
            if choice is Choice.RAISE and opened < MOST_RAISES and facing:
                self._stake(entry, owed + unit)
                opened += 1
                turn = self._others_from_left_of(entry)
            elif choice is not Choice.DROP or not owed:
                self._stake(entry, owed)
            else:
                self.still_in.remove(entry)
        return bool(opened) or len(able) < 2

    def draw(self) -> None:
        """Each in turn throws cards and is given as many; the discards are shuffled if the pack runs out."""
        for entry in self.still_in:
            away = thrown(self.hands[entry])
            if len(self.stock) < len(away):
                self.rng.shuffle(self.discards)
                self.stock, self.discards = self.stock + self.discards, []
            fresh, self.stock = self.stock[: len(away)], self.stock[len(away) :]
            self.hands[entry] = exchange(self.hands[entry], away, fresh)
            self.discards += away

    def decided(self) -> Played:
        showing = tuple(self.still_in) if len(self.still_in) > 1 else ()
        return Played(
            winners=tuple(self._best(self.still_in)),
            shown=showing,
            stakes=self.stakes,
            net=pool.settle(self.stakes, self.still_in, self._best),
        )

    def _best(self, among: Sequence[int]) -> Collection[int]:
        return showdown({entry: self.hands[entry] for entry in among})

    def _choose(self, entry: int, owed: int, drawn: bool) -> Choice:
        return choose(
            self.sitters[entry].temperament,
            strength(self.hands[entry], drawn),
            owed,
            sum(self.stakes.values()),
            len(self.still_in) - 1,
            self.rng,
        )

    def _stake(self, entry: int, counters: int) -> None:
        self.stakes[entry] += min(counters, self.left(entry))

    def _others_from_left_of(self, entry: int) -> deque[int]:
        at = self.still_in.index(entry)
        return deque(self.still_in[at + 1 :] + self.still_in[:at])
