"""Services to record and correct a pool, to end a table's round and to count a table at the bell.

Recording a pool also writes the fresh stakes and departures that follow from it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.base.arguments import MOST_AT_A_TABLE, ArgumentLimits, Counters, RoundNo, TableNo
from tournaments.bell.services.bell import ring_if_due
from tournaments.core.counters import ledger
from tournaments.core.counters import ledger as counters_ledger
from tournaments.core.counters.checks import WON_NOTHING
from tournaments.core.kinds import awaited
from tournaments.core.kinds.counters import FEWEST_AT_A_POOL, require_stakes
from tournaments.core.record import CountKind, DealPart, Ending, Stage
from tournaments.core.refusals import DEAL_RECORDED, LEFT_IN_POOL, NOT_RUNG
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import ScorerTable, VersionLines, find_left_counters, load_versions
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CountRow, Deal, OpenDeal, RoundTable, StakeRow, TableEnding
from tournaments.scoring.services.corrections import (
    accept_repeated,
    do_stakes_follow,
    is_repeated,
    refuse_as_stale,
    refuse_late_correction,
    refuse_unchanged,
    void_idle_cuts,
    withdraw_stakes,
)
from tournaments.scoring.services.counts import (
    NO_DEALS_LEFT,
    DecidedDeal,
    Tally,
    TallyKind,
    Three,
    correct_departures,
    forget_counts,
    has_next_deal,
    load_deal,
    load_newest,
    load_open_table,
    refuse_closed,
    refuse_out_of_turn,
    refuse_wrong_counts,
    stake_again,
    void_zero_counts,
    write_counts,
    write_deal,
    write_lines,
)
from tournaments.scoring.services.pools import NOT_OF_TABLE, Figures, PoolReport, make_pool_lines
from tournaments.standings.services import rewrite_result

NO_CARDS: Mapping[int, str] = {}


@journaled("deal_recorded", Stage.PLAYING, right=Right.SCORE, by_link=True, title="Record a pool")
def deal_record(
    act: Act,
    *,
    round: int,
    table: int,
    deal: int,
    winners: Collection[int],
    in_call: Collection[int],
    tally: Tally | Three,
    shown: Mapping[int, str] = NO_CARDS,
    sure: bool | None = None,
) -> None:
    """Record a table's pool. The head table's last deal rings the bell, if the settings say so.

    ``shown``: each player's cards. They decide the winners, so leave out ``winners``. ``sure``: whether
    somebody confirmed who dropped when the counters make it unlikely; None: no confirmation is needed.
    """
    require_stakes(act.evening.play)
    report = PoolReport(tuple(winners), tuple(in_call), tally, shown, sure)
    state = act.get_table(round, table)
    if is_repeated(act, state, deal):
        record, version = load_newest(act, round, table, deal)
        with refuse_as_stale():
            again = _read_again(act, state, record, version, report)
        if isinstance(tally, Tally) and not _is_counted_so(act, record, tally):
            raise StaleError("deal", DEAL_RECORDED)
        accept_repeated(act, record, version.lines, again.lines, again.figures)
        return
    refuse_closed(state)
    in_pool = find_left_counters(act.evening, state)
    _refuse_out_of_turn(act, state, deal, len(state.playing) + len(in_pool))
    each_deal = act.settings.counting is Counting.EACH_DEAL
    before = {entry: state.balances[entry] if each_deal else None for entry in state.playing}
    lines, figures = make_pool_lines(act, state, deal, report, before, in_pool)
    winners = [line.entry for line in lines if line.won]
    record = write_deal(act, state.round, table, deal)
    write_lines(act, record, 1, lines, figures)
    if act.settings.counting is Counting.AT_THE_END and isinstance(tally, Tally):
        forget_counts(act, state, winners)
        _count(act, state, deal, tally)
    if deal == act.settings.deals:
        ring_if_due(act, state.round, table)
    if has_next_deal(act, state, deal):
        stake_again(act, state.round, DecidedDeal(state, lines, tally, before).find_broke(act))


@journaled(
    "deal_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.FINISHED,
    asks_reason=True,
    by_link=True,
    title="Correct a pool",
    looks=True,
    replays=True,
)
def deal_correct(
    act: Act,
    *,
    round: int,
    table: int,
    deal: int,
    base_version: int,
    winners: Collection[int],
    in_call: Collection[int],
    tally: Tally | Three,
    shown: Mapping[int, str] = NO_CARDS,
    sure: bool | None = None,
) -> None:
    """Correct a recorded pool. Seats and counts stay. All that depends on the deal is calculated again.

    A table's phone may do this with its last result, until the next one is recorded or the moves are made.
    """
    require_stakes(act.evening.play)
    record, version = load_deal(act, round, table, deal, base_version)
    state = act.get_table(round, table)
    refuse_late_correction(act, state, record, base_version)
    report = PoolReport(tuple(winners), tuple(in_call), tally, shown, sure)
    again = _read_again(act, state, record, version, report)
    lines, deal_state = again.lines, again.state
    if act.settings.counting is Counting.EACH_DEAL:
        refuse_unchanged(act, record, version.lines, lines, again.figures)
    winners = [line.entry for line in lines if line.won]
    write_lines(act, record, base_version + 1, lines, again.figures)
    if act.settings.counting is Counting.EACH_DEAL:
        _correct_taken_along(act, record, version.lines, lines)
    elif isinstance(tally, Tally):
        void_zero_counts(act, deal_state, winners, tally)
        _count(act, deal_state, deal, tally)
    decided = DecidedDeal(state, lines, tally, again.before)
    withdraw_stakes(act, record, decided)
    if has_next_deal(act, state, deal):
        do_stakes_follow(act, record, decided)
    void_idle_cuts(act, state.round)
    act.note(round=round, table=table, deal=deal)
    if act.stage is Stage.FINISHED:
        rewrite_result(act)


@dataclass(frozen=True)
class _PoolAgain:
    """A recorded pool, read again from a report: the table with its players, and what they held before."""

    state: ScorerTable
    before: dict[int, int | None]
    lines: list[DealPart]
    figures: Figures


def _read_again(
    act: Act, state: ScorerTable, record: Deal, version: VersionLines, report: PoolReport
) -> _PoolAgain:
    facts = load_facts(act.evening.pk)
    before = ledger.compute_balances(facts, act.settings, upto_seq=record.journal.seq - 1)
    in_pool = next(
        counters_ledger.count_left_in_pool(facts, pool)
        for pool in facts.pools
        if pool.seq == record.journal.seq
    )
    players = [line.entry for line in version.lines if line.entry not in in_pool]
    deal_state = state.replace_players(players)
    had = {entry: before[entry] for entry in players}
    lines, figures = make_pool_lines(act, deal_state, record.number, report, had, in_pool)
    return _PoolAgain(deal_state, before, lines, figures)


def _correct_taken_along(act: Act, record: Deal, before: Sequence[DealPart], now: Sequence[DealPart]) -> None:
    """Change the departures after the deal, so that the counters taken along match the corrected deal."""
    had = {line.entry: line.counters or 0 for line in before}
    more = {line.entry: (line.counters or 0) - had.get(line.entry, 0) for line in now}
    correct_departures(act, StakeRow.objects.filter(journal__seq__gt=record.journal.seq), more)


AFTER_BELL = _("Table %(table)s has finished its last deal after the bell. No other deal starts.")


def _refuse_out_of_turn(act: Act, state: ScorerTable, deal: int, players: int) -> None:
    deals = act.settings.deals
    after_bell = state.deals < deals and state.ending is None
    awaited = state.find_next_deal(deals) if deal <= deals else 0
    refuse_out_of_turn(state, deal, awaited, AFTER_BELL if after_bell else NO_DEALS_LEFT)
    if players < FEWEST_AT_A_POOL:
        raise StateError(
            "table", _("Table %(table)s has fewer than two players, so it plays no deal."), table=state.table
        )


def _is_counted_so(act: Act, record: Deal, tally: Tally) -> bool:
    """Return whether these counts stand at the bell, in evenings that do not count each deal."""
    if act.settings.counting is Counting.EACH_DEAL or tally.kind is not TallyKind.COUNTS:
        return True
    counts = CountRow.objects.filter(
        round=record.round_id, kind=CountKind.BELL, entry__in=tally.amounts, void=None
    )
    return dict(counts.values_list("entry", "counters")) == dict(tally.amounts)


def _count(act: Act, state: ScorerTable, deal: int, tally: Tally) -> None:
    """Write the counts at the bell. If another deal follows, only check them."""
    follows = state.play.format.may_play_on(bell_rung=True) or has_next_deal(act, state, deal)
    if deal == act.settings.deals or not follows:
        write_counts(act, state.round, tally)
    elif tally.kind is TallyKind.COUNTS:
        refuse_wrong_counts(act, tally.amounts)


NO_COUNT = _("Enter at least one count.")

HowEnded = Annotated[
    Ending,
    ArgumentLimits("void: the table cannot finish its deal; early: no deal was in play, or the game stops."),
]
CountsAtTable = Annotated[Mapping[int, Counters], ArgumentLimits(most=MOST_AT_A_TABLE)]


@journaled("table_ended", Stage.PLAYING, right=Right.SCORE, title="End a table’s round early")
def table_end(act: Act, *, round: RoundNo, table: TableNo, ending: HowEnded) -> None:
    """End a table's round after the bell, if the table cannot finish its deal or has no deal in play."""
    state = load_open_table(act, round, table)
    if not state.play.format.may_stop(bell_rung=state.round.rung_id is not None):
        raise StateError("round", NOT_RUNG)
    if table not in awaited.find_awaited_tables(load_facts(act.evening.pk), round):
        raise StaleError("table", _("Table %(table)s already has its result."), table=table)
    state.play.format.refuse_ending(state.play, act.settings, ending, table, state.deals)
    if ending is Ending.EARLY:
        _stop(act, state)
    record = RoundTable.objects.get(round=state.round, position=table, void=None)
    TableEnding.objects.create(table=record, ending=ending, journal=act.line)
    act.note(round=round, table=table, ending=ending)
    ring_if_due(act, state.round, table)


