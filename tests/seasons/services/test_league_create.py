from accounts.errors import TakenError
from accounts.models import Club
from tests.cast import refused
from tournaments.models import League
from tournaments.seasons.selectors.access import load_leagues
from tournaments.seasons.services.leagues import league_create, league_ensure


def test_it_works(cast):
    """There is one of each name; another club may have one of the same name."""
    league = league_create(by=cast.bob, club=cast.club, name=" Thursday  League ")
    assert (league.club, league.name) == (cast.club, "Thursday League")
    assert [one.name for one in load_leagues(cast.club.pk)] == ["Thursday League"]
    assert Club.objects.get(pk=cast.club.pk).revision == 1
    for name in ("Thursday League ", "tHURSDAY LEAGUE"):
        with refused("name", "already has a league", error=TakenError):
            league_create(by=cast.alice, club=cast.club, name=name)
        assert league_ensure(by=cast.alice, club=cast.club, name=name) == league
    assert league_create(by=cast.charlie, club=cast.other_club, name="Thursday League") != league
    assert League.objects.count() == 2
    for name in ("", "x" * 61, "turned \u202e about"):
        with refused("name"):
            league_create(by=cast.alice, club=cast.club, name=name)
