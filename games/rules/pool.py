"""Settle a pool: compute what each player won or lost in a decided deal."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.checks import NO_SEAT, SEAT_TWICE

DROPPED = _("This player dropped, so they cannot have put in more than the others.")
NEGATIVE = _("Counters cannot be negative.")
NO_WINNER = _("Enter who won the pool.")


def order_clockwise(seats: Iterable[int], dealer: int) -> tuple[int, ...]:
    """Return the seats from the dealer on, clockwise, in the direction of their numbers."""
    return tuple(sorted(seats, key=lambda seat: (seat < dealer, seat)))


def order_staking(
    players: Sequence[int], still_in: Collection[int], *, dealer_first: bool = False
) -> tuple[int, ...]:
    """Return players still in, from the dealer's left; or from the dealer, if the dealer antes first.

    ``players``: all players, clockwise from the dealer on. RuleError at ``players`` or ``still_in``.
    """
    table = checks.read_seats(players, None, "players")
    named = checks.read_seats(still_in, table, "still_in")
    order = table if dealer_first else table[1:] + table[:1]
    return tuple(player for player in order if player in named)


def divide_pool(stakes: Mapping[int, int], winners_in_order: Sequence[int]) -> dict[int, int]:
    """Return the counters that each player won (+) or lost (-); they total zero.

    ``stakes``: what each player put in. Winners share the pool equally. Each odd counter goes to one
    winner, in the given order: in poker, from the dealer's left. RuleError at ``stakes.<player>`` or
    ``winners``.
    """
    _refuse_wrong_stakes(stakes)
    _refuse_wrong_winners(stakes, winners_in_order)
    net = {player: -stake for player, stake in stakes.items()}
    _pay(net, sum(stakes.values()), winners_in_order)
    return net


@dataclass(frozen=True)
class Part:
    """The main pool or a side pool: its counters, and who may win them."""

    counters: int
    among: tuple[int, ...]


def split_pool(stakes: Mapping[int, int], still_in: Sequence[int]) -> tuple[Part, ...]:
    """Return the main pool, for all ``still_in``, then side pools, each for players who could stake more.

    A bet that nobody met is a last part of one player, who takes it back. RuleError at ``winners``, or at
    ``stakes.<player>`` if a player who dropped put in more than everybody still in.
    """
    _refuse_wrong_stakes(stakes)
    _refuse_wrong_winners(stakes, still_in)
    levels = sorted({stakes[player] for player in still_in})
    for player, stake in stakes.items():
        if stake > levels[-1]:
            raise RuleError(f"stakes.{player}", DROPPED)
    made, below = [], 0
    for level in levels:
        counters = sum(min(stake, level) - min(stake, below) for stake in stakes.values())
        made.append(Part(counters, tuple(player for player in still_in if stakes[player] >= level)))
        below = level
    return tuple(made)


def settle(
    stakes: Mapping[int, int],
    still_in: Sequence[int],
    best: Callable[[Sequence[int]], Collection[int]],
) -> dict[int, int]:
    """Return each player's counters won (+) or lost (-), if some could not stake as much as others.

    ``best`` returns who of some players has the best hand; several if equal. Each part is divided by
    ``divide_pool``. ``still_in`` is the order for the odd counters.
    """
    net = {player: -stake for player, stake in stakes.items()}
    for part in split_pool(stakes, still_in):
        won = best(part.among)
        _pay(net, part.counters, [player for player in part.among if player in won])
    return net


def _pay(net: dict[int, int], counters: int, winners: Sequence[int]) -> None:
    share, odd = divmod(counters, len(winners))
    for place, winner in enumerate(winners):
        net[winner] += share + (1 if place < odd else 0)


def _refuse_wrong_stakes(stakes: Mapping[int, int]) -> None:
    """Refuse wrong stakes. People enter them, so their type is checked, too."""
    for player, stake in stakes.items():
        if type(stake) is not int:
            raise RuleError(f"stakes.{player}", _("Enter counters as a whole number."))
        if stake < 0:
            raise RuleError(f"stakes.{player}", NEGATIVE)


def _refuse_wrong_winners(stakes: Mapping[int, int], winners: Sequence[int]) -> None:
    """Refuse winners unless each is at the table, is named once, and put in at least the ante."""
    if not winners:
        raise RuleError("winners", NO_WINNER)
    if len(set(winners)) < len(winners):
        raise RuleError("winners", SEAT_TWICE)
    for winner in winners:
        if winner not in stakes:
            raise RuleError("winners", NO_SEAT)
        if stakes[winner] == 0:
            raise RuleError("winners", _("A player who put in nothing cannot win the pool."))
