"""API of imports of players, results and seasons: preview, import, list, and take back."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.models import Club
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.decorators import View, get_club_for_api, get_user, member, read_key, run_once
from accounts.shared.api.fields import Body, BoundedList, LargeJSON, Text, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import SEASON as SEASON_FILE
from tournaments.base.api.addresses import make_document_ref
from tournaments.base.api.answers import Answer, answer
from tournaments.base.api.commands import map_error_fields
from tournaments.base.services import LONGEST_REASON
from tournaments.core.files.cells import MOST_BYTES, MOST_ROWS
from tournaments.core.files.season import FileSeason, read_season
from tournaments.transfer.presenters.import_preview import (
    COUNT_WORDS,
    ImportPreview,
    describe_plan,
    preview_people,
    preview_results,
)
from tournaments.transfer.selectors.imports import plan_season
from tournaments.transfer.selectors.imports_made import ImportMade, TakeBack, load_imports, plan_take_back
from tournaments.transfer.services.imported_results import import_take_back
from tournaments.transfer.services.imports import people_import, results_import, season_import


class Counts(Answer):
    """Numbers of new, changed and unchanged records. ``new_results``: the lines of the new evenings."""

    def get_fields(self) -> dict[str, Any]:
        return {key: serializers.IntegerField() for key in COUNT_WORDS}


IMPORT_PREVIEW = answer(ImportPreview, counts=Counts)


class ImportAnswer(Answer):
    """The changes made, in words."""

    words = serializers.ListField(child=serializers.CharField())


class SeasonImportAnswer(Answer):
    season = serializers.IntegerField()
    league = serializers.IntegerField()


LONGEST_MARK = 64
KEY_IN_HEADER = {"request_key": "Idempotency-Key"}


def build_names_field() -> BoundedList:
    """Return the field for names that are not removed players."""
    return BoundedList(
        child=Text(max_length=LONGEST),
        max_length=MOST_ROWS,
        default=list,
        help_text="Names in the file that are probably a removed player, but are somebody else.",
    )


class TableLookBody(Body):
    """A table as CSV. The first line names the columns: docs/import.md."""

    text = Text(max_length=MOST_BYTES, trim_whitespace=False)


class PeopleImportBody(TableLookBody):
    mark = Text(
        max_length=LONGEST_MARK, help_text="The mark from the preview. Exactly that plan is imported."
    )


class ResultsLookBody(TableLookBody):
    not_removed = build_names_field()


class ResultsImportBody(PeopleImportBody):
    not_removed = build_names_field()
    reason = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Reason, if the import changes results.",
    )


@extend_schema_field(make_document_ref(SEASON_FILE))
class DocumentField(serializers.DictField):
    """A season’s file."""


class SeasonLookBody(Body):
    """A season’s file, as exported from the season's page: docs/season.md."""

    document = DocumentField()
    not_removed = build_names_field()


class SeasonImportBody(SeasonLookBody):
    mark = Text(max_length=LONGEST_MARK)


def _describe(name: str, summary: str, answer: Any, body: type[Body]) -> Callable[[View], View]:
    describe = described_for_members(name, summary, answer, body=body, writes=not name.endswith("look"))

    def decorate(view: View) -> View:
        door = member("POST")(view)
        door.cls.parser_classes = [LargeJSON]  # type: ignore[attr-defined]
        described: View = describe(door)
        return described

    return decorate


@_describe("people_import_look", "Preview an import of players", IMPORT_PREVIEW, TableLookBody)
def people_look(request: Request, pk: int) -> Response:
    """List what the import would create, and each wrong row. Nothing is changed."""
    club, body = _read_request(request, pk, TableLookBody)
    return _answer_preview(preview_people(club, body["text"]))


@_describe("results_import_look", "Preview an import of results", IMPORT_PREVIEW, ResultsLookBody)
def results_look(request: Request, pk: int) -> Response:
    """List what the import of past evenings would create, and each wrong row. Nothing is changed."""
    club, body = _read_request(request, pk, ResultsLookBody)
    return _answer_preview(_preview_results(club, body))


@_describe("people_import", "Import players", ImportAnswer, PeopleImportBody)
def people(request: Request, pk: int) -> Response:
    """Import players from a table, exactly as in the preview. It imports all rows or none."""
    club, body = _read_request(request, pk, PeopleImportBody)

    def act() -> Response:
        preview = _require_valid(preview_people(club, body["text"]))
        plan = people_import(by=get_user(request), club=club, people=preview.read.good, mark=body["mark"])
        return Response({"words": describe_plan(plan)})

    return run_once(request, act)


@_describe("results_import", "Import results", ImportAnswer, ResultsImportBody)
def results(request: Request, pk: int) -> Response:
    """Import past evenings from a table, exactly as in the preview. It imports all rows or none."""
    club, body = _read_request(request, pk, ResultsImportBody)

    def act() -> Response:
        with map_error_fields(KEY_IN_HEADER):
            preview = _require_valid(_preview_results(club, body))
            plan = results_import(
                by=get_user(request),
                club=club,
                evenings=preview.read.good,
                mark=body["mark"],
                reason=body["reason"],
                not_removed=body["not_removed"],
                key=read_key(request),
            )
        return Response({"words": describe_plan(plan)})

    return run_once(request, act)


