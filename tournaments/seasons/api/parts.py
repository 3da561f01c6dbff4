"""What a season consists of: its evenings, its people, and what each of them has from where."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_and_right, season_at
from tournaments.base.api.values import answer
from tournaments.seasons.presenters.row import RowExplained, row_explained
from tournaments.seasons.selectors.counting import EveningOf, evenings_of
from tournaments.seasons.selectors.people import SeasonPerson, people_of

EVENING, PERSON, ROW = answer(EveningOf), answer(SeasonPerson), answer(RowExplained)


@listed(
    "season_evenings",
    "The evenings of a season",
    EVENING,
)
@member("GET")
def evenings(request: Request, pk: int) -> Response:
    """In order of time. One whose prizes are hidden counts only for who runs it."""
    season, right = season_and_right(request, pk)
    rows = evenings_of(season, all_known=right >= Right.RUN)
    return page_of(request, rows, EVENING)


@listed(
    "season_people",
    "The people of a season",
    PERSON,
)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """Everybody who is on the season’s list or has played in it, by name."""
    return page_of(request, people_of(season_at(request, pk)), PERSON)


@described_for_members("season_row", "A row of a season explained", ROW)
@member("GET")
def row(request: Request, pk: int, player: int) -> Response:
    """What each evening gave somebody, whether it counts, and why the place is this one."""
    season, right = season_and_right(request, pk)
    found = row_explained(season, player, all_known=right >= Right.RUN)
    if found is None:
        raise Http404
    return Response(ROW(found).data)
