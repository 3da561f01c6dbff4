"""The tables that tonight's people make, and how else they can be divided."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.attendance.presenters.checkin import Plan, plan_of
from tournaments.base.api.access import evening_and_right
from tournaments.base.api.values import answer

SIZES = answer(Plan)


@described_for_members("table_sizes", "The table sizes of an evening", SIZES)
@member("GET")
def table_sizes(request: Request, pk: int) -> Response:
    """The tables that a draw would make now, and every other way to seat everybody."""
    evening, _right = evening_and_right(request, pk)
    return Response(SIZES(plan_of(evening)).data)
