"""A season begins, once for each request."""

from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from accounts.errors import RuleError
from tests.cast import everything, refused
from tests.services.races.test_races import at_once
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.models import Season, SeasonLine
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.selectors.access import find_season, load_seasons
from tournaments.seasons.services.leagues import league_create, season_create

pytestmark = pytest.mark.postgresql


@pytest.fixture
def league(cast):
    return league_create(by=cast.alice, club=cast.club, name="League")


def test_it_works(cast, league):
    season = season_create(by=cast.bob, league=league, name="Winter ", rules=Rules(best=3))
    season.refresh_from_db()
    assert (season.name, season.stage, season.seq) == ("Winter", SeasonStage.OPEN, 1)
    assert from_json(season.rules) == Rules(best=3)
    assert len(season.seed) == 32
    (line,) = load_book(season).lines
    assert (line.who, line.words) == ("Bob", "The season was set up.")
    assert [one.name for one in load_seasons(league.pk)] == ["Winter"]
    assert find_season(cast.vera, season.pk)
    assert find_season(cast.charlie, season.pk) is None


def test_the_same_request_twice_is_one_season(cast, league):
    """With its key no other one is made: of another name, of another league, of another club."""
    winter = {"league": league, "name": "Winter", "rules": Rules()}
    key, cup = uuid4(), league_create(by=cast.alice, club=cast.club, name="Cup")
    theirs = league_create(by=cast.charlie, club=cast.other_club, name="League")
    first = season_create(by=cast.alice, **winter, key=key)
    before = everything()
    assert season_create(by=cast.alice, **winter, key=key) == first
    assert everything() == before
    for person, changes in (
        (cast.alice, {"name": "Spring"}),
        (cast.alice, {"league": cup}),
        (cast.charlie, {"league": theirs}),
    ):
        with refused("request_key", "with other contents"):
            season_create(by=person, **{**winter, **changes}, key=key)
    for other, name in ((None, "Winter"), (uuid4(), "Winter"), (uuid4(), "wINTER")):
        with refused("name", "season of this name"):
            season_create(by=cast.alice, **{**winter, "name": name}, key=other)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="on SQLite one writes at a time; the PostgreSQL run of the suite covers races",
)
def test_made_by_many_at_once(cast):
    """The same request is one season; and two requests of one name are one, and a refusal."""
    league, key = league_create(by=cast.alice, club=cast.club, name="League"), uuid4()
    make = partial(season_create, by=cast.alice, league=league, rules=Rules())
    made = at_once([partial(make, name="Winter", key=key) for _tap in range(10)])
    assert {answer.pk for answer in made} == {Season.objects.get().pk}
    named = at_once([partial(make, name="Spring", key=uuid4()) for _laptop in range(10)])
    assert sorted(type(answer).__name__ for answer in named) == ["Season"] + ["TakenError"] * 9
    assert all(answer.field == "name" for answer in named if isinstance(answer, RuleError))
    assert Season.objects.count() == SeasonLine.objects.count() == 2
