"""The evenings: their journals without gaps, their facts consistent, their results as the facts say."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet

from tournaments.base.words import worded
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.record import Stage
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.evening import load_facts
from tournaments.management.doctor.database import Asked, Check, Finding, doubt, well, wrong
from tournaments.models import Evening, Result
from tournaments.standings.selectors.standings import BY_DEEDS, Reckoning, figures_of, reckoning

BACKUP = "Compare it with an earlier backup. If that is right, restore it."


def _asked_for(asked: Asked) -> QuerySet[Evening]:
    found = Evening.objects.order_by("pk")
    return found if asked.evening is None else found.filter(pk=asked.evening)


def journals(asked: Asked) -> Iterator[Finding]:
    """Check that each journal's lines count from 1 without a gap, up to the evening's own number."""
    counted = _asked_for(asked).annotate(last=Max("journal__seq"), lines=Count("journal"))
    broken = counted.filter(Q(last=None) | ~Q(seq=F("last")) | ~Q(seq=F("lines")))
    for evening in broken.iterator(chunk_size=100):
        yield wrong(
            f"Evening {evening.pk} is at line {evening.seq}, "
            f"but its journal has {evening.lines} lines, the last is {evening.last or 0}.",
            BACKUP,
        )
    if not broken.exists():
        yield well("Every journal is complete.")


def evenings(asked: Asked) -> Iterator[Finding]:
    """Check the evenings one by one, so that memory holds only one at a time."""
    wanted = _asked_for(asked)
    number, sound = wanted.count(), 0
    if asked.evening is not None and not number:
        yield wrong(
            f"There is no evening {asked.evening}.",
            "The number is part of the address of its pages.",
        )
        return
    for done, evening in enumerate(wanted.iterator(chunk_size=100), start=1):
        found = list(_evening(evening))
        sound += not found
        yield from found
        asked.tell(done, number)
    yield well(f"{sound} of {number} are consistent.")


def _evening(evening: Evening) -> Iterator[Finding]:
    try:
        settings, facts = evening.settings, load_facts(evening.pk)
    except Exception as error:  # of any kind: what is stored may be anything
        yield wrong(
            f"Evening {evening.pk} cannot be read: {error}",
            "Another version made it, or it was changed by hand. Restore a backup.",
        )
        return
    try:
        counts = evening.stage != Stage.CALLED_OFF
        if counts and facts.stakes and (broken := ledger.imbalance(facts, settings)) is not None:
            yield _unlawful(evening, worded(broken.why, facts.names))
        if evening.stage == Stage.FINISHED and facts.play.format.planned:
            yield from _result(evening, facts)
    except Exception as error:
        yield wrong(
            f"Evening {evening.pk} cannot be calculated: {type(error).__name__}: {error}",
            BACKUP,
        )


def _unlawful(evening: Evening, why: str) -> Finding:
    """Report counters made or lost: a fault once finished; before that a doubt, as a count can be mended."""
    says = f"Evening {evening.pk}: {why}"
    if evening.stage == Stage.FINISHED:
        return wrong(says, BACKUP)
    return doubt(says, "Count again, or correct the deal. The organiser's page shows which lines differ.")


def _result(evening: Evening, facts: Facts) -> Iterator[Finding]:
    """Check that the newest result, announced or corrected, is what the facts say now."""
    if facts.chips.needs:
        yield doubt(
            f"Evening {evening.pk}: a correction needs a cut for the yellow chip.",
            "Enter the cut on the organiser's page. Then the result is saved again.",
        )
        return
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if result is None:
        yield wrong(f"Evening {evening.pk} is finished, but has no result.", BACKUP)
    elif differ := _differ(result, reckoning(facts), facts):
        yield wrong(
            ("Evening {evening}: its result, version {version}, does not match its data: {what}.").format(
                evening=evening.pk, version=result.version, what=", ".join(differ)
            ),
            "Compare with its ledger page. The next correction of a deal saves it again.",
        )


def _differ(result: Result, reckoned: Reckoning, facts: Facts) -> list[str]:
    """Return the names of the people whose figures differ, and the titles of the prizes that differ."""
    written = {row.pop("entry"): row for row in result.settlements.values("entry", *FIGURES)}
    figures = {row.entry: figures_of(row, facts.play) for row in reckoned.standing}
    for entry, row in written.items():
        if row["deals"] is None and entry in figures:  # written before these figures were kept
            figures[entry] |= dict.fromkeys(BY_DEEDS)
    names = facts.names
    people = {e for e in written | figures if written.get(e) != figures.get(e)}
    given: dict[str, Any] = {
        award.prize: [award.rank, award.why, award.figures, sorted(w.pk for w in award.winners.all())]
        for award in result.awards.prefetch_related("winners")
    }
    due = {
        award.prize.key: [rank, award.why.code, _stored(award.why.figures), sorted(award.winners)]
        for rank, award in enumerate(reckoned.awards, start=1)
    }
    prizes = {key for key in given | due if given.get(key) != due.get(key)}
    return sorted(names.get(entry, str(entry)) for entry in people) + sorted(prizes)


def _stored(figures: Any) -> Any:
    """Return the figures as they come back from the database."""
    return json.loads(json.dumps(dict(figures)))


SOUND = ("database", "SQLite file", "migrations")
CHECKS = (
    Check("journals", journals, needs=SOUND),
    Check("evenings", evenings, needs=SOUND),
)
