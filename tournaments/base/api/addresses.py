"""API addresses of commands and their previews, access to evenings and seasons, and schemas of documents.

An evening or a season responds with 404 for strangers, and with 403 without the needed right or while it is
secret. The documents are those of docs/export.md and docs/season.md.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import ForbiddenError, RuleError
from accounts.permissions import Right, require
from accounts.shared.api.decorators import View, cap_right, get_user, member, read_key
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described_for_members
from games.calculators.api.bodies import numbers, texts
from tournaments.base.api.answers import Answer, FigureOrPlace, KeyedValue, NamedPlayer, Why, answer
from tournaments.base.api.commands import Command, LineAnswer, PrizeField, Sent
from tournaments.base.words import describe_prize_title
from tournaments.core.record import DealPart
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.evening.selectors.access import find_user_evening
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, Season, SeasonLine
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.presenters.journal import compare_stands, load_evening_stands
from tournaments.seasons.selectors.access import find_season
from tournaments.seasons.services.seasons import SeasonBy
from tournaments.undo.services.undo import correct_and_replay, derive_replay_key, rehearse_at, run_if_current

T = TypeVar("T")


def check_access(
    request: Request, evening_or_season: tuple[T, Right] | None, club: Callable[[T], int], least_right: Right
) -> tuple[T, Right]:
    """Return the found object and the caller's right in its ``club``. Http404, ForbiddenError."""
    right = (
        cap_right(request, club(evening_or_season[0]), evening_or_season[1]) if evening_or_season else None
    )
    if evening_or_season is None or right is None:
        raise Http404
    require(right, least_right)
    return evening_or_season[0], right


def get_evening(request: Request, pk: int, least_right: Right = Right.VIEW) -> Evening:
    """Return the evening, with its club. Http404, ForbiddenError."""
    return get_evening_and_right(request, pk, least_right)[0]


def get_evening_and_right(
    request: Request, pk: int, least_right: Right = Right.VIEW
) -> tuple[Evening, Right]:
    """Return the evening, with its club, and the caller's right there. Http404, ForbiddenError."""
    return check_access(
        request, find_user_evening(get_user(request), pk), lambda evening: evening.club_id, least_right
    )


def get_season(request: Request, pk: int, least_right: Right = Right.VIEW) -> Season:
    """Return the season, with its league. Http404, ForbiddenError."""
    return get_season_and_right(request, pk, least_right)[0]


def get_season_and_right(request: Request, pk: int, least_right: Right = Right.VIEW) -> tuple[Season, Right]:
    """Return the season, with its league, and the caller's right there. Http404, ForbiddenError."""
    return check_access(
        request, find_season(get_user(request), pk), lambda season: season.league.club_id, least_right
    )


def is_secret(evening: Evening, right: Right) -> bool:
    """Return whether this reader must wait until every prize is revealed."""
    return right < Right.RUN and keeps_secrets(evening)


def refuse_secret(evening: Evening, right: Right) -> None:
    """Raise ForbiddenError if this reader must wait until every prize is revealed."""
    if is_secret(evening, right):
        raise ForbiddenError("prizes", BEFORE_PRIZES)


LOOK = "look"


class ChangeAnswer(Answer):
    """What changes: ``what`` in words, and its ``key``, which is the same in all languages."""

    key = serializers.CharField()
    what = serializers.CharField(source="title")


class FigureChangeAnswer(ChangeAnswer):
    """A figure before and after. Null: none, or not known."""

    before = FigureOrPlace(source="was")
    after = FigureOrPlace(source="now")


class PrizeChangeAnswer(ChangeAnswer):
    """The winners of a prize before and after, by number. Null: there is no such prize."""

    before = numbers(source="was", allow_null=True)
    after = numbers(source="now", allow_null=True)


class PersonChangeAnswer(Answer):
    """What changes for one person."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    figures = FigureChangeAnswer(many=True)


class RowChangeAnswer(NamedPlayer):
    """What changes in a player’s row of a season’s table."""

    player = serializers.IntegerField(source="entry")
    figures = FigureChangeAnswer(many=True)


class SeasonChangeAnswer(Answer):
    """What changes in an open season for which the evening counts."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    people = RowChangeAnswer(many=True, source="changes.people")


