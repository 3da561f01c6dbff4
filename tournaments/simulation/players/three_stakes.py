"""One deal of Three-Stake Brag with real cards and simple players (docs/games.md#three-stake-brag).

Each puts up three stakes: for the highest card turned up, for the hand of Brag, for the nearest to
thirty-one. Who runs short puts up the first of them that they can, and is out of the others.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules import pool
from games.rules.brag import HAND_SIZE, LIMIT
from games.rules.cards import PACK, Card
from games.rules.options import Options
from games.rules.ruleset import Ruleset
from games.rules.showing import judge, staking_order
from games.rules.three_stakes import AIM, ThirtyOne, first_stake, points, thirty_one
from tournaments.scoring.services.counts import Three
from tournaments.simulation.players.betting import Betting
from tournaments.simulation.players.brag import ENOUGH_DEALS, RAISES, named, strength, within
from tournaments.simulation.players.played import Played, Sitter

STAKE = 1  # each of the three: a counter, so that who can put one up at all puts it up whole


def play_deal(game: Ruleset, options: Options, sitters: Sequence[Sitter], rng: random.Random) -> Played:
    """Play a deal; one by which everybody has what they had before is dealt again."""
    for _deal in range(ENOUGH_DEALS):
        played = _Deal.dealt(game, sitters, rng).played(options)
        if any(played.net.values()):
            break
    return played


@dataclass
class _Deal:
    """Everything by seat, the dealer's the last: its hand, the stakes put up, the cards not dealt."""

    game: Ruleset
    sitters: Mapping[int, Sitter]
    hands: Mapping[int, tuple[Card, ...]]
    stock: list[Card]
    first: Mapping[int, int]
    third: Mapping[int, int]
    short: bool
    betting: Betting

    @classmethod
    def dealt(cls, game: Ruleset, sitters: Sequence[Sitter], rng: random.Random) -> "_Deal":
        """Take three stakes from each, as far as they go. Deal each three cards, the first turned up."""
        pack, players = rng.sample(PACK, len(PACK)), len(sitters)
        left = {seat: sitter.counters - sitter.waiting for seat, sitter in enumerate(sitters)}
        put_up = []
        for _stake in range(3):
            put_up.append({seat: min(STAKE, counters) for seat, counters in left.items()})
            left = {seat: counters - put_up[-1][seat] for seat, counters in left.items()}
        first, second, third = put_up
        # What the other stakes hold cannot be bet.
        able = {
            seat: replace(sitter, counters=left[seat] + second[seat]) for seat, sitter in enumerate(sitters)
        }
        playing = [seat for seat in second if second[seat]]
        return cls(
            game=game,
            sitters=dict(enumerate(sitters)),
            hands={seat: tuple(pack[seat : players * HAND_SIZE : players]) for seat in able},
            stock=pack[players * HAND_SIZE :],
            first=first,
            third={seat: stake + sitters[seat].waiting for seat, stake in third.items()},
            short=any(0 in stake.values() for stake in put_up),
            betting=Betting(able, second, playing, rng),
        )

    @property
    def dealer(self) -> int:
        return len(self.sitters) - 1

    def played(self, options: Options) -> Played:
        """Find the three winners, and return the deal as it was played."""
        up = {seat: self.hands[seat][0] for seat, stake in self.first.items() if stake}
        first = self._first(up)
        order = self._bet(options)
        second = self._best(order)[0] if order else first
        drawn = self._draws()
        reached = thirty_one(self.hands, drawn, self.dealer)
        third = self._nearest(reached)
        net = self._net(first, order, third)
        # Who won most, net, on the deal; of equals the second stake's winner, then the third's.
        winner = max(net, key=lambda seat: (net[seat], seat == second, seat == third, seat == first))
        hands = {
            seat: (*cards, *((drawn[seat],) if seat in drawn else ())) for seat, cards in self.hands.items()
        }
        played = named(self.sitters, (winner,), order, self._put_in(), net, hands)
        return self._told(played, first, second, third)

    def _first(self, up: Mapping[int, Card]) -> int:
        """Return who has the highest card turned up for the first stake; of equal ones the eldest hand."""
        if self.dealer in up:
            return first_stake(up, self.dealer)
        return max(up, key=lambda seat: up[seat].rank)

    def _bet(self, options: Options) -> tuple[int, ...]:
        """Bet on the hand, from the dealer's left. Return who is still in, in the order that decides."""
        hope = {seat: strength(cards) for seat, cards in self.hands.items()}
        unit = within(int(options[LIMIT.key]), RAISES, self.betting.rng)
        self.betting.bet(unit, hope.__getitem__)
        if not self.betting.still_in:
            return ()
        return staking_order(self.game, [self.dealer, *range(self.dealer)], self.betting.still_in)

    def _best(self, among: Sequence[int]) -> tuple[int, ...]:
        return judge(self.game, {seat: self.hands[seat] for seat in among}, among)

    def _draws(self) -> dict[int, Card]:
        """Draw a card for each who lacks much to thirty-one, from the dealer's left; loose ones lack less."""
        drawn: dict[int, Card] = {}
        for seat, cards in self.hands.items():
            lacks = AIM - sum(map(points, cards))
            if self.third[seat] and lacks >= 9 - 5 * self.sitters[seat].temperament.loose:
                drawn[seat] = self.stock[len(drawn)]
        return drawn

    def _nearest(self, reached: ThirtyOne) -> int | None:
        """Return who in the third stake is nearest to thirty-one, the eldest hand first; None for nobody."""
        able = [seat for seat, stake in self.third.items() if stake and seat not in reached.out]
        return min(able, key=lambda seat: abs(AIM - reached.totals[seat])) if able else None

    def _net(self, first: int, order: Sequence[int], third: int | None) -> dict[int, int]:
        parts = [pool.divide(self.first, [first])]
        if order:
            parts.append(pool.settle(self.betting.stakes, order, self._best))
        if third is not None:
            parts.append(pool.divide(self.third, [third]))
        return {seat: sum(part[seat] for part in parts) for seat in self.sitters}

    def _put_in(self) -> dict[int, int]:
        return {
            seat: self.first[seat] + self.betting.stakes[seat] + self.third[seat] for seat in self.sitters
        }

    def _told(self, played: Played, first: int, second: int, third: int | None) -> Played:
        """Return it with the three stakes as a scorer can tell them, where nobody ran short of any."""
        bets = self.betting.stakes
        level = max(bets.values())
        if self.short or any(bets[seat] < level for seat in self.betting.still_in):
            return replace(played, hands={})
        who = {seat: sitter.entry for seat, sitter in self.sitters.items()}
        won = (who[first], who[second], None if third is None else who[third])
        three = Three(STAKE, STAKE, STAKE, {who[seat]: bet for seat, bet in bets.items()}, won)
        return replace(played, three=three, waiting=max(self.third.values()) if third is None else 0)
