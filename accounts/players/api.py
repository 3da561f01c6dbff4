"""The API's addresses for a club's list of players."""

from typing import Any

from django.http import Http404
from django.urls import path
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import TakenError
from accounts.models import Player
from accounts.permissions import Right
from accounts.players.selectors import attach_merges, find_group_members, list_standing_players, load_merges
from accounts.players.services import ALREADY_MERGED, player_add, player_change
from accounts.shared.api.bodies import make_body
from accounts.shared.api.decorators import get_club_for_api, get_user, member, run_once, set_location
from accounts.shared.api.fields import Holds, IdFilter, YesNo, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer

ORDERING = ("name", "role", "id")


PLAYER = answer(Player)
ADD, CHANGE = make_body(player_add), make_body(player_change)


class GroupOf(IdFilter):
    """Players in this group. An entry that was merged into a player counts for the player."""

    def filter(self, qs: Any, value: int | None) -> Any:
        return qs if value is None else qs.filter(pk__in=find_group_members(value))


class PlayerFilter(FilterSet):  # type: ignore[misc]
    active = YesNo("active", label="True: active players. False: the others.")
    role = Holds("role", "iexact", label="The player’s usual role.")
    group = GroupOf("groups", label="Number of the group.")
    search = Holds("name", label="Text that is part of the name.")


@listed("players", "A club’s player list", PLAYER, filters=PlayerFilter, ordering=ORDERING, methods=["GET"])
@described_for_members(
    "player_add",
    "Add a player to the list",
    PLAYER,
    body=ADD,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def players(request: Request, pk: int) -> Response:
    """All players, active or not. Merged entries appear as one player. Organisers can add players."""
    if request.method == "POST":
        return _add(request, pk)
    club, _right = get_club_for_api(request, pk)
    rows = list_standing_players(club.pk)
    return answer_page(
        request,
        rows,
        PLAYER,
        filters=PlayerFilter,
        ordering=ORDERING,
        convert=lambda page: attach_merges(club.pk, page),
    )


def _add(request: Request, pk: int) -> Response:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    values = read(ADD, request.data)

    def act() -> Response:
        new = player_add(by=get_user(request), club=club, **values)
        return Response(_render_player(new), status=201)

    return set_location(request, run_once(request, act), "api-player", club.pk, by="player")


@described_for_members("player", "A player on the list", PLAYER, methods=["GET"])
@described_for_members(
    "player_change",
    "Change a player on the list",
    PLAYER,
    body=CHANGE,
    writes=True,
    methods=["PATCH"],
)
@member("GET", "PATCH")
def player(request: Request, pk: int, player: int) -> Response:
    """A player on the list. Organisers can change name, role, activity, and what visitors see."""
    change = request.method == "PATCH"
    club, _right = get_club_for_api(request, pk, Right.RUN if change else Right.VIEW)
    row = find_player(club.pk, player)
    return _change(request, row) if change else Response(_render_player(row))


def _change(request: Request, row: Player) -> Response:
    values = read(CHANGE, request.data)

    def act() -> Response:
        if row.pk in load_merges(row.club_id):
            raise TakenError("player", ALREADY_MERGED, name=row.name)
        result = player_change(by=get_user(request), player=row, **values)
        return Response(_render_player(result))

    return run_once(request, act)


def find_player(club: int, pk: int) -> Player:
    """Return the entry on the club's list. Http404."""
    row = Player.objects.filter(club=club, pk=pk).first()
    if row is None:
        raise Http404
    return row


def _render_player(player: Player) -> Any:
    return PLAYER(attach_merges(player.club_id, [player])[0]).data


urlpatterns = [
    path("clubs/<num:pk>/players/", players, name="api-players"),
    path("clubs/<num:pk>/players/<num:player>/", player, name="api-player"),
]
