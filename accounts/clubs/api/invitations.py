"""Invitations to a club by links, each of which is told once."""

from functools import partial
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.selectors.invitations import standing_invitations
from accounts.clubs.selectors.members import called
from accounts.clubs.services.invitations import DAYS, invitation_make, invitation_revoke, refuse_beyond
from accounts.models import Club, Invitation, Role
from accounts.permissions import Right
from accounts.players.api.players import player_at
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Id, OneOf, Whole, read
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer


class InvitedBy(serializers.CharField):
    """The name of who made an invitation, also of somebody who is a member no more."""

    def to_representation(self, value: Any) -> str:
        return called(value.made_by)


INVITATION = answer(Invitation, made_by=partial(InvitedBy, source="*"))


class NewInvitationAnswer(INVITATION):  # type: ignore[misc,valid-type]
    """The same with its link, which is told this once."""

    address = serializers.CharField()


class InvitationBody(Body):
    role = OneOf(Role.choices)
    days = Whole(min_value=min(DAYS), max_value=max(DAYS), default=DAYS[1])
    player = Id(allow_null=True, default=None)


@listed("invitations", "The open invitations to a club", INVITATION, methods=["GET"])
@described_for_members(
    "invitation_make",
    "Create an invitation link",
    NewInvitationAnswer,
    body=InvitationBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def invitations(request: Request, pk: int) -> Response:
    """A person who opens an invitation link can join. Only owners can invite owners and organisers."""
    club, right = club_at(request, pk, Right.RUN)
    if request.method == "POST":
        return _make(request, club, right)
    return page_of(request, standing_invitations(timezone.now()).filter(club=club), INVITATION)


def _make(request: Request, club: Club, right: Right) -> Response:
    sent = read(InvitationBody, request.data)
    refuse_beyond(right, sent["role"])  # the service looks at what the member may; a token may do less
    player = player_at(club.pk, sent["player"]) if sent["player"] else None

    def act() -> Response:
        made, token = invitation_make(
            by=user_of(request), club=club, role=sent["role"], days=sent["days"], player=player
        )
        address = request.build_absolute_uri(reverse("invitation-scan", args=[token]))
        return Response({**INVITATION(made).data, "address": address}, status=201)

    return created(request, once(request, act, secret=True), "api-invitation", club.pk)


@described_for_members("invitation_revoke", "Revoke an invitation", None, status=204, writes=True)
@member("DELETE")
def invitation(request: Request, pk: int, invitation: int) -> Response:
    """The link stops working."""
    club, right = club_at(request, pk, Right.RUN)
    found = Invitation.objects.filter(club=club, pk=invitation).first()
    if found is None:
        raise Http404
    refuse_beyond(right, found.role)

    def act() -> Response:
        invitation_revoke(by=user_of(request), invitation=found)
        return Response(status=204)

    return once(request, act)
