"""A table's decided deals in a round, each with every version of its result."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import Answer, Happened, KeyedValue, PartAnswer, TextOrNull
from tournaments.models import Deal, Evening, RoundTable


class DealPartAnswer(PartAnswer):
    """Somebody's part with their name. It is no secret, while prizes are hidden neither."""

    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField(source="entry.name")


class VersionAnswer(Answer):
    """A result as it was written by a journal line, by whom, and why it was corrected."""

    version = serializers.IntegerField()
    seq = serializers.IntegerField(source="journal.seq")
    at = serializers.DateTimeField(source="journal.at")
    actor = serializers.IntegerField(source="journal.actor_id", allow_null=True)
    who = serializers.CharField(source="journal.author")
    reason = serializers.CharField(source="journal.reason")
    confirmed = Happened(source="confirmed_id")
    call = serializers.DictField(child=KeyedValue())
    trump = TextOrNull()
    lines = DealPartAnswer(many=True)


class TableDealAnswer(Answer):
    """A deal; ``version`` is the one that stands, which is the ``base_version`` of a correction."""

    round = serializers.IntegerField(source="deal.round.number")
    table = serializers.IntegerField(source="deal.position")
    deal = serializers.IntegerField(source="deal.number")
    version = serializers.IntegerField(source="stands.version")
    stands = VersionAnswer()


class DealWithVersions(TableDealAnswer):
    """A deal with every version of its result, first to last."""

    versions = VersionAnswer(many=True)


@listed("deals", "A table's deals of a round", TableDealAnswer)
@member("GET")
def deals(request: Request, pk: int, round: int, table: int) -> Response:
    """The current results of a table, first to last. 404 if the round has no such table."""
    evening = evening_at(request, pk)
    found = _deals(evening, round, table)
    here = {"round__evening": evening, "round__number": round, "position": table}
    if not found and not RoundTable.objects.filter(**here, void=None, round__void=None).exists():
        raise Http404
    return page_of(request, [_told(deal) for deal in found], TableDealAnswer)


@described_for_members("deal", "One deal with its versions", DealWithVersions)
@member("GET")
def deal(request: Request, pk: int, round: int, table: int, deal: int) -> Response:
    """The recorded result and its corrections, with author and reason."""
    evening = evening_at(request, pk)
    found = next((one for one in _deals(evening, round, table) if one.number == deal), None)
    if found is None:
        raise Http404
    return Response(DealWithVersions(_told(found)).data)


def _deals(evening: Evening, round: int, table: int) -> list[Deal]:
    """In three queries."""
    rows: QuerySet[Deal] = Deal.objects.filter(
        round__evening=evening, round__number=round, round__void=None, position=table, void=None
    )
    versions = ("versions__journal__actor", "versions__journal__link", "versions__lines__entry")
    return list(rows.select_related("round").prefetch_related(*versions).order_by("number"))


def _told(deal: Deal) -> dict[str, Any]:
    versions = sorted(deal.versions.all(), key=lambda one: one.version)
    return {"deal": deal, "stands": versions[-1], "versions": versions}
