"""Simulated deals of Draw Poker, and of Brag for one and for three stakes, with real cards."""

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.rules import pool
from games.rules.brag import BRAG, COMPENSATION, LIMIT, BragHandKind, value_hand
from games.rules.brag import HAND_SIZE as BRAG_HAND
from games.rules.cards import ACE, PACK, Card
from games.rules.options import Options
from games.rules.poker import HAND_SIZE, exchange, find_winners
from games.rules.ruleset import Ruleset
from games.rules.showing import judge, order_staking
from games.rules.three_stakes import AIM, ThirtyOne, compare_thirty_one, count_points, find_first_stake
from tournaments.scoring.services.counts import Three
from tournaments.simulation.players.bids import BetChoice, choose_bet, choose_discards, rate_hand
from tournaments.simulation.players.played import SeatedPlayer, SimulatedDeal

# A player who runs out of counters is all-in, and plays for the parts of the pool that they staked for.

MOST_RAISES = 4  # the bet and three raises, as is usual with limits


@dataclass
class Betting:
    """A deal's pool in play: each player's stake, and the players still in, from the dealer's left.

    Players are known by entry or by seat. ``expected``: counters sure to come, which players include in the
    pool.
    """

    sitters: Mapping[int, SeatedPlayer]
    stakes: dict[int, int]
    still_in: list[int]
    rng: random.Random
    expected: int = 0

    def count_left(self, player: int) -> int:
        return self.sitters[player].counters - self.stakes[player]

    def bet(self, unit: int, hope: Callable[[int], float], turn: Iterable[int] | None = None) -> bool:
        """Let everybody bet, or the players in ``turn``, with raises of ``unit``. Return False if all pass.

        ``hope``: the player's chance with their hand, from 0 to 1.
        """
        raises, queue = 0, deque(self.still_in if turn is None else turn)
        able = [player for player in self.still_in if self.count_left(player)]
        while queue and len(self.still_in) > 1:
            player = queue.popleft()
            to_call = max(self.stakes.values()) - self.stakes[player]
            facing = [
                opponent
                for opponent in able
                if opponent != player and opponent in self.still_in and self.count_left(opponent)
            ]
            if not self.count_left(player) or not (to_call or facing):
                continue
            choice = self._choose_bet(player, to_call, hope(player))
            if choice is BetChoice.RAISE and raises < MOST_RAISES and facing:
                self.stake(player, to_call + unit)
                raises += 1
                queue = self._list_others_from_left(player)
            elif choice is not BetChoice.DROP or not to_call:
                self.stake(player, to_call)
            else:
                self.still_in.remove(player)
        return bool(raises) or len(able) < 2

    def stake(self, player: int, counters: int) -> None:
        """Put in this many more counters, or all that the player has left."""
        self.stakes[player] += min(counters, self.count_left(player))

    def _choose_bet(self, player: int, to_call: int, hope: float) -> BetChoice:
        pool, opponents = sum(self.stakes.values()) + self.expected, len(self.still_in) - 1
        return choose_bet(self.sitters[player].temperament, hope, to_call, pool, opponents, self.rng)

    def _list_others_from_left(self, player: int) -> deque[int]:
        place = self.still_in.index(player)
        return deque(self.still_in[place + 1 :] + self.still_in[:place])


# Ante, first betting, exchange, second betting, showdown. A player who runs out of counters is all-in. A
# deal that everybody passes is dealt again (docs/games.md#draw-poker).

ANTE, FIRST_BET, SECOND_BET = 1, 2, 4
ENOUGH_PASSES = 20


def play_poker(sitters: Sequence[SeatedPlayer], rng: random.Random) -> SimulatedDeal:
    """Play deals until one is decided. A player who runs out of counters is all-in."""
    for passes in range(ENOUGH_PASSES + 1):
        deal = _Deal.deal_hands(sitters, rng)
        if deal.bet(FIRST_BET, has_drawn=False) or passes == ENOUGH_PASSES:
            break
    if len(deal.pool.still_in) > 1:
        deal.draw()
        deal.bet(SECOND_BET, has_drawn=True)
    return deal.decide()


