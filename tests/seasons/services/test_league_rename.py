import pytest
from django.contrib.admin.models import LogEntry

from accounts.errors import ForbiddenError
from accounts.models import Club
from tests.cast import refused
from tournaments.models import League
from tournaments.seasons.services.leagues import league_create, league_rename


@pytest.fixture
def league(cast):
    return league_create(by=cast.alice, club=cast.club, name="Thursday League")


def test_it_has_another_name_and_the_log_has_both(cast, league):
    revision = Club.objects.get(pk=cast.club.pk).revision
    assert league_rename(by=cast.bob, league=league, name=" Friday  League ").name == "Friday League"
    assert League.objects.get().name == "Friday League"
    assert Club.objects.get(pk=cast.club.pk).revision == revision + 1
    line = LogEntry.objects.get()
    assert (line.user, line.change_message) == (cast.bob, "Renamed: Thursday League → Friday League")
    league_rename(by=cast.bob, league=league, name="Friday League")
    assert LogEntry.objects.get() == line, "the same name writes nothing"
    assert league_rename(by=cast.bob, league=league, name="FRIDAY League").name == "FRIDAY League"


def test_names(cast, league):
    """Another club may have a league of the same name."""
    league_create(by=cast.alice, club=cast.club, name="Monday League")
    league_create(by=cast.charlie, club=cast.other_club, name="Sunday League")
    for name in ("", "x" * 61, "turned \u202e about", "monday league"):
        with refused("name"):
            league_rename(by=cast.alice, league=league, name=name)
    assert league_rename(by=cast.alice, league=league, name="Sunday League").name == "Sunday League"


def test_only_who_runs_it(cast, league):
    for who in (cast.sam, cast.vera, cast.charlie):
        with refused("role", error=ForbiddenError):
            league_rename(by=who, league=league, name="Mine")