def _stop(act: Act, state: ScorerTable) -> None:
    """Stop the table. Its decided deals stay valid; the deal in play is dropped."""
    if find_left_counters(act.evening, state):
        raise StateError(
            "ending",
            LEFT_IN_POOL,
            table=state.table,
        )
    OpenDeal.objects.filter(round=state.round, position=state.table, void=None).update(void=act.line)


@journaled(
    "table_counted",
    Stage.PLAYING,
    right=Right.SCORE,
    by_link=True,
    title="Record a table’s counters at the bell",
)
def table_count(act: Act, *, round: RoundNo, table: TableNo, counts: CountsAtTable) -> None:
    """Record a table's counters at the bell, in evenings that do not count each deal."""
    require_stakes(act.evening.play)
    if act.settings.counting is not Counting.AT_THE_END:
        raise StateError("counts", _("Counters are counted after each deal. Correct the deal instead."))
    state = load_open_table(act, round, table)
    if not counts:
        raise RuleError("counts", NO_COUNT)
    if set(counts) - set(state.playing):
        raise RuleError(
            "counts",
            NOT_OF_TABLE,
            table=table,
        )
    _refuse_broke_winner(state, counts)
    write_counts(act, state.round, Tally(TallyKind.COUNTS, counts))
    act.note(round=round, table=table)


def _refuse_broke_winner(state: ScorerTable, counts: Mapping[int, int]) -> None:
    last = Deal.objects.filter(round=state.round, position=state.table, number=state.deals, void=None).first()
    lines = load_versions(last)[-1].lines if last else ()
    for line in lines:
        if line.won and counts.get(line.entry) == 0:
            raise RuleError(
                "counts",
                WON_NOTHING,
                who=line.entry,
            )
