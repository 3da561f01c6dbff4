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
from tournaments.core.record import PUT_IN, DealPart
from tournaments.core.settings import Counting
from tournaments.evening.selectors.tables import ScorerTable, find_third_stake
from tournaments.evening.services.journal import Act
from tournaments.scoring.services.counts import (
    OTHERS_WON,
    ShownHand,
    Tally,
    TallyKind,
    Three,
    format_cards,
    judge_three_stakes,
    judge_winners,
    read_hands,
    refuse_fractions,
)

Holdings = Mapping[int, int | None]


@dataclass(frozen=True)
class PoolReport:
    """A pool as reported, by entry. ``sure``: unlikely drops are confirmed; None: nothing to confirm."""

    winners: tuple[int, ...]
    in_call: tuple[int, ...]
    tally: Tally | Three
    cards: Mapping[int, str] = field(default_factory=dict)
    sure: bool | None = None


def move_to_field(error: RuleError) -> RuleError:
    """Move a refusal of the core to the form's field: a player's counters, the winners, or the callers."""
    for other in error.more:
        move_to_field(other)
    name, _dot, key = error.field.partition(".")
    if name in ("stakes", "waiting") and key:
        error.field = f"counters-{key}"
    elif name == "won":
        error.field = "winners"
    elif name == "still_in":
        error.field = "in_call"
    return error


def _refuse_side_pool(stakes: Mapping[int, int], winners: Collection[int]) -> None:
    """Refuse stakes if there was a side pool: stakes alone do not say who won it."""
    if max(stakes.values()) > min(stakes.get(winner, 0) for winner in winners):
        raise RuleError(
            "counters",
            _(
                "A player put in more than the winner, so there was a side pool. Enter the counters that "
                "each player has after this deal."
            ),
        )


