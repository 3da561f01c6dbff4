"""The addresses of commands: with right and description, and a look at what each would change."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from django.urls import URLPattern, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.callers import user_of
from accounts.api.decorators import View, member
from accounts.api.fields import read
from accounts.api.schema import Example, described_for_members
from accounts.errors import RuleError
from tournaments.api.access import evening_at, season_at
from tournaments.api.answers import NamedPlayer
from tournaments.api.command import Command, LineAnswer, evening_line, season_line
from tournaments.pages.results.changes import Change, Changes
from tournaments.pages.seasons.corrected import stands_changed, stands_now
from tournaments.services.journal import By
from tournaments.services.repairs.rehearse import rehearse_at

WRITTEN_AT = "2026-01-08T20:15:00Z"
LOOK = "look"


class ChangeAnswer(serializers.Serializer[Any]):
    """A figure, or a prize, before and after, in words."""

    what = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class PersonChangeAnswer(serializers.Serializer[Any]):
    """What changes for one person."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    figures = ChangeAnswer(many=True)


class RowChangeAnswer(NamedPlayer):
    """What changes in somebody’s row of a season’s table."""

    figures = ChangeAnswer(many=True)


class SeasonChangeAnswer(serializers.Serializer[Any]):
    """What changes in an open season for which the evening counts."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    people = RowChangeAnswer(many=True)


class ClosedSeasonAnswer(serializers.Serializer[Any]):
    """A closed season that stays as it is, and what it would be with the change."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class LookAnswer(serializers.Serializer[Any]):
    """What a command would change. ``seen`` is the number that makes sure that it changes just that."""

    seen = serializers.IntegerField()
    people = PersonChangeAnswer(many=True)
    prizes = ChangeAnswer(many=True)
    new_in_the_way = serializers.ListField(child=serializers.CharField())
    no_longer_in_the_way = serializers.ListField(child=serializers.CharField())
    seasons = SeasonChangeAnswer(many=True)
    closed_seasons = ClosedSeasonAnswer(many=True)


LOOKED = {
    "seen": 17,
    "people": [
        {"entry": 4, "name": "Ann", "figures": [{"what": "Seat", "before": "Table 1", "after": "Table 2"}]}
    ],
    "prizes": [{"what": "Most yellow chips", "before": "Ann", "after": "Ben"}],
    "new_in_the_way": [],
    "no_longer_in_the_way": [],
    "seasons": [
        {
            "season": 1,
            "name": "Thursday League · Spring",
            "people": [
                {"player": 7, "name": "Ann", "figures": [{"what": "Place", "before": "5", "after": "8"}]}
            ],
        }
    ],
    "closed_seasons": [],
}


def of_evenings(commands: Iterable[Command]) -> list[URLPattern]:
    """An address for each command of an evening, and one to look at what it would change."""
    return [pattern for one in commands for pattern in _patterns(one)]


def of_seasons(commands: Iterable[Command]) -> list[URLPattern]:
    """An address for each command of a season."""
    return [
        path(f"seasons/<num:pk>/{one.name}/", _of_season(one), name=f"api-{one.name}") for one in commands
    ]


def _patterns(one: Command) -> Iterator[URLPattern]:
    here = f"evenings/<num:pk>/{one.name}/"
    yield path(here, _of_evening(one), name=f"api-{one.name}")
    if one.looks:
        yield path(f"{here}{LOOK}/", _look(one), name=f"api-{one.name}-{LOOK}")


def _of_evening(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        evening = evening_at(request, pk, command.right)
        line = evening_line(request, command, evening, read(command.sent, request.data))
        return Response(LineAnswer(line).data)

    return _door(command, view, "evenings")


def _of_season(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        season = season_at(request, pk, command.right)
        line = season_line(request, command, season, read(command.sent, request.data))
        return Response(LineAnswer(line).data)

    return _door(command, view, "seasons")


def _door(command: Command, view: View, of: str) -> View:
    view.__doc__ = command.service.__doc__
    answer = {
        "seq": 17,
        "verb": command.verb,
        "at": WRITTEN_AT,
        "reason": command.example.get("reason", ""),
        "payload": dict(command.payload),
    }
    example = Example(command.summary, f"/api/v1/{of}/1/{command.name}/", answer, {**command.example})
    about = described_for_members(
        command.service.__name__,
        command.summary,
        LineAnswer,
        body=command.sent,
        examples=(example,),
        writes=True,
    )
    described: View = about(member("POST")(view))
    return described


def _look(command: Command) -> View:
    def view(request: Request, pk: int) -> Response:
        """List what the command would change now. Nothing is changed. Refusals are those of the command."""
        evening = evening_at(request, pk, command.right)
        sent = read(command.body, request.data)
        try:
            by, write = By(pk, user_of(request), sent["reason"]), command.write(evening, sent)
            seen, before, after = rehearse_at(by, write, stands_now)
        except RuleError as error:
            raise command.refused(error, evening, sent) from error
        return Response(LookAnswer(_told(stands_changed(before, after), seen)).data)

    example = Example(
        command.summary, f"/api/v1/evenings/1/{command.name}/{LOOK}/", LOOKED, {**command.example}
    )
    about = described_for_members(
        f"{command.service.__name__}_{LOOK}",
        f"Preview: {command.summary[:1].lower()}{command.summary[1:]}",
        LookAnswer,
        body=command.body,
        examples=(example,),
        stale=True,
    )
    described: View = about(member("POST")(view))
    return described


def _told(found: Changes, seen: int) -> dict[str, Any]:
    return {
        "seen": seen,
        "people": [
            {"entry": one.entry, "name": one.name, "figures": _figures(one.figures)} for one in found.people
        ],
        "prizes": _figures(found.prizes),
        "new_in_the_way": found.new,
        "no_longer_in_the_way": found.gone,
        "seasons": [
            {
                "season": one.season,
                "name": one.name,
                "people": [
                    {"player": person.entry, "name": person.name, "figures": _figures(person.figures)}
                    for person in one.changes.people
                ],
            }
            for one in found.seasons
        ],
        "closed_seasons": [asdict(one) for one in found.closed],
    }


def _figures(changes: Iterable[Change]) -> list[dict[str, str]]:
    return [{"what": one.what, "before": one.before, "after": one.after} for one in changes]
