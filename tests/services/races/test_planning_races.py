"""An evening is changed with its seasons while a season gets it: none waits for the other for ever."""

from uuid import uuid4

import pytest
from django.db import connection

from tests.seasons import a_season, by
from tests.services.races.test_races import at_once
from tournaments.core.facts import Stage
from tournaments.models import SeasonEvening
from tournaments.services.journal import By
from tournaments.services.seasons.planning import evening_replan
from tournaments.services.seasons.seasons import evening_add

pytestmark = [
    pytest.mark.postgresql(every_case=True),
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="on SQLite one writes at a time; the PostgreSQL run of the suite covers races",
    ),
]


def test_from_both_ends_at_once(cast, night):
    evening, season = night(4, Stage.CHECK_IN).evening, a_season(cast)
    as_it_is = {"name": evening.name, "held_on": evening.held_on, "settings": evening.settings}

    def replan():
        return evening_replan(
            By(evening.pk, cast.alice, key=uuid4()), seasons=[season.pk], before=[], **as_it_is
        )

    def add():
        return evening_add(by(cast, season), evening=evening.pk)

    # A deadlock comes out of ``at_once`` as the error that it is; a refusal does not.
    for _time in range(25):
        SeasonEvening.objects.all().delete()
        at_once([replan, add] * 3)
        assert SeasonEvening.objects.count() == 1
