import pytest

from tests.played_seasons import by
from tests.seasons.services.test_season_close import closed, totals, turn_round
from tests.services.season_cases import CLOSED, SeasonCase
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import SeasonEvening
from tournaments.seasons.services.results import season_close, season_reopen

CASE = SeasonCase(
    season_reopen, scene=closed, body=lambda cast, season: {}, stages=(CLOSED,), asks_reason=True
)


@pytest.mark.thorough
def test_the_newest_results_count_again(cast):
    season = closed(cast)
    before = totals(season)
    turn_round(cast, SeasonEvening.objects.order_by("pk")[0].evening_id)
    season_reopen(by(cast, season, "an evening was typed wrongly"))
    season.refresh_from_db()
    assert season.stage == SeasonStage.OPEN
    assert not SeasonEvening.objects.exclude(pinned=None).exists()
    after = totals(season)
    assert after != before
    season_close(by(cast, season))
    season.refresh_from_db()
    assert totals(season) == after
