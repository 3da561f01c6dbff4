"""The season after a closed one: rules, divisions and people, each where the closing puts them."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Player
from tests.cast import everything, refused
from tests.played_seasons import by, player
from tests.seasons.services.test_divisions_set import divided
from tests.services.season_cases import two_evenings
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.reasons.moves import BY_LOT
from tournaments.models import Season, SeasonPlayer
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.selectors.access import load_season_tag
from tournaments.seasons.selectors.closing import propose_closing
from tournaments.seasons.services.leagues import season_create, season_follow
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import player_place, season_change

pytestmark = pytest.mark.postgresql

RULES = Rules(promote=(1,), relegate=(1,), ties=())
WHERE = {"Cora": "Upper", "Dan": "Upper", "Ada": "Lower", "Ben": "Lower"}


@pytest.fixture
def season(cast):
    """Closed: Ben and Ada are equal best of the lower division, Cora and Dan of the upper."""
    season = two_evenings(cast)
    season_change(by(cast, season), name="Winter", rules=RULES)
    divided(cast, season, Upper=("Cora", "Dan"), Lower=("Ada", "Ben"))
    Player.objects.create(club=cast.club, name="Eve")
    player_place(by(cast, season), player=player(cast, "Eve"), guest=True)
    season_close(by(cast, season))
    season.refresh_from_db()
    return season


def placed(season):
    rows = SeasonPlayer.objects.filter(season=season).select_related("division", "player")
    return {row.player.name: "guest" if row.guest else row.division and row.division.name for row in rows}


def test_everybody_plays_where_the_closing_puts_them(cast, season):
    proposal = propose_closing(season)
    up, down = proposal.moves
    assert (up.is_up, up.from_name, up.to_name) == (True, "Lower", "Upper")
    assert (down.is_up, down.from_name, down.to_name) == (False, "Upper", "Lower")
    assert BY_LOT in up.reason.sentences
    tag = load_season_tag(season)
    after = season_follow(by=cast.bob, season=season, name="Spring")
    after.refresh_from_db()
    assert (after.follows, after.stage, after.league) == (season, SeasonStage.OPEN, season.league)
    assert from_json(after.rules) == RULES
    assert placed(after) == {**WHERE, up.name: "Upper", down.name: "Lower", "Eve": "guest"}
    assert placed(season) == {**WHERE, "Eve": "guest"}
    assert load_book(after).lines[0].words == (
        "The season follows the one before. Going up: 1. Going down: 1."
    )
    assert load_season_tag(season) != tag


def test_the_organiser_places_otherwise(cast, season):
    where = {
        player(cast, "Ada"): 1,
        player(cast, "Ben"): 1,
        player(cast, "Cora"): None,
        player(cast, "Dan"): 2,
    }
    after = season_follow(by=cast.alice, season=season, name="Spring", placed=where)
    assert placed(after) == {"Ada": "Upper", "Ben": "Upper", "Cora": None, "Dan": "Lower", "Eve": "guest"}
    (line,) = load_book(after).lines
    assert line.more in ("Not as proposed: 2.", "Not as proposed: 3.")


def test_what_cannot_follow(cast, season):
    stranger = Player.objects.create(club=cast.other_club, name="Zoe")
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    spring = {"by": cast.alice, "season": season, "name": "Spring"}
    wrong: list[tuple[str, str, dict[str, Any]]] = [
        ("placed", "", {"placed": {player(cast, "Ada"): 3}}),
        ("placed", "", {"placed": {stranger.pk: 1}}),
        ("name", "of this name", {"name": "Winter"}),
        ("season", "still open. Close it first", {"season": other}),
    ]
    for field, says, changes in wrong:
        with refused(field, says):
            season_follow(**{**spring, **changes})
    season_follow(**spring)
    with refused("season", "already a season after this one"):
        season_follow(**{**spring, "name": "Summer"})


def test_the_same_request_twice_is_one_season(cast, season):
    """Also though the season before is open again."""
    key, where = uuid4(), {player(cast, "Ada"): 1}
    spring = {"by": cast.alice, "season": season, "name": "Spring"}
    first = season_follow(**spring, placed=where, key=key)
    for stage in (SeasonStage.CLOSED, SeasonStage.OPEN):
        Season.objects.filter(pk=season.pk).update(stage=stage)
        before = everything()
        assert season_follow(**spring, placed=where, key=key) == first
        assert everything() == before
    with refused("request_key"):
        season_follow(**spring, key=key)
