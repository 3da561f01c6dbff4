"""The members of a club with their roles, for programs."""

from functools import partial
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.account.api.me import refuse_narrow
from accounts.clubs.selectors.members import Member, members_of
from accounts.clubs.services.members import member_change, member_leave, member_remove
from accounts.models import Club, Membership, Role
from accounts.permissions import Right
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member as door
from accounts.shared.api.fields import Body, OneOf, read
from accounts.shared.api.keys import once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer


class PlayerNumber(serializers.IntegerField):
    """A player by the number."""

    def to_representation(self, value: Any) -> int:
        return int(value.pk)


MEMBER = answer(Member, player=partial(PlayerNumber, allow_null=True))


class RoleBody(Body):
    role = OneOf(Role.choices)


@listed("members", "The members of a club", MEMBER)
@door("GET")
def members(request: Request, pk: int) -> Response:
    """All members by role and name, owners first."""
    club, right = club_at(request, pk)
    return page_of(request, members_of(club.pk, emails=right >= Right.OWN), MEMBER)


@described_for_members(
    "member_change", "Give a member another role", MEMBER, body=RoleBody, writes=True, methods=["PATCH"]
)
@described_for_members("member_remove", "Remove a member", None, status=204, writes=True, methods=["DELETE"])
@door("PATCH", "DELETE")
def member(request: Request, pk: int, user: int) -> Response:
    """Owners can change and remove members. Each member can leave. A club always keeps an owner."""
    leaves = request.method == "DELETE" and user == user_of(request).pk
    club, _right = club_at(request, pk, Right.VIEW if leaves else Right.OWN)
    if not Membership.objects.filter(club=club, user=user).exists():
        raise Http404
    if leaves:
        refuse_narrow(request)
    return _remove(request, club, user) if request.method == "DELETE" else _change(request, club, user)


def _change(request: Request, club: Club, user: int) -> Response:
    sent = read(RoleBody, request.data)

    def act() -> Response:
        member_change(by=user_of(request), club=club, user=user, role=sent["role"])
        changed = next(one for one in members_of(club.pk, emails=True) if one.user == user)
        return Response(MEMBER(changed).data)

    return once(request, act)


def _remove(request: Request, club: Club, user: int) -> Response:
    def act() -> Response:
        if user == user_of(request).pk:
            member_leave(by=user_of(request), club=club)
        else:
            member_remove(by=user_of(request), club=club, user=user)
        return Response(status=204)

    return once(request, act)