def _refuse_unequal(options: Options, stakes: Mapping[int, int], showdown: Showdown) -> None:
    """Refuse unequal stakes in Brag.

    Players still in put in the same, or all they had. Players who dropped put in less. No player raises
    beyond the betting limit.
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
        refuse_beyond_limit(options, stakes)
    except RuleError as error:
        raise move_to_field(error) from None
    refuse_dropped_level(showdown, stakes)


def _find_top_winner(net: Mapping[int, int], order: Sequence[int], winners: Sequence[int]) -> int:
    """Return who won most, net; of equal players the first in ``order``. RuleError at ``winners`` if none."""
    most = max(net.values())
    equal = tuple(entry for entry, counters in net.items() if counters == most)
    among = equal if len(equal) == 1 else [entry for entry in order if entry in equal]
    if among:
        return among[0]
    if winners:
        says = _(
            "%(others)s won equally many counters. Enter what was put up for each stake, or everybody's "
            "cards."
        )
    else:
        says = _("%(others)s won equally many counters. Choose who of them won the second stake.")
    raise RuleError("winners", says, others=equal)


CallResult = tuple[tuple[int, ...], set[int]]
"""The winners of the pool, and the players in the call."""


class OneStake:
    """A pool of one stake: the cards decide the winners, the counters show who can have called."""

    def find_winners(
        self, state: ScorerTable, deal: int, report: PoolReport, hands: Mapping[int, ShownHand]
    ) -> tuple[int, ...]:
        return judge_winners(state, deal, hands, report.in_call, report.winners) if hands else report.winners

    def find_callers(
        self,
        state: ScorerTable,
        deal: int,
        report: PoolReport,
        hands: Mapping[int, ShownHand],
        winners: tuple[int, ...],
        net: Mapping[int, int],
    ) -> CallResult:
        return winners, {*winners, *report.in_call, *hands}

    def refuse_wrong_call(
        self, state: ScorerTable, showdown: Showdown, tally: Tally, net: Mapping[int, int]
    ) -> None:
        """Refuse callers who cannot have called. Without entered counters, check nothing."""
        even = state.play.game.dealer_antes
        if tally.kind is not TallyKind.STAKES:
            if net:
                refuse_uneven_callers(showdown, net, dropped_put_less=even)
            return
        stakes = dict.fromkeys(showdown.before, 0) | dict(tally.amounts)
        if even:
            _refuse_unequal(state.play.options, stakes, showdown)
        _refuse_side_pool(stakes, showdown.winners)
        refuse_short_callers(showdown, stakes)

    def find_odd_drops(
        self, state: ScorerTable, showdown: Showdown, tally: Tally, net: Mapping[int, int]
    ) -> list[int]:
        """Return players whose drop is unlikely and must be confirmed.

        They put in all they had, or as much as a winner whom nobody called. The drop is possible, because a
        raise that nobody called goes back. If all stakes are equal, nobody called the first bet; such drops
        are normal.
        """
        by_stakes, uncalled = tally.kind is TallyKind.STAKES, not showdown.callers
        if not net:
            return [entry for entry in showdown.dropped if uncalled and tally.amounts.get(entry) == 0]
        losses = {entry: -counters for entry, counters in net.items()}
        stakes = dict.fromkeys(losses, 0) | dict(tally.amounts) if by_stakes else losses
        compensation = (
            int(state.play.options[COMPENSATION.key]) if state.play.game.dealer_antes and uncalled else 0
        )
        raised = by_stakes and uncalled and len({*stakes.values()} - {0}) > 1
        level = min(stakes[entry] for entry in showdown.winners) if raised else 0
        return [
            entry
            for entry in showdown.dropped
            if compensation < stakes[entry] == showdown.before[entry] or stakes[entry] >= level > 0
        ]

    def refuse_stakes(self) -> None:
        """Refuse stakes that do not tell what each player won or lost. RuleError at ``counters``."""


class SeveralStakes(OneStake):
    """A deal of several stakes. Each stake is won separately. The call belongs to the second stake."""

    def find_winners(
        self, state: ScorerTable, deal: int, report: PoolReport, hands: Mapping[int, ShownHand]
    ) -> tuple[int, ...]:
        return report.winners

    def find_callers(
        self,
        state: ScorerTable,
        deal: int,
        report: PoolReport,
        hands: Mapping[int, ShownHand],
        winners: tuple[int, ...],
        net: Mapping[int, int],
    ) -> CallResult:
        """Return the winner and the players in the call.

        The winner has the most net counters. Of equal players, the reported winner or the winner of the
        second, third or first stake by cards comes first. Without counters, the report decides.
        """
        still_in = {*report.winners, *report.in_call}
        if not net:
            return report.winners, still_in
        first, second, third = (
            judge_three_stakes(state, deal, hands, still_in) if hands else (None, None, None)
        )
        order = [entry for entry in (*report.winners, second, third, first) if entry is not None]
        winner = _find_top_winner(net, order, report.winners)
        if not report.winners and second is not None:
            still_in.add(second)
        return (winner,), {winner, *still_in}

    def refuse_wrong_call(
        self, state: ScorerTable, showdown: Showdown, tally: Tally, net: Mapping[int, int]
    ) -> None:
        """Refuse nothing: the counters do not show whether a player was in the call."""

    def find_odd_drops(
        self, state: ScorerTable, showdown: Showdown, tally: Tally, net: Mapping[int, int]
    ) -> list[int]:
        """Return nobody: losses add up all stakes, but players drop only in the second."""
        return []

    def refuse_stakes(self) -> None:
        raise RuleError(
            "counters",
            _(
                "This game has three stakes. Enter each stake, or the counters that each player has after "
                "this deal."
            ),
        )


def choose_pool_kind(game: Ruleset) -> OneStake:
    """Return the kind of pool for a game whose pools are recorded by winners."""
    return SeveralStakes() if game.stakes > 1 else OneStake()


NOT_OF_TABLE = _("A named player does not play at table %(table)s. Choose players of this table.")

ODD_DROPS = _(
    "%(others)s did not call, but put in as much as the winner, or all their counters. Confirm it, or change "
    "who called."
)

Figures = Mapping[str, Any]
"""Figures of a deal besides its lines: the amounts of three stakes, and the confirmed ``dropped`` players.

