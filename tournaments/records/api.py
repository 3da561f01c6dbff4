"""API of a club's groups, players' records, ratings, merges and forgetting, and of tables to download.

The tables are the standings of an evening or a season and the list of players, as CSV and XLSX. They equal
the downloads of the pages.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club, Group, Merge, Player
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.numbers import LARGEST_ID
from accounts.permissions import Right
from accounts.players.api import player_at
from accounts.players.selectors import members
from accounts.players.services import LONGEST_REASON, group_create, player_unmerge
from accounts.shared.api.decorators import View, club_at, created, member, run_once, user_of, with_file
from accounts.shared.api.fields import Body, Id, Number, Several, Text, read
from accounts.shared.api.paging import listed, page_of, query_of
from accounts.shared.api.schema import REFUSED_MEMBERS, described_for_members
from tournaments.base.api.addresses import evening_and_right, refuse_secret, season_and_right
from tournaments.base.api.answers import Answer, NamedPlayer, answer
from tournaments.records.presenters import PlayerRecord, RatingLists, player_record, rating_lists
from tournaments.records.services.people import group_drop, group_set, player_forget, players_merge
from tournaments.standings.selectors.people import Merging, merging, uses_of_groups
from tournaments.transfer.presenters.evening import refuse_rehearsal
from tournaments.transfer.presenters.tables import (
    FILES,
    Table,
    evening_table,
    players_table,
    season_as_table,
    table_file,
)

MOST_PEOPLE = 1_000


class GroupAnswer(Answer):
    """A group with its people. A ``used`` group has a prize and cannot be renamed."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    players = NamedPlayer(many=True)
    used = serializers.ListField(child=serializers.CharField())


def _people(**options: Any) -> Several:
    return Several(
        child=Id(),
        max_length=MOST_PEOPLE,
        help_text="Numbers of players on the club’s player list.",
        **options,
    )


class GroupBody(Body):
    name = Text(max_length=LONGEST_ROLE)
    players = _people(default=list)


class GroupChangeBody(Body):
    """Omitted values stay unchanged. The list of people is sent as a whole."""

    name = Text(max_length=LONGEST_ROLE, required=False)
    players = _people(required=False)


@listed("groups", "A club’s groups", GroupAnswer, methods=["GET"])
@described_for_members(
    "group_create", "Create a group", GroupAnswer, body=GroupBody, status=201, writes=True, methods=["POST"]
)
@member("GET", "POST")
def groups(request: Request, pk: int) -> Response:
    """The groups by name, with their players. Organisers can create groups."""
    if request.method == "POST":
        return _create(request, pk)
    club, _right = club_at(request, pk)
    uses = uses_of_groups(club.pk)
    return page_of(
        request,
        members(club.pk),
        GroupAnswer,
        convert=lambda page: [
            _group_answer(group, people, uses.get(group.name, ())) for group, people in page
        ],
    )


def _create(request: Request, pk: int) -> Response:
    club, _right = club_at(request, pk, Right.RUN)
    body, user = read(GroupBody, request.data), user_of(request)

    def act() -> Response:
        group = group_create(by=user, club=club, name=body["name"])
        if body["players"]:
            group_set(by=user, group=group, name=group.name, players=body["players"])
        return Response(_group_of(club, group.pk), status=201)

    return created(request, run_once(request, act), "api-group", club.pk)


@described_for_members("group", "A group", GroupAnswer, methods=["GET"])
@described_for_members(
    "group_set", "Change a group", GroupAnswer, body=GroupChangeBody, writes=True, methods=["PATCH"]
)
@described_for_members("group_drop", "Delete a group", None, status=204, writes=True, methods=["DELETE"])
@member("GET", "PATCH", "DELETE")
def group(request: Request, pk: int, group: int) -> Response:
    """A group with its players. While a prize is for this group, it cannot be renamed or deleted."""
    club, _right = club_at(request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN)
    group_row = Group.objects.filter(club=club, pk=group).first()
    if group_row is None:
        raise Http404
    match request.method:
        case "PATCH":
            return _set(request, club, group_row)
        case "DELETE":
            return run_once(request, lambda: _drop(request, group_row))
    return Response(_group_of(club, group))


def _set(request: Request, club: Club, group: Group) -> Response:
    body = read(GroupChangeBody, request.data)

    def act() -> Response:
        group_set(by=user_of(request), group=group, **body)
        return Response(_group_of(club, group.pk))

    return run_once(request, act)


def _drop(request: Request, group: Group) -> Response:
    group_drop(by=user_of(request), group=group)
    return Response(status=204)


def _group_of(club: Club, pk: int) -> Any:
    found, people = next(one for one in members(club.pk) if one[0].pk == pk)
    return GroupAnswer(_group_answer(found, people, uses_of_groups(club.pk).get(found.name, ()))).data


def _group_answer(group: Group, people: Sequence[Player], uses: Sequence[str]) -> dict[str, Any]:
    return {"id": group.pk, "name": group.name, "players": people, "used": uses}


RECORD, RATINGS = answer(PlayerRecord), answer(RatingLists)
MERGING, MERGE = answer(Merging), answer(Merge)


@described_for_members("player_record", "The record of a player", RECORD)
@member("GET")
def record(request: Request, pk: int, player: int) -> Response:
    """Evenings, records, tables, opponents and ratings of a player, with merged entries."""
    club, _right = club_at(request, pk)
    found = player_record(club, player)
    if found is None:
        raise Http404
    return Response(RECORD(found).data)


@described_for_members("ratings", "The ratings of all players", RATINGS)
@member("GET")
def ratings(request: Request, pk: int) -> Response:
    """The ratings of all players on the list, in each rated game, the highest first."""
    club, _right = club_at(request, pk)
    return Response(RATINGS(rating_lists(club)).data)


