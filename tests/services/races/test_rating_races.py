"""Several workers rate at once: every evening counts once."""

import pytest

from tests.ratings import computed, followed
from tests.records.services.test_ratings import figures, record
from tests.services.races.test_races import RACE, at_once
from tournaments.models import RatingRow
from tournaments.records.services.ratings import ratings_follow

pytestmark = [pytest.mark.postgresql, *RACE]


def test_many_workers(cast):
    for week in range(6):
        record(cast, week, range(5))
    at_once([ratings_follow] * 6)
    assert figures(followed(cast.club)) == figures(computed(cast.club))
    assert RatingRow.objects.count() == 30