@dataclass
class _Deal:
    pool: Betting
    hands: dict[int, list[Card]]
    stock: list[Card]
    discards: list[Card] = field(default_factory=list)

    @classmethod
    def deal_hands(cls, sitters: Sequence[SeatedPlayer], rng: random.Random) -> "_Deal":
        """Shuffle a pack, deal five cards each, one by one from the dealer's left, and take each ante."""
        pack = list(PACK)
        rng.shuffle(pack)
        order, players = [sitter.entry for sitter in sitters], len(sitters)
        hands = {entry: pack[place : players * HAND_SIZE : players] for place, entry in enumerate(order)}
        stakes = {sitter.entry: min(ANTE, sitter.counters) for sitter in sitters}
        by_entry = {sitter.entry: sitter for sitter in sitters}
        return cls(Betting(by_entry, stakes, order, rng), hands, pack[players * HAND_SIZE :])

    def bet(self, unit: int, *, has_drawn: bool) -> bool:
        """Play a round of betting. Return False if everybody who could bet passed."""
        return self.pool.bet(unit, lambda entry: rate_hand(self.hands[entry], has_drawn))

    def draw(self) -> None:
        """Let each player exchange cards in turn. If the pack runs out, shuffle the discards."""
        for entry in self.pool.still_in:
            rejects = choose_discards(self.hands[entry])
            if len(self.stock) < len(rejects):
                self.pool.rng.shuffle(self.discards)
                self.stock, self.discards = self.stock + self.discards, []
            fresh, self.stock = self.stock[: len(rejects)], self.stock[len(rejects) :]
            self.hands[entry] = exchange(self.hands[entry], rejects, fresh)
            self.discards += rejects

    def decide(self) -> SimulatedDeal:
        still_in = self.pool.still_in
        showing = tuple(still_in) if len(still_in) > 1 else ()
        return SimulatedDeal(
            winners=tuple(self._find_best(still_in)),
            callers=showing,
            stakes=self.pool.stakes,
            net=pool.settle(self.pool.stakes, still_in, self._find_best),
            hands={entry: tuple(self.hands[entry]) for entry in showing},
        )

    def _find_best(self, among: Sequence[int]) -> Collection[int]:
        return find_winners({entry: self.hands[entry] for entry in among})


# The dealer antes. Each player in turn meets, raises or drops. The best hand wins. A player who runs out of
# counters is all-in.

ANTES, RAISES = (1, 2), (1, 2, 4)
ENOUGH_DEALS = 20

BEATS = {
    BragHandKind.HIGH_CARD: (0.0, 0.69),
    BragHandKind.PAIR: (0.69, 0.98),
    BragHandKind.PAIR_ROYAL: (0.98, 1.0),
}
"""For each kind: the share of all hands that its lowest and its highest hand beat."""


def play_brag(
    game: Ruleset, options: Options, sitters: Sequence[SeatedPlayer], rng: random.Random
) -> SimulatedDeal:
    """Play a deal. Deal again if nobody wins a counter, because no compensation is paid."""
    for _deal in range(ENOUGH_DEALS):
        hands = deal_brag_hands(len(sitters), rng)
        betting = _bet(options, sitters, hands, rng)
        outcome = _decide(game, options, betting, hands)
        if any(outcome.net.values()):
            break
    return outcome


def deal_brag_hands(players: int, rng: random.Random) -> list[tuple[Card, ...]]:
    """Deal three cards each from a shuffled pack, singly from the dealer's left; the dealer is last."""
    pack = rng.sample(PACK, players * BRAG_HAND)
    return [tuple(pack[seat::players]) for seat in range(players)]


def rate_brag_hand(cards: Sequence[Card]) -> float:
    """Return the rough chance to beat one other hand. Most hands without a combination have a high card."""
    value = value_hand(BRAG, cards)  # kinds and ranks are the same in every game of Brag
    least, most = BEATS[value.kind]
    height = (value.rank - 2) / (ACE - 2)
    return least + (most - least) * (height**3 if value.kind is BragHandKind.HIGH_CARD else height)


def choose_within(limit: int, amounts: Sequence[int], rng: random.Random) -> int:
    """Choose by chance one of the ``amounts`` amounts that the betting limit allows; 0: no limit."""
    return rng.choice([counters for counters in amounts if not limit or counters <= limit])


