"""Deals of Draw Poker and Brag, for one stake and for three, with real cards and simple players."""

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.rules import pool
from games.rules.brag import BRAG, COMPENSATION, LIMIT, BragHandKind, hand_value
from games.rules.brag import HAND_SIZE as BRAG_HAND
from games.rules.cards import ACE, PACK, Card
from games.rules.options import Options
from games.rules.poker import HAND_SIZE, exchange, showdown
from games.rules.ruleset import Ruleset
from games.rules.showing import judge, staking_order
from games.rules.three_stakes import AIM, ThirtyOne, first_stake, points, thirty_one
from tournaments.scoring.services.counts import Three
from tournaments.simulation.players.bids import BetChoice, choose, strength, thrown
from tournaments.simulation.players.played import SeatedPlayer, SimulatedDeal

# Who runs out of counters is all-in, and plays for the parts of the pool that they could stake for.

MOST_RAISES = 4  # the bet and three raises, as limits usually have it


@dataclass
class Betting:
    """The pool of a deal in play: what each has put in, and who is still in, from the dealer's left.

    Players are known by entry or by seat. ``expected``: counters that are sure to come, so that somebody
    reckons with them already.
    """

    sitters: Mapping[int, SeatedPlayer]
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
            if choice is BetChoice.RAISE and opened < MOST_RAISES and facing:
                self.stake(player, owed + unit)
                opened += 1
                coming = self._others_from_left_of(player)
            elif choice is not BetChoice.DROP or not owed:
                self.stake(player, owed)
            else:
                self.still_in.remove(player)
        return bool(opened) or len(able) < 2

    def stake(self, player: int, counters: int) -> None:
        """Put in so many more, or all that is left."""
        self.stakes[player] += min(counters, self.left(player))

    def _choose(self, player: int, owed: int, hope: float) -> BetChoice:
        pool, others = sum(self.stakes.values()) + self.expected, len(self.still_in) - 1
        return choose(self.sitters[player].temperament, hope, owed, pool, others, self.rng)

    def _others_from_left_of(self, player: int) -> deque[int]:
        at = self.still_in.index(player)
        return deque(self.still_in[at + 1 :] + self.still_in[:at])


# Ante, first betting, exchange, second betting, showdown. Who runs out of counters is all-in. A deal passed
# by all is dealt again (docs/games.md#draw-poker).

ANTE, FIRST_BET, SECOND_BET = 1, 2, 4
ENOUGH_PASSES = 20


def play_poker(sitters: Sequence[SeatedPlayer], rng: random.Random) -> SimulatedDeal:
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
    def dealt(cls, sitters: Sequence[SeatedPlayer], rng: random.Random) -> "_Deal":
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

    def decided(self) -> SimulatedDeal:
        still_in = self.pool.still_in
        showing = tuple(still_in) if len(still_in) > 1 else ()
        return SimulatedDeal(
            winners=tuple(self._best(still_in)),
            shown=showing,
            stakes=self.pool.stakes,
            net=pool.settle(self.pool.stakes, still_in, self._best),
            hands={entry: tuple(self.hands[entry]) for entry in showing},
        )

    def _best(self, among: Sequence[int]) -> Collection[int]:
        return showdown({entry: self.hands[entry] for entry in among})


# The dealer antes, each in turn meets, raises or drops, the best hand is paid. Who runs out of counters is
# all-in.

ANTES, RAISES = (1, 2), (1, 2, 4)
ENOUGH_DEALS = 20

BEATS = {
    BragHandKind.HIGH_CARD: (0.0, 0.69),
    BragHandKind.PAIR: (0.69, 0.98),
    BragHandKind.PAIR_ROYAL: (0.98, 1.0),
}
"""The share of all hands that each kind beats, at its lowest and its highest."""


def play_brag(
    game: Ruleset, options: Options, sitters: Sequence[SeatedPlayer], rng: random.Random
) -> SimulatedDeal:
    """Play a deal; one that nobody wins a counter by, since no compensation is paid, is dealt again."""
    for _deal in range(ENOUGH_DEALS):
        hands = dealt(len(sitters), rng)
        betting = _bet(options, sitters, hands, rng)
        played = _decided(game, options, betting, hands)
        if any(played.net.values()):
            break
    return played


def dealt(players: int, rng: random.Random) -> list[tuple[Card, ...]]:
    """Deal each three cards of a shuffled pack, singly from the dealer's left; the dealer's are the last."""
    pack = rng.sample(PACK, players * BRAG_HAND)
    return [tuple(pack[seat::players]) for seat in range(players)]


def hand_strength(cards: Sequence[Card]) -> float:
    """Return the chance, roughly, to beat one other hand. Of single cards most hands have a high one."""
    value = hand_value(BRAG, cards)  # kind and rank are the same in every game of Brag
    least, most = BEATS[value.kind]
    height = (value.rank - 2) / (ACE - 2)
    return least + (most - least) * (height**3 if value.kind is BragHandKind.HIGH_CARD else height)


def within(limit: int, wanted: Sequence[int], rng: random.Random) -> int:
    """Choose by chance one of the ``wanted`` amounts that the betting limit allows; 0 is no limit."""
    return rng.choice([counters for counters in wanted if not limit or counters <= limit])


