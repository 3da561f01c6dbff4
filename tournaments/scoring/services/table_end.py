"""A table ends its round early, or its counters are counted at the bell."""

from collections.abc import Mapping
from typing import Annotated

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.base.arguments import MOST_AT_A_TABLE, Counters, Limits, RoundNo, TableNo
from tournaments.bell.services.bell import ring_if_due
from tournaments.core.counters.checks import WON_NOTHING
from tournaments.core.kinds import awaited
from tournaments.core.kinds.dealing import require_stakes
from tournaments.core.record import Ending, Stage
from tournaments.core.refusals import LEFT_IN_POOL, NOT_RUNG
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import AtTable, left_in_pool, versions_of
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Deal, OpenDeal, RoundTable, TableEnding
from tournaments.scoring.services.counts import Tally, TallyKind, write_counts
from tournaments.scoring.services.deal_records import open_table
from tournaments.scoring.services.pools import NOT_OF_TABLE

NO_COUNT = _("Enter at least one count.")

HowEnded = Annotated[
    Ending,
    Limits("void: the table cannot finish its deal; early: no deal was in play, or the game stops."),
]
CountsAtTable = Annotated[Mapping[int, Counters], Limits(most=MOST_AT_A_TABLE)]


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
    """What was decided stands, and what is in play counts no more."""
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