def _bet(
    options: Options,
    sitters: Sequence[SeatedPlayer],
    hands: Sequence[Sequence[Card]],
    rng: random.Random,
) -> Betting:
    """Bet: players meet the ante, raise or drop. The dealer, last, raises only after another raise."""
    limit, seats = int(options[LIMIT.key]), range(len(sitters))
    dealer = seats[-1]
    ante = min(choose_within(limit, ANTES, rng), sitters[dealer].counters)
    stakes = dict.fromkeys(seats, 0) | {dealer: ante}
    # An ante alone is not worth meeting. Players expect the others to meet it too.
    betting = Betting(dict(enumerate(sitters)), stakes, list(seats), rng, expected=ante * dealer)
    hope = {seat: rate_brag_hand(hands[seat]) for seat in seats}
    betting.bet(choose_within(limit, RAISES, rng), hope.__getitem__, turn=seats[:-1])
    return betting


def _decide(
    game: Ruleset, options: Options, betting: Betting, hands: Sequence[tuple[Card, ...]]
) -> SimulatedDeal:
    sitters, stakes = betting.sitters, betting.stakes
    dealer = len(sitters) - 1
    if not any(stakes[seat] for seat in range(dealer)):
        compensation = int(options[COMPENSATION.key])
        net = {seat: -min(compensation, sitters[seat].counters) for seat in range(dealer)}
        return map_to_entries(sitters, (dealer,), (), stakes, {**net, dealer: -sum(net.values())}, {})
    order = order_staking(game, [dealer, *range(dealer)], betting.still_in)

    def best(among: Sequence[int]) -> tuple[int, ...]:
        return judge(game, {seat: hands[seat] for seat in among}, among)

    showing = order if len(order) > 1 else ()
    shown_hands = {seat: hands[seat] for seat in showing}
    return map_to_entries(
        sitters, best(order), showing, stakes, pool.settle(stakes, order, best), shown_hands
    )


def map_to_entries(
    sitters: Mapping[int, SeatedPlayer],
    winners: Sequence[int],
    callers: Sequence[int],
    stakes: Mapping[int, int],
    net: Mapping[int, int],
    hands: Mapping[int, Sequence[Card]],
) -> SimulatedDeal:
    """Return the deal with the players' entries in place of their seats."""
    entries = {seat: sitter.entry for seat, sitter in sitters.items()}
    return SimulatedDeal(
        winners=tuple(entries[seat] for seat in winners),
        callers=tuple(entries[seat] for seat in callers),
        stakes={entries[seat]: counters for seat, counters in stakes.items()},
        net={entries[seat]: counters for seat, counters in net.items()},
        hands={entries[seat]: cards for seat, cards in hands.items()},
    )


# Each player puts up three stakes: for the highest card turned up, for the hand of Brag, and for the total
# nearest to thirty-one. A player short of counters puts up the first stakes that they can, and no others.

STAKE = 1  # one counter each, so that nobody can put up only part of a stake


def play_three_stakes(
    game: Ruleset, options: Options, sitters: Sequence[SeatedPlayer], rng: random.Random
) -> SimulatedDeal:
    """Play a deal. Deal again if everybody's counters stay the same."""
    for _deal in range(ENOUGH_DEALS):
        outcome = _StakesDeal.deal_hands(game, sitters, rng).outcome(options)
        if any(outcome.net.values()):
            break
    return outcome


