"""A deal of Brag for one stake: the dealer's ante, met and raised, and who is paid.

See docs/games.md#single-stake-brag.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from accounts.errors import RuleError, refuse_all
from accounts.errors import gettext_noop as _
from games.rules import checks, pool
from games.rules.brag import COMPENSATION, LIMIT
from games.rules.cards import Card
from games.rules.options import Options
from games.rules.poker import BOTH_SENT, NONE_SENT
from games.rules.pool import DROPPED
from games.rules.ruleset import Ruleset
from games.rules.showing import judge

ONE_WINNER = _("Enter one winner. In this game, equal hands do not divide the pool.")
SAME_LEVEL = _("All players still in have put in the same amount: %(level)s.")


def settle(
    game: Ruleset,
    options: Mapping[str, object],
    *,
    dealer: int,
    ante: int,
    stakes: Mapping[int, int],
    still_in: Collection[int],
    hands: Mapping[int, Sequence[Card]] | None = None,
    winners: Collection[int] | None = None,
) -> dict[int, int]:
    """Return the counters that each player won (+) or lost (-) in a game of one stake; they total zero.

    ``stakes`` by seat are all that each player put in, including the dealer's ``ante``; 0 for a player who
    did not meet it. If several are still in, give the ``hands`` or the ``winners``. RuleError at the wrong
    field.
    """
    if game.stakes != 1:
        raise RuleError("game", _("This game has several stakes."))
    chosen = game.choose(options)
    put_in = read_betting(game, chosen, stakes, still_in)
    checks.read_seat(dealer, put_in, "dealer")
    read_within_limit(chosen, ante, "ante")
    _refuse_short(put_in, dealer, ante)
    refuse_dropped(put_in, still_in)
    order = pool.order_staking(pool.order_clockwise(put_in, dealer), still_in, dealer_first=True)
    won = find_winners(game, order, hands, winners)
    if not any(stake for player, stake in put_in.items() if player != dealer):
        paid = int(chosen[COMPENSATION.key])
        return {player: paid * (len(put_in) - 1) if player == dealer else -paid for player in put_in}
    return pool.divide_pool(put_in, won)


def read_betting(
    game: Ruleset, options: Options, stakes: Mapping[int, int], still_in: Collection[int]
) -> dict[int, int]:
    """Return the stakes if they are a possible end of betting. RuleError at ``stakes`` or ``still_in``.

    The number of players must be allowed. All players still in put in the same, and nobody more. No raise
    may exceed the betting limit.
    """
    put_in = checks.read_stakes(stakes, game.find_player_range(options))
    named = checks.read_seats(still_in, put_in, "still_in")
    level = max(put_in[player] for player in named)
    uneven = (partial(_refuse_uneven, player, stake, level, named) for player, stake in put_in.items())
    refuse_all([*uneven, partial(refuse_beyond_limit, options, put_in)])
    return put_in


def _refuse_uneven(player: int, stake: int, level: int, still_in: Collection[int]) -> None:
    if player in still_in and stake < level:
        raise RuleError(f"stakes.{player}", SAME_LEVEL, level=level)
    if player not in still_in and stake > level:
        raise RuleError(f"stakes.{player}", DROPPED)


def refuse_beyond_limit(options: Options, put_in: Mapping[int, int]) -> None:
    """Refuse a stake that proves a raise above the betting limit. RuleError at ``stakes.<player>``.

    The last raise began at the next highest stake or lower. If two players put in the most, several raises
    are possible, and nothing is proved.
    """
    limit = int(options[LIMIT.key])
    if not limit:
        return
    following, highest = sorted(put_in.values())[-2:]
    if highest > following + limit:
        player = next(player for player, stake in put_in.items() if stake == highest)
        raise RuleError(
            f"stakes.{player}",
            _(
                "This is too much: the next highest player put in %(next)s, and the betting limit is "
                "%(limit)s."
            ),
            limit=limit,
            next=following,
        )


def refuse_dropped(put_in: Mapping[int, int], still_in: Collection[int]) -> None:
    """Refuse that a player dropped who put in as much as those still in. RuleError at ``still_in``.

    Players drop only before a raise.
    """
    level = max(put_in[player] for player in still_in)
    if level and any(stake == level for player, stake in put_in.items() if player not in still_in):
        raise RuleError(
            "still_in",
            _("Players who put in %(level)s have not dropped. Enter them as still in."),
            level=level,
        )


def read_within_limit(options: Options, ante: object, field: str) -> int:
    """Return an ante or a stake of at least one counter, within the limit. RuleError at ``field``."""
    many, limit = checks.read_whole(ante, field, least=1), int(options[LIMIT.key])
    if limit and many > limit:
        raise RuleError(field, _("Enter at most %(limit)s: this is the betting limit."), limit=limit)
    return many


def find_winners(
    game: Ruleset,
    order: Sequence[int],
    hands: Mapping[int, Sequence[Card]] | None,
    winners: Collection[int] | None,
) -> tuple[int, ...]:
    """Return the winners in staking ``order``, by hands or as named. A single player left need not show.

    RuleError at ``hands``, ``hands.<seat>`` or ``winners``.
    """
    if hands is not None and winners is not None:
        raise RuleError("winners", BOTH_SENT)
    if hands is not None:
        return judge(game, hands, order)
    if winners is not None:
        named = checks.read_seats(winners, order, "winners")
        if len(named) > 1 and not game.divides:
            raise RuleError("winners", ONE_WINNER)
        return tuple(player for player in order if player in named)
    if len(order) > 1:
        raise RuleError("hands", NONE_SENT)
    return tuple(order)


def _refuse_short(put_in: Mapping[int, int], dealer: int, ante: int) -> None:
    """Refuse an incomplete ante, or a raise of it out of turn. RuleError at ``stakes.<seat>``."""
    others = [player for player in put_in if player != dealer]
    if put_in[dealer] < ante:
        raise RuleError(f"stakes.{dealer}", _("The dealer put in at least the ante: %(ante)s."), ante=ante)
    for player in others:
        if 0 < put_in[player] < ante:
            raise RuleError(
                f"stakes.{player}",
                _("Enter at least the ante, %(ante)s, or 0 for a player who dropped at once."),
                ante=ante,
            )
    if put_in[dealer] > ante >= max(put_in[player] for player in others):
        raise RuleError(
            f"stakes.{dealer}", _("Nobody else raised the ante, so the dealer could not raise it.")
        )