def _bet(
    options: Options,
    sitters: Sequence[SeatedPlayer],
    hands: Sequence[Sequence[Card]],
    rng: random.Random,
) -> Betting:
    """Bet: the ante is met, and raised or not. The dealer, who is last, may raise only what others raised."""
    limit, seats = int(options[LIMIT.key]), range(len(sitters))
    dealer = seats[-1]
    ante = min(within(limit, ANTES, rng), sitters[dealer].counters)
    stakes = dict.fromkeys(seats, 0) | {dealer: ante}
    # Nobody would meet an ante for its own sake: it is met because others will.
    betting = Betting(dict(enumerate(sitters)), stakes, list(seats), rng, expected=ante * dealer)
    hope = {seat: hand_strength(hands[seat]) for seat in seats}
    betting.bet(within(limit, RAISES, rng), hope.__getitem__, turn=seats[:-1])
    return betting


def _decided(
    game: Ruleset, options: Options, betting: Betting, hands: Sequence[tuple[Card, ...]]
) -> SimulatedDeal:
    sitters, stakes = betting.sitters, betting.stakes
    dealer = len(sitters) - 1
    if not any(stakes[seat] for seat in range(dealer)):
        paid = int(options[COMPENSATION.key])
        net = {seat: -min(paid, sitters[seat].counters) for seat in range(dealer)}
        return named(sitters, (dealer,), (), stakes, {**net, dealer: -sum(net.values())}, {})
    order = staking_order(game, [dealer, *range(dealer)], betting.still_in)

    def best(among: Sequence[int]) -> tuple[int, ...]:
        return judge(game, {seat: hands[seat] for seat in among}, among)

    showing = order if len(order) > 1 else ()
    shown = {seat: hands[seat] for seat in showing}
    return named(sitters, best(order), showing, stakes, pool.settle(stakes, order, best), shown)


def named(
    sitters: Mapping[int, SeatedPlayer],
    winners: Sequence[int],
    shown: Sequence[int],
    stakes: Mapping[int, int],
    net: Mapping[int, int],
    hands: Mapping[int, Sequence[Card]],
) -> SimulatedDeal:
    """Return a deal that was played by seats, as that of the people on them."""
    who = {seat: sitter.entry for seat, sitter in sitters.items()}
    return SimulatedDeal(
        winners=tuple(who[seat] for seat in winners),
        shown=tuple(who[seat] for seat in shown),
        stakes={who[seat]: counters for seat, counters in stakes.items()},
        net={who[seat]: counters for seat, counters in net.items()},
        hands={who[seat]: cards for seat, cards in hands.items()},
    )


# Each puts up three stakes: for the highest card turned up, for the hand of Brag, for the nearest to
# thirty-one. Who runs short puts up the first of them that they can, and is out of the others.

STAKE = 1  # each of the three: a counter, so that who can put one up at all puts it up whole


def play_three_stakes(
    game: Ruleset, options: Options, sitters: Sequence[SeatedPlayer], rng: random.Random
) -> SimulatedDeal:
    """Play a deal; one by which everybody has what they had before is dealt again."""
    for _deal in range(ENOUGH_DEALS):
        played = _StakesDeal.dealt(game, sitters, rng).played(options)
        if any(played.net.values()):
            break
    return played


@dataclass
class _StakesDeal:
    """Everything by seat, the dealer's the last: its hand, the stakes put up, the cards not dealt."""

    game: Ruleset
    sitters: Mapping[int, SeatedPlayer]
    hands: Mapping[int, tuple[Card, ...]]
    stock: list[Card]
    first: Mapping[int, int]
    third: Mapping[int, int]
    short: bool
    betting: Betting

    @classmethod
    def dealt(cls, game: Ruleset, sitters: Sequence[SeatedPlayer], rng: random.Random) -> "_StakesDeal":
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
            hands={seat: tuple(pack[seat : players * BRAG_HAND : players]) for seat in able},
            stock=pack[players * BRAG_HAND :],
            first=first,
            third={seat: stake + sitters[seat].waiting for seat, stake in third.items()},
            short=any(0 in stake.values() for stake in put_up),
            betting=Betting(able, second, playing, rng),
        )

    @property
    def dealer(self) -> int:
        return len(self.sitters) - 1

    def played(self, options: Options) -> SimulatedDeal:
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
        return self._with_stakes(played, first, second, third)

    def _first(self, up: Mapping[int, Card]) -> int:
        """Return who has the highest card turned up for the first stake; of equal ones the eldest hand."""
        if self.dealer in up:
            return first_stake(up, self.dealer)
        return max(up, key=lambda seat: up[seat].rank)

    def _bet(self, options: Options) -> tuple[int, ...]:
        """Bet on the hand, from the dealer's left. Return who is still in, in the order that decides."""
        hope = {seat: hand_strength(cards) for seat, cards in self.hands.items()}
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

    def _with_stakes(
        self, played: SimulatedDeal, first: int, second: int, third: int | None
    ) -> SimulatedDeal:
        """Return it with the three stakes as a scorer can tell them, where nobody ran short of any."""
        bets = self.betting.stakes
        level = max(bets.values())
        if self.short or any(bets[seat] < level for seat in self.betting.still_in):
            return replace(played, hands={})
        who = {seat: sitter.entry for seat, sitter in self.sitters.items()}
        won = (who[first], who[second], None if third is None else who[third])
        three = Three(STAKE, STAKE, STAKE, {who[seat]: bet for seat, bet in bets.items()}, won)
        return replace(played, three=three, waiting=max(self.third.values()) if third is None else 0)
