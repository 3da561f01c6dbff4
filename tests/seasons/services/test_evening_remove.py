import pytest

from tests.cast import refused
from tests.played_seasons import an_evening, by
from tests.seasons.services.test_evening_weigh import first
from tests.services.season_cases import SeasonCase
from tournaments.models import Evening
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.seasons import evening_remove

pytestmark = pytest.mark.postgresql

CASE = SeasonCase(evening_remove, body=lambda cast, season: {"evening": first(season)})


def test_it_does_not_count_any_more(cast):
    season, other = CASE.scene(cast), an_evening(cast, 8)
    evening_remove(by(cast, season), evening=first(season))
    assert [row.total for row in load_season_table(season).divisions[0].rows] == ["12", "10", "8", "7"]
    assert Evening.objects.count() == 3
    with refused("evening", "does not count"):
        evening_remove(by(cast, season), evening=other.pk)
