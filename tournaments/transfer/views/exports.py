"""What members take away: an evening, the club's list, a season, as a table or as a document."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.errors import ForbiddenError
from accounts.permissions import Right
from accounts.shared.views.base import club_of
from accounts.shared.views.files import download, file_name
from tournaments.base.views.pages import may_run, member_page
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.views.base import season_page
from tournaments.transfer.presenters.evening import export, refuse_rehearsal
from tournaments.transfer.presenters.season import season_as_table, season_document
from tournaments.transfer.presenters.sheet import Table, table_file
from tournaments.transfer.presenters.tables import evening_table, players_document, players_table

IN_LINES: Mapping[str, Any] = {"indent": 1}
NO_SPACE: Mapping[str, Any] = {"separators": (",", ":")}
"""For what is sent back again, and must not be long."""


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_standings(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """How the evening stands, or ended."""
    _refuse_secret(request, evening)
    return _table(evening_table(evening), kind, evening.held_on, evening.name)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_json(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All of the evening, for anybody to replay and check."""
    _refuse_secret(request, evening)
    return json_file(export(evening), evening.held_on, evening.name)


def _refuse_secret(request: HttpRequest, evening: Evening) -> None:
    """ForbiddenError where the hall is still to be told how it ended, or it is a rehearsal."""
    refuse_rehearsal(evening)
    if not may_run(request) and keeps_secrets(evening):
        raise ForbiddenError("prizes", BEFORE_PRIZES)


@require_safe
@login_required
def players_list(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Everybody on the club's list."""
    club = club_of(request, pk)[0]
    return _table(players_table(club), kind, club.name, "players")


@require_safe
@login_required
def players_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody who is or was on the club's list."""
    club = club_of(request, pk)[0]
    return json_file(players_document(club), club.name, "players")


@require_safe
@season_page(Right.VIEW)
def season_standings(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """The season's standing with what each evening gave."""
    table = season_as_table(season, all_known=may_run(request))
    return _table(table, kind, season.league, season)


@require_safe
@season_page(Right.VIEW)
def season_json(request: HttpRequest, season: Season) -> HttpResponse:
    """The season as another installation can read it."""
    document = season_document(season, all_known=may_run(request))
    return json_file(document, season.league, season, layout=NO_SPACE)


def _table(table: Table, kind: str, *name: object) -> HttpResponse:
    """Return the table as a file, CSV or XLSX."""
    content, media = table_file(table, kind)
    return download(content, media, f"{file_name(*name)}.{kind}")


def json_file(document: dict[str, Any], *name: object, layout: Mapping[str, Any] = IN_LINES) -> HttpResponse:
    """Return the document as a file."""
    content = json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, **layout).encode()
    return download(content, "application/json", f"{file_name(*name)}.json")
