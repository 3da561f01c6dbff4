"""A round of betting at a simulated table, the same in Draw Poker and in Brag.

Who runs out of counters is all-in, and plays for the parts of the pool that they could stake for.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tournaments.simulation.players.bids import Choice, choose
from tournaments.simulation.players.played import Sitter

MOST_RAISES = 4  # the bet and three raises, as limits usually have it


@dataclass
class Betting:
    """The pool of a deal in play: what each has put in, and who is still in, from the dealer's left.

    Players are known by entry or by seat. ``expected``: counters that are sure to come, so that somebody
    reckons with them already.
    """

    sitters: Mapping[int, Sitter]
    stakes: dict[int, int]
    still_in: list[int]
    rng: random.Random
    expected: int = 0

    def left(self, player: int) -> int:
        return self.sitters[player].counters - self.stakes[player]

    def bet(self, unit: int, hope: Callable[[int], float], turn: Iterable[int] | None = None) -> bool:
        """Let everybody bet, or those whose ``turn`` it is, in raises of ``unit``. Return False if all pass.

        ``hope``: how a player's hand will fare, from 0 to 1.
        """
        opened, coming = 0, deque(self.still_in if turn is None else turn)
        able = [player for player in self.still_in if self.left(player)]
        while coming and len(self.still_in) > 1:
            player = coming.popleft()
            owed = max(self.stakes.values()) - self.stakes[player]
            facing = [
                other for other in able if other != player and other in self.still_in and self.left(other)
            ]
            if not self.left(player) or not (owed or facing):
                continue
            choice = self._choose(player, owed, hope(player))
            if choice is Choice.RAISE and opened < MOST_RAISES and facing:
                self.stake(player, owed + unit)
                opened += 1
                coming = self._others_from_left_of(player)
            elif choice is not Choice.DROP or not owed:
                self.stake(player, owed)
            else:
                self.still_in.remove(player)
        return bool(opened) or len(able) < 2

    def stake(self, player: int, counters: int) -> None:
        """Put in so many more, or all that is left."""
        self.stakes[player] += min(counters, self.left(player))

    def _choose(self, player: int, owed: int, hope: float) -> Choice:
        pool, others = sum(self.stakes.values()) + self.expected, len(self.still_in) - 1
        return choose(self.sitters[player].temperament, hope, owed, pool, others, self.rng)

    def _others_from_left_of(self, player: int) -> deque[int]:
        at = self.still_in.index(player)
        return deque(self.still_in[at + 1 :] + self.still_in[:at])
