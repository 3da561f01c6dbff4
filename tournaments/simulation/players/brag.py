"""One deal of Brag for a single stake, with real cards and simple players (docs/games.md#single-stake-brag).

The dealer antes, each in turn meets, raises or drops, the best hand is paid. Who runs out of counters is
all-in.
"""

import random
from collections.abc import Mapping, Sequence

from games.rules import pool
from games.rules.brag import BRAG, COMPENSATION, HAND_SIZE, LIMIT, HandKind, hand_value
from games.rules.cards import ACE, PACK, Card
from games.rules.options import Options
from games.rules.ruleset import Ruleset
from games.rules.showing import judge, staking_order
from tournaments.simulation.players.betting import Betting
from tournaments.simulation.players.played import Played, Sitter

ANTES, RAISES = (1, 2), (1, 2, 4)
ENOUGH_DEALS = 20

BEATS = {
    HandKind.HIGH_CARD: (0.0, 0.69),
    HandKind.PAIR: (0.69, 0.98),
    HandKind.PAIR_ROYAL: (0.98, 1.0),
}
"""The share of all hands that each kind beats, at its lowest and its highest."""


def play_deal(game: Ruleset, options: Options, sitters: Sequence[Sitter], rng: random.Random) -> Played:
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
    pack = rng.sample(PACK, players * HAND_SIZE)
    return [tuple(pack[seat::players]) for seat in range(players)]


def strength(cards: Sequence[Card]) -> float:
    """Return the chance, roughly, to beat one other hand. Of single cards most hands have a high one."""
    value = hand_value(BRAG, cards)  # kind and rank are the same in every game of Brag
    least, most = BEATS[value.kind]
    height = (value.rank - 2) / (ACE - 2)
    return least + (most - least) * (height**3 if value.kind is HandKind.HIGH_CARD else height)


def within(limit: int, wanted: Sequence[int], rng: random.Random) -> int:
    """Choose by chance one of the ``wanted`` amounts that the betting limit allows; 0 is no limit."""
    return rng.choice([counters for counters in wanted if not limit or counters <= limit])


def _bet(
    options: Options,
    sitters: Sequence[Sitter],
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
    hope = {seat: strength(hands[seat]) for seat in seats}
    betting.bet(within(limit, RAISES, rng), hope.__getitem__, turn=seats[:-1])
    return betting


def _decided(game: Ruleset, options: Options, betting: Betting, hands: Sequence[tuple[Card, ...]]) -> Played:
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
    sitters: Mapping[int, Sitter],
    winners: Sequence[int],
    shown: Sequence[int],
    stakes: Mapping[int, int],
    net: Mapping[int, int],
    hands: Mapping[int, Sequence[Card]],
) -> Played:
    """Return a deal that was played by seats, as that of the people on them."""
    who = {seat: sitter.entry for seat, sitter in sitters.items()}
    return Played(
        winners=tuple(who[seat] for seat in winners),
        shown=tuple(who[seat] for seat in shown),
        stakes={who[seat]: counters for seat, counters in stakes.items()},
        net={who[seat]: counters for seat, counters in net.items()},
        hands={who[seat]: cards for seat, cards in hands.items()},
    )
