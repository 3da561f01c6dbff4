"""The API of published evenings and leagues, for everybody with the address.

The API shows the same data as the published pages.
"""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from accounts.answers import STRANGERS
from accounts.shared.api.decorators import not_modified_or, public
from accounts.shared.api.schema import described
from accounts.unlisted import unlisted
from tournaments.base.api.answers import Answer, ByName, OfEvening, Seconds, answer
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import (
    find_published_by_code,
    find_published_evening,
    make_evening_tag,
)
from tournaments.hall.presenters import published
from tournaments.hall.presenters.hall import HallPage
from tournaments.hall.presenters.published import PublicLine, compute_until_ms
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeDisplay
from tournaments.seasons.selectors.access import (
    LeagueLink,
    SeasonLink,
    build_league_link,
    find_published_league,
    find_published_season,
    load_season_tag,
    load_seasons,
)


class PublicClock(Answer):
    """The round's clock. ``seconds_left``: set while the clock is paused."""

    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds_left = Seconds(source="left", allow_null=True)


PRIZE = answer(PrizeDisplay, STRANGERS, winners=ByName)


class PublicEveningAnswer(OfEvening):
    """An evening as its hall shows it. ``state``: in words. ``standing``: once all prizes are announced."""

    club = serializers.CharField(source="evening.club.name")
    state = serializers.CharField(source="hall.state")
    here = serializers.IntegerField(source="hall.present_count")
    round = serializers.IntegerField(source="view.round")
    rung = serializers.BooleanField(source="hall.rung")
    clock = PublicClock(source="view.pulse.clock")
    tables = answer(Table, STRANGERS)(many=True, source="hall.tables")
    waiting = serializers.ListField(child=serializers.CharField(), source="hall.waiting_names")
    prizes = PRIZE(many=True, source="hall.announcement.prizes")
    standing = answer(PublicLine, STRANGERS)(many=True, source="hall.announcement.lines")


LEAGUE_ANSWER = answer(
    LeagueLink,
    STRANGERS,
    club=partial(serializers.CharField, source="club_name"),
    seasons=partial(answer(SeasonLink, STRANGERS), source="season_links", many=True),
)
SEASON_ANSWER = answer(published.PublicSeason, STRANGERS, prizes=partial(PRIZE, many=True))


@described("public_evening", "A published evening", PublicEveningAnswer, revalidates=True)
@public("GET")
@unlisted
def public_evening(request: Request, address: str) -> HttpResponseBase:
    """An evening as its hall shows it, with the names that the club chose. 404 if it is not published."""
    return _answer_evening(request, find_published_evening(address))


@described("public_evening_by_code", "A published evening by its code", PublicEveningAnswer, revalidates=True)
@public("GET")
@unlisted
def public_evening_by_code(request: Request, code: str) -> HttpResponseBase:
    """The same evening, by the code on the hall's screen."""
    return _answer_evening(request, find_published_by_code(code))


@described("public_league", "A published league", LEAGUE_ANSWER, revalidates=True)
@public("GET")
@unlisted
def public_league(request: Request, address: str) -> HttpResponseBase:
    """The league's seasons. 404 if the club has not published the league."""
    league = find_published_league(address)
    if league is None:
        raise Http404
    seasons = load_seasons(league.pk)
    link = build_league_link(league, seasons)
    return not_modified_or(request, lambda: LEAGUE_ANSWER(link).data, league.club.revision, seasons)


@described(
    "public_season",
    "A season of a published league",
    SEASON_ANSWER,
    revalidates=True,
)
@public("GET")
@unlisted
def public_season(request: Request, address: str, pk: int) -> HttpResponseBase:
    """A season's table, with the names that the club has chosen. A closed season also has its prizes.

    Evenings with hidden prizes do not count yet.
    """
    season = find_published_season(address, pk)
    if season is None:
        raise Http404
    return not_modified_or(
        request, lambda: SEASON_ANSWER(published.load_public_season(season)).data, load_season_tag(season)
    )


def _answer_evening(request: Request, evening: Evening | None) -> HttpResponseBase:
    if evening is None:
        raise Http404
    until = compute_until_ms(published.load_published_view(evening), program_clock.read_time())
    return not_modified_or(
        request,
        lambda: PublicEveningAnswer(_load_evening_data(evening)).data,
        make_evening_tag(evening),
        until,
    )


def _load_evening_data(evening: Evening) -> dict[str, Any]:
    view = published.load_published_view(evening)
    page = HallPage(view, program_clock.read_time())
    return {"evening": evening, "view": view, "hall": page}


LEAGUE = "public/leagues/<slug:address>/"
urlpatterns = [
    path("public/evenings/<slug:address>/", public_evening, name="api-public-evening"),
    path("public/evenings/by-code/<slug:code>/", public_evening_by_code, name="api-public-code"),
    path(LEAGUE, public_league, name="api-public-league"),
    path(f"{LEAGUE}seasons/<num:pk>/", public_season, name="api-public-season"),
]
