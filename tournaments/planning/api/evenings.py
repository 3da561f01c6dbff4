"""Lists of evenings, and one of them whole: as it stands now, and as a document to take away."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django_filters import DateFilter, FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.callers import club_at, in_reach, user_of
from accounts.shared.api.decorators import View, member
from accounts.shared.api.filters import Among, Holds, Id
from accounts.shared.api.kept import kept
from accounts.shared.api.keys import once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from games.rules.registry import KNOWN
from tournaments.base.api.access import evening_and_right, evening_at, refuse_secret
from tournaments.base.api.documents import EXPORT, document
from tournaments.base.api.values import answer
from tournaments.console.api.now import NowAnswer, now_of
from tournaments.core.formats.registry import FORMATS
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.services.journal import By
from tournaments.models import Evening
from tournaments.planning.selectors.evenings import with_people
from tournaments.seasons.services.removal import evening_delete
from tournaments.transfer.presenters.evening import export, refuse_rehearsal

EVENING = answer(Evening)


def told(evening: int) -> dict[str, object]:
    """Return one evening as lists have it."""
    return dict(EVENING(with_people(Evening.objects.all()).get(pk=evening)).data)


ORDERING = ("held_on", "name", "id")


class Day(DateFilter):  # type: ignore[misc]
    """Rows by a day, written as 2026-05-08; nothing: by none."""

    schema = {"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$"}

    def __init__(self, field_name: str, **how: Any) -> None:
        super().__init__(field_name, input_formats=["%Y-%m-%d"], **how)


class EveningFilter(FilterSet):  # type: ignore[misc]
    """What of the evenings is asked for."""

    club = Id("club", label="Number of the club.")
    stage = Among("stage", [*map(str, Stage)], label="Stage.")
    format = Among("format", [*FORMATS], label="Key of the format.")
    game = Among("game", [*KNOWN], label="Key of the game.")
    held_from = Day("held_on", lookup_expr="gte", label="First day.")
    held_until = Day("held_on", lookup_expr="lte", label="Last day.")
    search = Holds("name", label="Text that is part of the name.")

    class Meta:
        model = Evening
        fields: list[str] = []


def described_list(name: str, summary: str, **how: Any) -> Callable[[View], View]:
    """What the description says of a list of evenings."""
    return listed(name, summary, EVENING, filters=EveningFilter, ordering=ORDERING, **how)


@described_list("evenings", "The evenings of all your clubs, the newest first")
@member("GET")
def evenings(request: Request) -> Response:
    """All evenings that the caller can see. A token for one club sees the evenings of that club."""
    rows = in_reach(request, with_people(Evening.held.all()))
    return page_of(request, rows, EVENING, filters=EveningFilter, ordering=ORDERING)


def evenings_of_club(request: Request, pk: int) -> Response:
    """A club's evenings, the newest first."""
    club, _right = club_at(request, pk)
    rows = with_people(Evening.held.filter(club=club))
    return page_of(request, rows, EVENING, filters=EveningFilter, ordering=ORDERING)


@described_for_members("evening", "The current state of an evening", NowAnswer, kept=True, methods=["GET"])
@described_for_members(
    "evening_delete", "Remove an evening", None, status=204, writes=True, methods=["DELETE"]
)
@member("GET", "DELETE")
def evening(request: Request, pk: int) -> HttpResponseBase:
    """All that a program needs to run the evening: round, tables, missing results, next commands.

    It can be removed until its first result, or at any time if it was imported.
    """
    if request.method == "DELETE":
        gone = evening_at(request, pk, Right.RUN)
        return once(request, lambda: _delete(request, gone))
    found, right = evening_and_right(request, pk)
    return kept(request, lambda: NowAnswer(now_of(found)).data, evening_tag(found), right)


def _delete(request: Request, evening: Evening) -> Response:
    evening_delete(By(evening.pk, user_of(request)))
    return Response(status=204)


@described_for_members("evening_export", "The export of an evening", document(EXPORT), kept=True)
@member("GET")
def evening_export(request: Request, pk: int) -> HttpResponseBase:
    """All seats, deals, cuts, moves and journal lines. While prizes are hidden, only for organisers."""
    found, right = evening_and_right(request, pk)
    refuse_secret(found, right)
    refuse_rehearsal(found)
    return kept(request, lambda: export(found), evening_tag(found), right)
