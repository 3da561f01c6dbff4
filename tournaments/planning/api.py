"""The API of a club's evenings and seasons: list, read, export, plan, change and open."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpResponseBase
from django.urls import path
from django_filters import DateFilter, FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.bodies import DayField
from accounts.shared.api.decorators import (
    View,
    filter_reachable,
    get_club_for_api,
    get_user,
    member,
    not_modified_or,
    read_key,
    run_once,
    set_location,
)
from accounts.shared.api.fields import Among, Body, BoundedList, Flag, Holds, IdFilter, Text, Whole, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from games.rules.registry import KNOWN
from tournaments.base.api.addresses import (
    EXPORT,
    get_evening,
    get_evening_and_right,
    get_season,
    make_document_ref,
    make_evening_urls,
    refuse_secret,
)
from tournaments.base.api.answers import answer
from tournaments.base.api.commands import (
    ByNumber,
    Command,
    Plain,
    Sent,
    make_id_field,
    make_names_field,
    map_error_fields,
)
from tournaments.console.api import NowAnswer, describe_now
from tournaments.core import settings
from tournaments.core.formats.registry import FORMATS
from tournaments.core.leagues.rules import from_json
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.api import (
    IN_PLAY,
    IN_SETTINGS,
    FirstSettingsBody,
    PlayBody,
    SettingsBody,
    parse_game_choice,
)
from tournaments.evening.selectors.access import make_evening_tag
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_change, evening_publish
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Season
from tournaments.planning.forms.choices import make_usual_settings
from tournaments.planning.forms.prepare import name_evening
from tournaments.planning.presenters import make_first_settings
from tournaments.planning.selectors import annotate_people
from tournaments.planning.services import evening_correct
from tournaments.prizes.services import refuse_unknown_groups
from tournaments.scoring.selectors import read_publication
from tournaments.seasons.api.commands import IN_RULES, RulesAnswer, RulesBody
from tournaments.seasons.api.leagues import describe_seasons, get_league, seasons_of_league
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.leagues import evening_delete
from tournaments.seasons.services.seasons import evening_plan
from tournaments.transfer.presenters.evening import export_evening, refuse_rehearsal

EVENING = answer(Evening)


def present_evening(evening: int) -> dict[str, object]:
    """Return one evening in the form in which lists show it."""
    return dict(EVENING(annotate_people(Evening.objects.all()).get(pk=evening)).data)


ORDERING = ("held_on", "name", "id")


class IsoDayFilter(DateFilter):  # type: ignore[misc]
    """Filter rows by a day, written as 2026-05-08. An empty value filters nothing."""

    schema = {"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$"}

    def __init__(self, field_name: str, **options: Any) -> None:
        super().__init__(field_name, input_formats=["%Y-%m-%d"], **options)


class EveningFilter(FilterSet):  # type: ignore[misc]
    """The filters of a list of evenings."""

    club = IdFilter("club", label="Number of the club.")
    stage = Among("stage", [*map(str, Stage)], label="Stage.")
    format = Among("format", [*FORMATS], label="Key of the format.")
    game = Among("game", [*KNOWN], label="Key of the game.")
    held_from = IsoDayFilter("held_on", lookup_expr="gte", label="First day.")
    held_until = IsoDayFilter("held_on", lookup_expr="lte", label="Last day.")
    search = Holds("name", label="Text that is part of the name.")

    class Meta:
        model = Evening
        fields: list[str] = []


def described_list(name: str, summary: str, **options: Any) -> Callable[[View], View]:
    """Return the decorator that describes a list of evenings for the API."""
    return listed(name, summary, EVENING, filters=EveningFilter, ordering=ORDERING, **options)


@described_list("evenings", "The evenings of all your clubs, the newest first")
@member("GET")
def evenings(request: Request) -> Response:
    """All evenings that the caller can see. A token for one club sees the evenings of that club."""
    rows = filter_reachable(request, annotate_people(Evening.held.all()))
    return answer_page(request, rows, EVENING, filters=EveningFilter, ordering=ORDERING)


def list_club_evenings(request: Request, pk: int) -> Response:
    """Return a club's evenings, the newest first."""
    club, _right = get_club_for_api(request, pk)
    rows = annotate_people(Evening.held.filter(club=club))
    return answer_page(request, rows, EVENING, filters=EveningFilter, ordering=ORDERING)


@described_for_members(
    "evening", "The current state of an evening", NowAnswer, revalidates=True, methods=["GET"]
)
@described_for_members(
    "evening_delete", "Remove an evening", None, status=204, writes=True, methods=["DELETE"]
)
@member("GET", "DELETE")
def evening(request: Request, pk: int) -> HttpResponseBase:
    """All that a program needs to run the evening: round, tables, missing results, next commands.

    An evening can be removed until its first result. An imported evening can be removed at any time.
    """
    if request.method == "DELETE":
        target = get_evening(request, pk, Right.RUN)
        return run_once(request, lambda: _delete(request, target))
    row, right = get_evening_and_right(request, pk)
    return not_modified_or(request, lambda: NowAnswer(describe_now(row)).data, make_evening_tag(row), right)


def _delete(request: Request, evening: Evening) -> Response:
    evening_delete(RequestedBy(evening.pk, get_user(request)))
    return Response(status=204)


