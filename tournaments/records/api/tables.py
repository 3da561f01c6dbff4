"""Standings and player lists as CSV and XLSX, for programs with a token: the same as the pages' downloads."""

from collections.abc import Callable

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from accounts.permissions import Right
from accounts.shared.api.callers import club_at
from accounts.shared.api.decorators import View, member, with_file
from accounts.shared.api.schema import REFUSED_MEMBERS
from tournaments.base.api.access import evening_and_right, refuse_secret, season_and_right
from tournaments.transfer.presenters.evening import refuse_rehearsal
from tournaments.transfer.presenters.season import season_as_table
from tournaments.transfer.presenters.sheet import FILES, Table, table_file
from tournaments.transfer.presenters.tables import evening_table, players_table

Read = Callable[[Request, int], Table]


def _views(name: str, about: str, columns: str, read: Read) -> dict[str, View]:
    """Return the view of a table for each kind of file."""
    return {kind: _view(kind, name, about, columns, read) for kind in FILES}


def _view(kind: str, name: str, about: str, columns: str, read: Read) -> View:
    media = FILES[kind].partition(";")[0]
    text = media.startswith("text/")

    @extend_schema(
        operation_id=f"{name}_{kind}",
        summary=f"{about} as {kind.upper()}",
        description=read.__doc__,
        responses={(200, media): OpenApiTypes.STR if text else OpenApiTypes.BINARY, **REFUSED_MEMBERS},
        examples=[OpenApiExample(about, columns, media_type=media, response_only=True)] if text else [],
    )
    @with_file
    @member("GET")
    def view(request: Request, pk: int) -> HttpResponse:
        content, media_type = table_file(read(request, pk), kind)
        answer = HttpResponse(content, content_type=media_type)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return view


def _standing(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    evening, right = evening_and_right(request, pk)
    refuse_secret(evening, right)
    refuse_rehearsal(evening)
    return evening_table(evening)


def _season(request: Request, pk: int) -> Table:
    """Names × evenings. Evenings with hidden prizes count only for organisers."""
    found, right = season_and_right(request, pk)
    return season_as_table(found, all_known=right >= Right.RUN)


def _players(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    return players_table(club_at(request, pk)[0])


STANDING = _views("standing", "The standings of an evening", "date,evening,game,name\n", _standing)
SEASON = _views("season_table", "The standings of a season", "place,name,points\n", _season)
PLAYERS = _views("players", "A club's player list", "name,role,public,public_name,groups\n", _players)
