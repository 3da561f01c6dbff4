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
from accounts.shared.api.decorators import View, capped, key_of, member, user_of
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described_for_members
from games.calculators.api.bodies import numbers, texts
from tournaments.base.api.answers import Answer, FigureOrPlace, KeyedValue, NamedPlayer, Why, answer
from tournaments.base.api.commands import Command, LineAnswer, PrizeField, Sent
from tournaments.base.words import prize_title
from tournaments.core.record import DealPart
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.evening.selectors.access import evening_for
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, Season, SeasonLine
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.presenters.journal import stands_changed, stands_now
from tournaments.seasons.selectors.access import season_for
from tournaments.seasons.services.seasons import SeasonBy
from tournaments.undo.services.undo import as_shown, correct_and_replay, rehearse_at, replay_key

T = TypeVar("T")


def reached(
    request: Request, found: tuple[T, Right] | None, club: Callable[[T], int], needed: Right
) -> tuple[T, Right]:
    """Return the found object and the caller's right in its ``club``. Http404, ForbiddenError."""
    right = capped(request, club(found[0]), found[1]) if found else None
    if found is None or right is None:
        raise Http404
    require(right, needed)
    return found[0], right


def evening_at(request: Request, pk: int, needed: Right = Right.VIEW) -> Evening:
    """Return the evening, with its club. Http404, ForbiddenError."""
    return evening_and_right(request, pk, needed)[0]


def evening_and_right(request: Request, pk: int, needed: Right = Right.VIEW) -> tuple[Evening, Right]:
    """Return the evening, with its club, and the caller's right there. Http404, ForbiddenError."""
    return reached(request, evening_for(user_of(request), pk), lambda evening: evening.club_id, needed)


def season_at(request: Request, pk: int, needed: Right = Right.VIEW) -> Season:
    """Return the season, with its league. Http404, ForbiddenError."""
    return season_and_right(request, pk, needed)[0]


def season_and_right(request: Request, pk: int, needed: Right = Right.VIEW) -> tuple[Season, Right]:
    """Return the season, with its league, and the caller's right there. Http404, ForbiddenError."""
    return reached(request, season_for(user_of(request), pk), lambda season: season.league.club_id, needed)


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
    def get_first(self, closed: Any) -> list[dict[str, Any]]:
        first = closed.today.first.items()
        return [{"division": division, "before": was, "after": now} for division, (was, now) in first]

    @extend_schema_field(PrizeChangeAnswer(many=True))
    def get_prizes(self, closed: Any) -> list[dict[str, Any]]:
        return [
            {"key": prize.key, "what": prize_title(prize), "before": was, "after": now}
            for prize, (was, now) in closed.today.prizes.items()
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


def _write(command: Command, evening: Evening, data: Sent) -> partial[Any]:
    """Return the service with its arguments; if requested, followed by a replay of the moves."""
    write = command.write(evening, data)
    if not data.get("replay"):
        return write
    return partial(correct_and_replay, correct=write, round=data["round"])


def evening_line(request: Request, command: Command, evening: Evening, data: Sent) -> Journal:
    """Return the line that the command wrote. RuleError. Http404 if the evening was removed meanwhile."""
    by = RequestedBy(evening.pk, user_of(request), data["reason"], key_of(request))
    try:
        write = _write(command, evening, data)
        if "seen" not in data or "seen" in write.keywords:
            line: Journal = write(by)
        else:
            key = replay_key(by.key) if data.get("replay") else by.key
            line = as_shown(by, write, seq=data["seen"], key=key)
    except RuleError as error:
        raise command.refused(error, evening, data) from error
    except Evening.DoesNotExist as error:  # it was removed meanwhile
        raise Http404 from error
    return line


def season_line(request: Request, command: Command, season: Season, data: Sent) -> SeasonLine:
    """Return the line that the command wrote in the season's book. RuleError, Http404."""
    try:
        by = SeasonBy(season.pk, user_of(request), data["reason"], key_of(request))
        line: SeasonLine = command.write(season, data)(by)
    except RuleError as error:
        raise command.refused(error, season, data) from error
    except Season.DoesNotExist as error:  # it was removed meanwhile
        raise Http404 from error
    return line


def of_evenings(commands: Iterable[Command]) -> list[URLPattern]:
    """Return two addresses for each command of an evening: the command and its preview."""
    return [pattern for command in commands for pattern in _patterns(command)]


def of_seasons(commands: Iterable[Command]) -> list[URLPattern]:
    """Return an address for each command of a season."""
    return [
        path(f"seasons/<num:pk>/{command.name}/", _of_season(command), name=f"api-{command.name}")
        for command in commands
    ]


def _patterns(command: Command) -> Iterator[URLPattern]:
    address = f"evenings/<num:pk>/{command.name}/"
    yield path(address, _of_evening(command), name=f"api-{command.name}")
    if command.known.looks:
        yield path(f"{address}{LOOK}/", _look(command), name=f"api-{command.name}-{LOOK}")


def _of_evening(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        evening = evening_at(request, pk, command.known.right)
        line = evening_line(request, command, evening, read(command.sent, request.data))
        return Response(LineAnswer(line).data)

    return _door(command, view, "evenings")


def _of_season(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        season = season_at(request, pk, command.known.right)
        line = season_line(request, command, season, read(command.sent, request.data))
        return Response(LineAnswer(line).data)

    return _door(command, view, "seasons")


def _door(command: Command, view: View, kind: str) -> View:
    view.__doc__ = command.service.__doc__
    describe = described_for_members(
        command.service.__name__,
        command.known.title,
        LineAnswer,
        body=command.sent,
        writes=True,
        stands=Standing if kind == "evenings" or command.stands else None,
    )
    described: View = describe(member("POST")(view))
    return described


def _look(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        """List what the command would change now. Nothing is changed. Refusals are the command's."""
        evening = evening_at(request, pk, command.known.right)
        data = read(command.looked, request.data)
        try:
            by, write = RequestedBy(pk, user_of(request), data["reason"]), _write(command, evening, data)
            seen, before, after = rehearse_at(by, write, stands_now)
        except RuleError as error:
            raise command.refused(error, evening, data) from error
        return Response(LookAnswer({**vars(stands_changed(before, after)), "seen": seen}).data)

    describe = described_for_members(
        f"{command.service.__name__}_{LOOK}",
        f"Preview: {command.known.title[:1].lower()}{command.known.title[1:]}",
        LookAnswer,
        body=command.looked,
        stands=Standing,
    )
    described: View = describe(member("POST")(view))
    return described


EXPORT, SEASON = "Export", "SeasonFile"
FILES = {EXPORT: "export.schema.json", SEASON: "season.schema.json"}
PARTS = "#/components/schemas/"


def document(name: str) -> dict[str, Any]:
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
