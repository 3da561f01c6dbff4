"""API commands for the seats, and the possible sizes of tables."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.attendance.presenters.people import DrawPlan, plan_of
from tournaments.base.api.addresses import evening_and_right, of_evenings
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
    Command(evening_start, at={"table": "body"}),
    Command(seats_swap),
    Command(seat_move),
    Command(table_add, at={"entry": "entries"}),
    Command(table_close),
    Command(tables_level, at={"table": "body"}),
)


SIZES = answer(DrawPlan)


@described_for_members("table_sizes", "The table sizes of an evening", SIZES)
@member("GET")
def table_sizes(request: Request, pk: int) -> Response:
    """List the tables that a draw would make now, and all other ways to seat everybody."""
    evening, _right = evening_and_right(request, pk)
    return Response(SIZES(plan_of(evening)).data)


urlpatterns = [
    path("evenings/<num:pk>/table-sizes/", table_sizes, name="api-evening-table-sizes"),
    *of_evenings(OF_EVENINGS),
]
