from accounts.errors import StaleError
from accounts.models import Club
from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import evening_publish, league_publish
from tournaments.models import Evening, League
from tournaments.seasons.services.leagues import league_create

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
        assert line.payload == {"published": published, **({"names": "first"} if published else {})}
        assert Evening.objects.get().published is published
        with refused("published", error=StaleError):
            evening_publish(night.by, published=published)


def test_a_withdrawn_address_stays_dead(night):
    """Other names are no other address; published again, it has a new one."""
    night = night(8)

    def now(names, *, published=True):
        evening_publish(night.by, published=published, names=names)
        evening = Evening.objects.get()
        return evening.public_address, evening.names_shown

    first, shown = now("")
    assert (len(first), shown) == (22, "first")
    assert now("name") == (first, "name")
    with refused("published", error=StaleError):
        now("name")
    assert now("", published=False) == (None, "name")
    again, shown = now("")
    assert again not in (first, None)
    assert shown == "name"


def test_what_the_club_does_not_offer_is_refused(night):
    night = night(8)
    with refused("names", "Choose one of these."):
        evening_publish(night.by, published=True, names="nickname")
    Club.objects.update(public="initials")
    for names in ("first", "name"):
        with refused("names", "The club shows initials."):
            evening_publish(night.by, published=True, names=names)
    assert evening_publish(night.by, published=True).payload["names"] == "initials"


def test_a_league_is_published(cast):
    league = league_create(by=cast.bob, club=cast.club, name="League")
    before = Club.objects.get(pk=cast.club.pk).revision
    assert league_publish(by=cast.bob, league=league, published=True).published is True
    assert League.objects.get().published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    assert league_publish(by=cast.alice, league=league, published=True).published is True
    assert Club.objects.get(pk=cast.club.pk).revision == before + 1
    first = League.objects.get().public_address
    assert league_publish(by=cast.bob, league=league, published=True, names="each").public_address == first
    assert Club.objects.get(pk=cast.club.pk).revision == before + 2
    assert league_publish(by=cast.alice, league=league, published=False).published is False
    assert League.objects.get().public_address is None
    again = league_publish(by=cast.bob, league=league, published=True)
    assert again.public_address not in (first, None)
    assert again.names_shown == "each"
    with refused("names"):
        league_publish(by=cast.bob, league=league, published=True, names="nickname")
