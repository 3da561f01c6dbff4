"""The evenings: their journals without gaps, their facts consistent, their results as the facts say."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext

from tournaments.core.counters import ledger
from tournaments.core.facts import Facts, Stage
from tournaments.core.formats.preview import chips_of
from tournaments.core.results.columns import FIGURES
from tournaments.facts.results.results import BY_DEEDS, Reckoning, figures_of, reckoning
from tournaments.facts.running.evening import load_facts
from tournaments.management.doctor.finding import Asked, Check, Finding, doubt, well, wrong
from tournaments.models import Evening, Result
from tournaments.words import worded

BACKUP = gettext("Compare it with a backup of an earlier hour, and restore that one if it is right.")


def _asked_for(asked: Asked) -> QuerySet[Evening]:
    found = Evening.objects.order_by("pk")
    return found if asked.evening is None else found.filter(pk=asked.evening)


def journals(asked: Asked) -> Iterator[Finding]:
    """Lines are counted from 1 without a gap, up to the number that the evening itself knows."""
    counted = _asked_for(asked).annotate(last=Max("journal__seq"), lines=Count("journal"))
    broken = counted.filter(Q(last=None) | ~Q(seq=F("last")) | ~Q(seq=F("lines")))
    for evening in broken.iterator(chunk_size=100):
        yield wrong(
            gettext(
                "Evening %(evening)s is at line %(seq)s, but its journal has %(lines)s, the last %(last)s."
            )
            % {
                "evening": evening.pk,
                "seq": evening.seq,
                "lines": evening.lines,
                "last": evening.last or 0,
            },
            BACKUP,
        )
    if not broken.exists():
        yield well(gettext("Each has all its lines."))


def evenings(asked: Asked) -> Iterator[Finding]:
    """Each by itself, so that memory holds one at a time."""
    wanted = _asked_for(asked)
    number, sound = wanted.count(), 0
    if asked.evening is not None and not number:
        yield wrong(
            gettext("There is no evening %(evening)s.") % {"evening": asked.evening},
            gettext("Its number stands in the address of its pages."),
        )
        return
    for done, evening in enumerate(wanted.iterator(chunk_size=100), start=1):
        found = list(_evening(evening))
        sound += not found
        yield from found
        asked.tell(done, number)
    yield well(gettext("%(sound)s of %(number)s are consistent.") % {"sound": sound, "number": number})


def _evening(evening: Evening) -> Iterator[Finding]:
    """What is not well with one evening."""
    try:
        settings, facts = evening.settings, load_facts(evening.pk)
    except Exception as error:  # of any kind: what is stored may be anything
        yield wrong(
            gettext("Evening %(evening)s cannot be read: %(error)s")
            % {"evening": evening.pk, "error": error},
            gettext("It was made by another version, or changed by hand: restore a backup."),
        )
        return
    try:
        if facts.stakes and (broken := ledger.imbalance(facts, settings)) is not None:
            yield _unlawful(evening, worded(broken.why, facts.names))
        if evening.stage == Stage.FINISHED and facts.play.format.planned:
            yield from _result(evening, facts)
    except Exception as error:
        yield wrong(
            gettext("Evening %(evening)s cannot be reckoned up: %(kind)s: %(error)s")
            % {"evening": evening.pk, "kind": type(error).__name__, "error": error},
            BACKUP,
        )


def _unlawful(evening: Evening, why: str) -> Finding:
    """No counter is made or lost: while an evening is played a count may be wrong, and is mended there."""
    says = gettext("Evening %(evening)s: %(why)s") % {"evening": evening.pk, "why": why}
    if evening.stage == Stage.FINISHED:
        return wrong(says, BACKUP)
    return doubt(
        says, gettext("Count anew, or correct the deal: the organiser's page shows which lines differ.")
    )


def _result(evening: Evening, facts: Facts) -> Iterator[Finding]:
    """The result that was announced, or corrected last, is what the facts say now."""
    if chips_of(facts).needs:
        yield doubt(
            gettext("Evening %(evening)s: a correction waits for the cut for a yellow chip.")
            % {"evening": evening.pk},
            gettext("Make the cut on the organiser's page: it writes the result anew."),
        )
        return
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if result is None:
        yield wrong(
            gettext("Evening %(evening)s is finished, but has no result.") % {"evening": evening.pk}, BACKUP
        )
    elif differ := _differ(result, reckoning(evening.settings, facts), facts):
        yield wrong(
            gettext(
                "Evening %(evening)s: its result, version %(version)s, is not what its facts say: %(what)s."
            )
            % {"evening": evening.pk, "version": result.version, "what": ", ".join(differ)},
            gettext("See who is right on its ledger page; the next correction of a deal writes it anew."),
        )


def _differ(result: Result, reckoned: Reckoning, facts: Facts) -> list[str]:
    """The names of those whose figures differ, and the titles of the prizes that do."""
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
    """Figures as they come back from the database."""
    return json.loads(json.dumps(dict(figures)))


SOUND = ("database", "SQLite file", "migrations")
CHECKS = (
    Check("journals", journals, needs=SOUND),
    Check("evenings", evenings, needs=SOUND),
)
