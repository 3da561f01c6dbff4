"""A whole game at one table: which deal comes next, when it is over, and who has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, DealPlan, End, Hand
from games.rules.schedules import get_deal, plan_deals
from games.rules.scoring import score


@dataclass(frozen=True)
class FinishedDeal:
    """A finished deal. ``hands`` are by place. The order of places stays the same in the whole game."""

    deal: DealPlan
    hands: tuple[Hand, ...]

    @property
    def all_exact(self) -> bool:
        return all(hand.bid == hand.tricks for hand in self.hands)


@dataclass(frozen=True)
class Outcome:
    """The state or result of a game. Totals are by place. ``winners`` are places; none until it is over.

    ``rounds_won`` and ``all_win`` are for a game that is won together. ``all_win`` is None until the game
    is over. ``hands_used`` is its result; the fewest are the best.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    rounds_won: int
    hands_used: int
    all_win: bool | None


def find_next_deal(
    game: BidGame, players: int, options: Mapping[str, object] | None, played: Sequence[FinishedDeal]
) -> DealPlan | None:
    """Return the next deal, before any call; None if the game is over. RuleError as ``plan_deals``.

    ``players``: the number of players who began the game. They set its schedule.
    """
    number = len(played) + 1
    deals = plan_deals(game, players, options)
    match game.end:
        case End.TARGET:
            reached = max(_sum_points(game, players, played)) >= game.target
            return None if reached else get_deal(game, players, options, number)
        case End.ALL_ROUNDS_WON:
            won = _count_rounds_won(played)
            return replace(deals[won], number=number) if won < len(deals) else None
        case End.ALL_DEALS:
            return deals[number - 1] if number <= len(deals) else None
        case _:
            assert_never(game.end)


def find_outcome(
    game: BidGame,
    players: int,
    options: Mapping[str, object] | None,
    played: Sequence[FinishedDeal],
    *,
    stopped: bool = False,
) -> Outcome:
    """Return the state of the game. Equal totals win together.

    The game is over after its last deal, or if ``stopped``. RuleError as ``plan_deals``, or at ``hands`` if
    the deals differ in their number of hands.
    """
    complete = find_next_deal(game, players, options, played) is None
    over = complete or stopped
    totals = _sum_points(game, players, played)
    together = game.end is End.ALL_ROUNDS_WON
    best = None if together and not complete else max(totals)
    return Outcome(
        totals=totals,
        winners=tuple(place for place, total in enumerate(totals) if over and total == best),
        over=over,
        rounds_won=_count_rounds_won(played) if together else 0,
        hands_used=len(played),
        all_win=complete if together and over else None,
    )


def count_zeros(bids: Sequence[int]) -> int:
    """Return how many successive bids of zero a player has made, up to the last bid."""
    return next((at for at, bid in enumerate(reversed(bids)) if bid), len(bids))


def _sum_points(game: BidGame, players: int, deals: Sequence[FinishedDeal]) -> tuple[int, ...]:
    """Return everybody's points, by place. Players who left have no hands and are missing."""
    places = len(deals[0].hands) if deals else players
    if not 0 < places <= players or any(len(one.hands) != places for one in deals):
        raise RuleError("hands", _("Every deal needs one hand for each player."))
    return tuple(sum(score(game, one.deal, one.hands[place]) for one in deals) for place in range(places))


def _count_rounds_won(deals: Sequence[FinishedDeal]) -> int:
    return sum(one.all_exact for one in deals)
