from accounts.errors import ForbiddenError
from accounts.models import Club
from tests.cast import refused
from tournaments.facts.seasons.access import leagues_of
from tournaments.models import League
from tournaments.services.seasons.leagues import league_create


def test_it_works(cast):
    league = league_create(by=cast.bob, club=cast.club, name=" Thursday  League ")
    assert (league.club, league.name) == (cast.club, "Thursday League")
    assert [one.name for one in leagues_of(cast.club.pk)] == ["Thursday League"]
    assert Club.objects.get(pk=cast.club.pk).revision == 1


def test_it_validates_ownership(cast):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            league_create(by=person, club=cast.club, name="League")


def test_asked_for_twice_it_is_the_one_that_stands(cast):
    """Another club may have one of the same name."""
    first = league_create(by=cast.alice, club=cast.club, name="League")
    assert league_create(by=cast.bob, club=cast.club, name="League ") == first
    assert league_create(by=cast.bob, club=cast.club, name="lEAGUE") == first
    assert league_create(by=cast.charlie, club=cast.other_club, name="League") != first
    assert League.objects.count() == 2


def test_names_that_cannot_be(cast):
    for name in ("", "x" * 61, "turned \u202e about"):
        with refused("name"):
            league_create(by=cast.alice, club=cast.club, name=name)
