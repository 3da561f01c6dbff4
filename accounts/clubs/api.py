"""The API's addresses for clubs, members, invitations, and claims that an account is a player.

Members send claims; organisers decide on them. Only one response contains an invitation's link.
"""

from base64 import b64decode
from functools import partial
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.http import Http404
from django.urls import path, reverse
from django.utils import timezone
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.account.api import refuse_narrow
from accounts.clubs.selectors import ClubMember, format_account_name, list_open_invitations, load_club_members
from accounts.clubs.services import (
    DAYS,
    claim_ask,
    claim_decide,
    claim_end,
    club_change,
    club_create,
    invitation_make,
    invitation_revoke,
    member_change,
    member_leave,
    member_remove,
    refuse_beyond,
)
from accounts.database.folding import by_name
from accounts.errors import RuleError, TakenError
from accounts.errors import gettext_noop as _
from accounts.logos import MOST_BYTES
from accounts.models import Claim, Club, Invitation, Membership, Role, Token
from accounts.permissions import Right, select_role
from accounts.players.api import find_player
from accounts.players.selectors import list_pending_claims
from accounts.shared.api.bodies import make_body
from accounts.shared.api.decorators import get_club_for_api, get_user, member, run_once, set_location
from accounts.shared.api.decorators import member as door
from accounts.shared.api.fields import (
    Among,
    Body,
    Flag,
    Holds,
    Id,
    LargeJSON,
    OneOf,
    Text,
    Whole,
    YesNo,
    read,
)
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer

CLAIM = answer(Claim)


class ClaimBody(Body):
    player = Id()


class DecisionBody(Body):
    granted = Flag()


class ClaimFilter(FilterSet):  # type: ignore[misc]
    pending = YesNo("granted", lookup_expr="isnull", label="True: open requests. False: granted requests.")


