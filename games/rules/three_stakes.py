"""A deal of Brag for three stakes: the card turned up, the best hand, the total nearest to thirty-one.

See docs/games.md#three-stake-brag.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from accounts.answers import answers
from accounts.errors import RuleError, refuse_all
from accounts.errors import gettext_noop as _
from games.rules import checks, pool
from games.rules.brag import HAND_SIZE
from games.rules.cards import ACE, Card, refuse_repeats
from games.rules.ruleset import Ruleset
from games.rules.showing import judge
from games.rules.single_stake import read_betting, read_within_limit, refuse_dropped

ONE_STAKE = _("This game has only one stake.")

AIM = 31
"""The target total of the cards for the third stake."""


@dataclass(frozen=True)
class ThirtyOne:
    """The third stake: each player's total with a card drawn, who is out, who wins.

    ``winner`` is None if all are out.
    """

    totals: Mapping[int, int]
    out: tuple[int, ...]
    winner: int | None


@answers("first", "second", "third", component="WonAnswer", description="")
@dataclass(frozen=True)
class StakeWinners:
    """Who won each of the three stakes, by seat; None for the third if all are out."""

    first: int
    second: int
    third: int | None


@dataclass(frozen=True)
class StakesResult:
    """The result of a deal: counters won (+) or lost (-) by seat, which total zero.

    ``winner``: the pool's winner, if there can be only one. ``waiting``: each player's counters in a third
    stake that nobody won. They are for the next deal and not in ``net``.
    """

    net: Mapping[int, int]
    winner: int
    waiting: Mapping[int, int]


def find_first_stake(turned_up: Mapping[int, Card], dealer: int) -> int:
    """Return who has the highest card turned up; of equals, the eldest hand. Braggers are plain cards.

    RuleError at ``dealer``, ``turned_up`` or ``turned_up.<seat>``.
    """
    cards = _read_one_card_each(turned_up, "turned_up")
    checks.read_seat(dealer, cards, "dealer")
    # max returns the first of equals.
    return max(_order_eldest_first(cards, dealer), key=lambda player: cards[player].rank)


def compare_thirty_one(
    hands: Mapping[int, Sequence[Card]], drawn: Mapping[int, Card], dealer: int
) -> ThirtyOne:
    """Return whose cards total nearest to 31, over or under; of equals, the eldest hand.

    ``hands``: of everybody, also of players who dropped. ``drawn``: the cards of players who drew one.
    RuleError at ``dealer``, ``hands``, ``hands.<seat>``, ``drawn`` or ``drawn.<seat>``.
    """
    held = checks.read_hands(hands, HAND_SIZE)
    checks.read_seat(dealer, held, "dealer")
    totals = {player: sum(map(count_points, cards)) for player, cards in held.items()}
    seen = [card for cards in held.values() for card in cards]
    out = []
    for player, card in _read_one_card_each(drawn, "drawn").items():
        checks.read_seat(player, held, f"drawn.{player}")
        seen.append(card)
        refuse_repeats(seen, f"drawn.{player}")
        if totals[player] >= AIM:
            raise RuleError(
                f"drawn.{player}", _("Only players with less than %(aim)s may draw a card."), aim=AIM
            )
        totals[player] += count_points(card)
        if totals[player] > AIM:
            out.append(player)
    left = [player for player in _order_eldest_first(held, dealer) if player not in out]
    winner = min(left, key=lambda player: abs(AIM - totals[player])) if left else None
    return ThirtyOne(totals, tuple(out), winner)


def count_points(card: Card) -> int:
    """Return a card's points towards thirty-one: the ace 11, court cards 10, others their pips."""
    return 11 if card.rank == ACE else min(card.rank, 10)


