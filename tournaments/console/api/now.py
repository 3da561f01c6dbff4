"""An evening as it stands now: what a program must know to run it on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from rest_framework import serializers

from accounts.models import NamesShown
from accounts.shared.api.fields import Value
from tournaments.attendance.presenters.people import round_now
from tournaments.base.api.answers import Answer, OfEvening, Seconds, Somebody
from tournaments.base.api.values import answer
from tournaments.console.presenters.console import Phase, phase_of
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.record import Stage
from tournaments.core.settings import to_json
from tournaments.evening.api.settings import FirstSettingsBody
from tournaments.evening.presenters.movers import named
from tournaments.evening.presenters.pending_cuts import CountWaits, CutView, count_waits, cut_view
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, RoundRow
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.results.presenters.settling import Settling, settling_of
from tournaments.seating.api.tables import RECORD, TableAnswer, tables_told

NEXT: Mapping[Phase, Sequence[str]] = {
    Phase.RING: ("bell-ring",),
    Phase.COUNT: ("table-count",),
    Phase.CUT: ("cut-record", "cut-draw", "cuts-draw"),
    Phase.READY: ("moves-apply",),
    Phase.LAST: ("evening-settle",),
}


class ClockAnswer(Answer):
    """A round's clock: it runs from one time to another, or stands with so many seconds left, or is off.

    ``moves_at``: when people will be moved, unless that is ``held``.
    """

    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    seconds_left = Seconds(source="left", allow_null=True)
    moves_at = serializers.DateTimeField(allow_null=True)
    held = serializers.BooleanField()


CUT, COUNT = answer(CutView), answer(CountWaits)


class RoundNow(Answer):
    """The present round. ``rounds``: how many there are, where that is known.

    ``phase``: play (the bell has not rung), ring (every result is in), wait (tables finish their deals),
    count, cut, ready (the moves can be applied), last (no round follows).
    """

    number = serializers.IntegerField()
    rounds = serializers.IntegerField(allow_null=True)
    rung = serializers.BooleanField()
    closed = serializers.BooleanField()
    phase = serializers.CharField()
    clock = ClockAnswer()
    tables = TableAnswer(many=True)
    cuts_needed = CUT(many=True)
    counts_needed = COUNT(many=True)


class SettlingNow(Answer):
    """What is still to be done after the last bell; ``uncounted``: whose counters are still to be counted."""

    uncounted = Somebody(many=True)
    cuts_needed = CUT(many=True)
    blockers = serializers.ListField(child=serializers.CharField())
    ready = serializers.BooleanField()


class NowAnswer(OfEvening):
    """An evening. ``next``: the commands that bring it on from here."""

    club = serializers.IntegerField(source="evening.club_id")
    club_name = serializers.CharField(source="evening.club.name")
    options = serializers.DictField(child=Value(), source="evening.options")
    rules_name = serializers.CharField(source="evening.rules_name")
    settings = FirstSettingsBody()
    join_code = serializers.CharField(source="evening.join_code")
    published = serializers.BooleanField(source="evening.published")
    public_address = serializers.CharField(source="evening.public_address", allow_null=True)
    names_shown = serializers.ChoiceField(["", *NamesShown.values], source="evening.names_shown")
    people = serializers.IntegerField()
    next = serializers.ListField(child=serializers.CharField())
    round = RoundNow(allow_null=True)
    settling = SettlingNow(allow_null=True)


def now_of(evening: Evening) -> dict[str, Any]:
    """The evening as ``NowAnswer`` shows it: the facts, and four queries at most besides."""
    facts, stage = load_facts(evening.pk), Stage(evening.stage)
    shows = stage in (Stage.SEATED, Stage.PLAYING) and facts.rounds
    preview = preview_of(facts, round_now(facts)) if shows else None
    settling = settling_of(evening, facts) if stage is Stage.SETTLING else None
    return {
        "evening": evening,
        "settings": to_json(evening.settings),
        "people": len(facts.entries),
        "next": list(_next(evening, facts, preview, settling)),
        "round": _round(evening, facts, preview) if preview else None,
        "settling": _settling(settling, facts) if settling else None,
    }


def _next(
    evening: Evening, facts: Facts, preview: Preview | None, settling: Settling | None
) -> Iterable[str]:
    match stage := Stage(evening.stage):
        case Stage.DRAFT:
            return ("check-in-open",)
        case Stage.CHECK_IN:
            return ("people-check-in", "seats-draw")
        case Stage.SEATED:
            return ("evening-start",)
        case Stage.CALLED_OFF:
            return ()
        case Stage.FINISHED:
            return ("prize-reveal", "prizes-reveal-all") if keeps_secrets(evening) else ()
        case Stage.PLAYING | Stage.SETTLING:
            if settling is not None:
                return _settled_by(settling)
            return _played_by(facts, preview) if preview else ()
        case _:
            assert_never(stage)


def _settled_by(settling: Settling) -> Iterable[str]:
    if settling.missing and not settling.each_deal:
        yield "final-count"
    if settling.cuts:
        yield from NEXT[Phase.CUT]
    if settling.ready:
        yield "evening-finish"


def _played_by(facts: Facts, preview: Preview) -> Iterable[str]:
    phase = phase_of(preview)
    if phase in NEXT:
        return NEXT[phase]
    record = [RECORD[part] for part in facts.play.kind.parts]
    return (*record, "table-end") if phase is Phase.WAIT else (*record, "bell-ring")


def _round(evening: Evening, facts: Facts, preview: Preview) -> dict[str, Any]:
    row = RoundRow.objects.get(evening=evening, number=preview.round, void=None)
    stands = row.closed_id is None and row.looked == evening.seq
    return {
        "number": preview.round,
        "rounds": preview.rounds,
        "rung": preview.rung,
        "closed": row.closed_id is not None,
        "phase": phase_of(preview),
        "clock": {
            "starts_at": row.starts_at,
            "ends_at": row.ends_at,
            "paused": row.left is not None,
            "left": row.left,
            "moves_at": row.moves_at if stands else None,
            "held": row.held,
        },
        "tables": tables_told(evening, facts, preview),
        "cuts_needed": [cut_view(at, need, facts.names, facts.play) for at, need in preview.cuts],
        "counts_needed": [count_waits(need, facts.names) for need in preview.counts],
    }


def _settling(settling: Settling, facts: Facts) -> dict[str, Any]:
    uncounted = [place.entry for place in settling.places if place.counted is None]
    return {
        "uncounted": [] if settling.each_deal else named(uncounted, facts.names),
        "cuts_needed": settling.cuts,
        "blockers": settling.blockers,
        "ready": settling.ready,
    }
