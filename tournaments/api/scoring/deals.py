"""A table's decided deals in a round, each with every version of its result."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.doors import member
from accounts.api.schema import described_for_members
from tournaments.api.access import evening_at
from tournaments.api.answers import Answer
from tournaments.api.examples import EXAMPLES
from tournaments.models import Deal, DealLine, DealVersion, Evening, RoundTable


class DealPartAnswer(Answer):
    """Somebody's part: counters won or lost, or bid, tricks and score; null where there are none.

    What happened at the tables is no secret, while prizes are hidden neither.
    """

    entry = serializers.IntegerField()
    name = serializers.CharField()
    won = serializers.BooleanField()
    in_call = serializers.BooleanField()
    counters = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField(allow_null=True)
    tricks = serializers.IntegerField(allow_null=True)
    took = serializers.ListField(child=serializers.IntegerField())
    revokes = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    cards = serializers.CharField()


class VersionAnswer(Answer):
    """A result as it was written by a journal line, by whom, and why it was corrected."""

    version = serializers.IntegerField()
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField()
    reason = serializers.CharField()
    confirmed = serializers.BooleanField()
    call = serializers.DictField()
    trump = serializers.CharField()
    lines = DealPartAnswer(many=True)


class TableDealAnswer(Answer):
    """A deal; ``version`` is the one that stands, which is the ``base_version`` of a correction."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deal = serializers.IntegerField()
    version = serializers.IntegerField()
    stands = VersionAnswer()


class DealWithVersions(TableDealAnswer):
    """A deal with every version of its result, first to last."""

    versions = VersionAnswer(many=True)


class TableDealsAnswer(Answer):
    """The table's decided deals of the round, first to last."""

    deals = TableDealAnswer(many=True)


@described_for_members("deals", "A table's deals of a round", TableDealsAnswer, examples=EXAMPLES["deals"])
@member("GET")
def deals(request: Request, pk: int, round: int, table: int) -> Response:
    """The results that stand. 404 where the round has no such table."""
    evening = evening_at(request, pk)
    found = _deals(evening, round, table)
    here = {"round__evening": evening, "round__number": round, "position": table}
    if not found and not RoundTable.objects.filter(**here, void=None, round__void=None).exists():
        raise Http404
    return Response(TableDealsAnswer({"deals": [_told(deal) for deal in found]}).data)


@described_for_members(
    "deal", "A deal with every version of its result", DealWithVersions, examples=EXAMPLES["deal"]
)
@member("GET")
def deal(request: Request, pk: int, round: int, table: int, deal: int) -> Response:
    """What was written down, and what it was corrected to, by whom and why."""
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
    ordered = sorted(deal.versions.all(), key=lambda one: one.version)
    versions = [_version(version) for version in ordered]
    return {
        "round": deal.round.number,
        "table": deal.position,
        "deal": deal.number,
        "version": ordered[-1].version,
        "stands": versions[-1],
        "versions": versions,
    }


def _version(version: DealVersion) -> dict[str, Any]:
    line = version.journal
    return {
        "version": version.version,
        "seq": line.seq,
        "at": line.at,
        "who": line.author,
        "reason": line.reason,
        "confirmed": version.confirmed_id is not None,
        "call": version.call,
        "trump": version.trump,
        "lines": [_line(one) for one in version.lines.all()],
    }


def _line(line: DealLine) -> dict[str, Any]:
    return {
        "entry": line.entry_id,
        "name": line.entry.name,
        "won": line.won,
        "in_call": line.in_call,
        "counters": line.counters,
        "bid": line.bid,
        "tricks": line.tricks,
        "took": line.took,
        "revokes": line.revokes,
        "score": line.score,
        "cards": line.cards,
    }
