"""Settling up: the last bell, final counts, and the result with its prizes in versions."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Max

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.counters import checks, ledger
from tournaments.core.counters.leaving import left_in_pools
from tournaments.core.facts import CountKind, Facts, Stage
from tournaments.core.play import Play
from tournaments.facts.results.groups import groups_of
from tournaments.facts.results.pending_cuts import AWAITS_CUT
from tournaments.facts.results.results import Reckoning, figures_of, reckoning
from tournaments.facts.running.bell import bell_preview, chips_of
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.seat_options import LEFT_IN_POOL
from tournaments.models import Award, CountRow, Deal, Result, RoundRow, Settlement
from tournaments.services.counts import refuse_wrong_counts
from tournaments.services.journal import Act, journaled


@journaled("last_bell", Stage.PLAYING)
def evening_settle(act: Act, *, round: int) -> None:
    """That was the last bell: nobody moves any more, counters are settled."""
    row = act.round()
    if row.number != round:
        raise RuleError("round", _("Round %(round)s is over."), round=round)
    facts = load_facts(act.evening.pk)
    unplayed = not row.rung_id and not Deal.objects.filter(round=row, void=None).exists()
    if not row.rung_id and not unplayed:
        raise RuleError("round", _("Ring the bell first: this round has results."))
    if row.rung_id and (out := bell_preview(act.evening, facts, row.number).still_out):
        raise RuleError(
            "round", _("Results are still missing at tables %(tables)s."), tables=", ".join(map(str, out))
        )
    _refuse_pools(facts, row.number)
    RoundRow.objects.filter(pk=row.pk).update(closed=act.line)
    act.note(round=row.number)
    act.go_to(Stage.SETTLING)


def _refuse_pools(facts: Facts, round: int) -> None:
    """What lies in a pool is nobody's yet, and would be missing when counters are settled."""
    sat = {seat.entry: seat.position for seat in facts.seats if seat.round == round}
    for entry in left_in_pools(facts, round):
        raise RuleError("round", LEFT_IN_POOL, table=sat[entry])


@journaled("counters_counted", Stage.SETTLING)
def final_count(act: Act, *, counts: Mapping[int, int]) -> None:
    """Counters as they were counted at settling up; a second count takes the place of the first.

    Only when everybody is counted is it known what they must total.
    """
    facts = load_facts(act.evening.pk)
    if not facts.play.staked:
        raise RuleError("game", _("Bids and tricks are recorded in this game, not counters."))
    owners = set(ledger.started(facts)) - set(ledger.taken_away(facts))
    if not counts or set(counts) - owners:
        raise RuleError("counts", _("Count the counters of those who still have them."))
    refuse_wrong_counts(act, counts)
    if owners <= set(counts):
        checks.check_counts(counts, ledger.on_tables(facts, act.settings))
    row = act.round()
    old = CountRow.objects.filter(round=row, kind=CountKind.FINAL, entry__in=counts, void=None)
    old.update(void=act.line)
    CountRow.objects.bulk_create(
        CountRow(entry_id=entry, round=row, kind=CountKind.FINAL, counters=counters, journal=act.line)
        for entry, counters in counts.items()
    )


@journaled("evening_finished", Stage.SETTLING)
def evening_finish(act: Act) -> None:
    """Announce the result, version 1. Refused while counters are uncounted, made, lost or negative."""
    facts = load_facts(act.evening.pk)
    if needs := chips_of(facts).needs:
        raise RuleError("cards", _("Cut for the yellow chip of round %(round)s first."), round=needs[0][0])
    _refuse_blocked(act, facts)
    _write_result(act, facts, 1)
    act.go_to(Stage.FINISHED)


def result_again(act: Act) -> None:
    """A correction after the evening was finished: the next version of its result.

    If it divides a pool of the head table, the cut for the yellow chip comes first, and writes it.
    """
    facts = load_facts(act.evening.pk)
    _refuse_blocked(act, facts)
    if chips_of(facts).needs:
        act.note(**{AWAITS_CUT: True})
        return
    last = Result.objects.filter(evening=act.evening).aggregate(last=Max("version"))["last"]
    _write_result(act, facts, last + 1)


def result_when_cut(act: Act) -> None:
    """After a cut: the result that waited for it, if the evening is finished."""
    if act.stage is Stage.FINISHED:
        result_again(act)


def _refuse_blocked(act: Act, facts: Facts) -> None:
    for why in ledger.blockers(facts, act.settings):
        raise RuleError("counters", why.sentence, **why.figures)


def _write_result(act: Act, facts: Facts, version: int) -> None:
    reckoned = reckoning(act.settings, facts)
    if version == 1 and (groups := groups_of(act.settings, facts)):
        act.note(groups=groups)
    result = Result.objects.create(
        evening=act.evening,
        version=version,
        journal=act.line,
        game=act.evening.game,
        format=act.evening.format,
        rules_name=act.evening.rules_name,
        options=act.evening.options,
        chosen=act.evening.chosen,
    )
    act.note(version=version)
    _write_figures(result, reckoned, facts.play)


def _write_figures(result: Result, reckoned: Reckoning, play: Play) -> None:
    """The figures and prizes of a version; prizes that the hall knew before, it knows still."""
    before = Award.objects.filter(result__evening=result.evening_id, result__version=result.version - 1)
    known = dict(before.values_list("prize", "revealed"))
    Settlement.objects.bulk_create(
        Settlement(result=result, entry_id=row.entry, **figures_of(row, play)) for row in reckoned.standing
    )
    awards = Award.objects.bulk_create(
        Award(
            result=result,
            rank=rank,
            prize=award.prize.key,
            title=award.prize.title,
            why=award.why.code,
            figures=dict(award.why.figures),
            revealed_id=known.get(award.prize.key),
        )
        for rank, award in enumerate(reckoned.awards, start=1)
    )
    through = Award.winners.through
    through.objects.bulk_create(
        through(award_id=row.pk, entryrow_id=entry)
        for row, award in zip(awards, reckoned.awards, strict=True)
        for entry in award.winners
    )
