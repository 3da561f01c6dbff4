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
from accounts.players.api import find_player
from accounts.players.selectors import load_groups_with_members
from accounts.players.services import LONGEST_REASON, group_create, player_unmerge
from accounts.shared.api.decorators import (
    View,
    allow_file,
    get_club_for_api,
    get_user,
    member,
    run_once,
    set_location,
)
from accounts.shared.api.fields import Body, BoundedList, Id, Number, Text, read
from accounts.shared.api.paging import answer_page, listed, read_query
from accounts.shared.api.schema import REFUSED_MEMBERS, described_for_members
from tournaments.base.api.addresses import get_evening_and_right, get_season_and_right, refuse_secret
from tournaments.base.api.answers import Answer, NamedPlayer, answer
from tournaments.records.presenters import PlayerRecord, RatingLists, load_rating_lists, load_record
from tournaments.records.services.people import group_drop, group_set, player_forget, players_merge
from tournaments.standings.selectors.people import Merging, find_group_uses, preview_merging
from tournaments.transfer.presenters.evening import refuse_rehearsal
from tournaments.transfer.presenters.tables import (
    FILES,
    Table,
    build_evening_table,
    build_players_table,
    build_standing_table,
    build_table_file,
)

MOST_PEOPLE = 1_000


class GroupAnswer(Answer):
    """A group with its people. A ``used`` group has a prize and cannot be renamed."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    players = NamedPlayer(many=True)
    used = serializers.ListField(child=serializers.CharField())


def _build_people_field(**options: Any) -> BoundedList:
    return BoundedList(
        child=Id(),
        max_length=MOST_PEOPLE,
        help_text="Numbers of players on the club’s player list.",
        **options,
    )


class GroupBody(Body):
    name = Text(max_length=LONGEST_ROLE)
    players = _build_people_field(default=list)


class GroupChangeBody(Body):
    """Omitted values stay unchanged. The list of people is sent as a whole."""

    name = Text(max_length=LONGEST_ROLE, required=False)
    players = _build_people_field(required=False)


@listed("groups", "A club’s groups", GroupAnswer, methods=["GET"])
@described_for_members(
    "group_create", "Create a group", GroupAnswer, body=GroupBody, status=201, writes=True, methods=["POST"]
)
@member("GET", "POST")
def groups(request: Request, pk: int) -> Response:
    """The groups by name, with their players. Organisers can create groups."""
    if request.method == "POST":
        return _create(request, pk)
    club, _right = get_club_for_api(request, pk)
    uses = find_group_uses(club.pk)
    return answer_page(
        request,
        load_groups_with_members(club.pk),
        GroupAnswer,
        convert=lambda page: [
            _build_group_answer(group, people, uses.get(group.name, ())) for group, people in page
        ],
    )


def _create(request: Request, pk: int) -> Response:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    body, user = read(GroupBody, request.data), get_user(request)

    def act() -> Response:
        group = group_create(by=user, club=club, name=body["name"])
        if body["players"]:
            group_set(by=user, group=group, name=group.name, players=body["players"])
        return Response(_get_group(club, group.pk), status=201)

    return set_location(request, run_once(request, act), "api-group", club.pk)


@described_for_members("group", "A group", GroupAnswer, methods=["GET"])
@described_for_members(
    "group_set", "Change a group", GroupAnswer, body=GroupChangeBody, writes=True, methods=["PATCH"]
)
@described_for_members("group_drop", "Delete a group", None, status=204, writes=True, methods=["DELETE"])
@member("GET", "PATCH", "DELETE")
def group(request: Request, pk: int, group: int) -> Response:
    """A group with its players. While a prize is for this group, it cannot be renamed or deleted."""
    club, _right = get_club_for_api(
        request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN
    )
    group_row = Group.objects.filter(club=club, pk=group).first()
    if group_row is None:
        raise Http404
    match request.method:
        case "PATCH":
            return _set(request, club, group_row)
        case "DELETE":
            return run_once(request, lambda: _drop(request, group_row))
    return Response(_get_group(club, group))


def _set(request: Request, club: Club, group: Group) -> Response:
    body = read(GroupChangeBody, request.data)

    def act() -> Response:
        group_set(by=get_user(request), group=group, **body)
        return Response(_get_group(club, group.pk))

    return run_once(request, act)


def _drop(request: Request, group: Group) -> Response:
    group_drop(by=get_user(request), group=group)
    return Response(status=204)


def _get_group(club: Club, pk: int) -> Any:
    found, people = next(one for one in load_groups_with_members(club.pk) if one[0].pk == pk)
    return GroupAnswer(_build_group_answer(found, people, find_group_uses(club.pk).get(found.name, ()))).data


def _build_group_answer(group: Group, people: Sequence[Player], uses: Sequence[str]) -> dict[str, Any]:
    return {"id": group.pk, "name": group.name, "players": people, "used": uses}


RECORD, RATINGS = answer(PlayerRecord), answer(RatingLists)
MERGING, MERGE = answer(Merging), answer(Merge)


@described_for_members("player_record", "The record of a player", RECORD)
@member("GET")
def record(request: Request, pk: int, player: int) -> Response:
    """Evenings, records, tables, opponents and ratings of a player, with merged entries."""
    club, _right = get_club_for_api(request, pk)
    found = load_record(club, player)
    if found is None:
        raise Http404
    return Response(RECORD(found).data)


@described_for_members("ratings", "The ratings of all players", RATINGS)
@member("GET")
def ratings(request: Request, pk: int) -> Response:
    """The ratings of all players on the list, in each rated game, the highest first."""
    club, _right = get_club_for_api(request, pk)
    return Response(RATINGS(load_rating_lists(club)).data)


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
    club, _right = get_club_for_api(request, pk, Right.RUN)
    stays = find_player(club.pk, player)
    if request.method != "POST":
        goes = find_player(club.pk, read(MergingQuery, read_query(request))["gone"])
        return Response(MERGING(preview_merging(stays, goes)).data)
    body = read(MergeBody, request.data)
    goes = find_player(club.pk, body["gone"])

    def act() -> Response:
        merge_made = players_merge(by=get_user(request), stays=stays, goes=goes, reason=body["reason"])
        return Response(MERGE(merge_made).data)

    return run_once(request, act)


@described_for_members("player_unmerge", "Undo a merge", None, body=Body, status=204, writes=True)
@member("POST")
def unmerge(request: Request, pk: int, player: int) -> Response:
    """Make the merged entry a separate player again. Each entry has its own results."""
    club, _right = get_club_for_api(request, pk, Right.RUN)
    entry = find_player(club.pk, player)
    read(Body, request.data)

    def act() -> Response:
        player_unmerge(by=get_user(request), gone=entry)
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
    club, _right = get_club_for_api(request, pk, Right.RUN)
    person = find_player(club.pk, player)
    body = read(ForgetBody, request.data)

    def act() -> Response:
        player_forget(by=get_user(request), player=person, typed=body["typed"])
        return Response(status=204)

    return run_once(request, act)


Read = Callable[[Request, int], Table]


def _build_views(name: str, title: str, columns: str, read: Read) -> dict[str, View]:
    """Return the views of a table, one for each kind of file."""
    return {kind: _build_view(kind, name, title, columns, read) for kind in FILES}


def _build_view(kind: str, name: str, title: str, columns: str, read: Read) -> View:
    media = FILES[kind].partition(";")[0]
    text = media.startswith("text/")

    @extend_schema(
        operation_id=f"{name}_{kind}",
        summary=f"{title} as {kind.upper()}",
        description=read.__doc__,
        responses={(200, media): OpenApiTypes.STR if text else OpenApiTypes.BINARY, **REFUSED_MEMBERS},
        examples=[OpenApiExample(title, columns, media_type=media, response_only=True)] if text else [],
    )
    @allow_file
    @member("GET")
    def view(request: Request, pk: int) -> HttpResponse:
        content, media_type = build_table_file(read(request, pk), kind)
        answer = HttpResponse(content, content_type=media_type)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return view


def _read_standing(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    evening, right = get_evening_and_right(request, pk)
    refuse_secret(evening, right)
    refuse_rehearsal(evening)
    return build_evening_table(evening)


def _read_season(request: Request, pk: int) -> Table:
    """Names in rows, evenings in columns. Evenings with hidden prizes count only for organisers."""
    season, right = get_season_and_right(request, pk)
    return build_standing_table(season, all_known=right >= Right.RUN)


def _read_players(request: Request, pk: int) -> Table:
    """The columns are those of an import: docs/import.md."""
    return build_players_table(get_club_for_api(request, pk)[0])


STANDING_VIEWS = _build_views(
    "standing", "The standings of an evening", "date,evening,game,name\n", _read_standing
)
SEASON = _build_views("season_table", "The standings of a season", "place,name,points\n", _read_season)
PLAYERS = _build_views(
    "players", "A club's player list", "name,role,public,public_name,groups\n", _read_players
)


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
