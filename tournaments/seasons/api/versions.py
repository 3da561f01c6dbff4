"""The versions of a season's result: what each closing wrote."""

from functools import partial

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_at
from tournaments.base.api.values import answer
from tournaments.models import SeasonResult
from tournaments.seasons.api.seasons import PRIZE
from tournaments.seasons.presenters.versions import Version, Written, season_written, versions_told

VERSION, WRITTEN = answer(Version), answer(Written, prizes=partial(PRIZE, many=True))


@listed(
    "season_versions",
    "The versions of a season’s result",
    VERSION,
)
@member("GET")
def versions(request: Request, pk: int) -> Response:
    """Every version that a closing wrote, the newest first."""
    season = season_at(request, pk)
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor").order_by("-version")
    return page_of(request, rows, VERSION, told=versions_told)


@described_for_members(
    "season_version",
    "A version of a season’s result",
    WRITTEN,
)
@member("GET")
def version(request: Request, pk: int, version: int) -> Response:
    """Standings and prizes as one closing wrote them."""
    found = season_written(season_at(request, pk), version)
    if found is None:
        raise Http404
    return Response(WRITTEN(found).data)