@_describe("season_import_look", "Preview an import of a season", IMPORT_PREVIEW, SeasonLookBody)
def season_look(request: Request, pk: int) -> Response:
    """List what the import would create, and each mistake in the file. Nothing is changed."""
    club, body = _read_request(request, pk, SeasonLookBody)
    planned = plan_season(club, _read_season(body["document"]), body["not_removed"])
    return _answer_preview(ImportPreview(planned.plan, planned.mark))


@_describe("season_import", "Import a season", SeasonImportAnswer, SeasonImportBody)
def season(request: Request, pk: int) -> Response:
    """Import a season with its league, players and evenings, exactly as in the preview."""
    club, body = _read_request(request, pk, SeasonImportBody)
    file = _read_season(body["document"])
    with map_error_fields({**KEY_IN_HEADER, "text": "document", "file": "document"}):
        season_made = season_import(
            by=get_user(request),
            club=club,
            file=file,
            mark=body["mark"],
            not_removed=body["not_removed"],
            key=read_key(request),
        )
    return Response({"season": season_made.pk, "league": season_made.league_id})


def _read_request(request: Request, pk: int, body: type[Body]) -> tuple[Club, dict[str, Any]]:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    return club, read(body, request.data)


def _preview_results(club: Club, body: dict[str, Any]) -> ImportPreview:
    return preview_results(club, body["text"], timezone.localdate(), body["not_removed"])


def _answer_preview(preview: ImportPreview) -> Response:
    return Response(IMPORT_PREVIEW(preview).data)


def _require_valid(preview: ImportPreview) -> ImportPreview:
    """Return the preview if the table has no errors. RuleError at ``text``."""
    for complaint in preview.wrong:
        raise RuleError("text", complaint.error.message, **complaint.error.figures)
    return preview


def _read_season(document: dict[str, Any]) -> FileSeason:
    """Read the season from the document. RuleError at ``document.<place>``."""
    try:
        return read_season(json.dumps(document), timezone.localdate())
    except RuleError as error:
        error.field = "document" if error.field in ("file", "text") else f"document.{error.field}"
        raise


class ImportedEveningAnswer(Answer):
    """An evening of an import."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    held_on = serializers.DateField()


class NamedAnswer(Answer):
    """A player or a season."""

    id = serializers.IntegerField()
    name = serializers.CharField()


EVENINGS = dict.fromkeys(("removed", "restored", "changed_since"), partial(ImportedEveningAnswer, many=True))
NAMED_FIELDS = dict.fromkeys(
    ("players", "used_players", "seasons", "open_seasons", "closed_seasons"), partial(NamedAnswer, many=True)
)
IMPORT_MADE, TAKE_BACK = answer(ImportMade), answer(TakeBack, **EVENINGS, **NAMED_FIELDS)


class TakeBackBody(Body):
    mark = Text(max_length=LONGEST_MARK, help_text="The mark of the preview.")
    reason = Text(max_length=LONGEST_REASON, allow_blank=True, help_text="Reason. It is kept in the journal.")


@listed("imports_made", "The imports of a club", IMPORT_MADE)
@member("GET")
def imports(request: Request, pk: int) -> Response:
    """Imports of results and seasons that can be taken back, the newest first.

    Imports made with earlier releases are not listed.
    """
    club, _right = get_club_for_api(request, pk, Right.RUN)
    return answer_page(request, load_imports(club.pk), IMPORT_MADE)


@described_for_members("import_made", "Preview taking back an import", TAKE_BACK)
@member("GET")
def import_made(request: Request, pk: int, made: str) -> Response:
    """List what taking back the import would remove, and what would stay. Nothing is changed."""
    club, _right = get_club_for_api(request, pk, Right.RUN)
    return Response(TAKE_BACK(_get_plan(club.pk, made)).data)


@described_for_members("import_take_back", "Take back an import", TAKE_BACK, body=TakeBackBody, writes=True)
@member("POST")
def take_back(request: Request, pk: int, made: str) -> Response:
    """Take back an import exactly as in the preview: all or nothing. The response repeats the preview."""
    club, _right = get_club_for_api(request, pk, Right.RUN)
    body = read(TakeBackBody, request.data)

    def act() -> Response:
        plan = import_take_back(by=get_user(request), club=club, key=made, **body)
        return Response(TAKE_BACK(plan).data)

    return run_once(request, act)


def _get_plan(club: int, key: str) -> TakeBack:
    plan = plan_take_back(club, key)
    if plan is None:
        raise Http404
    return plan


IMPORT_PATH = "clubs/<num:pk>/imports/<slug:made>/"
urlpatterns = [
    path("clubs/<num:pk>/people-import/", people, name="api-people-import"),
    path("clubs/<num:pk>/people-import/look/", people_look, name="api-people-import-look"),
    path("clubs/<num:pk>/results-import/", results, name="api-results-import"),
    path("clubs/<num:pk>/results-import/look/", results_look, name="api-results-import-look"),
    path("clubs/<num:pk>/imports/", imports, name="api-imports"),
    path(IMPORT_PATH, import_made, name="api-import"),
    path(f"{IMPORT_PATH}take-back/", take_back, name="api-import-take-back"),
    path("clubs/<num:pk>/season-import/", season, name="api-season-import"),
    path("clubs/<num:pk>/season-import/look/", season_look, name="api-season-import-look"),
]