class MergingQuery(Body):
    gone = Number(min_value=1, max_value=LARGEST_ID)


class MergeBody(Body):
    gone = Id(help_text="Number of the other entry of this player.")
    reason = Text(max_length=LONGEST_REASON, allow_blank=True, default="")


@described_for_members(
    "players_merging",
    "Preview a merge",
    MERGING,
    parameters=[
        OpenApiParameter(
            "gone",
            {"type": "integer", "minimum": 1, "maximum": LARGEST_ID},
            required=True,
            description="Number of the other entry of this player.",
        )
    ],
    methods=["GET"],
)
@described_for_members(
    "players_merge",
    "Merge two entries of a player",
    MERGE,
    body=MergeBody,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def merge(request: Request, pk: int, player: int) -> Response:
    """Give the results of the other entry to this player, until the merge is undone."""
    club, _right = club_at(request, pk, Right.RUN)
    stays = player_at(club.pk, player)
    if request.method != "POST":
        goes = player_at(club.pk, read(MergingQuery, query_of(request))["gone"])
        return Response(MERGING(merging(stays, goes)).data)
    body = read(MergeBody, request.data)
    goes = player_at(club.pk, body["gone"])

    def act() -> Response:
        merge_made = players_merge(by=user_of(request), stays=stays, goes=goes, reason=body["reason"])
        return Response(MERGE(merge_made).data)

    return run_once(request, act)


@described_for_members("player_unmerge", "Undo a merge", None, body=Body, status=204, writes=True)
@member("POST")
def unmerge(request: Request, pk: int, player: int) -> Response:
    """Make the merged entry a separate player again. Each entry has its own results."""
    club, _right = club_at(request, pk, Right.RUN)
    entry = player_at(club.pk, player)
    read(Body, request.data)

    def act() -> Response:
        player_unmerge(by=user_of(request), gone=entry)
        return Response(status=204)

    return run_once(request, act)


class ForgetBody(Body):
    typed = Text(
        max_length=LONGEST, help_text="The name as on the player list. It prevents removal by mistake."
    )


@described_for_members(
    "player_forget", "Remove a name for good", None, body=ForgetBody, status=204, writes=True
)
@member("POST")
def forget(request: Request, pk: int, player: int) -> Response:
    """Remove the name from the list and from all history. Figures stay. This cannot be undone."""
    club, _right = club_at(request, pk, Right.RUN)
    person = player_at(club.pk, player)
    body = read(ForgetBody, request.data)

    def act() -> Response:
        player_forget(by=user_of(request), player=person, typed=body["typed"])
        return Response(status=204)

    return run_once(request, act)


Read = Callable[[Request, int], Table]


def _views(name: str, title: str, columns: str, read: Read) -> dict[str, View]:
    """Return the views of a table, one for each kind of file."""
    return {kind: _view(kind, name, title, columns, read) for kind in FILES}


def _view(kind: str, name: str, title: str, columns: str, read: Read) -> View:
    media = FILES[kind].partition(";")[0]
    text = media.startswith("text/")

    @extend_schema(
        operation_id=f"{name}_{kind}",
        summary=f"{title} as {kind.upper()}",
        description=read.__doc__,
        responses={(200, media): OpenApiTypes.STR if text else OpenApiTypes.BINARY, **REFUSED_MEMBERS},
        examples=[OpenApiExample(title, columns, media_type=media, response_only=True)] if text else [],
    )
    @with_file
    @member("GET")
    def view(request: Request, pk: int) -> HttpResponse:
        content, media_type = table_file(read(request, pk), kind)
        answer = HttpResponse(content, content_type=media_type)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return view


def _standing_table(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    evening, right = evening_and_right(request, pk)
    refuse_secret(evening, right)
    refuse_rehearsal(evening)
    return evening_table(evening)


def _season(request: Request, pk: int) -> Table:
    """Names in rows, evenings in columns. Evenings with hidden prizes count only for organisers."""
    season, right = season_and_right(request, pk)
    return season_as_table(season, all_known=right >= Right.RUN)


def _players(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    return players_table(club_at(request, pk)[0])


STANDING_VIEWS = _views(
    "standing", "The standings of an evening", "date,evening,game,name\n", _standing_table
)
SEASON = _views("season_table", "The standings of a season", "place,name,points\n", _season)
PLAYERS = _views("players", "A club's player list", "name,role,public,public_name,groups\n", _players)


PLAYER = "clubs/<num:pk>/players/<num:player>/"
urlpatterns = [
    path("clubs/<num:pk>/players.csv", PLAYERS["csv"], name="api-players-csv"),
    path("clubs/<num:pk>/players.xlsx", PLAYERS["xlsx"], name="api-players-xlsx"),
    path("evenings/<num:pk>/standing.csv", STANDING_VIEWS["csv"], name="api-evening-standing-csv"),
    path("evenings/<num:pk>/standing.xlsx", STANDING_VIEWS["xlsx"], name="api-evening-standing-xlsx"),
    path("seasons/<num:pk>/table.csv", SEASON["csv"], name="api-season-table-csv"),
    path("seasons/<num:pk>/table.xlsx", SEASON["xlsx"], name="api-season-table-xlsx"),
    path("clubs/<num:pk>/groups/", groups, name="api-groups"),
    path("clubs/<num:pk>/groups/<num:group>/", group, name="api-group"),
    path("clubs/<num:pk>/ratings/", ratings, name="api-ratings"),
    path(f"{PLAYER}record/", record, name="api-player-record"),
    path(f"{PLAYER}merge/", merge, name="api-player-merge"),
    path(f"{PLAYER}unmerge/", unmerge, name="api-player-unmerge"),
    path(f"{PLAYER}forget/", forget, name="api-player-forget"),
]