@listed("claims", "The “This is me” requests of a club", CLAIM, filters=ClaimFilter, methods=["GET"])
@described_for_members(
    "claim_ask",
    "Send a “This is me” request",
    CLAIM,
    body=ClaimBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def claims(request: Request, pk: int) -> Response:
    """Open and granted requests. Every member can send one. Organisers read and decide."""
    if request.method == "POST":
        return _create_claim(request, pk)
    club, _right = get_club_for_api(request, pk, Right.RUN)
    return answer_page(request, _list_claims(club.pk), CLAIM, filters=ClaimFilter)


def _create_claim(request: Request, pk: int) -> Response:
    get_club_for_api(request, pk)
    player = find_player(pk, read(ClaimBody, request.data)["player"])
    user = get_user(request)

    def act() -> Response:
        if list_pending_claims(pk).filter(user=user, player=player).exists():
            raise TakenError("player", _("You have asked this already. An organiser decides."))
        return Response(CLAIM(claim_ask(by=user, player=player)).data, status=201)

    return set_location(request, run_once(request, act), "api-claim", pk)


@described_for_members("claim_end", "Withdraw or end a “This is me” request", None, status=204, writes=True)
@member("DELETE")
def claim(request: Request, pk: int, claim: int) -> Response:
    """Withdraw an open request, or end a granted one. The account and organisers can do this."""
    row = _find_claim(request, pk, claim)

    def act() -> Response:
        claim_end(by=get_user(request), claim=row)
        return Response(status=204)

    return run_once(request, act)


@described_for_members("claim_decide", "Decide a “This is me” request", CLAIM, body=DecisionBody, writes=True)
@member("POST")
def decide(request: Request, pk: int, claim: int) -> Response:
    """Grant or refuse the request. An account that is not a member becomes a viewer of the club."""
    get_club_for_api(request, pk, Right.RUN)
    row, values = _find_claim(request, pk, claim), read(DecisionBody, request.data)

    def act() -> Response:
        claim_decide(by=get_user(request), claim=row, granted=values["granted"])
        return Response(CLAIM(Claim.objects.select_related("player", "user").get(pk=claim)).data)

    return run_once(request, act)


def _list_claims(club: int) -> QuerySet[Claim]:
    rows = Claim.objects.filter(player__club=club, ended_at=None).exclude(granted=False)
    return rows.select_related("player", "user")


def _find_claim(request: Request, pk: int, claim: int) -> Claim:
    """Return the user's own claim; for users with ``Right.RUN``, anybody's. Http404, ForbiddenError."""
    get_club_for_api(request, pk)
    row = Claim.objects.filter(player__club=pk, pk=claim).select_related("player").first()
    if row is None:
        raise Http404
    if row.user_id != get_user(request).pk:
        get_club_for_api(request, pk, Right.RUN)
    return row


ORDERING = ("name", "created")
LONGEST_LOGO = 4 * -(-MOST_BYTES // 3)
"""The most characters of a logo in base64."""


CLUB = answer(Club, roles=partial(serializers.ListField, child=serializers.CharField()))


CREATE = make_body(club_create)
CHANGE = make_body(
    club_change,
    logo=Text(
        max_length=LONGEST_LOGO,
        allow_blank=True,
        required=False,
        help_text="A PNG, JPEG or WebP picture in base64. Empty: no logo.",
    ),
)


class ClubQueryFilter(FilterSet):  # type: ignore[misc]
    search = Holds("name", label="Text that is part of the name.")
    my_role = Among("my_role", Role.values, label="The caller’s role in the club.")


@listed("clubs", "Your clubs", CLUB, filters=ClubQueryFilter, ordering=ORDERING, methods=["GET"])
@described_for_members(
    "club_create", "Create a club", CLUB, body=CREATE, status=201, writes=True, methods=["POST"]
)
@member("GET", "POST")
def clubs(request: Request) -> Response:
    """The caller’s clubs. A user who creates a club becomes its owner."""
    if request.method == "POST":
        return _create(request)
    rows = _list_clubs(request).order_by(*by_name(), "pk")
    return answer_page(request, rows, CLUB, filters=ClubQueryFilter, ordering=ORDERING)


def _create(request: Request) -> Response:
    refuse_narrow(request)
    values = read(CREATE, request.data)

    def act() -> Response:
        new = club_create(owner=get_user(request), name=values["name"])
        return Response(_render_club(request, new.pk), status=201)

    return set_location(request, run_once(request, act), "api-club")


@described_for_members("club", "A club", CLUB, methods=["GET"])
@described_for_members("club_change", "Change a club", CLUB, body=CHANGE, writes=True, methods=["PATCH"])
@member("GET", "PATCH")
def club(request: Request, pk: int) -> Response:
    """A club as its members see it. Owners can change its name, its roles, and what visitors see."""
    if request.method == "PATCH":
        return _change(request, pk)
    get_club_for_api(request, pk)
    return Response(_render_club(request, pk))


# A logo in base64 can be larger than other request bodies.
club.cls.parser_classes = [LargeJSON]  # type: ignore[attr-defined]


def _change(request: Request, pk: int) -> Response:
    club_row, _right = get_club_for_api(request, pk, Right.OWN)
    values = read(CHANGE, request.data)
    if "logo" in values:
        values["logo"] = _decode_picture(values["logo"])

    def act() -> Response:
        club_change(by=get_user(request), club=club_row, **values)
        return Response(_render_club(request, pk))

    return run_once(request, act)


def _decode_picture(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise RuleError("logo", _("This must be base64.")) from error


def _list_clubs(request: Request) -> QuerySet[Club]:
    """Return the caller's clubs. If the token is for one club, return only that club."""
    mine = Club.objects.filter(memberships__user=get_user(request))
    if isinstance(request.auth, Token) and request.auth.club_id is not None:
        mine = mine.filter(pk=request.auth.club_id)
    role = select_role(get_user(request).pk, OuterRef("pk"))
    return mine.annotate(my_role=role)  # type: ignore[no-redef]


def _render_club(request: Request, pk: int) -> Any:
    return CLUB(_list_clubs(request).get(pk=pk)).data


class InvitedBy(serializers.CharField):
    """The name of the member who made the invitation. Former members are named too."""

    def to_representation(self, value: Any) -> str:
        return format_account_name(value.made_by)


INVITATION = answer(Invitation, made_by=partial(InvitedBy, source="*"))


class NewInvitationAnswer(INVITATION):  # type: ignore[misc,valid-type]
    """The invitation with its link. Only this response contains the link."""

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
    club, right = get_club_for_api(request, pk, Right.RUN)
    if request.method == "POST":
        return _create_invitation(request, club, right)
    return answer_page(request, list_open_invitations(timezone.now()).filter(club=club), INVITATION)


def _create_invitation(request: Request, club: Club, right: Right) -> Response:
    values = read(InvitationBody, request.data)
    refuse_beyond(right, values["role"])  # the service checks only the member's right
    player = find_player(club.pk, values["player"]) if values["player"] else None

    def act() -> Response:
        invitation, token = invitation_make(
            by=get_user(request), club=club, role=values["role"], days=values["days"], player=player
        )
        address = request.build_absolute_uri(reverse("invitation-scan", args=[token]))
        return Response({**INVITATION(invitation).data, "address": address}, status=201)

    return set_location(request, run_once(request, act, secret=True), "api-invitation", club.pk)


@described_for_members("invitation_revoke", "Revoke an invitation", None, status=204, writes=True)
@member("DELETE")
def invitation(request: Request, pk: int, invitation: int) -> Response:
    """Revoke the invitation. Its link stops working."""
    club, right = get_club_for_api(request, pk, Right.RUN)
    row = Invitation.objects.filter(club=club, pk=invitation).first()
    if row is None:
        raise Http404
    refuse_beyond(right, row.role)

    def act() -> Response:
        invitation_revoke(by=get_user(request), invitation=row)
        return Response(status=204)

    return run_once(request, act)


class PlayerNumber(serializers.IntegerField):
    """A player's number."""

    def to_representation(self, value: Any) -> int:
        return int(value.pk)


MEMBER = answer(ClubMember, player=partial(PlayerNumber, allow_null=True))


class RoleBody(Body):
    role = OneOf(Role.choices)


@listed("members", "The members of a club", MEMBER)
@door("GET")
def members(request: Request, pk: int) -> Response:
    """All members by role and name, owners first."""
    club, right = get_club_for_api(request, pk)
    return answer_page(request, load_club_members(club.pk, emails=right >= Right.OWN), MEMBER)


@described_for_members(
    "member_change", "Give a member another role", MEMBER, body=RoleBody, writes=True, methods=["PATCH"]
)
@described_for_members("member_remove", "Remove a member", None, status=204, writes=True, methods=["DELETE"])
@door("PATCH", "DELETE")
def one_member(request: Request, pk: int, user: int) -> Response:
    """Owners can change and remove members. Each member can leave. A club always keeps an owner."""
    leaves = request.method == "DELETE" and user == get_user(request).pk
    club, _right = get_club_for_api(request, pk, Right.VIEW if leaves else Right.OWN)
    if not Membership.objects.filter(club=club, user=user).exists():
        raise Http404
    if leaves:
        refuse_narrow(request)
    return _remove(request, club, user) if request.method == "DELETE" else _change_member(request, club, user)


def _change_member(request: Request, club: Club, user: int) -> Response:
    values = read(RoleBody, request.data)

    def act() -> Response:
        member_change(by=get_user(request), club=club, user=user, role=values["role"])
        member_row = next(member for member in load_club_members(club.pk, emails=True) if member.user == user)
        return Response(MEMBER(member_row).data)

    return run_once(request, act)


def _remove(request: Request, club: Club, user: int) -> Response:
    def act() -> Response:
        if user == get_user(request).pk:
            member_leave(by=get_user(request), club=club)
        else:
            member_remove(by=get_user(request), club=club, user=user)
        return Response(status=204)

    return run_once(request, act)


urlpatterns = [
    path("clubs/", clubs, name="api-clubs"),
    path("clubs/<num:pk>/", club, name="api-club"),
    path("clubs/<num:pk>/members/", members, name="api-members"),
    path("clubs/<num:pk>/members/<num:user>/", one_member, name="api-member"),
    path("clubs/<num:pk>/invitations/", invitations, name="api-invitations"),
    path("clubs/<num:pk>/invitations/<num:invitation>/", invitation, name="api-invitation"),
    path("clubs/<num:pk>/claims/", claims, name="api-claims"),
    path("clubs/<num:pk>/claims/<num:claim>/", claim, name="api-claim"),
    path("clubs/<num:pk>/claims/<num:claim>/decide/", decide, name="api-claim-decide"),
]
