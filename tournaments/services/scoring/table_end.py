"""A table ends its round early, or its counters are counted at the bell."""

from collections.abc import Mapping

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.core.kinds import awaited
from tournaments.core.kinds.dealing import require_stakes, several_deals
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import Counting, Unfinished
from tournaments.facts.running.evening import load_facts
from tournaments.facts.scoring.tables import AtTable, left_in_pool, versions_of
from tournaments.models import Deal, OpenDeal, TableEnding
from tournaments.services.journal import Act, journaled
from tournaments.services.running.bell import ring_if_due
from tournaments.services.scoring.counts import Tally, TallyKind, write_counts
from tournaments.services.scoring.deal_records import open_table


@journaled("table_ended", Stage.PLAYING, right=Right.SCORE)
def table_end(act: Act, *, round: int, table: int, ending: Ending) -> None:
    """End a table's round after the bell, if it cannot finish its deal or has none in play."""
    at = open_table(act, round, table)
    at.play.format.of(ENDS)(act, at, ending)


def _end_round(act: Act, at: AtTable, ending: Ending) -> None:
    if not at.round.rung_id:
        raise RuleError("round", _("The bell has not rung yet."))
    deals = act.settings.deals if several_deals(at.play, act.settings) else 1
    if at.done(deals):
        raise StaleError("table", _("Table %(table)s already has its result."), table=at.table)
    if ending is Ending.VOID and act.settings.unfinished is not Unfinished.CUT:
        raise RuleError(
            "ending",
            _("This evening waits for table %(table)s. To let its players cut, change the settings."),
            table=at.table,
        )
    if ending is Ending.EARLY and deals == 1:
        raise RuleError("ending", _("This round has one deal at each table. Record its result."))
    if ending is Ending.EARLY and not at.deals:
        raise RuleError(
            "ending",
            _("Table %(table)s has no decided deal in this round. Record a deal first."),
            table=at.table,
        )
    _end(act, at, ending)


def _stop(act: Act, at: AtTable, ending: Ending) -> None:
    """A whole game stops where it is: what was decided stands, and what is in play counts no more."""
    if ending is not Ending.EARLY:
        raise RuleError("ending", _("A whole game can only stop early: its decided deals count."))
    if at.table not in awaited.still_out(load_facts(act.evening.pk), at.round.number):
        raise StaleError("table", _("Table %(table)s already has its result."), table=at.table)
    OpenDeal.objects.filter(round=at.round, position=at.table, void=None).update(void=act.line)
    _end(act, at, ending)
    ring_if_due(act, at.round, at.table)


ENDS = {"games": _stop, "moving": _end_round}
"""How a table ends before its last deal, by the format."""


def _end(act: Act, at: AtTable, ending: Ending) -> None:
    if ending is Ending.EARLY and left_in_pool(act.evening, at):
        raise RuleError(
            "ending",
            _(
                "A player has left, but the counters of this player are in the pool of table "
                "%(table)s. Record the deal of table %(table)s first."
            ),
            table=at.table,
        )
    TableEnding.objects.create(table=at.record, ending=ending, journal=act.line)
    act.note(round=at.round.number, table=at.table, ending=ending)


@journaled("table_counted", Stage.PLAYING, right=Right.SCORE, by_link=True)
def table_count(act: Act, *, round: int, table: int, counts: Mapping[int, int]) -> None:
    """Record a table's counters at the bell, if deals are not counted."""
    require_stakes(act.evening.play)
    if act.settings.counting is not Counting.AT_THE_END:
        raise RuleError("counts", _("This evening counts each deal. Correct the deal instead."))
    at = open_table(act, round, table)
    if not counts:
        raise RuleError("counts", _("Enter at least one count."))
    if set(counts) - set(at.playing):
        raise RuleError(
            "counts",
            _("A named player does not play at table %(table)s. Choose players of this table."),
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
                _("%(who)s won the pool and must have won counters. Correct the counters."),
                who=line.entry,
            )
