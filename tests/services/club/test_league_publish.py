from accounts.errors import ForbiddenError
from accounts.models import Club
from tests.cast import refused
from tournaments.models import League
from tournaments.services.club.publishing import league_publish
from tournaments.services.seasons.leagues import league_create


def test_it_works(cast):
    league = league_create(by=cast.bob, club=cast.club, name="League")
    before = Club.objects.get(pk=cast.club.pk).revision
    assert league_publish(by=cast.bob, league=league, published=True).published is True
    assert League.objects.get().published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    assert league_publish(by=cast.alice, league=league, published=True).published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    assert league_publish(by=cast.alice, league=league, published=False).published is False
    assert League.objects.get().published is False


def test_it_validates_ownership(cast):
    league = league_create(by=cast.bob, club=cast.club, name="League")
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            league_publish(by=person, league=league, published=True)
