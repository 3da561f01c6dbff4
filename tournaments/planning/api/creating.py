"""An evening is planned, a season begun, and the one after it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Several, Text, Whole, read
from accounts.shared.api.keys import created, key_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_at
from tournaments.base.api.bodies import Day
from tournaments.base.api.command_fields import ByNumber, numbered
from tournaments.base.api.refusals import at_its_field
from tournaments.base.api.values import answer
from tournaments.core import settings
from tournaments.core.leagues.rules import from_json
from tournaments.core.settings import Settings
from tournaments.evening.api.settings import IN_PLAY, IN_SETTINGS, FirstSettingsBody, PlayBody, choice_of
from tournaments.evening.services.evenings import Choice
from tournaments.models import Season
from tournaments.planning.api.evenings import EVENING, described_list, evenings_of_club, told
from tournaments.planning.forms.choices import usual
from tournaments.planning.forms.prepare import evening_name
from tournaments.planning.presenters.planning import first_settings
from tournaments.prizes.services.saved_prizes import groups_named
from tournaments.seasons.api.commands import IN_RULES, RulesAnswer, RulesBody
from tournaments.seasons.api.leagues import described_seasons, league_at, seasons_of_league
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.planning import evening_plan

MOST_SEASONS = 100


class EveningPlanBody(Body):
    """A new evening: what is left out is as it usually is where this is played."""

    name = Text(max_length=LONGEST, required=False, help_text="Default: the weekday of the evening.")
    held_on = Day()
    play = PlayBody(default=dict)
    settings = FirstSettingsBody(default=dict)
    seasons = Several(
        child=numbered("A season that the evening counts for."), max_length=MOST_SEASONS, default=list
    )


class SeasonCreateBody(Body):
    """A new season of a league."""

    name = Text(max_length=LONGEST)
    rules = RulesBody(default=dict)


class SeasonFollowBody(Body):
    """The season after a closed one."""

    name = Text(max_length=LONGEST)
    placed = ByNumber(
        child=Whole(min_value=1, allow_null=True),
        default=dict,
        help_text="Players whose division differs from the proposal. 1 is the highest division.",
    )


SEASON_MADE = answer(Season, rules=RulesAnswer)


@described_list("club_evenings", "A club’s evenings, the newest first", methods=["GET"])
@described_for_members(
    "evening_create",
    "Plan an evening",
    EVENING,
    body=EveningPlanBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def club_evenings(request: Request, pk: int) -> Response:
    """The club's evenings. A new evening has the club's usual value for each field left out."""
    return evening_create(request, pk) if request.method == "POST" else evenings_of_club(request, pk)


def evening_create(request: Request, pk: int) -> Response:
    """A new evening. The same key again: the same evening."""
    club, _right = club_at(request, pk, Right.RUN)
    sent = read(EveningPlanBody, request.data)
    _refuse_others(club.pk, sent["seasons"])
    with at_its_field({**IN_SETTINGS, **IN_PLAY}):
        choice = choice_of(club.pk, sent["play"])
        made = evening_plan(
            actor=user_of(request),
            club=club,
            seasons=sent["seasons"],
            name=sent.get("name") or evening_name(sent["held_on"]),
            held_on=sent["held_on"],
            choice=choice,
            settings=_settings(choice, sent["settings"], club),
            key=key_of(request),
        )
    return created(request, Response(told(made.pk), status=201), "api-evening")


@described_seasons("league_seasons", "A league’s seasons, the newest first", methods=["GET"])
@described_for_members(
    "season_create",
    "Begin a season",
    SEASON_MADE,
    body=SeasonCreateBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def league_seasons(request: Request, pk: int) -> Response:
    """The league's seasons; or a new one, by the rules that are sent."""
    return season_create(request, pk) if request.method == "POST" else seasons_of_league(request, pk)


def season_create(request: Request, pk: int) -> Response:
    """A new season of the league. The same key again: the same season."""
    league = league_at(request, pk, Right.RUN)
    sent = read(SeasonCreateBody, request.data)
    with at_its_field(IN_RULES):
        made = services.season_create(
            by=user_of(request),
            league=league,
            name=sent["name"],
            rules=from_json(sent["rules"]),
            key=key_of(request),
        )
    return created(request, Response(SEASON_MADE(made).data, status=201), "api-season")


@described_for_members(
    "season_follow",
    "Begin the season after this one",
    SEASON_MADE,
    body=SeasonFollowBody,
    status=201,
    writes=True,
)
@member("POST")
def season_follow(request: Request, pk: int) -> Response:
    """The season after a closed one: its rules and divisions, and its people where the closing puts them."""
    season = season_at(request, pk, Right.RUN)
    sent = read(SeasonFollowBody, request.data)
    with at_its_field({"season": "body"}):
        made = services.season_follow(
            by=user_of(request),
            season=season,
            name=sent["name"],
            placed=sent["placed"],
            key=key_of(request),
        )
    return created(request, Response(SEASON_MADE(made).data, status=201), "api-season")


def _refuse_others(club: int, seasons: Sequence[int]) -> None:
    known = {*Season.objects.filter(league__club=club, pk__in=seasons).values_list("pk", flat=True)}
    for place, season in enumerate(seasons):
        if season not in known:
            raise RuleError(f"seasons.{place}", _("The club has no such season."))


def _settings(choice: Choice, sent: Mapping[str, Any], club: Club) -> Settings:
    """The settings, others as they usually are where this is played. RuleError at the setting."""
    before = usual(choice.play, first_settings(club))
    chosen = settings.from_json({**settings.to_json(before), **sent})
    groups_named(club.pk, before.prizes, chosen.prizes)
    return chosen