``PUT_IN``: what each player put in, if the pool was entered so.
"""


def make_pool_lines(
    act: Act, state: ScorerTable, deal: int, report: PoolReport, before: Holdings, in_pool: Mapping[int, int]
) -> tuple[list[DealPart], Figures]:
    """Return the deal's lines, checked by the core against the holdings ``before``.

    ``in_pool``: the counters in the pool of players who have left since. They lose these, whatever is
    reported.
    """
    amounts = report.tally.amounts
    for name, entries in (
        ("winners", report.winners),
        ("in_call", report.in_call),
        ("counters", amounts),
        ("cards", report.cards),
    ):
        if set(entries) - set(state.playing):
            raise RuleError(
                name,
                NOT_OF_TABLE,
                table=state.table,
            )
    for name, entries in (("winners", report.winners), ("in_call", report.in_call)):
        if len(set(entries)) < len(entries):
            raise RuleError(name, _("A player is named twice. Name each player once."))
    refuse_fractions(amounts)
    if isinstance(report.tally, Three):
        return _settle_three(act, state, deal, report, report.tally, before, in_pool)
    return _settle_one_stake(act, state, deal, report, report.tally, before, in_pool)


def _settle_one_stake(
    act: Act,
    state: ScorerTable,
    deal: int,
    report: PoolReport,
    tally: Tally,
    before: Holdings,
    in_pool: Mapping[int, int],
) -> tuple[list[DealPart], Figures]:
    """Return each player's line in a pool with one stake, or with entered counters."""
    game, hands = state.play.game, read_hands(report.cards)
    if not game.divides and len(report.winners) > 1:
        raise RuleError("winners", ONE_WINNER)
    before, full_tally = {**before, **in_pool}, tally.add_left(in_pool)
    kind = choose_pool_kind(game)
    winners = kind.find_winners(state, deal, report, hands)
    net = _compute_net(act, state, deal, winners, full_tally, before)
    winners, in_call = kind.find_callers(state, deal, report, hands, winners, net)
    lines = [
        DealPart(
            entry,
            entry in winners,
            entry in in_call,
            net.get(entry),
            cards=format_cards(hands[entry]) if entry in hands else "",
        )
        for entry in before
    ]
    unpaid = state.play.options.get(COMPENSATION.key) == 0
    counts = tally.amounts if tally.kind is TallyKind.COUNTS else {}
    broke = [entry for entry, counters in counts.items() if counters == 0]
    checks.check_deal(lines, before, act.settings.counting, broke, for_nothing=unpaid)
    showdown = Showdown(winners, in_call, before)
    kind.refuse_wrong_call(state, showdown, full_tally, net)
    figures = _write_put_in(tally.amounts) if tally.kind is TallyKind.STAKES else {}
    if report.sure is None:
        return lines, figures
    dropped = [
        entry for entry in kind.find_odd_drops(state, showdown, full_tally, net) if entry in state.playing
    ]
    if dropped and not report.sure:
        raise RuleError("sure", ODD_DROPS, others=tuple(dropped))
    return lines, {**figures, **({"dropped": dropped} if dropped else {})}


def _write_put_in(amounts: Mapping[int, int]) -> Figures:
    """Return the amounts as they are stored: the keys of JSON are texts."""
    return {PUT_IN: {str(entry): counters for entry, counters in amounts.items()}}


def _settle_three(
    act: Act,
    state: ScorerTable,
    deal: int,
    report: PoolReport,
    three: Three,
    before: Holdings,
    in_pool: Mapping[int, int],
) -> tuple[list[DealPart], Figures]:
    """Return the lines of a deal of three stakes.

    If nobody won the third stake, it stays for the next deal of a whole game, else it goes back.
    """
    game = state.play.game
    if game.stakes == 1:
        raise RuleError("game", ONE_STAKE)
    _refuse_three(act, in_pool)
    hands = read_hands(report.cards)
    still_in = {*report.in_call, *report.winners}
    winners = _find_three_winners(state, deal, three, hands, still_in)
    waiting_stake = find_third_stake(state, deal)
    try:
        settled = settle_three(
            game,
            state.play.options,
            first=three.first,
            second=three.second,
            third=three.third,
            stakes=_list_bets(state.playing, still_in, three),
            still_in=tuple(still_in),
            won=StakeWinners(*winners),
            waiting=dict.fromkeys(state.playing, waiting_stake),
        )
    except RuleError as error:
        raise move_to_field(error) from None
    lines = [
        DealPart(
            entry,
            entry == settled.winner,
            entry in still_in or entry == settled.winner,
            settled.net[entry],
            took=tuple(stake for stake, winner in enumerate(winners, start=1) if winner == entry),
            cards=format_cards(hands[entry]) if entry in hands else "",
        )
        for entry in state.playing
    ]
    checks.check_deal(lines, before, act.settings.counting)
    stakes = {"first": three.first, "second": three.second, "third": three.third}
    waits = state.play.format.keep_for_next_deal(three.third + waiting_stake) if winners[2] is None else 0
    return lines, {**stakes, **_write_put_in(three.stakes), "waiting": waits}


