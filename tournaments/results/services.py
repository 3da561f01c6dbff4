"""Services to settle up, count, finish, reopen or call off an evening."""

from collections.abc import Mapping
from typing import Annotated

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from tournaments.base.arguments import MOST_PEOPLE, ArgumentLimits, Counters, RoundNo
from tournaments.bell.services.bell import stop_clock
from tournaments.core.counters import checks, ledger
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import build_preview
from tournaments.core.kinds.counters import require_stakes
from tournaments.core.record import CountKind, Stage
from tournaments.core.refusals import LEFT_IN_POOL, RESULTS_MISSING, ROUND_OVER
from tournaments.evening.selectors.access import is_recorded
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import CALLED_OFF
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CountRow, Deal, RoundRow
from tournaments.scoring.services.counts import refuse_wrong_counts
from tournaments.standings.selectors.standings import REOPENED, find_reopening
from tournaments.standings.services import refuse_blocked, write_result

FinalCounts = Annotated[Mapping[int, Counters], ArgumentLimits(most=MOST_PEOPLE)]


@journaled("last_bell", Stage.PLAYING, title="End play and settle up")
def evening_settle(act: Act, *, round: RoundNo) -> None:
    """End play after the last bell. There are no more moves, and settling up begins."""
    row = act.get_round()
    if row.number != round:
        raise StateError("round", ROUND_OVER, round=round)
    facts = load_facts(act.evening.pk)
    unplayed = not row.rung_id and not Deal.objects.filter(round=row, void=None).exists()
    if not row.rung_id and not unplayed:
        raise StateError("round", _("This round has results. Ring the bell first."))
    if row.rung_id and (tables_out := build_preview(facts, row.number).still_out):
        raise StateError(
            "round",
            RESULTS_MISSING,
            tables=", ".join(map(str, tables_out)),
        )
    _refuse_pools(facts, row.number)
    RoundRow.objects.filter(pk=row.pk).update(closed=act.line)
    act.note(round=row.number)
    act.go_to(Stage.SETTLING)


def _refuse_pools(facts: Facts, round: int) -> None:
    """Refuse a pool that still has counters: they belong to nobody and would be missing at settling up."""
    sat = {seat.entry: seat.position for seat in facts.seats if seat.round == round}
    for entry in count_left_in_pools(facts, round):
        raise StateError("round", LEFT_IN_POOL, table=sat[entry])


@journaled("counters_counted", Stage.SETTLING, title="Record counters at the end")
def final_count(act: Act, *, counts: FinalCounts) -> None:
    """Record the counters at settling up. A second count replaces the first.

    When all players are counted, the counters must add up.
    """
    facts = load_facts(act.evening.pk)
    require_stakes(facts.play)
    owners = set(facts.starters) - set(ledger.count_taken_away(facts))
    if not counts or set(counts) - owners:
        raise RuleError("counts", _("Count the counters of all players who still have some."))
    refuse_wrong_counts(act, counts)
    if owners <= set(counts):
        checks.check_counts(counts, ledger.count_on_tables(facts, act.settings))
    row = act.get_round()
    old = CountRow.objects.filter(round=row, kind=CountKind.FINAL, entry__in=counts, void=None)
    old.update(void=act.line)
    CountRow.objects.bulk_create(
        CountRow(entry_id=entry, round=row, kind=CountKind.FINAL, counters=counters, journal=act.line)
        for entry, counters in counts.items()
    )


@journaled("evening_finished", Stage.SETTLING, title="Finish the evening")
def evening_finish(act: Act) -> None:
    """Finish the evening. Refused while counters are uncounted, do not add up, or are negative.

    After reopening, the result is the next version. Its default reason is that of reopening.
    """
    facts = load_facts(act.evening.pk)
    if needs := facts.chips.needs:
        raise StateError("cards", _("Cut for the yellow chip of round %(round)s first."), round=needs[0][0])
    refuse_blocked(facts)
    write_result(act, facts)
    if (reopened := find_reopening(act.evening)) and not act.line.reason:
        act.line.reason = reopened.reason
        act.line.save(update_fields=["reason"])
    act.go_to(Stage.FINISHED)


@journaled(REOPENED, Stage.FINISHED, asks_reason=True, title="Reopen a finished evening", looks=True)
def evening_reopen(act: Act) -> None:
    """Reopen a finished evening: it settles up again. Until finished again, its result counts nowhere."""
    if is_recorded(act.evening):
        raise StateError(
            "format", _("This evening was played without Headtable. Import corrected results instead.")
        )
    act.go_to(Stage.SETTLING)


@journaled(CALLED_OFF, Stage.PLAYING, Stage.SETTLING, asks_reason=True, title="Call off an evening")
def evening_call_off(act: Act) -> None:
    """Call the evening off: its clock stops, nothing more is recorded, and the evening counts nowhere.

    When the line is undone, the evening continues at its earlier stage.
    """
    row = act.get_round()
    if not row.rung_id:
        stop_clock(act, row, act.now)
    act.note(stage=act.stage)
    act.go_to(Stage.CALLED_OFF)
