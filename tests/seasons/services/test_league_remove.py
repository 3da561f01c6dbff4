import pytest
from django.contrib.admin.models import DELETION, LogEntry

from accounts.errors import ForbiddenError
from accounts.models import Player
from tests.cast import refused
from tests.played_seasons import PEOPLE, a_season, an_evening, by
from tournaments.models import Award, Evening, League, Season
from tournaments.seasons.services.leagues import league_remove
from tournaments.seasons.services.seasons import divisions_set, evening_add, evening_remove, player_place


def test_a_league_without_anything_goes_with_its_seasons(cast):
    season = a_season(cast)
    divisions_set(by(cast, season), names=["Upper"])
    league_remove(by=cast.bob, league=season.league)
    assert not League.objects.exists()
    assert not Season.objects.exists()
    line = LogEntry.objects.get()
    assert (line.user, line.object_repr, line.action_flag) == (cast.bob, "Thursday League", DELETION)


def with_an_evening(cast, season):
    evening_add(by(cast, season), evening=an_evening(cast, 1, *PEOPLE).pk)


def with_a_player(cast, season):
    player_place(by(cast, season), player=Player.objects.create(club=cast.club, name="Ada").pk)


def with_a_prize(_cast, season):
    Award.objects.create(season=season, rank=1, prize="gift-1", title="Best dressed", why="by_hand")


@pytest.mark.parametrize("something", [with_an_evening, with_a_player, with_a_prize])
def test_not_while_something_counts(cast, something):
    season = a_season(cast)
    something(cast, season)
    with refused("league", "These seasons have evenings, players or prizes: Winter."):
        league_remove(by=cast.bob, league=season.league)
    assert League.objects.exists()
    assert not LogEntry.objects.exists()


def test_when_nothing_counts_any_more(cast):
    season = a_season(cast)
    with_an_evening(cast, season)
    evening_remove(by(cast, season), evening=Evening.objects.get().pk)
    league_remove(by=cast.bob, league=season.league)
    assert not League.objects.exists()
    assert Evening.objects.exists()


def test_only_who_runs_it(cast):
    season = a_season(cast)
    for who in (cast.sam, cast.vera, cast.charlie):
        with refused("role", error=ForbiddenError):
            league_remove(by=who, league=season.league)