def _refuse_three(act: Act, in_pool: Mapping[int, int]) -> None:
    """Refuse three stakes if counters are not counted after this deal, or if a player left during it."""
    if act.settings.counting is Counting.AT_THE_END:
        raise RuleError("counters", COUNTED_LATER)
    if in_pool:
        raise StateError(
            "counters",
            _(
                "A player left in the middle of this deal. Enter the counters that each player has after "
                "this deal."
            ),
        )


def _find_three_winners(
    state: ScorerTable, deal: int, three: Three, hands: Mapping[int, ShownHand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    claims = three.winners
    stake_winners = judge_three_stakes(state, deal, hands, still_in) if hands else claims
    if stake_winners is None:
        raise RuleError("won", _("Choose who won each stake, or enter everybody's cards."))
    if claims not in (None, stake_winners):
        winners = tuple(winner for winner in stake_winners if winner is not None)
        raise RuleError("won", OTHERS_WON, others=winners)
    return stake_winners


def _compute_net(
    act: Act, state: ScorerTable, deal: int, winners: Collection[int], tally: Tally, before: Holdings
) -> Mapping[int, int]:
    if act.settings.counting is Counting.AT_THE_END:
        if tally.kind not in (TallyKind.NONE, TallyKind.COUNTS):
            raise RuleError(
                "counters",
                COUNTED_LATER,
            )
        return {}
    if tally.kind is TallyKind.STAKES:
        return _compute_from_stakes(
            state, deal, winners, {entry: tally.amounts.get(entry, 0) for entry in before}, before
        )
    if tally.kind is TallyKind.COUNTS:
        return checks.compute_changes(before, tally.amounts)
    return tally.amounts


def _list_bets(players: Collection[int], still_in: Collection[int], three: Three) -> dict[int, int]:
    """Return what each player put into the second stake. A player without an entry put in no bet.

    RuleError if others bet and a player still in has no entry: their stake is not known.
    """
    for entry in still_in if three.stakes else ():
        if entry not in three.stakes:
            raise RuleError(f"counters-{entry}", ONE_MISSING, who=entry)
    return {entry: three.stakes.get(entry, three.second) for entry in players}


def _compute_from_stakes(
    state: ScorerTable, deal: int, winners: Collection[int], stakes: Mapping[int, int], before: Holdings
) -> Mapping[int, int]:
    """Return what each player won or lost, from what each put in."""
    game, dealer = state.play.game, state.chairs[state.find_dealer(deal)]
    choose_pool_kind(game).refuse_stakes()
    order = state.list_from_left(state.find_dealer(deal))
    if game.dealer_antes:
        order = [dealer, *(entry for entry in order if entry != dealer)]
        if set(winners) == {dealer} and not any(stakes[e] for e in stakes if e != dealer):
            return _refund_unmet(dealer, int(state.play.options[COMPENSATION.key]), before)
    return pool.divide_pool(stakes, [entry for entry in order if entry in winners])


def _refund_unmet(dealer: int, compensation: int, before: Holdings) -> dict[int, int]:
    """Give the dealer back an ante that nobody met, plus the compensation from each player who can pay."""
    net = {entry: -min(compensation, had or 0) for entry, had in before.items() if entry != dealer}
    return {**net, dealer: -sum(net.values())}
