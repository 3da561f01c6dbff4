"""The versions of an evening's result: written when it is finished, and after each correction."""

from collections.abc import Iterable

from django.db.models import Max, OuterRef, Subquery

from accounts.errors import RuleError
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Stage
from tournaments.core.settings import to_json
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import Act
from tournaments.models import Award, EntryRow, Result, Settlement
from tournaments.standings.selectors.people import load_groups
from tournaments.standings.selectors.standings import AWAITS_CUT, Reckoning, build_figures, compute_reckoning


def rewrite_result(act: Act) -> None:
    """Write the next version of the result, after a correction of a finished evening.

    If the correction divides a pool of the head table, the cut for the yellow chip comes first. Then the cut
    writes the version.
    """
    facts = load_facts(act.evening.pk)
    refuse_blocked(facts)
    if facts.chips.needs:
        act.note(**{AWAITS_CUT: True})
        return
    write_result(act, facts)


def write_awaited_result(act: Act) -> None:
    """Write the result that waited for a cut, if the evening is finished."""
    if act.stage is Stage.FINISHED:
        rewrite_result(act)


def refuse_blocked(facts: Facts) -> None:
    for obstacle in facts.play.kind.find_blockers(facts):
        (sentence,) = obstacle.sentences
        raise RuleError("counters", sentence, **obstacle.figures)


def write_result(act: Act, facts: Facts) -> None:
    reckoned = compute_reckoning(facts)
    version = (Result.objects.filter(evening=act.evening).aggregate(last=Max("version"))["last"] or 0) + 1
    if groups := load_groups(facts):
        act.note(groups=groups)
    result = Result.objects.create(
        evening=act.evening,
        version=version,
        journal=act.line,
        game=act.evening.game,
        format=act.evening.format,
        rules_name=act.evening.rules_name,
        options=act.evening.options,
        chosen=to_json(reckoned.settings) if reckoned.settings != facts.settings else act.evening.chosen,
    )
    act.note(version=version)
    _write_figures(result, reckoned, facts.play)


def write_settlements(result: Result, rows: Iterable[Settlement]) -> None:
    """Write the figures of a version, each with the present player of the entry."""
    Settlement.objects.bulk_create(rows)
    player = EntryRow.objects.filter(pk=OuterRef("entry")).values("player")
    Settlement.objects.filter(result=result).update(player=Subquery(player))


def _write_figures(result: Result, reckoned: Reckoning, play: Play) -> None:
    """Write the figures and prizes of a version. Prizes that the hall has seen stay revealed.

    If all prizes were revealed, new ones are revealed at once.
    """
    before = Award.objects.filter(result__evening=result.evening_id, result__version=result.version - 1)
    revealed_by_prize = dict(before.values_list("prize", "revealed"))
    at_once = result.journal_id if result.version > 1 and all(revealed_by_prize.values()) else None
    write_settlements(
        result,
        (
            Settlement(result=result, entry_id=row.entry, **build_figures(row, play))
            for row in reckoned.standing
        ),
    )
    awards = Award.objects.bulk_create(
        Award(
            result=result,
            rank=rank,
            prize=award.prize.key,
            title=award.prize.title,
            why=award.why.code,
            figures=dict(award.why.figures),
            revealed_id=revealed_by_prize.get(award.prize.key, at_once),
        )
        for rank, award in enumerate(reckoned.awards, start=1)
    )
    through = Award.winners.through
    through.objects.bulk_create(
        through(award_id=row.pk, entryrow_id=entry)
        for row, award in zip(awards, reckoned.awards, strict=True)
        for entry in award.winners
    )
