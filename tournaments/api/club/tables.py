"""Standings and player lists as CSV, for programs with a token: the same as the pages' downloads."""

from collections.abc import Callable

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from accounts.api.callers import club_at
from accounts.api.decorators import View, member, with_file
from accounts.api.schema import REFUSED_MEMBERS
from accounts.permissions import Right
from tournaments.api.access import evening_and_right, refuse_secret, season_and_right
from tournaments.core.files.sheets import written
from tournaments.pages.files.evening import refuse_rehearsal
from tournaments.pages.files.season import season_as_table
from tournaments.pages.files.tables import Table, evening_table, players_table

CSV = "text/csv"


def _described(name: str, summary: str, example: str) -> Callable[[View], View]:
    about: Callable[[View], View] = extend_schema(
        operation_id=name,
        summary=summary,
        responses={(200, CSV): OpenApiTypes.STR, **REFUSED_MEMBERS},
        examples=[OpenApiExample(summary, example, media_type=CSV, response_only=True)],
    )
    return about


@_described("standing_csv", "The standings of an evening as CSV", "date,evening,game,name\n")
@with_file
@member("GET")
def standing(request: Request, pk: int) -> HttpResponse:
    """The columns are those of an import: docs/import.md."""
    evening, right = evening_and_right(request, pk)
    refuse_secret(evening, right)
    refuse_rehearsal(evening)
    return _csv(evening_table(evening))


@_described("season_table_csv", "The standings of a season as CSV", "place,name,points\n")
@with_file
@member("GET")
def season(request: Request, pk: int) -> HttpResponse:
    """Names × evenings. Evenings with hidden prizes count only for organisers."""
    found, right = season_and_right(request, pk)
    return _csv(season_as_table(found, all_known=right >= Right.RUN))


@_described("players_csv", "A club's player list as CSV", "name,role,public,public_name,groups\n")
@with_file
@member("GET")
def players(request: Request, pk: int) -> HttpResponse:
    """The columns are those of an import: docs/import.md."""
    return _csv(players_table(club_at(request, pk)[0]))


def _csv(table: Table) -> HttpResponse:
    answer = HttpResponse(written(*table), content_type=f"{CSV}; charset=utf-8")
    answer["Cache-Control"] = "private, no-store"
    return answer
