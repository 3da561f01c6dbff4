"""The people on a club’s list, for programs: read by pages of rows, added and changed by the services."""

from typing import Any

from django.http import Http404
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import TakenError
from accounts.models import Player, Public
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.permissions import Right
from accounts.players.selectors.players import inside, kept, standing, with_merges
from accounts.players.services.merging import ALREADY_MERGED
from accounts.players.services.players import player_add, player_change
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Flag, OneOf, Text, read
from accounts.shared.api.filters import Holds, Id, YesNo
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer

ORDERING = ("name", "role", "id")


PLAYER = answer(Player)


class PlayerBody(Body):
    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")


class PlayerChangeBody(Body):
    """What is not sent stays as it is."""

    name = Text(max_length=LONGEST, required=False)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, required=False)
    active = Flag(required=False)
    public = OneOf(["", *Public.values], required=False)
    public_name = Text(max_length=LONGEST, allow_blank=True, required=False)


class GroupOf(Id):
    """People by a group that they are in, also by an entry that was merged into theirs."""

    def filter(self, qs: Any, value: int | None) -> Any:
        return qs if value is None else qs.filter(pk__in=inside(value))


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
    body=PlayerBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def players(request: Request, pk: int) -> Response:
    """All players, active or not. Merged entries appear as one player. Organisers can add players."""
    if request.method == "POST":
        return _add(request, pk)
    club, _right = club_at(request, pk)
    rows = standing(club.pk)
    return page_of(
        request,
        rows,
        PLAYER,
        filters=PlayerFilter,
        ordering=ORDERING,
        told=lambda page: with_merges(club.pk, page),
    )


def _add(request: Request, pk: int) -> Response:
    club, _right = club_at(request, pk, Right.RUN)
    sent = read(PlayerBody, request.data)

    def act() -> Response:
        made = player_add(by=user_of(request), club=club, **sent)
        return Response(_told(made), status=201)

    return created(request, once(request, act), "api-player", club.pk, by="player")


@described_for_members("player", "A player on the list", PLAYER, methods=["GET"])
@described_for_members(
    "player_change",
    "Change a player on the list",
    PLAYER,
    body=PlayerChangeBody,
    writes=True,
    methods=["PATCH"],
)
@member("GET", "PATCH")
def player(request: Request, pk: int, player: int) -> Response:
    """A player on the list. Organisers can change name, role, activity, and what visitors see."""
    change = request.method == "PATCH"
    club, _right = club_at(request, pk, Right.RUN if change else Right.VIEW)
    found = player_at(club.pk, player)
    return _change(request, found) if change else Response(_told(found))


def _change(request: Request, found: Player) -> Response:
    sent = read(PlayerChangeBody, request.data)

    def act() -> Response:
        if found.pk in kept(found.club_id):
            raise TakenError("player", ALREADY_MERGED, name=found.name)
        changed = player_change(by=user_of(request), player=found, **sent)
        return Response(_told(changed))

    return once(request, act)


def player_at(club: int, pk: int) -> Player:
    """The entry on the club's list. Http404."""
    found = Player.objects.filter(club=club, pk=pk).first()
    if found is None:
        raise Http404
    return found


def _told(player: Player) -> Any:
    return PLAYER(with_merges(player.club_id, [player])[0]).data