@dataclass
class _StakesDeal:
    """A deal with three stakes, by seat, the dealer's last: hands, stakes, and cards not dealt."""

    game: Ruleset
    sitters: Mapping[int, SeatedPlayer]
    hands: Mapping[int, tuple[Card, ...]]
    stock: list[Card]
    first: Mapping[int, int]
    third: Mapping[int, int]
    short: bool
    betting: Betting

    @classmethod
    def deal_hands(cls, game: Ruleset, sitters: Sequence[SeatedPlayer], rng: random.Random) -> "_StakesDeal":
        """Take three stakes from each player, if possible. Deal three cards each, the first face up."""
        pack, players = rng.sample(PACK, len(PACK)), len(sitters)
        left = {seat: sitter.counters - sitter.waiting for seat, sitter in enumerate(sitters)}
        put_up = []
        for _stake in range(3):
            put_up.append({seat: min(STAKE, counters) for seat, counters in left.items()})
            left = {seat: counters - put_up[-1][seat] for seat, counters in left.items()}
        first, second, third = put_up
        # Counters in the other stakes cannot be bet.
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

    def outcome(self, options: Options) -> SimulatedDeal:
        """Find the three winners. Return the deal as it was played."""
        turned_up = {seat: self.hands[seat][0] for seat, stake in self.first.items() if stake}
        first = self._find_first(turned_up)
        order = self._bet(options)
        second = self._find_best(order)[0] if order else first
        drawn = self._draw_cards()
        reached = compare_thirty_one(self.hands, drawn, self.dealer)
        third = self._find_nearest(reached)
        net = self._compute_net(first, order, third)
        # The highest net wins the deal. Of equals, the second stake's winner comes first, then the third's.
        winner = max(net, key=lambda seat: (net[seat], seat == second, seat == third, seat == first))
        hands = {
            seat: (*cards, *((drawn[seat],) if seat in drawn else ())) for seat, cards in self.hands.items()
        }
        outcome = map_to_entries(self.sitters, (winner,), order, self._sum_stakes(), net, hands)
        return self._add_stakes(outcome, first, second, third)

    def _find_first(self, turned_up: Mapping[int, Card]) -> int:
        """Return the winner of the first stake: the highest card face up; of equals the eldest hand."""
        if self.dealer in turned_up:
            return find_first_stake(turned_up, self.dealer)
        return max(turned_up, key=lambda seat: turned_up[seat].rank)

    def _bet(self, options: Options) -> tuple[int, ...]:
        """Bet on the hands, from the dealer's left. Return players still in, in the order that decides."""
        hope = {seat: rate_brag_hand(cards) for seat, cards in self.hands.items()}
        unit = choose_within(int(options[LIMIT.key]), RAISES, self.betting.rng)
        self.betting.bet(unit, hope.__getitem__)
        if not self.betting.still_in:
            return ()
        return order_staking(self.game, [self.dealer, *range(self.dealer)], self.betting.still_in)

    def _find_best(self, among: Sequence[int]) -> tuple[int, ...]:
        return judge(self.game, {seat: self.hands[seat] for seat in among}, among)

    def _draw_cards(self) -> dict[int, Card]:
        """Draw a card for each player far from thirty-one, in turn. Loose players draw when nearer."""
        drawn: dict[int, Card] = {}
        for seat, cards in self.hands.items():
            lacks = AIM - sum(map(count_points, cards))
            if self.third[seat] and lacks >= 9 - 5 * self.sitters[seat].temperament.loose:
                drawn[seat] = self.stock[len(drawn)]
        return drawn

    def _find_nearest(self, reached: ThirtyOne) -> int | None:
        """Return who in the third stake is nearest to thirty-one, eldest hand first; None if all are out."""
        able = [seat for seat, stake in self.third.items() if stake and seat not in reached.out]
        return min(able, key=lambda seat: abs(AIM - reached.totals[seat])) if able else None

    def _compute_net(self, first: int, order: Sequence[int], third: int | None) -> dict[int, int]:
        parts = [pool.divide_pool(self.first, [first])]
        if order:
            parts.append(pool.settle(self.betting.stakes, order, self._find_best))
        if third is not None:
            parts.append(pool.divide_pool(self.third, [third]))
        return {seat: sum(part[seat] for part in parts) for seat in self.sitters}

    def _sum_stakes(self) -> dict[int, int]:
        return {
            seat: self.first[seat] + self.betting.stakes[seat] + self.third[seat] for seat in self.sitters
        }

    def _add_stakes(
        self, outcome: SimulatedDeal, first: int, second: int, third: int | None
    ) -> SimulatedDeal:
        """Return the deal with its three stakes for the scorer; without them if anybody ran short."""
        bets = self.betting.stakes
        level = max(bets.values())
        if self.short or any(bets[seat] < level for seat in self.betting.still_in):
            return replace(outcome, hands={})
        entries = {seat: sitter.entry for seat, sitter in self.sitters.items()}
        winners = (entries[first], entries[second], None if third is None else entries[third])
        three = Three(STAKE, STAKE, STAKE, {entries[seat]: bet for seat, bet in bets.items()}, winners)
        return replace(outcome, three=three, waiting=max(self.third.values()) if third is None else 0)
