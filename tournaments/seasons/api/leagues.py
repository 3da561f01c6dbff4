"""A club's leagues, opened to everybody or closed again, and the seasons that the caller may read."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import NamesShown
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.decorators import (
    View,
    filter_reachable,
    get_club_for_api,
    get_user,
    member,
    run_once,
    set_location,
)
from accounts.shared.api.fields import Among, Body, Flag, Holds, IdFilter, Text, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import check_access
from tournaments.base.api.answers import answer
from tournaments.base.api.commands import make_names_field
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.services.evenings import league_publish
from tournaments.models import League, Season
from tournaments.seasons.selectors.access import (
    LeagueLink,
    SeasonLink,
    build_league_links,
    build_season_links,
    find_league,
    query_leagues,
    query_seasons,
)
from tournaments.seasons.services.leagues import league_create, league_remove, league_rename

ORDERING = ("name", "created", "id")
SEASON = answer(SeasonLink)
LEAGUE = answer(LeagueLink, names_shown=partial(serializers.ChoiceField, choices=["", *NamesShown.values]))


class LeagueBody(Body):
    name = Text(max_length=LONGEST)


class LeagueFilter(FilterSet):  # type: ignore[misc]
    search = Holds("name", label="Text that is part of the name.")


@listed("leagues", "A club’s leagues", LEAGUE, filters=LeagueFilter, ordering=ORDERING, methods=["GET"])
@described_for_members(
    "league_create",
    "Create a league",
    LEAGUE,
    body=LeagueBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def leagues(request: Request, pk: int) -> Response:
    """The leagues by name. Organisers can create leagues."""
    if request.method == "POST":
        return _create(request, pk)
    club, _right = get_club_for_api(request, pk)
    rows = query_leagues().filter(club=club)
    return answer_page(
        request, rows, LEAGUE, filters=LeagueFilter, ordering=ORDERING, convert=build_league_links
    )


def _create(request: Request, pk: int) -> Response:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    body = read(LeagueBody, request.data)

    def act() -> Response:
        league = league_create(by=get_user(request), club=club, name=body["name"])
        return Response(build_league_answer(league.pk), status=201)

    return set_location(request, run_once(request, act), "api-league")


@described_for_members("league", "A league", LEAGUE, methods=["GET"])
@described_for_members(
    "league_rename", "Rename a league", LEAGUE, body=LeagueBody, writes=True, methods=["PATCH"]
)
@described_for_members("league_remove", "Remove a league", None, status=204, writes=True, methods=["DELETE"])
@member("GET", "PATCH", "DELETE")
def league(request: Request, pk: int) -> Response:
    """One league. Its seasons have their own addresses. It can be removed while no evening counts for it."""
    row = get_league(request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN)
    match request.method:
        case "PATCH":
            return _rename(request, row)
        case "DELETE":
            return run_once(request, lambda: _remove(request, row))
    return Response(build_league_answer(row.pk))


def _rename(request: Request, league: League) -> Response:
    body = read(LeagueBody, request.data)

    def act() -> Response:
        return Response(
            build_league_answer(league_rename(by=get_user(request), league=league, name=body["name"]).pk)
        )

    return run_once(request, act)


def _remove(request: Request, league: League) -> Response:
    league_remove(by=get_user(request), league=league)
    return Response(status=204)


class SeasonFilter(FilterSet):  # type: ignore[misc]
    club = IdFilter("league__club", label="Number of the club.")
    league = IdFilter("league", label="Of this league.")
    stage = Among("stage", [*map(str, SeasonStage)], label="Stage.")
    search = Holds("name", label="Text that is part of the name.")


def describe_seasons(name: str, summary: str, **options: Any) -> Callable[[View], View]:
    """Describe a list of seasons in the schema: its values, filters and order."""
    return listed(name, summary, SEASON, filters=SeasonFilter, ordering=ORDERING, **options)


@describe_seasons("seasons", "The seasons of all your clubs, the newest first")
@member("GET")
def seasons(request: Request) -> Response:
    """All seasons that the caller may read. A token for one club reads only that club's seasons."""
    return _answer_page(request, filter_reachable(request, query_seasons(), "league__club"))


def seasons_of_league(request: Request, pk: int) -> Response:
    """Return a league's seasons, the newest first."""
    return _answer_page(request, query_seasons().filter(league=get_league(request, pk)))


def _answer_page(request: Request, rows: QuerySet[Season]) -> Response:
    return answer_page(
        request, rows, SEASON, filters=SeasonFilter, ordering=ORDERING, convert=build_season_links
    )


def get_league(request: Request, pk: int, right: Right = Right.VIEW) -> League:
    """Return the league with its club. Raise Http404 or ForbiddenError."""
    return check_access(request, find_league(get_user(request), pk), lambda league: league.club_id, right)[0]


def build_league_answer(league: int) -> dict[str, Any]:
    """Return the league for the API, in one query."""
    (link,) = build_league_links(query_leagues().filter(pk=league))
    return dict(LEAGUE(link).data)


class PublishBody(Body):
    """Whether everybody who has the address may read the league."""

    published = Flag(help_text="Whether visitors can read it.")
    names = make_names_field()


@described_for_members(
    "league_publish", "Open a league to everybody, or close it", LEAGUE, body=PublishBody, writes=True
)
@member("POST")
def publish(request: Request, pk: int) -> Response:
    """Open or close the public tables of its seasons. Names appear as chosen; hidden prizes stay hidden."""
    league = get_league(request, pk, Right.RUN)
    body = read(PublishBody, request.data)

    def act() -> Response:
        league_publish(by=get_user(request), league=league, **body)
        return Response(build_league_answer(league.pk))

    return run_once(request, act)
