"""The API of an evening's journal.

It returns the lines by page, in words: each with time, author, and whether it was undone.
"""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.urls import path
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Among, IdFilter
from accounts.shared.api.paging import answer_page, listed
from tournaments.base.api.addresses import get_evening
from tournaments.base.api.answers import answer
from tournaments.journal.presenters.page import VERBS, JournalKind, JournalLine, describe_lines, list_verbs
from tournaments.models import Journal
from tournaments.planning.forms.prepare import describe_all_settings

ORDERING = ("seq",)
ANSWER = answer(JournalLine)


class _OfKind(Among):
    def filter(self, rows: QuerySet[Journal], value: str) -> QuerySet[Journal]:
        return rows.filter(verb__in=list_verbs(JournalKind(value))) if value else rows


class JournalFilter(FilterSet):  # type: ignore[misc]
    """The filters of the journal."""

    verb = Among("verb", [*VERBS], label="Verb of the line.")
    kind = _OfKind("verb", [*map(str, JournalKind)], label="Kind of line.")
    since = IdFilter("seq", lookup_expr="gt", label="Only lines after this number.")
    actor = IdFilter("actor", label="Account number of the author.")

    class Meta:
        model = Journal
        fields: list[str] = []


@listed(
    "journal",
    "The journal of an evening",
    ANSWER,
    filters=JournalFilter,
    ordering=ORDERING,
)
@member("GET")
def journal(request: Request, pk: int) -> Response:
    """The journal's lines, the oldest first."""
    evening = get_evening(request, pk)
    rows = Journal.objects.filter(evening=evening).order_by("seq")
    rows = rows.select_related("actor", "link")

    def describe(lines: Sequence[Journal]) -> list[JournalLine]:
        return describe_lines(evening, lines, describe_all_settings)

    return answer_page(request, rows, ANSWER, filters=JournalFilter, ordering=ORDERING, convert=describe)


urlpatterns = [
    path("evenings/<num:pk>/journal/", journal, name="api-evening-journal"),
]
