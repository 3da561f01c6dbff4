"""What somebody brings along by API: looked at first, then put into the club as it was shown."""

import json
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.models import Club
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import View, member
from accounts.shared.api.fields import Body, Several, Text, read
from accounts.shared.api.keys import key_of, once
from accounts.shared.api.parsers import LargeJSON
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.documents import SEASON as SEASON_FILE
from tournaments.base.api.documents import document
from tournaments.base.api.refusals import at_its_field
from tournaments.base.services.book import LONGEST_REASON
from tournaments.core.files.season import SeasonTold, read_season
from tournaments.core.files.sheets import MOST_BYTES, MOST_ROWS
from tournaments.transfer.api.import_answers import LOOKED, ImportAnswer, SeasonImportAnswer
from tournaments.transfer.presenters.import_preview import (
    Looked,
    in_words,
    look_at_people,
    look_at_results,
)
from tournaments.transfer.selectors.season_imports import plan_season
from tournaments.transfer.services.imports import people_import, results_import
from tournaments.transfer.services.season_imports import season_import

LONGEST_MARK = 64
AT = {"request_key": "Idempotency-Key"}


def not_removed_names() -> Several:
    """Return the field for names that are no removed players."""
    return Several(
        child=Text(max_length=LONGEST),
        max_length=MOST_ROWS,
        default=list,
        help_text="Names in the file that are probably a removed player, but are somebody else.",
    )


class TableLookBody(Body):
    """A table as CSV, with its first line, which names the columns: docs/import.md."""

    text = Text(max_length=MOST_BYTES, trim_whitespace=False)


class PeopleImportBody(TableLookBody):
    mark = Text(
        max_length=LONGEST_MARK, help_text="The mark from the preview. Exactly that plan is imported."
    )


class ResultsLookBody(TableLookBody):
    not_removed = not_removed_names()


class ResultsImportBody(PeopleImportBody):
    not_removed = not_removed_names()
    reason = Text(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Reason, if the import changes results.",
    )


@extend_schema_field(document(SEASON_FILE))
class DocumentField(serializers.DictField):
    """A season’s file."""


class SeasonLookBody(Body):
    """A season’s file, as the page of a season gives it: docs/season.md."""

    document = DocumentField()
    not_removed = not_removed_names()


class SeasonImportBody(SeasonLookBody):
    mark = Text(max_length=LONGEST_MARK)


def _described(name: str, summary: str, answer: Any, body: type[Body]) -> Callable[[View], View]:
    about = described_for_members(name, summary, answer, body=body, writes=not name.endswith("look"))

    def decorate(view: View) -> View:
        door = member("POST")(view)
        door.cls.parser_classes = [LargeJSON]  # type: ignore[attr-defined]
        described: View = about(door)
        return described

    return decorate


@_described("people_import_look", "Preview an import of players", LOOKED, TableLookBody)
def people_look(request: Request, pk: int) -> Response:
    """List what the import would create, and each wrong row. Nothing is changed."""
    club, sent = _asked(request, pk, TableLookBody)
    return _looked(look_at_people(club, sent["text"]))


@_described("results_import_look", "Preview an import of results", LOOKED, ResultsLookBody)
def results_look(request: Request, pk: int) -> Response:
    """List what the import of past evenings would create, and each wrong row. Nothing is changed."""
    club, sent = _asked(request, pk, ResultsLookBody)
    return _looked(_results(club, sent))


@_described("people_import", "Import players", ImportAnswer, PeopleImportBody)
def people(request: Request, pk: int) -> Response:
    """Import players from a table, exactly as in the preview. It imports all rows or none."""
    club, sent = _asked(request, pk, PeopleImportBody)

    def act() -> Response:
        found = _good(look_at_people(club, sent["text"]))
        plan = people_import(by=user_of(request), club=club, people=found.read.good, mark=sent["mark"])
        return Response({"words": in_words(plan)})

    return once(request, act)


@_described("results_import", "Import results", ImportAnswer, ResultsImportBody)
def results(request: Request, pk: int) -> Response:
    """Import past evenings from a table, exactly as in the preview. It imports all rows or none."""
    club, sent = _asked(request, pk, ResultsImportBody)

    def act() -> Response:
        with at_its_field(AT):
            found = _good(_results(club, sent))
            plan = results_import(
                by=user_of(request),
                club=club,
                evenings=found.read.good,
                mark=sent["mark"],
                reason=sent["reason"],
                not_removed=sent["not_removed"],
                key=key_of(request),
            )
        return Response({"words": in_words(plan)})

    return once(request, act)


@_described("season_import_look", "Preview an import of a season", LOOKED, SeasonLookBody)
def season_look(request: Request, pk: int) -> Response:
    """List what the import would create, and each mistake in the file. Nothing is changed."""
    club, sent = _asked(request, pk, SeasonLookBody)
    planned = plan_season(club, _season(sent["document"]), sent["not_removed"])
    return _looked(Looked(planned.plan, planned.mark))


@_described("season_import", "Import a season", SeasonImportAnswer, SeasonImportBody)
def season(request: Request, pk: int) -> Response:
    """Import a season with its league, players and evenings, exactly as in the preview."""
    club, sent = _asked(request, pk, SeasonImportBody)
    told = _season(sent["document"])
    with at_its_field({**AT, "text": "document", "file": "document"}):
        made = season_import(
            by=user_of(request),
            club=club,
            told=told,
            mark=sent["mark"],
            not_removed=sent["not_removed"],
            key=key_of(request),
        )
    return Response({"season": made.pk, "league": made.league_id})


def _asked(request: Request, pk: int, body: type[Body]) -> tuple[Club, dict[str, Any]]:
    club, _right = club_at(request, pk, Right.RUN)
    return club, read(body, request.data)


def _results(club: Club, sent: dict[str, Any]) -> Looked:
    return look_at_results(club, sent["text"], timezone.localdate(), sent["not_removed"])


def _looked(found: Looked) -> Response:
    return Response(LOOKED(found).data)


def _good(found: Looked) -> Looked:
    """What was read, if nothing is wrong in it. RuleError at ``text``."""
    for complaint in found.wrong:
        raise RuleError("text", complaint.error.message, **complaint.error.figures)
    return found


def _season(document: dict[str, Any]) -> SeasonTold:
    """RuleError at ``document.<place>``."""
    try:
        return read_season(json.dumps(document), timezone.localdate())
    except RuleError as error:
        error.field = "document" if error.field in ("file", "text") else f"document.{error.field}"
        raise
