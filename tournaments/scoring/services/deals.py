"""Services to record and correct a pool, to end a table's round and to count a table at the bell.

Fresh stakes and departures that follow from a pool are written with it.
"""

from collections.abc import Collection, Mapping, Sequence
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
from tournaments.core.record import DealPart, Ending, Stage
from tournaments.core.refusals import LEFT_IN_POOL, NOT_RUNG
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import AtTable, at_table, left_in_pool, versions_of
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Deal, OpenDeal, RoundTable, StakeRow, TableEnding
from tournaments.scoring.services.counts import (
    OVER,
    Decided,
    Tally,
    TallyKind,
    Three,
    deal_follows,
    departures_follow,
    forget_counts,
    no_longer_broke,
    open_table,
    recorded,
    refuse_out_of_turn,
    refuse_wrong_counts,
    stake_again,
    stakes_follow,
    write_counts,
    write_deal,
    write_lines,
)
from tournaments.scoring.services.pools import NOT_OF_TABLE, Told, pool_lines
from tournaments.standings.services import result_again

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
    """Record a table's pool. At the head table, the last deal can ring the bell, if set so.

    ``shown``: each player's cards. They decide the winners, so leave out ``winners``. ``sure``: whether
    somebody has confirmed who dropped, odd as it looks by the counters; None: that is no question.
    """
    require_stakes(act.evening.play)
    at = open_table(act, round, table)
    left = left_in_pool(act.evening, at)
    _refuse_out_of_turn(act, at, deal, len(at.playing) + len(left))
    told = Told(tuple(winners), tuple(in_call), tally, shown, sure)
    counted = act.settings.counting is Counting.EACH_DEAL
    before = {entry: at.held[entry] if counted else None for entry in at.playing}
    lines, figures = pool_lines(act, at, deal, told, before, left)
    winners = [line.entry for line in lines if line.won]
    record = write_deal(act, at.round, table, deal)
    write_lines(act, record, 1, lines, figures)
    if act.settings.counting is Counting.AT_THE_END and isinstance(tally, Tally):
        forget_counts(act, at, winners)
        _count(act, at, deal, tally)
    if deal == act.settings.deals:
        ring_if_due(act, at.round, table)
    if deal_follows(act, at, deal):
        stake_again(act, at.round, Decided(at, lines, tally, before).broke(act))


@journaled(
    "deal_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.FINISHED,
    asks_reason=True,
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
    """Correct a recorded pool. Seats and counts stay. All that depends on the deal is calculated again."""
    require_stakes(act.evening.play)
    record, standing = recorded(act, round, table, deal, base_version)
    facts = load_facts(act.evening.pk)
    before = ledger.balances(facts, act.settings, upto_seq=record.journal.seq - 1)
    left = next(
        counters_ledger.left_in_pool(facts, pool) for pool in facts.pools if pool.seq == record.journal.seq
    )
    players = [line.entry for line in standing.lines if line.entry not in left]
    here = at_table(act.evening, round, table)
    at = here.of(players)
    told = Told(tuple(winners), tuple(in_call), tally, shown, sure)
    lines, figures = pool_lines(act, at, deal, told, {entry: before[entry] for entry in players}, left)
    winners = [line.entry for line in lines if line.won]
    write_lines(act, record, base_version + 1, lines, figures)
    if act.settings.counting is Counting.EACH_DEAL:
        _went_with(act, record, standing.lines, lines)
    elif isinstance(tally, Tally):
        no_longer_broke(act, at, winners, tally)
        _count(act, at, deal, tally)
    if deal_follows(act, here, deal):
        stakes_follow(act, record, Decided(here, lines, tally, before))
    act.note(round=round, table=table, deal=deal)
    if act.stage is Stage.FINISHED:
        result_again(act)


def _went_with(act: Act, record: Deal, before: Sequence[DealPart], now: Sequence[DealPart]) -> None:
    """Correct what those who have gone since the deal took along: what it leaves as corrected."""
    had = {line.entry: line.counters or 0 for line in before}
    more = {line.entry: (line.counters or 0) - had.get(line.entry, 0) for line in now}
    departures_follow(act, StakeRow.objects.filter(journal__seq__gt=record.journal.seq), more)


AFTER_BELL = _("Table %(table)s has finished its last deal after the bell. No other deal starts.")


def _refuse_out_of_turn(act: Act, at: AtTable, deal: int, players: int) -> None:
    deals = act.settings.deals
    after_bell = at.deals < deals and at.ending is None
    awaited = at.next_deal(deals) if deal <= deals else 0
    refuse_out_of_turn(at, deal, awaited, AFTER_BELL if after_bell else OVER)
    if players < FEWEST_AT_A_POOL:
        raise StateError(
            "table", _("Table %(table)s has fewer than two players, so it plays no deal."), table=at.table
        )


def _count(act: Act, at: AtTable, deal: int, tally: Tally) -> None:
    """Write counts at the bell; where another deal follows, only check them."""
    follows = at.play.format.plays_on(rung=True) or deal_follows(act, at, deal)
    if deal == act.settings.deals or not follows:
        write_counts(act, at.round, tally)
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
    """End a table's round after the bell, if it cannot finish its deal or has none in play."""
    at = open_table(act, round, table)
    if not at.play.format.may_stop(rung=at.round.rung_id is not None):
        raise StateError("round", NOT_RUNG)
    if table not in awaited.still_out(load_facts(act.evening.pk), round):
        raise StaleError("table", _("Table %(table)s already has its result."), table=table)
    at.play.format.refuse_ending(at.play, act.settings, ending, table, at.deals)
    if ending is Ending.EARLY:
        _stop(act, at)
    record = RoundTable.objects.get(round=at.round, position=table, void=None)
    TableEnding.objects.create(table=record, ending=ending, journal=act.line)
    act.note(round=round, table=table, ending=ending)
    ring_if_due(act, at.round, table)


def _stop(act: Act, at: AtTable) -> None:
    """Stop the table: what was decided stands, and what is in play counts no more."""
    if left_in_pool(act.evening, at):
        raise StateError(
            "ending",
            LEFT_IN_POOL,
            table=at.table,
        )
    OpenDeal.objects.filter(round=at.round, position=at.table, void=None).update(void=act.line)


@journaled(
    "table_counted",
    Stage.PLAYING,
    right=Right.SCORE,
    by_link=True,
    title="Record a table’s counters at the bell",
)
def table_count(act: Act, *, round: RoundNo, table: TableNo, counts: CountsAtTable) -> None:
    """Record a table's counters at the bell, if deals are not counted."""
    require_stakes(act.evening.play)
    if act.settings.counting is not Counting.AT_THE_END:
        raise StateError("counts", _("Counters are counted after each deal. Correct the deal instead."))
    at = open_table(act, round, table)
    if not counts:
        raise RuleError("counts", NO_COUNT)
    if set(counts) - set(at.playing):
        raise RuleError(
            "counts",
            NOT_OF_TABLE,
            table=table,
        )
    _refuse_broke_winner(at, counts)
    write_counts(act, at.round, Tally(TallyKind.COUNTS, counts))
    act.note(round=round, table=table)


def _refuse_broke_winner(at: AtTable, counts: Mapping[int, int]) -> None:
    last = Deal.objects.filter(round=at.round, position=at.table, number=at.deals, void=None).first()
    lines = versions_of(last)[-1].lines if last else ()
    for line in lines:
        if line.won and counts.get(line.entry) == 0:
            raise RuleError(
                "counts",
                WON_NOTHING,
                who=line.entry,
            )