def find_stake_winners(
    game: Ruleset,
    *,
    dealer: int,
    hands: Mapping[int, Sequence[Card]],
    turned_up: Mapping[int, Card],
    drawn: Mapping[int, Card],
    still_in: Collection[int],
) -> StakeWinners:
    """Return each stake's winner by everybody's cards. ``still_in`` play for the second stake.

    RuleError as the three functions, and at ``turned_up.<seat>`` for a card that is not in the hand.
    """
    third = compare_thirty_one(hands, drawn, dealer)
    up = _read_one_card_each(turned_up, "turned_up")
    for player in sorted(up.keys() | hands.keys()):
        if player not in hands or up.get(player) not in hands[player]:
            raise RuleError(f"turned_up.{player}", _("The card turned up must be in the hand."))
    order = pool.order_staking(pool.order_clockwise(hands, dealer), still_in)
    second = judge(game, {player: hands[player] for player in order}, order)
    return StakeWinners(find_first_stake(up, dealer), second[0], third.winner)


def settle_three(
    game: Ruleset,
    options: Mapping[str, object],
    *,
    first: int,
    second: int,
    third: int,
    stakes: Mapping[int, int],
    still_in: Collection[int],
    won: StakeWinners,
    waiting: Mapping[int, int] | None = None,
) -> StakesResult:
    """Return the result of three stakes. Everybody puts up ``first``, ``second`` and ``third``.

    ``stakes`` by seat: what each player put into the second stake, with bets. ``waiting``: what each player
    has in a third stake that nobody won before. RuleError at the wrong field.
    """
    if game.stakes == 1:
        raise RuleError("game", ONE_STAKE)
    chosen = game.choose(options)
    put_up = (("first", first), ("second", second), ("third", third))
    refuse_all(
        (
            *(partial(read_within_limit, chosen, stake, field) for field, stake in put_up),
            partial(read_betting, game, chosen, stakes, still_in),
            *(partial(_refuse_less, player, bet, second) for player, bet in stakes.items()),
        )
    )
    bets = read_betting(game, chosen, stakes, still_in)
    if max(bets.values()) == second and len(still_in) < len(bets):
        raise RuleError("still_in", _("Nobody bet, so nobody dropped. All hands are shown."))
    refuse_dropped(bets, still_in)
    _refuse_wrong_winners(won, bets, still_in)
    before = checks.read_counters({} if waiting is None else waiting, "waiting")
    for player in before:
        checks.read_seat(player, bets, f"waiting.{player}")
    thirds = {player: third + before.get(player, 0) for player in bets}
    parts = [pool.divide_pool(dict.fromkeys(bets, first), [won.first]), pool.divide_pool(bets, [won.second])]
    if won.third is not None:
        parts.append(pool.divide_pool(thirds, [won.third]))
    net = {player: sum(part[player] for part in parts) for player in bets}
    return StakesResult(net, _find_most_won(net, won), thirds if won.third is None else {})


def _refuse_less(player: int, bet: object, second: object) -> None:
    if isinstance(bet, int) and isinstance(second, int) and bet < second:
        raise RuleError(
            f"stakes.{player}",
            _("Enter at least the second stake: everybody put in %(stake)s."),
            stake=second,
        )


def _find_most_won(net: Mapping[int, int], winners: StakeWinners) -> int:
    """Return who won most on the deal; of equals, the winner of the second stake, third, or first."""
    most = max(net.values())
    # A player who won no stake lost their own. So one of the winners has most.
    return next(
        player
        for player in (winners.second, winners.third, winners.first)
        if player is not None and net[player] == most
    )


def _refuse_wrong_winners(winners: StakeWinners, players: Collection[int], still_in: Collection[int]) -> None:
    checks.read_seat(winners.first, players, "won.first")
    checks.read_seat(winners.second, players, "won.second")
    if winners.second not in still_in:
        raise RuleError("won.second", _("A player who dropped cannot win the second stake."))
    if winners.third is not None:
        checks.read_seat(winners.third, players, "won.third")


def _order_eldest_first(players: Collection[int], dealer: int) -> tuple[int, ...]:
    return pool.order_staking(pool.order_clockwise(players, dealer), tuple(players))


def _read_one_card_each(value: object, field: str) -> dict[int, Card]:
    """Return one card by seat, none of them twice. RuleError at ``field`` or ``<field>.<seat>``."""
    cards: dict[int, Card] = {}
    for player, card in checks.read_by_seat(value, field).items():
        cards[player] = checks.read_card(card, f"{field}.{player}")
        refuse_repeats(cards.values(), f"{field}.{player}")
    return cards
