"""The lines of a pool, calculated from the winners, the call, the counters and the cards shown.

``OneStake`` and ``SeveralStakes`` read each kind of pool, and refuse impossible ones.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from games.rules import pool
from games.rules.brag import COMPENSATION
from games.rules.options import Options
from games.rules.pool import DROPPED
from games.rules.ruleset import Ruleset
from games.rules.single_stake import ONE_WINNER, SAME_LEVEL, refuse_beyond_limit
from games.rules.three_stakes import ONE_STAKE, StakeWinners, settle_three
from tournaments.core.counters import checks
from tournaments.core.counters.checks import (
    COUNTED_LATER,
    ONE_MISSING,
    Showdown,
    refuse_dropped_level,
    refuse_short_callers,
    refuse_uneven_callers,
)
from tournaments.core.record import DealPart
from tournaments.core.settings import Counting
from tournaments.evening.selectors.tables import AtTable, third_waiting
from tournaments.evening.services.journal import Act
from tournaments.scoring.services.counts import (
    OTHERS_WON,
    ShownHand,
    Tally,
    TallyKind,
    Three,
    as_typed,
    hands_of,
    whole,
    winners_by,
    won_by,
)

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
    """Move the settlement's refusal to the field that people see: a person's counters, or who won."""
    what, _dot, which = error.field.partition(".")
    if what in ("stakes", "waiting") and which:
        error.field = f"counters-{which}"
    elif what == "won":
        error.field = "winners"
    elif what == "still_in":
        error.field = "in_call"
    return error


def _refuse_side_pool(stakes: Mapping[int, int], winners: Collection[int]) -> None:
    """Refuse stakes alone where a side pool was won without the short winner: they do not say by whom."""
    if max(stakes.values()) > min(stakes.get(winner, 0) for winner in winners):
        raise RuleError(
            "counters",
            _(
                "A player put in more than the winner, so there was a side pool. Enter the counters that "
                "each player has after this deal."
            ),
        )


def _refuse_unequal(chosen: Options, stakes: Mapping[int, int], showdown: Showdown) -> None:
    """Refuse stakes in Brag unless those still in are level, or put in all they had; who dropped put in less.

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
    """Return who won most, net; of equals the first ``ranked``: by the second, third, then first stake."""
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

    def winners(self, at: AtTable, deal: int, told: Told, hands: Mapping[int, ShownHand]) -> tuple[int, ...]:
        return winners_by(at, deal, hands, told.in_call, told.winners) if hands else told.winners

    def in_call(
        self,
        at: AtTable,
        deal: int,
        told: Told,
        hands: Mapping[int, ShownHand],
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
        """Refuse, at ``counters``, if what each put in does not tell what each won or lost. RuleError."""


class SeveralStakes(OneStake):
    """How a deal of several stakes is read: each is won by itself, and the call is of the second."""

    def winners(self, at: AtTable, deal: int, told: Told, hands: Mapping[int, ShownHand]) -> tuple[int, ...]:
        return told.winners

    def in_call(
        self,
        at: AtTable,
        deal: int,
        told: Told,
        hands: Mapping[int, ShownHand],
        winners: tuple[int, ...],
        net: Mapping[int, int],
    ) -> Called:
        """Return, as told or by the cards, who won the second stake; without counters told: who won most."""
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
        """Refuse nothing: what a player put up does not show whether they were in the call."""

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


NOT_OF_TABLE = _("A named player does not play at table %(table)s. Choose players of this table.")

ODD_DROPS = _(
    "%(others)s did not call, but put in as much as the winner, or all their counters. Confirm it, or change "
    "who called."
)

Figures = Mapping[str, Any]
"""What is kept of a deal besides its lines: of three stakes their amounts; who surely ``dropped``."""


def pool_lines(
    act: Act, at: AtTable, deal: int, told: Told, before: Held, left: Mapping[int, int]
) -> tuple[list[DealPart], Figures]:
    """Return the deal's lines, checked by the core against what everybody held ``before``.

    ``left`` is what people who have gone since have in the pool: they lose it, whatever is told.
    """
    amounts = told.tally.amounts
    for name, named in (
        ("winners", told.winners),
        ("in_call", told.in_call),
        ("counters", amounts),
        ("cards", told.shown),
    ):
        if set(named) - set(at.playing):
            raise RuleError(
                name,
                NOT_OF_TABLE,
                table=at.table,
            )
    for name, named in (("winners", told.winners), ("in_call", told.in_call)):
        if len(set(named)) < len(named):
            raise RuleError(name, _("A player is named twice. Name each player once."))
    whole(amounts)
    if isinstance(told.tally, Three):
        return _three(act, at, deal, told, told.tally, before, left)
    return _one(act, at, deal, told, told.tally, before, left)


def _one(
    act: Act, at: AtTable, deal: int, told: Told, tally: Tally, before: Held, left: Mapping[int, int]
) -> tuple[list[DealPart], Figures]:
    """Return a pool of one stake, or one where what each has now is told."""
    game, hands = at.play.game, hands_of(told.shown)
    if not game.divides and len(told.winners) > 1:
        raise RuleError("winners", ONE_WINNER)
    before, told_all = {**before, **left}, tally.with_left(left)
    kind = pool_kind(game)
    winners = kind.winners(at, deal, told, hands)
    net = _net(act, at, deal, winners, told_all, before)
    winners, in_call = kind.in_call(at, deal, told, hands, winners, net)
    lines = [
        DealPart(
            entry,
            entry in winners,
            entry in in_call,
            net.get(entry),
            cards=as_typed(hands[entry]) if entry in hands else "",
        )
        for entry in before
    ]
    unpaid = at.play.chosen.get(COMPENSATION.key) == 0
    counts = tally.amounts if tally.kind is TallyKind.COUNTS else {}
    broke = [entry for entry, left in counts.items() if left == 0]
    checks.check_deal(lines, before, act.settings.counting, broke, for_nothing=unpaid)
    showdown = Showdown(winners, in_call, before)
    kind.refuse_wrong_call(at, showdown, told_all, net)
    if told.sure is None:
        return lines, {}
    dropped = [entry for entry in kind.odd_drops(at, showdown, told_all, net) if entry in at.playing]
    if dropped and not told.sure:
        raise RuleError("sure", ODD_DROPS, others=tuple(dropped))
    return lines, {"dropped": dropped} if dropped else {}


def _three(
    act: Act, at: AtTable, deal: int, told: Told, three: Three, before: Held, left: Mapping[int, int]
) -> tuple[list[DealPart], Figures]:
    """Return a deal of three stakes, as put up.

    A third that nobody won waits in a whole game, else it goes back.
    """
    game = at.play.game
    if game.stakes == 1:
        raise RuleError("game", ONE_STAKE)
    _refuse_three(act, left)
    hands = hands_of(told.shown)
    still_in = {*told.in_call, *told.winners}
    won = _won(at, deal, three, hands, still_in)
    waiting = third_waiting(at, deal)
    try:
        settled = settle_three(
            game,
            at.play.chosen,
            first=three.first,
            second=three.second,
            third=three.third,
            stakes=_bets(at.playing, still_in, three),
            still_in=tuple(still_in),
            won=StakeWinners(*won),
            waiting=dict.fromkeys(at.playing, waiting),
        )
    except RuleError as error:
        raise at_field(error) from None
    lines = [
        DealPart(
            entry,
            entry == settled.winner,
            entry in still_in or entry == settled.winner,
            settled.net[entry],
            took=tuple(stake for stake, winner in enumerate(won, start=1) if winner == entry),
            cards=as_typed(hands[entry]) if entry in hands else "",
        )
        for entry in at.playing
    ]
    checks.check_deal(lines, before, act.settings.counting)
    figures = {"first": three.first, "second": three.second, "third": three.third}
    waits = at.play.format.left_for_next_deal(three.third + waiting) if won[2] is None else 0
    return lines, {**figures, "waiting": waits}


def _refuse_three(act: Act, left: Mapping[int, int]) -> None:
    """Refuse three stakes if counters are not counted after this deal, or if a player left in it."""
    if act.settings.counting is Counting.AT_THE_END:
        raise RuleError("counters", COUNTED_LATER)
    if left:
        raise StateError(
            "counters",
            _(
                "A player left in the middle of this deal. Enter the counters that each player has after "
                "this deal."
            ),
        )


def _won(
    at: AtTable, deal: int, three: Three, hands: Mapping[int, ShownHand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    told = three.won
    judged = won_by(at, deal, hands, still_in) if hands else told
    if judged is None:
        raise RuleError("won", _("Choose who won each stake, or enter everybody's cards."))
    if told not in (None, judged):
        named = tuple(winner for winner in judged if winner is not None)
        raise RuleError("won", OTHERS_WON, others=named)
    return judged


def _net(
    act: Act, at: AtTable, deal: int, winners: Collection[int], tally: Tally, before: Held
) -> Mapping[int, int]:
    if act.settings.counting is Counting.AT_THE_END:
        if tally.kind not in (TallyKind.NONE, TallyKind.COUNTS):
            raise RuleError(
                "counters",
                COUNTED_LATER,
            )
        return {}
    if tally.kind is TallyKind.STAKES:
        return _from_stakes(
            at, deal, winners, {entry: tally.amounts.get(entry, 0) for entry in before}, before
        )
    if tally.kind is TallyKind.COUNTS:
        return checks.from_counts(before, tally.amounts)
    return tally.amounts


def _bets(players: Collection[int], still_in: Collection[int], three: Three) -> dict[int, int]:
    """Return what each put into the second stake: who is left out put in no bet.

    RuleError where others bet, and somebody still in is left out: what they put in is not known.
    """
    for entry in still_in if three.stakes else ():
        if entry not in three.stakes:
            raise RuleError(f"counters-{entry}", ONE_MISSING, who=entry)
    return {entry: three.stakes.get(entry, three.second) for entry in players}


def _from_stakes(
    at: AtTable, deal: int, winners: Collection[int], stakes: Mapping[int, int], before: Held
) -> Mapping[int, int]:
    """Return what each won or lost, from what each put in."""
    game, dealer = at.play.game, at.chairs[at.dealer(deal)]
    pool_kind(game).refuse_stakes()
    order = at.from_left_of(at.dealer(deal))
    if game.dealer_antes:
        order = [dealer, *(entry for entry in order if entry != dealer)]
        if set(winners) == {dealer} and not any(stakes[e] for e in stakes if e != dealer):
            return _unmet(dealer, int(at.play.chosen[COMPENSATION.key]), before)
    return pool.divide(stakes, [entry for entry in order if entry in winners])


def _unmet(dealer: int, paid: int, before: Held) -> dict[int, int]:
    """Give the dealer back an ante that nobody met, and a payment by each other player who can."""
    net = {entry: -min(paid, had or 0) for entry, had in before.items() if entry != dealer}
    return {**net, dealer: -sum(net.values())}
