import pytest

from accounts.errors import StaleError
from tests.cast import refused
from tests.seasons.services.test_season_prize_give import give
from tests.services.season_cases import CLOSED, OPEN, SeasonCase, two_evenings
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.services.results import season_prize_take_back


def given(cast):
    season = two_evenings(cast)
    give(cast, season, "Ada")
    return season


CASE = SeasonCase(
    season_prize_take_back,
    lambda _cast, _season: {"prize": "hand-1"},
    scene=given,
    stages=(OPEN, CLOSED),
    asks_reason=True,
)


@pytest.mark.postgresql
def test_it_works(cast):
    season = given(cast)
    season_prize_take_back(CASE.by(season, cast.bob), prize="hand-1")
    assert load_gifts(season) == ()
    assert load_book(season).lines[0].words == "“Fairest player” was taken back from Ada."
    with refused("prize", "already taken back", error=StaleError):
        season_prize_take_back(CASE.by(season, cast.bob), prize="hand-1")
