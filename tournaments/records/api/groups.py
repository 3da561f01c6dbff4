"""A club's groups: juniors, newcomers; for whom there may be prizes of their own."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club, Group, Player
from accounts.names import LONGEST_ROLE
from accounts.permissions import Right
from accounts.players.selectors.players import members
from accounts.players.services.groups import group_create
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Id, Several, Text, read
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.answers import Answer, NamedPlayer
from tournaments.records.services.people import group_drop, group_set
from tournaments.standings.selectors.people import uses_of_groups

MOST_PEOPLE = 1_000


class GroupAnswer(Answer):
    """A group with its people. It keeps its name while it is ``used``: where there is a prize for it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    players = NamedPlayer(many=True)
    used = serializers.ListField(child=serializers.CharField())


def _people(**how: Any) -> Several:
    return Several(
        child=Id(), max_length=MOST_PEOPLE, help_text="Numbers of players on the club’s player list.", **how
    )


class GroupBody(Body):
    name = Text(max_length=LONGEST_ROLE)
    players = _people(default=list)


class GroupChangeBody(Body):
    """What is not sent stays as it is; people are sent all together."""

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
    used = uses_of_groups(club.pk)
    return page_of(
        request,
        members(club.pk),
        GroupAnswer,
        told=lambda page: [_told(group, people, used.get(group.name, ())) for group, people in page],
    )


def _create(request: Request, pk: int) -> Response:
    club, _right = club_at(request, pk, Right.RUN)
    sent, user = read(GroupBody, request.data), user_of(request)

    def act() -> Response:
        made = group_create(by=user, club=club, name=sent["name"])
        if sent["players"]:
            group_set(by=user, group=made, name=made.name, players=sent["players"])
        return Response(_one(club, made.pk), status=201)

    return created(request, once(request, act), "api-group", club.pk)


@described_for_members("group", "A group", GroupAnswer, methods=["GET"])
@described_for_members(
    "group_set", "Change a group", GroupAnswer, body=GroupChangeBody, writes=True, methods=["PATCH"]
)
@described_for_members("group_drop", "Delete a group", None, status=204, writes=True, methods=["DELETE"])
@member("GET", "PATCH", "DELETE")
def group(request: Request, pk: int, group: int) -> Response:
    """A group with its players. While a prize is for this group, it cannot be renamed or deleted."""
    club, _right = club_at(request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN)
    found = Group.objects.filter(club=club, pk=group).first()
    if found is None:
        raise Http404
    match request.method:
        case "PATCH":
            return _set(request, club, found)
        case "DELETE":
            return once(request, lambda: _drop(request, found))
    return Response(_one(club, group))


def _set(request: Request, club: Club, group: Group) -> Response:
    sent = read(GroupChangeBody, request.data)

    def act() -> Response:
        group_set(by=user_of(request), group=group, **sent)
        return Response(_one(club, group.pk))

    return once(request, act)


def _drop(request: Request, group: Group) -> Response:
    group_drop(by=user_of(request), group=group)
    return Response(status=204)


def _one(club: Club, pk: int) -> Any:
    found, people = next(one for one in members(club.pk) if one[0].pk == pk)
    return GroupAnswer(_told(found, people, uses_of_groups(club.pk).get(found.name, ()))).data


def _told(group: Group, people: Sequence[Player], used: Sequence[str]) -> dict[str, Any]:
    return {"id": group.pk, "name": group.name, "players": people, "used": used}
