"""An evening's journal by pages: who did what when, in words, and what of it is taken back."""

from typing import Any

from django.db.models import QuerySet
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.filters import Among, Id
from accounts.shared.api.paging import listed, page_of
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import Answer
from tournaments.journal.presenters.page import Shown, lines_shown
from tournaments.journal.presenters.verbs import VERBS, Kind, verbs_of
from tournaments.models import Evening, Journal
from tournaments.planning.forms.summary import all_in_words

ORDERING = ("seq",)


class TakenAnswer(Answer):
    at = serializers.DateTimeField()
    partly = serializers.BooleanField()


class DealAt(Answer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deal = serializers.IntegerField()


class _Page(serializers.ListSerializer[Any]):
    """The lines of one page, told together."""

    def to_representation(self, data: Any) -> list[Any]:
        rows = list(data)
        return super().to_representation(_told(rows[0].evening, rows) if rows else [])


class JournalLineAnswer(Answer):
    """A line: its verb, which stays, and what was done in words; of a correction what ``was`` and is ``now``.

    ``actor``: the member's number; null where a table's phone did it, or the program itself. ``taken``: when
    it was taken back.
    """

    seq = serializers.IntegerField(source="row.seq")
    at = serializers.DateTimeField(source="row.at")
    verb = serializers.CharField(source="row.verb")
    words = serializers.CharField(source="shown.sentence.text")
    more = serializers.CharField(source="shown.sentence.more")
    was = serializers.CharField(source="shown.sentence.was")
    now = serializers.CharField(source="shown.sentence.now")
    actor = serializers.IntegerField(source="row.actor_id", allow_null=True)
    who = serializers.CharField(source="shown.who")
    phone = serializers.IntegerField(source="row.link.table", allow_null=True)
    reason = serializers.CharField(source="row.reason")
    deal = DealAt(allow_null=True)
    taken = TakenAnswer(source="shown.taken", allow_null=True)
    may_go_back = serializers.BooleanField(source="shown.may_go_back")

    class Meta:
        list_serializer_class = _Page


class _OfKind(Among):
    def filter(self, rows: QuerySet[Journal], value: str) -> QuerySet[Journal]:
        return rows.filter(verb__in=verbs_of(Kind(value))) if value else rows


class JournalFilter(FilterSet):  # type: ignore[misc]
    """What of the journal is asked for."""

    verb = Among("verb", [*VERBS], label="Verb of the line.")
    kind = _OfKind("verb", [*map(str, Kind)], label="Kind of line.")
    since = Id("seq", lookup_expr="gt", label="Only lines after this number.")
    actor = Id("actor", label="Account number of the author.")

    class Meta:
        model = Journal
        fields: list[str] = []


@listed("journal", "The journal of an evening", JournalLineAnswer, filters=JournalFilter, ordering=ORDERING)
@member("GET")
def journal(request: Request, pk: int) -> Response:
    """The journal's lines, the oldest first."""
    evening = evening_at(request, pk)
    rows = Journal.objects.filter(evening=evening).order_by("seq")
    rows = rows.select_related("actor", "link", "evening__club")
    return page_of(request, rows, JournalLineAnswer, filters=JournalFilter, ordering=ORDERING)


def _told(evening: Evening, rows: list[Journal]) -> list[dict[str, Any]]:
    shown = {line.seq: line for line in lines_shown(evening, rows, all_in_words)}
    return [_line(row, shown[row.seq]) for row in rows]


def _line(row: Journal, shown: Shown) -> dict[str, Any]:
    deal = dict(zip(("round", "table", "deal"), shown.deal, strict=True)) if shown.deal else None
    return {"row": row, "shown": shown, "deal": deal}
