"""Clubs: those of the caller, new ones, and what their owners set."""

from base64 import b64decode
from functools import partial
from typing import Any

from django.db.models import OuterRef, QuerySet
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.account.api.me import refuse_narrow
from accounts.clubs.services.clubs import club_change, club_create
from accounts.database.folding import by_name
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.logos import MOST_BYTES
from accounts.models import BellSound, Club, Public, Role, Token
from accounts.names import LONGEST, LONGEST_ROLE, MOST_ROLES
from accounts.permissions import Right, role_of
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, OneOf, Several, Text, read
from accounts.shared.api.filters import Among, Holds
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.parsers import LargeJSON
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer

ORDERING = ("name", "created")
LONGEST_LOGO = 4 * -(-MOST_BYTES // 3)
"""Characters of the largest logo in base64."""


CLUB = answer(Club, roles=partial(serializers.ListField, child=serializers.CharField()))


class ClubBody(Body):
    name = Text(max_length=LONGEST)


class ClubChangeBody(Body):
    """What is not sent stays as it is."""

    name = Text(max_length=LONGEST, required=False)
    public = OneOf([Public.NAME.value, Public.INITIALS.value], required=False)
    roles = Several(
        child=Text(max_length=LONGEST_ROLE),
        max_length=MOST_ROLES,
        required=False,
        help_text="The club’s names for roles with prizes of their own. Can be empty.",
    )
    colour = Text(
        max_length=7, allow_blank=True, required=False, help_text="As #1f5c43. Empty: Headtable’s own."
    )
    bell = OneOf(BellSound.values, required=False)
    logo = Text(
        max_length=LONGEST_LOGO,
        allow_blank=True,
        required=False,
        help_text="A PNG, JPEG or WebP picture in base64. Empty: no logo.",
    )


class ClubFilter(FilterSet):  # type: ignore[misc]
    search = Holds("name", label="Text that is part of the name.")
    my_role = Among("my_role", Role.values, label="The caller’s role in the club.")


@listed("clubs", "Your clubs", CLUB, filters=ClubFilter, ordering=ORDERING, methods=["GET"])
@described_for_members(
    "club_create", "Create a club", CLUB, body=ClubBody, status=201, writes=True, methods=["POST"]
)
@member("GET", "POST")
def clubs(request: Request) -> Response:
    """The caller’s clubs. The creator of a club becomes its owner."""
    if request.method == "POST":
        return _create(request)
    rows = _clubs(request).order_by(*by_name(), "pk")
    return page_of(request, rows, CLUB, filters=ClubFilter, ordering=ORDERING)


def _create(request: Request) -> Response:
    refuse_narrow(request)
    sent = read(ClubBody, request.data)

    def act() -> Response:
        made = club_create(owner=user_of(request), name=sent["name"])
        return Response(_told(request, made.pk), status=201)

    return created(request, once(request, act), "api-club")


@described_for_members("club", "A club", CLUB, methods=["GET"])
@described_for_members(
    "club_change", "Change a club", CLUB, body=ClubChangeBody, writes=True, methods=["PATCH"]
)
@member("GET", "PATCH")
def club(request: Request, pk: int) -> Response:
    """A club as its members see it. Owners can change its name, its roles, and what visitors see."""
    if request.method == "PATCH":
        return _change(request, pk)
    club_at(request, pk)
    return Response(_told(request, pk))


# A logo in base64 is larger than other bodies.
club.cls.parser_classes = [LargeJSON]  # type: ignore[attr-defined]


def _change(request: Request, pk: int) -> Response:
    found, _right = club_at(request, pk, Right.OWN)
    sent = read(ClubChangeBody, request.data)
    if "logo" in sent:
        sent["logo"] = _picture(sent["logo"])

    def act() -> Response:
        club_change(by=user_of(request), club=found, **sent)
        return Response(_told(request, pk))

    return once(request, act)


def _picture(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise RuleError("logo", _("This must be base64.")) from error


def _clubs(request: Request) -> QuerySet[Club]:
    """The caller's clubs; by a token for one club that one."""
    mine = Club.objects.filter(memberships__user=user_of(request))
    if isinstance(request.auth, Token) and request.auth.club_id is not None:
        mine = mine.filter(pk=request.auth.club_id)
    role = role_of(user_of(request).pk, OuterRef("pk"))
    return mine.annotate(my_role=role)  # type: ignore[no-redef]


def _told(request: Request, pk: int) -> Any:
    return CLUB(_clubs(request).get(pk=pk)).data
