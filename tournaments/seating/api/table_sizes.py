"""The tables that tonight's people make, and how else they can be divided."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.attendance.presenters.checkin import plan_of
from tournaments.base.api.access import evening_and_right
from tournaments.base.api.answers import Answer, Why, why
from tournaments.base.words import refusal
from tournaments.evening.selectors.seat_options import may_draw_again


class WayAnswer(Answer):
    """One way to seat everybody. ``tables``: what to choose for it; 0 is as usual."""

    tables = serializers.IntegerField()
    sizes = serializers.ListField(child=serializers.IntegerField())
    chosen = serializers.BooleanField()
    words = serializers.CharField()


class SizesAnswer(Answer):
    """What a draw now would make. ``refused``: why it would make nothing. ``open``: no result yet."""

    players = serializers.IntegerField()
    sizes = serializers.ListField(child=serializers.IntegerField())
    sits_out = serializers.IntegerField()
    why = Why(allow_null=True)
    refused = serializers.CharField()
    open = serializers.BooleanField()
    ways = WayAnswer(many=True)


@described_for_members("table_sizes", "The table sizes of an evening", SizesAnswer)
@member("GET")
def table_sizes(request: Request, pk: int) -> Response:
    """The tables that a draw would make now, and every other way to seat everybody."""
    evening, _right = evening_and_right(request, pk)
    plan = plan_of(evening)
    told: dict[str, Any] = {
        "players": plan.players,
        "sizes": [table.players for table in plan.tables],
        "sits_out": plan.sits_out,
        "why": why(plan.why, {}) if plan.why else None,
        "refused": refusal(plan.refusal, {}) if plan.refusal else "",
        "open": may_draw_again(evening),
        "ways": plan.ways,
    }
    return Response(SizesAnswer(told).data)
