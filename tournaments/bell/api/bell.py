"""What the bell of the present round brings, as far as it is known."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import StateError
from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.attendance.api.people import Somebody, named, somebody
from tournaments.attendance.presenters.people import round_now
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import Answer, At, Why, at_place, why
from tournaments.bell.api.pending_cuts import CutWaits, cuts_told
from tournaments.console.api.now import CountWaits
from tournaments.console.presenters.console import phase_of
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.record import Stage
from tournaments.evening.presenters.pending_cuts import cuts_made
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import PLAIN_STAGE
from tournaments.models import Evening


class MoveAnswer(Somebody):
    """One change of seat, in the order in which they happen."""

    start = At()
    end = At()
    why = Why()


class SeatsAnswer(Somebody):
    """Where somebody sits in the next round; null for who does not, or waits for the draw."""

    place = At(allow_null=True)
    why = Why(allow_null=True)


class ExchangeAnswer(Answer):
    broke = Somebody()
    partner = Somebody()


class UnmovedAnswer(Answer):
    table = serializers.IntegerField()
    why = Why()


class CutMadeAnswer(Answer):
    """A cut as it was made; the seed, where the program drew the cards."""

    table = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    seed = serializers.CharField()


class BellAnswer(Answer):
    """The bell of ``round``. ``decided``: it has rung, and nothing is missing, so the moves can be applied.

    Before that everything here is as it would be by now. ``over`` says why no further game can follow.
    """

    round = serializers.IntegerField()
    rung = serializers.BooleanField()
    phase = serializers.CharField()
    decided = serializers.BooleanField()
    is_last = serializers.BooleanField()
    still_out = serializers.ListField(child=serializers.IntegerField())
    yellow_chip = Somebody(allow_null=True)
    moves = MoveAnswer(many=True)
    people = SeatsAnswer(many=True)
    fresh_stakes = Somebody(many=True)
    exchanges = ExchangeAnswer(many=True)
    nobody_leaves = UnmovedAnswer(many=True)
    cuts_needed = CutWaits(many=True)
    counts_needed = CountWaits(many=True)
    cuts_made = CutMadeAnswer(many=True)
    short_tables = serializers.ListField(child=serializers.IntegerField())
    over = Why(allow_null=True)


@described_for_members("bell", "The outcome of the bell", BellAnswer, refuses_states=True)
@member("GET")
def bell(request: Request, pk: int) -> Response:
    """Moves with reasons, fresh stakes, exchanged seats, and missing cuts and counts."""
    evening = evening_at(request, pk)
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", PLAIN_STAGE[Stage(evening.stage)])
    facts = load_facts(evening.pk)
    preview = preview_of(facts, round_now(facts))
    return Response(BellAnswer(_told(evening, facts, preview)).data)


def _told(evening: Evening, facts: Facts, preview: Preview) -> dict[str, Any]:
    brings, names = preview.bell, facts.names
    return {
        "round": preview.round,
        "rung": preview.rung,
        "phase": phase_of(preview),
        "decided": preview.ready,
        "is_last": preview.is_last,
        "still_out": preview.still_out,
        "yellow_chip": None if brings.chip is None else somebody(brings.chip, names),
        "moves": [
            somebody(move.entry, names)
            | {"start": at_place(move.start), "end": at_place(move.end), "why": why(move.why, names)}
            for move in brings.moves
        ],
        "people": [
            somebody(entry, names)
            | {
                "place": at_place(brings.seats[entry]) if entry in brings.seats else None,
                "why": why(brings.verdicts[entry], names) if entry in brings.verdicts else None,
            }
            for entry in sorted({*brings.seats, *brings.verdicts})
        ],
        "fresh_stakes": named(brings.fresh, names),
        "exchanges": [
            {"broke": somebody(broke, names), "partner": somebody(partner, names)}
            for broke, partner in brings.exchanges
        ],
        "nobody_leaves": [
            {"table": table, "why": why(reason, names)} for table, reason in sorted(brings.unmoved.items())
        ],
        "cuts_needed": cuts_told(preview.cuts, names, facts.play),
        "counts_needed": [
            {"table": need.table, "among": named(need.uncounted, names)} for need in preview.counts
        ],
        "cuts_made": [
            {"table": cut.table, "cards": [dict([card]) for card in cut.cards], "seed": cut.seed}
            for cut in (cuts_made(evening, preview.round, names) if preview.rung else ())
        ],
        "short_tables": preview.short,
        "over": why(preview.over, names) if preview.over else None,
    }
