"""The same table, or season, from many laptops at once: it is there once. An evening and its seasons."""

from functools import partial
from uuid import uuid4

import pytest

from accounts.errors import StaleError
from accounts.models import Player
from tests.played_seasons import a_season, by, played
from tests.services.races.test_races import RACE, at_once
from tests.transfer.services.test_importing import RESULTS, TODAY
from tests.transfer.services.test_season_import import standing, told
from tournaments.core.files.results_table import read_results
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, League, Season, SeasonEvening
from tournaments.seasons.services.seasons import evening_add, evening_replan
from tournaments.transfer.selectors.imports import plan_results, plan_season
from tournaments.transfer.services.imports import results_import, season_import

pytestmark = [pytest.mark.postgresql(every_case=True), *RACE]

MANY = 12


@pytest.mark.parametrize("one_key", [True, False])
def test_a_table(cast, one_key):
    evenings, key = read_results(RESULTS, TODAY).good, uuid4()
    mark = plan_results(cast.club, evenings).mark
    bring = partial(results_import, by=cast.bob, club=cast.club, evenings=evenings, mark=mark)
    answers = at_once([partial(bring, key=key if one_key else uuid4()) for _laptop in range(MANY)])
    assert not [answer for answer in answers if isinstance(answer, StaleError)]
    assert sum(not answer.nothing_new for answer in answers) == 1
    assert (Evening.objects.count(), Player.objects.filter(club=cast.club).count()) == (2, 2)


def test_a_season(cast):
    season = played(cast, ("Ada", "Ben"), ("Ben", "Ada", "Cora"))
    file, key = told(season), uuid4()
    mark = plan_season(cast.other_club, file).mark
    bring = partial(season_import, by=cast.charlie, club=cast.other_club, file=file, mark=mark, key=key)
    made = set(at_once([bring] * MANY))
    assert len(made) == 1
    assert League.objects.count() == Season.objects.count() == 2
    assert standing(made.pop()) == standing(season)


def test_an_evening_is_planned_from_both_ends_at_once(cast, night):
    """It is changed with its seasons while a season gets it: none waits for the other for ever."""
    evening, season = night(4, Stage.CHECK_IN).evening, a_season(cast)
    as_it_is = {"name": evening.name, "held_on": evening.held_on, "settings": evening.settings}

    def replan():
        return evening_replan(
            RequestedBy(evening.pk, cast.alice, key=uuid4()), seasons=[season.pk], before=[], **as_it_is
        )

    def add():
        return evening_add(by(cast, season), evening=evening.pk)

    # A deadlock comes out of ``at_once`` as the error that it is; a refusal does not.
    for _time in range(25):
        SeasonEvening.objects.all().delete()
        at_once([replan, add] * 3)
        assert SeasonEvening.objects.count() == 1