class DivisionFirstAnswer(Answer):
    """The first player of a division before and after; null: the season’s only table."""

    division = serializers.IntegerField(allow_null=True)
    before = numbers()
    after = numbers()


class ClosedSeasonAnswer(Answer):
    """A closed season, which does not change, and its table if calculated now: the players by number.

    ``players``: those whose place or points would change.
    """

    season = serializers.IntegerField()
    name = serializers.CharField()
    sentences = texts()
    first = serializers.SerializerMethodField()
    prizes = serializers.SerializerMethodField()
    players = numbers(source="today.people")

    @extend_schema_field(DivisionFirstAnswer(many=True))
    def get_first(self, season: Any) -> list[dict[str, Any]]:
        first = season.today.first.items()
        return [{"division": division, "before": was, "after": now} for division, (was, now) in first]

    @extend_schema_field(PrizeChangeAnswer(many=True))
    def get_prizes(self, season: Any) -> list[dict[str, Any]]:
        return [
            {"key": prize.key, "what": describe_prize_title(prize), "before": was, "after": now}
            for prize, (was, now) in season.today.prizes.items()
        ]


class InTheWayAnswer(Why):
    """A reason with its figures: ``who``, ``whom`` and ``others`` are numbers of entries."""

    figures = serializers.DictField(child=KeyedValue())

    def to_representation(self, instance: Any) -> Any:
        return {**super().to_representation(instance), "figures": dict(instance.figures)}


class LookAnswer(Answer):
    """The changes of a command. Send ``seen`` with the command, so that it makes just these changes."""

    seen = serializers.IntegerField()
    people = PersonChangeAnswer(many=True)
    prizes = PrizeChangeAnswer(many=True)
    new_in_the_way = InTheWayAnswer(many=True, source="new")
    no_longer_in_the_way = InTheWayAnswer(many=True, source="resolved")
    seasons = SeasonChangeAnswer(many=True)
    closed_seasons = ClosedSeasonAnswer(many=True)


class Standing(Answer):
    """The state of an evening, a deal, its bids, a table’s end, a round, a publication, or prizes."""

    seq = serializers.IntegerField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deal = serializers.IntegerField()
    version = serializers.IntegerField()
    lines = answer(DealPart)(many=True)
    base = serializers.IntegerField()
    bids = serializers.DictField(child=serializers.IntegerField())
    call = serializers.DictField(child=KeyedValue())
    trump = serializers.CharField()
    ending = serializers.CharField()
    rung = serializers.IntegerField(allow_null=True)
    closed = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(allow_null=True)
    held = serializers.BooleanField()
    published = serializers.BooleanField()
    names = serializers.CharField()
    prizes = serializers.ListField(child=PrizeField())
    one_prize_each = serializers.BooleanField()
    prize_deals = serializers.IntegerField()
    revealed = texts()

    def get_fields(self) -> dict[str, Any]:
        """Return all fields, none of them required: a row only has the fields of its kind."""
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


def _bind_command(command: Command, evening: Evening, data: Sent) -> partial[Any]:
    """Return the service with its arguments; if requested, followed by a replay of the moves."""
    write = command.bind(evening, data)
    if not data.get("replay"):
        return write
    return partial(correct_and_replay, correct=write, round=data["round"])


def run_evening_command(request: Request, command: Command, evening: Evening, data: Sent) -> Journal:
    """Return the line that the command wrote. RuleError. Http404 if the evening was removed meanwhile."""
    by = RequestedBy(evening.pk, get_user(request), data["reason"], read_key(request))
    try:
        write = _bind_command(command, evening, data)
        if "seen" not in data or "seen" in write.keywords:
            line: Journal = write(by)
        else:
            key = derive_replay_key(by.key) if data.get("replay") else by.key
            line = run_if_current(by, write, seq=data["seen"], key=key)
    except RuleError as error:
        raise command.describe_refusal(error, evening, data) from error
    except Evening.DoesNotExist as error:  # it was removed meanwhile
        raise Http404 from error
    return line


