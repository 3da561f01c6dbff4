"""API commands for the seats, and the possible sizes of tables."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.attendance.presenters.people import DrawPlan, plan_draw
from tournaments.base.api.addresses import get_evening_and_right, make_evening_urls
from tournaments.base.api.answers import answer
from tournaments.base.api.commands import Command
from tournaments.seating.services import (
    evening_start,
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)

OF_EVENINGS = (
    Command(seats_draw),
    Command(evening_start, body_fields={"table": "body"}),
    Command(seats_swap),
    Command(seat_move),
    Command(table_add, body_fields={"entry": "entries"}),
    Command(table_close),
    Command(tables_level, body_fields={"table": "body"}),
)


SIZES = answer(DrawPlan)


@described_for_members("table_sizes", "The table sizes of an evening", SIZES)
@member("GET")
def table_sizes(request: Request, pk: int) -> Response:
    """List the tables that a draw would make now, and all other ways to seat everybody."""
    evening, _right = get_evening_and_right(request, pk)
    return Response(SIZES(plan_draw(evening)).data)


urlpatterns = [
    path("evenings/<num:pk>/table-sizes/", table_sizes, name="api-evening-table-sizes"),
    *make_evening_urls(OF_EVENINGS),
]
