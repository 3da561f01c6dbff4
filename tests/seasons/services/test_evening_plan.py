"""An evening is planned or changed with the seasons that it counts for."""

from datetime import date
from uuid import uuid4

from tests.cast import everything, refused
from tests.played_seasons import a_season, by
from tournaments.core.leagues.rules import Rules
from tournaments.core.settings import Settings
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Season
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_plan, evening_replan

DAY = date(2026, 1, 8)


def plan(cast, *seasons, key=None, name="Thursday"):
    return evening_plan(
        actor=cast.bob, club=cast.club, seasons=seasons, key=key, name=name, settings=Settings()
    )


def replan(cast, evening, *seasons, before=(), **changes):
    chosen = {"name": "Friday", "held_on": DAY, "settings": Settings()} | changes
    return evening_replan(
        RequestedBy(evening.pk, cast.bob, key=uuid4()), seasons=seasons, before=before, **chosen
    )


def counts_for(evening):
    return {*Season.objects.filter(evenings__evening=evening).values_list("pk", flat=True)}


def test_it_counts_for_them_and_the_same_request_is_the_same_evening(cast):
    """Also after others changed what it counts for."""
    season, key = a_season(cast), uuid4()
    cup = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    assert not counts_for(plan(cast, name="Earlier"))
    evening = plan(cast, season.pk, key=key)
    assert counts_for(evening) == {season.pk}
    before = everything()
    assert plan(cast, season.pk, key=key) == evening
    assert everything() == before
    for other in ((), (cup.pk,), (season.pk, cup.pk)):
        with refused("request_key", "with other contents"):
            plan(cast, *other, key=key)
    replan(cast, evening, before=[season.pk])
    season_close(by(cast, season))
    assert plan(cast, season.pk, key=key) == evening
    assert not counts_for(evening)
    with refused("stage", "season is closed"):
        plan(cast, season.pk, name="Later")
    with refused("name", "already has an evening of this name on that day"):
        plan(cast, name="EARLIER")


def test_it_counts_for_others_after_a_change(cast):
    """Not if the change is refused; and a closed season keeps it."""
    season = a_season(cast)
    evening = plan(cast, season.pk)
    replan(cast, evening, before=[season.pk])
    assert not counts_for(evening)
    replan(cast, evening, season.pk)
    assert counts_for(evening) == {season.pk}
    with refused("name"):
        replan(cast, evening, before=[season.pk], name="")
    Season.objects.filter(pk=season.pk).update(stage="closed")
    replan(cast, evening, before=[season.pk])
    assert counts_for(evening) == {season.pk}


def test_what_others_changed_meanwhile_stays(cast):
    """It was shown as counting for the winter; somebody took that back, and had it count for the cup."""
    winter = a_season(cast)
    cup = season_create(by=cast.alice, league=winter.league, name="Cup", rules=Rules())
    evening = plan(cast, cup.pk)
    replan(cast, evening, winter.pk, before=[winter.pk])
    assert counts_for(evening) == {cup.pk}
    replan(cast, evening, before=[winter.pk])
    assert counts_for(evening) == {cup.pk}