def run_season_command(request: Request, command: Command, season: Season, data: Sent) -> SeasonLine:
    """Return the line that the command wrote in the season's book. RuleError, Http404."""
    try:
        by = SeasonBy(season.pk, get_user(request), data["reason"], read_key(request))
        line: SeasonLine = command.bind(season, data)(by)
    except RuleError as error:
        raise command.describe_refusal(error, season, data) from error
    except Season.DoesNotExist as error:  # it was removed meanwhile
        raise Http404 from error
    return line


def make_evening_urls(commands: Iterable[Command]) -> list[URLPattern]:
    """Return two addresses for each command of an evening: the command and its preview."""
    return [pattern for command in commands for pattern in _make_patterns(command)]


def make_season_urls(commands: Iterable[Command]) -> list[URLPattern]:
    """Return an address for each command of a season."""
    return [
        path(f"seasons/<num:pk>/{command.name}/", _make_season_view(command), name=f"api-{command.name}")
        for command in commands
    ]


def _make_patterns(command: Command) -> Iterator[URLPattern]:
    address = f"evenings/<num:pk>/{command.name}/"
    yield path(address, _make_evening_view(command), name=f"api-{command.name}")
    if command.info.looks:
        yield path(f"{address}{LOOK}/", _make_look_view(command), name=f"api-{command.name}-{LOOK}")


def _make_evening_view(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        evening = get_evening(request, pk, command.info.right)
        line = run_evening_command(request, command, evening, read(command.reasoned_body, request.data))
        return Response(LineAnswer(line).data)

    return _describe_view(command, view, "evenings")


def _make_season_view(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        season = get_season(request, pk, command.info.right)
        line = run_season_command(request, command, season, read(command.reasoned_body, request.data))
        return Response(LineAnswer(line).data)

    return _describe_view(command, view, "seasons")


def _describe_view(command: Command, view: View, kind: str) -> View:
    view.__doc__ = command.service.__doc__
    describe = described_for_members(
        command.service.__name__,
        command.info.title,
        LineAnswer,
        body=command.reasoned_body,
        writes=True,
        stands=Standing if kind == "evenings" or command.stands else None,
    )
    described: View = describe(member("POST")(view))
    return described


def _make_look_view(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        """List what the command would change now. Nothing is changed. Refusals are the command's."""
        evening = get_evening(request, pk, command.info.right)
        data = read(command.look_body, request.data)
        try:
            by, write = (
                RequestedBy(pk, get_user(request), data["reason"]),
                _bind_command(command, evening, data),
            )
            seen, before, after = rehearse_at(by, write, load_evening_stands)
        except RuleError as error:
            raise command.describe_refusal(error, evening, data) from error
        return Response(LookAnswer({**vars(compare_stands(before, after)), "seen": seen}).data)

    describe = described_for_members(
        f"{command.service.__name__}_{LOOK}",
        f"Preview: {command.info.title[:1].lower()}{command.info.title[1:]}",
        LookAnswer,
        body=command.look_body,
        stands=Standing,
    )
    described: View = describe(member("POST")(view))
    return described


EXPORT, SEASON = "Export", "SeasonFile"
FILES = {EXPORT: "export.schema.json", SEASON: "season.schema.json"}
PARTS = "#/components/schemas/"


def make_document_ref(name: str) -> dict[str, Any]:
    """Return a reference to a document's schema, for an address or a field."""
    return {"$ref": f"{PARTS}{name}"}


def add_documents(result: dict[str, Any], **_how: Any) -> dict[str, Any]:
    """Add the schemas of the documents and of their parts to the API's description (a hook).

    As in the whole description, additional properties are allowed: programs that read a season ignore them.
    """
    for name, file in FILES.items():
        text = (Path(settings.BASE_DIR) / "docs" / file).read_text()
        text = text.replace("#/$defs/", f"{PARTS}{name}_").replace('"additionalProperties": false,', "")
        schema = json.loads(text)
        parts = {f"{name}_{key}": part for key, part in schema.pop("$defs").items()}
        del schema["$schema"]
        result["components"]["schemas"] |= {name: schema, **parts}
    return result
