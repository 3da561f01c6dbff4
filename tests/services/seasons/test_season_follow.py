"""The season after a closed one: rules, divisions and people, each where the closing puts them."""

from uuid import uuid4

import pytest

from accounts.errors import ForbiddenError
from accounts.models import Player
from tests.cast import everything, refused
from tests.seasons import by, player
from tests.services.season_cases import two_evenings
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.facts.seasons.access import season_tag
from tournaments.facts.seasons.closing import closing_proposal
from tournaments.models import Division, Season, SeasonPlayer
from tournaments.pages.seasons.journal import season_book
from tournaments.services.seasons.leagues import season_create, season_follow
from tournaments.services.seasons.seasons import divisions_set, player_place, season_change, season_close

pytestmark = pytest.mark.postgresql

RULES = Rules(promote=(1,), relegate=(1,), ties=())
WHERE = (("Cora", "Upper"), ("Dan", "Upper"), ("Ada", "Lower"), ("Ben", "Lower"))


@pytest.fixture
def season(cast):
    """Closed: Ben and Ada are equal best of the lower division, Cora and Dan of the upper."""
    season = two_evenings(cast)
    season_change(by(cast, season), name="Winter", rules=RULES)
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    divisions = {row.name: row.pk for row in Division.objects.all()}
    for name, division in WHERE:
        player_place(by(cast, season), player=player(cast, name), division=divisions[division])
    Player.objects.create(club=cast.club, name="Eve")
    player_place(by(cast, season), player=player(cast, "Eve"), guest=True)
    season_close(by(cast, season))
    season.refresh_from_db()
    return season


def placed(season):
    rows = SeasonPlayer.objects.filter(season=season).select_related("division", "player")
    return {row.player.name: "guest" if row.guest else row.division and row.division.name for row in rows}


def test_everybody_plays_where_the_closing_puts_them(cast, season):
    proposal = closing_proposal(season)
    up, down = proposal.moving
    assert (up.up, up.from_name, up.to_name) == (True, "Lower", "Upper")
    assert (down.up, down.from_name, down.to_name) == (False, "Upper", "Lower")
    assert "by lot" in up.why.sentence
    tag = season_tag(season)
    after = season_follow(by=cast.bob, season=season, name="Spring")
    after.refresh_from_db()
    assert (after.follows, after.stage, after.league) == (season, SeasonStage.OPEN, season.league)
    assert from_json(after.rules) == RULES
    assert placed(after) == {**dict(WHERE), up.name: "Upper", down.name: "Lower", "Eve": "guest"}
    assert placed(season) == {**dict(WHERE), "Eve": "guest"}
    assert season_book(after).lines[0].text == (
        "The season was set up after the one before. Going up: 1; going down: 1."
    )
    assert season_tag(season) != tag


def test_the_organiser_places_otherwise(cast, season):
    where = {
        player(cast, "Ada"): 1,
        player(cast, "Ben"): 1,
        player(cast, "Cora"): None,
        player(cast, "Dan"): 2,
    }
    after = season_follow(by=cast.alice, season=season, name="Spring", placed=where)
    assert placed(after) == {"Ada": "Upper", "Ben": "Upper", "Cora": None, "Dan": "Lower", "Eve": "guest"}
    (line,) = season_book(after).lines
    assert line.more in ("Placed otherwise than proposed: 2.", "Placed otherwise than proposed: 3.")


def test_where_nobody_can_be_placed(cast, season):
    stranger = Player.objects.create(club=cast.other_club, name="Zoe")
    for where in ({player(cast, "Ada"): 3}, {stranger.pk: 1}):
        with refused("placed"):
            season_follow(by=cast.alice, season=season, name="Spring", placed=where)


def test_it_validates_ownership(cast, season):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            season_follow(by=person, season=season, name="Spring")


def test_the_same_request_twice_is_one_season(cast, season):
    key, where = uuid4(), {player(cast, "Ada"): 1}
    first = season_follow(by=cast.alice, season=season, name="Spring", placed=where, key=key)
    before = everything()
    again = season_follow(by=cast.alice, season=season, name="Spring", placed=where, key=key)
    assert again == first
    assert everything() == before
    with refused("request_key"):
        season_follow(by=cast.alice, season=season, name="Spring", key=key)


@pytest.mark.thorough
def test_it_is_answered_again_though_the_season_before_is_open_again(cast, season):
    key = uuid4()
    first = season_follow(by=cast.alice, season=season, name="Spring", key=key)
    Season.objects.filter(pk=season.pk).update(stage=SeasonStage.OPEN)
    assert season_follow(by=cast.alice, season=season, name="Spring", key=key) == first


def test_one_season_follows(cast, season):
    season_follow(by=cast.alice, season=season, name="Spring")
    with refused("season", "after this one already"):
        season_follow(by=cast.alice, season=season, name="Summer")


def test_names_are_there_once(cast, season):
    with refused("name", "of this name"):
        season_follow(by=cast.alice, season=season, name="Winter")


def test_an_open_season(cast, season):
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    with refused("season", "Close the season first"):
        season_follow(by=cast.alice, season=other, name="Spring")
