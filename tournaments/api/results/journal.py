"""An evening's journal by pages: who did what when, in words, and what of it is taken back."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.doors import member
from accounts.api.filters import Among, Id
from accounts.api.paging import listed, page_of
from tournaments.api.access import evening_at
from tournaments.api.answers import Answer
from tournaments.api.examples import EXAMPLES
from tournaments.core.play import Play
from tournaments.core.settings import Settings
from tournaments.forms.running.summary import in_words
from tournaments.models import Evening, Journal
from tournaments.pages.journal.page import Shown, lines_shown
from tournaments.pages.journal.verbs import VERBS, Kind, verbs_of

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

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    verb = serializers.CharField()
    words = serializers.CharField()
    more = serializers.CharField()
    was = serializers.CharField()
    now = serializers.CharField()
    actor = serializers.IntegerField(allow_null=True)
    who = serializers.CharField()
    phone = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    deal = DealAt(allow_null=True)
    taken = TakenAnswer(allow_null=True)
    may_go_back = serializers.BooleanField()

    class Meta:
        list_serializer_class = _Page


class _OfKind(Among):
    def filter(self, rows: QuerySet[Journal], value: str) -> QuerySet[Journal]:
        return rows.filter(verb__in=verbs_of(Kind(value))) if value else rows


class JournalFilter(FilterSet):  # type: ignore[misc]
    """What of the journal is asked for."""

    verb = Among("verb", [*VERBS], label="With this verb.")
    kind = _OfKind("verb", [*map(str, Kind)], label="Of this kind.")
    since = Id("seq", lookup_expr="gt", label="Written after the line of this number.")
    actor = Id("actor", label="Written by this member.")

    class Meta:
        model = Journal
        fields: list[str] = []


@listed(
    "journal",
    "Who did what when",
    JournalLineAnswer,
    filters=JournalFilter,
    ordering=ORDERING,
    examples=EXAMPLES["journal"],
)
@member("GET")
def journal(request: Request, pk: int) -> Response:
    """The journal's lines, first to last."""
    evening = evening_at(request, pk)
    rows = Journal.objects.filter(evening=evening).order_by("seq")
    rows = rows.select_related("actor", "link", "evening__club")
    return page_of(request, rows, JournalLineAnswer, filters=JournalFilter, ordering=ORDERING)


def _told(evening: Evening, rows: list[Journal]) -> list[dict[str, Any]]:
    shown = {line.seq: line for line in lines_shown(evening, rows, _said)}
    return [_line(row, shown[row.seq]) for row in rows]


def _line(row: Journal, shown: Shown) -> dict[str, Any]:
    sentence, deal = shown.sentence, shown.deal
    return {
        "seq": row.seq,
        "at": row.at,
        "verb": row.verb,
        "words": sentence.text,
        "more": sentence.more,
        "was": sentence.was,
        "now": sentence.now,
        "actor": row.actor_id,
        "who": shown.who,
        "phone": row.link.table if row.link else None,
        "reason": row.reason,
        "deal": dict(zip(("round", "table", "deal"), deal, strict=True)) if deal else None,
        "taken": shown.taken,
        "may_go_back": shown.may_go_back,
    }


def _said(settings: Settings, play: Play) -> list[tuple[str, str]]:
    first, more = in_words(settings, play)
    return [*first, *more]
