from accounts.errors import StaleError
from accounts.models import Club
from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.models import Evening, League
from tournaments.services.club.publishing import evening_publish, league_publish
from tournaments.services.seasons.leagues import league_create

CASE = Case(
    evening_publish,
    scene=lambda make: make(8, Stage.PLAYING),
    body=lambda night: {"published": True},
    stages=tuple(Stage),
)


def test_it_works(night):
    """What was said already is refused."""
    night = night(8)
    for published in (True, False):
        line = evening_publish(night.by, published=published)
        assert line.payload == {"published": published}
        assert Evening.objects.get().published is published
        with refused("published", error=StaleError):
            evening_publish(night.by, published=published)


def test_a_league_is_published(cast):
    league = league_create(by=cast.bob, club=cast.club, name="League")
    before = Club.objects.get(pk=cast.club.pk).revision
    assert league_publish(by=cast.bob, league=league, published=True).published is True
    assert League.objects.get().published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    assert league_publish(by=cast.alice, league=league, published=True).published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    assert league_publish(by=cast.alice, league=league, published=False).published is False
    assert League.objects.get().published is False