@described_for_members(
    "evening_export", "The export of an evening", make_document_ref(EXPORT), revalidates=True
)
@member("GET")
def evening_export(request: Request, pk: int) -> HttpResponseBase:
    """All seats, deals, cuts, moves and journal lines. While prizes are hidden, only for organisers."""
    row, right = get_evening_and_right(request, pk)
    refuse_secret(row, right)
    refuse_rehearsal(row)
    return not_modified_or(request, lambda: export_evening(row), make_evening_tag(row), right)


MOST_SEASONS = 100


class EveningPlanBody(Body):
    """A new evening. A field left out has the usual value for this club, game and format."""

    name = Text(max_length=LONGEST, required=False, help_text="Default: the weekday of the evening.")
    held_on = DayField()
    play = PlayBody(default=dict)
    settings = FirstSettingsBody(default=dict)
    seasons = BoundedList(
        child=make_id_field("A season that the evening counts for."), max_length=MOST_SEASONS, default=list
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
    return evening_create(request, pk) if request.method == "POST" else list_club_evenings(request, pk)


def evening_create(request: Request, pk: int) -> Response:
    """Create an evening. A request with the same key again returns the same evening."""
    club, _right = get_club_for_api(request, pk, Right.RUN)
    body = read(EveningPlanBody, request.data)
    _refuse_others(club.pk, body["seasons"])
    with map_error_fields({**IN_SETTINGS, **IN_PLAY}):
        choice = parse_game_choice(club.pk, body["play"])
        row = evening_plan(
            actor=get_user(request),
            club=club,
            seasons=body["seasons"],
            name=body.get("name") or name_evening(body["held_on"]),
            held_on=body["held_on"],
            choice=choice,
            settings=_read_settings(choice, body["settings"], club),
            key=read_key(request),
        )
    return set_location(request, Response(present_evening(row.pk), status=201), "api-evening")


@describe_seasons("league_seasons", "A league’s seasons, the newest first", methods=["GET"])
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
    """The league's seasons. POST creates a new season with the rules sent."""
    return season_create(request, pk) if request.method == "POST" else seasons_of_league(request, pk)


def season_create(request: Request, pk: int) -> Response:
    """Create a season of the league. A request with the same key again returns the same season."""
    league = get_league(request, pk, Right.RUN)
    body = read(SeasonCreateBody, request.data)
    with map_error_fields(IN_RULES):
        season = services.season_create(
            by=get_user(request),
            league=league,
            name=body["name"],
            rules=from_json(body["rules"]),
            key=read_key(request),
        )
    return set_location(request, Response(SEASON_MADE(season).data, status=201), "api-season")


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
    """Create the season after a closed one, with its rules and divisions.

    The closed season's standings put the players into the divisions.
    """
    season = get_season(request, pk, Right.RUN)
    body = read(SeasonFollowBody, request.data)
    with map_error_fields({"season": "body"}):
        row = services.season_follow(
            by=get_user(request),
            season=season,
            name=body["name"],
            placed=body["placed"],
            key=read_key(request),
        )
    return set_location(request, Response(SEASON_MADE(row).data, status=201), "api-season")


def _refuse_others(club: int, seasons: Sequence[int]) -> None:
    club_seasons = {*Season.objects.filter(league__club=club, pk__in=seasons).values_list("pk", flat=True)}
    for place, season in enumerate(seasons):
        if season not in club_seasons:
            raise RuleError(f"seasons.{place}", _("The club has no such season."))


def _read_settings(choice: GameChoice, body: Mapping[str, Any], club: Club) -> Settings:
    """Return the settings sent; the others have their usual values. RuleError at the setting."""
    before = make_usual_settings(choice.play, make_first_settings(club))
    changed_settings = settings.from_json({**settings.to_json(before), **body})
    refuse_unknown_groups(club.pk, before.prizes, changed_settings.prizes)
    return changed_settings


class EveningChangeBody(Plain):
    """The fields to change. A field left out stays unchanged."""

    name = Text(max_length=LONGEST, required=False)
    held_on = DayField(required=False)
    settings = SettingsBody(default=dict)
    play = PlayBody(required=False, help_text="Can be changed until the seats are drawn.")


class EveningPublishBody(Plain):
    published = Flag(
        help_text="True: visitors with the address can read the evening. False: only members can."
    )
    names = make_names_field()


def _read_changes(evening: Evening, body: Sent) -> dict[str, Any]:
    arguments = {name: body[name] for name in ("name", "held_on", "settings") if name in body}
    return arguments | (
        {"choice": parse_game_choice(evening.club_id, body["play"])} if "play" in body else {}
    )


COMMANDS = (
    Command(evening_change, EveningChangeBody, _read_changes, body_fields={**IN_SETTINGS, **IN_PLAY}),
    Command(evening_correct, body_fields={"evening": "body"}),
    Command(check_in_open),
    Command(evening_publish, EveningPublishBody, stands=read_publication),
)


OF_EVENINGS = COMMANDS
urlpatterns = [
    path("evenings/", evenings, name="api-evenings"),
    path("evenings/<num:pk>/", evening, name="api-evening"),
    path("evenings/<num:pk>/export/", evening_export, name="api-evening-export"),
    path("clubs/<num:pk>/evenings/", club_evenings, name="api-club-evenings"),
    path("leagues/<num:pk>/seasons/", league_seasons, name="api-league-seasons"),
    path("seasons/<num:pk>/next/", season_follow, name="api-season-follow"),
    *make_evening_urls(OF_EVENINGS),
]
