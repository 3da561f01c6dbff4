"""A table's decided deals in a round, each with every version of its result."""

from functools import partial

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import KeyedValue, TextOrNull
from tournaments.base.api.values import answer
from tournaments.models import RoundTable
from tournaments.scoring.presenters.deal_results import (
    DealWithVersions,
    RecordedDeal,
    Version,
    recorded_deals,
)

VERSION = answer(Version, call=partial(serializers.DictField, child=KeyedValue()), trump=TextOrNull)
DEAL = answer(RecordedDeal, stands=VERSION)
WITH_VERSIONS = answer(DealWithVersions, stands=VERSION, versions=partial(VERSION, many=True))


@listed("deals", "A table's deals of a round", DEAL)
@member("GET")
def deals(request: Request, pk: int, round: int, table: int) -> Response:
    """The current results of a table, first to last. 404 if the round has no such table."""
    evening = evening_at(request, pk)
    found = recorded_deals(evening, round, table)
    here = {"round__evening": evening, "round__number": round, "position": table}
    if not found and not RoundTable.objects.filter(**here, void=None, round__void=None).exists():
        raise Http404
    return page_of(request, found, DEAL)


@described_for_members("deal", "One deal with its versions", WITH_VERSIONS)
@member("GET")
def deal(request: Request, pk: int, round: int, table: int, deal: int) -> Response:
    """The recorded result and its corrections, with author and reason."""
    evening = evening_at(request, pk)
    found = next((one for one in recorded_deals(evening, round, table) if one.deal == deal), None)
    if found is None:
        raise Http404
    return Response(WITH_VERSIONS(found).data)
