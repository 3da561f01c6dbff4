"""The versions of a season's result: what each closing wrote."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_at
from tournaments.models import SeasonResult
from tournaments.seasons.api.seasons import BookLineAnswer, DivisionTableAnswer, SeasonPrize
from tournaments.seasons.presenters.versions import Version, season_written, versions_told


class SeasonVersionAnswer(BookLineAnswer):
    """A version of the result, and the journal's line that wrote it, when, by whom and why."""

    version = serializers.IntegerField()


class SeasonWrittenAnswer(SeasonVersionAnswer):
    """What a closing wrote: standings and prizes, under the names of today."""

    divisions = DivisionTableAnswer(many=True)
    prizes = SeasonPrize(many=True)


@listed("season_versions", "The versions of a season’s result", SeasonVersionAnswer)
@member("GET")
def versions(request: Request, pk: int) -> Response:
    """Every version that a closing wrote, the newest first."""
    season = season_at(request, pk)
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor").order_by("-version")
    return page_of(request, rows, SeasonVersionAnswer, told=lambda found: [*map(_told, versions_told(found))])


@described_for_members("season_version", "A version of a season’s result", SeasonWrittenAnswer)
@member("GET")
def version(request: Request, pk: int, version: int) -> Response:
    """Standings and prizes as one closing wrote them."""
    found = season_written(season_at(request, pk), version)
    if found is None:
        raise Http404
    told = {**_told(found.version), "divisions": found.divisions, "prizes": found.prizes}
    return Response(SeasonWrittenAnswer(told).data)


def _told(one: Version) -> dict[str, Any]:
    return {**vars(one.line), "version": one.version}
