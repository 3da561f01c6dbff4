"""The API's addresses of a club's house rules: games with changed options, under the club's own names."""

from functools import partial
from typing import Any

from django.http import Http404
from django.urls import path
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.decorators import get_club_for_api, get_user, member, run_once, set_location
from accounts.shared.api.fields import Among, Body, Holds, NamedValues, OneOf, Text, Value, YesNo, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from accounts.shared.api.values import answer
from games.calculators.api.bodies import MOST_OPTIONS
from games.house.services import house_rules_change, house_rules_create, house_rules_retire
from games.models import HouseRules
from games.rules.registry import KNOWN, RULESETS

ORDERING = ("name", "game", "created")


HOUSE_RULES = answer(HouseRules, options=partial(serializers.DictField, child=Value()))


def _make_options_field(**kwargs: Any) -> NamedValues:
    described = "The game’s options by key. Options left out keep their usual value."
    return NamedValues(most=MOST_OPTIONS, child=Value(), help_text=described, **kwargs)


class HouseRulesBody(Body):
    name = Text(max_length=LONGEST)
    game = OneOf([*RULESETS])
    options = _make_options_field()


class HouseRulesChangeBody(Body):
    """Missing fields stay unchanged. Options are sent all together."""

    name = Text(max_length=LONGEST, required=False)
    options = _make_options_field(required=False)


class HouseRulesFilter(FilterSet):  # type: ignore[misc]
    retired = YesNo("retired", label="True: retired. False: in use.")
    game = Among("game", [*KNOWN], label="Key of the game.")
    search = Holds("name", label="Text that is part of the name.")


@listed(
    "house_rules",
    "A club’s house rules",
    HOUSE_RULES,
    filters=HouseRulesFilter,
    ordering=ORDERING,
    methods=["GET"],
)
@described_for_members(
    "house_rules_create",
    "Create house rules",
    HOUSE_RULES,
    body=HouseRulesBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def house_rules(request: Request, pk: int) -> Response:
    """List house rules in use and retired ones. Organisers can create house rules."""
    if request.method == "POST":
        return _create(request, pk)
    club, _right = get_club_for_api(request, pk)
    rows = HouseRules.objects.filter(club=club)
    return answer_page(request, rows, HOUSE_RULES, filters=HouseRulesFilter, ordering=ORDERING)


def _create(request: Request, pk: int) -> Response:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    values = read(HouseRulesBody, request.data)

    def act() -> Response:
        new = house_rules_create(by=get_user(request), club=club, **values)
        return Response(HOUSE_RULES(new).data, status=201)

    return set_location(request, run_once(request, act), "api-house-rules-one", club.pk)


@described_for_members("house_rules_one", "House rules", HOUSE_RULES, methods=["GET"])
@described_for_members(
    "house_rules_change",
    "Change house rules",
    HOUSE_RULES,
    body=HouseRulesChangeBody,
    writes=True,
    methods=["PATCH"],
)
@member("GET", "PATCH")
def house_rules_one(request: Request, pk: int, rules: int) -> Response:
    """A game as this club plays it. Evenings planned before a change keep the old rules."""
    if request.method == "PATCH":
        return _change(request, pk, rules)
    return Response(HOUSE_RULES(_get_rules_or_404(request, pk, rules)).data)


def _change(request: Request, pk: int, rules: int) -> Response:
    row = _get_rules_or_404(request, pk, rules, Right.RUN)
    values = read(HouseRulesChangeBody, request.data)

    def act() -> Response:
        result = house_rules_change(by=get_user(request), rules=row, **values)
        return Response(HOUSE_RULES(result).data)

    return run_once(request, act)


@described_for_members("house_rules_retire", "Retire house rules", HOUSE_RULES, body=Body, writes=True)
@member("POST")
def retire(request: Request, pk: int, rules: int) -> Response:
    """New evenings cannot use retired rules. The name is free again."""
    row = _get_rules_or_404(request, pk, rules, Right.RUN)
    read(Body, request.data)
    return run_once(
        request, lambda: Response(HOUSE_RULES(house_rules_retire(by=get_user(request), rules=row)).data)
    )


def _get_rules_or_404(request: Request, pk: int, rules: int, least: Right = Right.VIEW) -> HouseRules:
    """Return the club's house rules. Raise Http404 or ForbiddenError."""
    club, _right = get_club_for_api(request, pk, least)
    row = HouseRules.objects.filter(club=club, pk=rules).first()
    if row is None:
        raise Http404
    return row


urlpatterns = [
    path("clubs/<num:pk>/house-rules/", house_rules, name="api-house-rules"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", house_rules_one, name="api-house-rules-one"),
    path("clubs/<num:pk>/house-rules/<num:rules>/retire/", retire, name="api-house-rules-retire"),
]
