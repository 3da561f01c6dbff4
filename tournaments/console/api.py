"""The API's response for an evening now, with the next commands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from rest_framework import serializers

from accounts.models import NamesShown
from accounts.shared.api.fields import Value
from tournaments.base.api.answers import Answer, OfEvening, Seconds, Somebody, answer
from tournaments.console.presenters import Console, Phase, load_console
from tournaments.core.record import Stage
from tournaments.core.settings import to_json
from tournaments.evening.api import FirstSettingsBody
from tournaments.evening.presenters.movers import CountWaits, CutView, name_entries
from tournaments.evening.presenters.table import Table
from tournaments.models import Evening, RoundRow
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.results.presenters.standing import Settling, build_settling

RECORD = {"pool": "deal-record", "bids": "bids-record", "tricks": "score-record"}
"""The command for each kind of play."""
NEXT: Mapping[Phase, Sequence[str]] = {
    Phase.RING: ("bell-ring",),
    Phase.COUNT: ("table-count",),
    Phase.CUT: ("cut-record", "cut-draw", "cuts-draw"),
    Phase.READY: ("moves-apply",),
    Phase.LAST: ("evening-settle",),
}


class ClockAnswer(Answer):
    """A round's clock. It runs between two times, or is paused with seconds left, or is off.

    ``moves_at``: the time at which people are moved, unless ``held`` is true.
    """

    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    seconds_left = Seconds(source="left", allow_null=True)
    moves_at = serializers.DateTimeField(allow_null=True)
    held = serializers.BooleanField()


CUT, COUNT = answer(CutView), answer(CountWaits)


class RoundNow(Answer):
    """The present round. ``rounds``: the number of rounds, null where it is not known.

    ``phase``: play (the bell has not rung), ring (every result is in), wait (tables finish their deals),
    count, cut, ready (the moves can be applied), last (no round follows).
    """

    number = serializers.IntegerField()
    rounds = serializers.IntegerField(allow_null=True)
    rung = serializers.BooleanField()
    closed = serializers.BooleanField()
    phase = serializers.CharField()
    clock = ClockAnswer()
    tables = answer(Table)(many=True)
    cuts_needed = CUT(many=True)
    counts_needed = COUNT(many=True)


class SettlingNow(Answer):
    """What must be done after the last bell. ``uncounted``: people whose counters must still be counted."""

    uncounted = Somebody(many=True)
    cuts_needed = CUT(many=True)
    blockers = serializers.ListField(child=serializers.CharField())
    ready = serializers.BooleanField()


class NowAnswer(OfEvening):
    """An evening. ``next``: the commands that are possible next."""

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


def describe_now(evening: Evening) -> dict[str, Any]:
    """Return the evening as ``NowAnswer`` shows it: the console's data, and at most two queries."""
    view = load_console(evening)
    shows = view.stage in (Stage.SEATED, Stage.PLAYING) and view.round
    settling = build_settling(evening, view.facts) if view.stage is Stage.SETTLING else None
    return {
        "evening": evening,
        "settings": to_json(evening.settings),
        "people": len(view.facts.entries),
        "next": list(_list_next_commands(evening, view, settling)),
        "round": _describe_round(evening, view) if shows else None,
        "settling": _describe_settling(settling, view) if settling else None,
    }


def _list_next_commands(evening: Evening, view: Console, settling: Settling | None) -> Iterable[str]:
    match view.stage:
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
                return _list_settling_commands(settling)
            return _list_playing_commands(view) if view.round else ()
        case _:
            assert_never(view.stage)


def _list_settling_commands(settling: Settling) -> Iterable[str]:
    if settling.missing and not settling.each_deal:
        yield "final-count"
    if settling.cuts:
        yield from NEXT[Phase.CUT]
    if settling.ready:
        yield "evening-finish"


def _list_playing_commands(view: Console) -> Iterable[str]:
    if view.phase in NEXT:
        return NEXT[view.phase]
    record = [RECORD[part] for part in view.play.kind.parts]
    return (*record, "table-end") if view.phase is Phase.WAIT else (*record, "bell-ring")


def _describe_round(evening: Evening, view: Console) -> dict[str, Any]:
    preview = view.preview
    row = RoundRow.objects.get(evening=evening, number=preview.round, void=None)
    stands = row.closed_id is None and row.looked == evening.seq
    return {
        "number": preview.round,
        "rounds": preview.rounds,
        "rung": preview.rung,
        "closed": row.closed_id is not None,
        "phase": view.phase,
        "clock": {
            "starts_at": row.starts_at,
            "ends_at": row.ends_at,
            "paused": row.left is not None,
            "left": row.left,
            "moves_at": row.moves_at if stands else None,
            "held": row.held,
        },
        "tables": view.tables,
        "cuts_needed": view.cuts,
        "counts_needed": view.counts,
    }


def _describe_settling(settling: Settling, view: Console) -> dict[str, Any]:
    uncounted = [place.entry for place in settling.places if place.counted is None]
    return {
        "uncounted": [] if settling.each_deal else name_entries(uncounted, view.names),
        "cuts_needed": settling.cuts,
        "blockers": settling.blockers,
        "ready": settling.ready,
    }
