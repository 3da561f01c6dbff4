"""How a pool is read by its kind of play: who won, who was in the call, and what cannot have been so."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.brag import COMPENSATION
from games.rules.options import Options
from games.rules.pool import DROPPED
from games.rules.ruleset import Ruleset
from games.rules.single_stake import SAME_LEVEL, refuse_beyond_limit
from tournaments.core.counters.callers import (
    Showdown,
    refuse_dropped_level,
    refuse_short_callers,
    refuse_uneven_callers,
)
from tournaments.evening.selectors.tables import AtTable
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.shown_cards import Hand, winners_by, won_by

Held = Mapping[int, int | None]


@dataclass(frozen=True)
class Told:
    """A pool as somebody told it, by entry. ``sure``: whether odd drops are confirmed; None: nobody asks."""

    winners: tuple[int, ...]
    in_call: tuple[int, ...]
    tally: Tally | Three
    shown: Mapping[int, str] = field(default_factory=dict)
    sure: bool | None = None


def at_field(error: RuleError) -> RuleError:
    """The settlement's refusal at the field that people see: a person's counters, or who won."""
    what, _dot, which = error.field.partition(".")
    if what in ("stakes", "waiting") and which:
        error.field = f"counters-{which}"
    elif what == "won":
        error.field = "winners"
    elif what == "still_in":
        error.field = "in_call"
    return error


def _refuse_side_pool(stakes: Mapping[int, int], winners: Collection[int]) -> None:
    """Stakes alone do not say who won a side pool, in which the short winner has no part."""
    if max(stakes.values()) > min(stakes.get(winner, 0) for winner in winners):
        raise RuleError(
            "counters",
            _(
                "A player put in more than the winner, so there was a side pool. Enter the counters that "
                "each player has after this deal."
            ),
        )


def _refuse_unequal(chosen: Options, stakes: Mapping[int, int], showdown: Showdown) -> None:
    """Brag: who is still in put in as much as each other, or all that there was; nobody who dropped as much.

    No stake proves a raise beyond the betting limit.
    """
    level = max(stakes[entry] for entry in showdown.in_call)
    for entry, had in showdown.before.items():
        stake = stakes[entry]
        if entry in showdown.in_call and stake < (level if had is None else min(level, had)):
            raise RuleError(
                f"counters-{entry}",
                SAME_LEVEL,
                level=level,
            )
        if entry not in showdown.in_call and stake > level:
            raise RuleError(
                f"counters-{entry}",
                DROPPED,
            )
    try:
        refuse_beyond_limit(chosen, stakes)
    except RuleError as error:
        raise at_field(error) from None
    refuse_dropped_level(showdown, stakes)


def _won_most(net: Mapping[int, int], ranked: Sequence[int], told: Sequence[int]) -> int:
    """Who won most, net, on the deal; of equals the first ``ranked``: by the second, third, first stake."""
    most = max(net.values())
    equal = tuple(entry for entry, won in net.items() if won == most)
    among = equal if len(equal) == 1 else [entry for entry in ranked if entry in equal]
    if among:
        return among[0]
    if told:
        says = _(
            "%(others)s won equally many counters. Enter what was put up for each stake, or everybody's "
            "cards."
        )
    else:
        says = _("%(others)s won equally many counters. Choose who of them won the second stake.")
    raise RuleError("winners", says, others=equal)


Called = tuple[tuple[int, ...], set[int]]
"""Who counts as the pool's winner, and who was in the call."""


class OneStake:
    """How a pool of one stake is read: the cards say who won, and counters who can have called."""

    def winners(self, at: AtTable, deal: int, told: Told, hands: Mapping[int, Hand]) -> tuple[int, ...]:
        return winners_by(at, deal, hands, told.in_call, told.winners) if hands else told.winners

    def in_call(
        self,
        at: AtTable,
        deal: int,
        told: Told,
        hands: Mapping[int, Hand],
        winners: tuple[int, ...],
        net: Mapping[int, int],
    ) -> Called:
        return winners, {*winners, *told.in_call, *hands}

    def refuse_wrong_call(self, at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> None:
        """Refuse people in the call who cannot have called; counters that are not told show nothing."""
        even = at.play.game.dealer_antes
        if told.kind is not TallyKind.STAKES:
            if net:
                refuse_uneven_callers(showdown, net, dropped_put_less=even)
            return
        stakes = dict.fromkeys(showdown.before, 0) | dict(told.amounts)
        if even:
            _refuse_unequal(at.play.chosen, stakes, showdown)
        _refuse_side_pool(stakes, showdown.winners)
        refuse_short_callers(showdown, stakes)

    def odd_drops(self, at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> list[int]:
        """Return who dropped after they put in all that they had, or as much as a winner whom nobody called.

        It can be so, for a raise that nobody called is taken back: people are asked. It is everyday where all
        who put in anything put in the same: nobody called the first bet.
        """
        by_stakes, uncalled = told.kind is TallyKind.STAKES, not showdown.callers
        if not net:
            return [entry for entry in showdown.dropped if uncalled and told.amounts.get(entry) == 0]
        lost = {entry: -won for entry, won in net.items()}
        put = dict.fromkeys(lost, 0) | dict(told.amounts) if by_stakes else lost
        paid = int(at.play.chosen[COMPENSATION.key]) if at.play.game.dealer_antes and uncalled else 0
        raised = by_stakes and uncalled and len({*put.values()} - {0}) > 1
        level = min(put[entry] for entry in showdown.winners) if raised else 0
        return [
            entry
            for entry in showdown.dropped
            if paid < put[entry] == showdown.before[entry] or put[entry] >= level > 0
        ]

    def refuse_stakes(self) -> None:
        """RuleError at ``counters`` if what each put in does not tell what each won or lost."""


class SeveralStakes(OneStake):
    """How a deal of several stakes is read: each is won by itself, and the call is of the second."""

    def winners(self, at: AtTable, deal: int, told: Told, hands: Mapping[int, Hand]) -> tuple[int, ...]:
        return told.winners

    def in_call(
        self,
        at: AtTable,
        deal: int,
        told: Told,
        hands: Mapping[int, Hand],
        winners: tuple[int, ...],
        net: Mapping[int, int],
    ) -> Called:
        """Told, or by the cards, is who won the second; where counters are not told: who won most."""
        still_in = {*told.winners, *told.in_call}
        if not net:
            return told.winners, still_in
        first, second, third = won_by(at, deal, hands, still_in) if hands else (None, None, None)
        ranked = [entry for entry in (*told.winners, second, third, first) if entry is not None]
        winner = _won_most(net, ranked, told.winners)
        if not told.winners and second is not None:
            still_in.add(second)
        return (winner,), {winner, *still_in}

    def refuse_wrong_call(self, at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> None:
        """What somebody put up does not show whether they were in the call."""

    def odd_drops(self, at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> list[int]:
        """Return nobody: what people lost is of all the stakes, and they dropped in the second."""
        return []

    def refuse_stakes(self) -> None:
        raise RuleError(
            "counters",
            _(
                "This game has three stakes. Enter each stake, or the counters that each player has after "
                "this deal."
            ),
        )


def pool_kind(game: Ruleset) -> OneStake:
    """Return how a pool of the game is read that is recorded by its winners."""
    return SeveralStakes() if game.stakes > 1 else OneStake()
