"""What members take away: an evening, the club's list, a season, as a table or as a document."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts.errors import ForbiddenError
from accounts.permissions import Right
from accounts.views.base import club_of
from tournaments.core.files.sheets import written
from tournaments.models import Evening, Season
from tournaments.pages.files.evening import export, refuse_rehearsal
from tournaments.pages.files.season import season_as_table, season_document
from tournaments.pages.files.sheet import spreadsheet
from tournaments.pages.files.tables import Table, evening_table, players_document, players_table
from tournaments.pages.results.prizes import keeps_secrets
from tournaments.views.base import may_run, member_page
from tournaments.views.seasons.base import season_page

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
IN_LINES: Mapping[str, Any] = {"indent": 1}
NO_SPACE: Mapping[str, Any] = {"separators": (",", ":")}
"""For what is sent back again, and must not be long."""


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """How the evening stands, or ended."""
    _refuse_secret(request, evening)
    return as_csv(evening_table(evening), _called(evening))


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_json(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All of the evening, for anybody to replay and check."""
    _refuse_secret(request, evening)
    return as_json(export(evening), _called(evening))


def _refuse_secret(request: HttpRequest, evening: Evening) -> None:
    """ForbiddenError where the hall is still to be told how it ended, or it is a rehearsal."""
    refuse_rehearsal(evening)
    if not may_run(request) and keeps_secrets(evening):
        raise ForbiddenError("prizes", _("This is available after all prizes are announced."))


def _called(evening: Evening) -> str:
    return f"{evening.held_on} {evening.name}"


@require_safe
@login_required
def players_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody on the club's list."""
    club = club_of(request, pk)[0]
    return as_csv(players_table(club), f"{club.name} players")


@require_safe
@login_required
def players_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody who is or was on the club's list."""
    club = club_of(request, pk)[0]
    return as_json(players_document(club), f"{club.name} players")


@require_safe
@season_page(Right.VIEW)
def season_csv(request: HttpRequest, season: Season) -> HttpResponse:
    """The season's standing with what each evening gave."""
    return as_csv(season_as_table(season, all_known=may_run(request)), f"{season.league} {season}")


@require_safe
@season_page(Right.VIEW)
def season_xlsx(request: HttpRequest, season: Season) -> HttpResponse:
    """The same as a spreadsheet."""
    return as_xlsx(season_as_table(season, all_known=may_run(request)), f"{season.league} {season}")


@require_safe
@season_page(Right.VIEW)
def season_json(request: HttpRequest, season: Season) -> HttpResponse:
    """The season as another installation can read it."""
    document = season_document(season, all_known=may_run(request))
    return as_json(document, f"{season.league} {season}", NO_SPACE)


def as_csv(table: Table, name: str) -> HttpResponse:
    """The table as a file of that name."""
    answer = HttpResponse(written(*table), content_type="text/csv; charset=utf-8")
    return _file(answer, name, "csv")


def as_xlsx(table: Table, name: str) -> HttpResponse:
    """The table as a spreadsheet of that name."""
    return _file(HttpResponse(spreadsheet(*table), content_type=XLSX), name, "xlsx")


def as_json(document: dict[str, Any], name: str, layout: Mapping[str, Any] = IN_LINES) -> HttpResponse:
    """The document as a file of that name."""
    answer = JsonResponse(document, json_dumps_params={"ensure_ascii": False, **layout})
    return _file(answer, name, "json")


def _file(answer: HttpResponse, name: str, kind: str) -> HttpResponse:
    """To be saved and not shown; a name of letters that every system takes."""
    shown = f"{slugify(name)[:80] or 'headtable'}.{kind}"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=shown)
    answer["Cache-Control"] = "private, no-store"
    return answer
