"""An evening counts for a season: once it is finished, and only once."""

from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from accounts.errors import RuleError
from tests.cast import refused
from tests.played_seasons import PEOPLE, a_season, an_evening, by
from tests.services.races.test_races import at_once
from tests.services.season_cases import SeasonCase
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.models import Division, Season, SeasonEvening, SeasonLine
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.selectors.counting import load_season_evenings
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.seasons import divisions_set, evening_add

CASE = SeasonCase(evening_add, body=lambda cast, season: {"evening": an_evening(cast, 9).pk, "weight": 200})


def test_it_counts(cast):
    """As it does for a second season."""
    season, evening = a_season(cast), an_evening(cast, 1)
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    evening_add(by(cast, season), evening=evening.pk, weight=150)
    evening_add(by(cast, other), evening=evening.pk)
    assert [row.total for row in load_season_table(season).divisions[0].rows] == ["18", "15", "12", "10.5"]
    assert SeasonEvening.objects.filter(evening=evening).count() == 2


def test_a_draft_counts_once_it_is_finished(cast, night):
    season, night = a_season(cast), night(12, Stage.DRAFT)
    evening_add(by(cast, season), evening=night.evening.pk)
    table = load_season_table(season)
    assert not table.divisions[0].rows
    assert [evening.id for evening in table.waiting] == [night.evening.pk]
    assert not load_season_evenings(season)[0].counts


def test_what_cannot_be(cast, night):
    season, evening = a_season(cast), an_evening(cast, 1)
    theirs = night(0, Stage.DRAFT, club=cast.other_club)
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    for one in (season, other):
        divisions_set(by(cast, one), names=["Upper"])
    mine, of_other = (Division.objects.get(season=one).pk for one in (season, other))
    for field, says, changes in (
        ("evening", "no such evening", {"evening": theirs.evening.pk}),
        ("evening", "no such evening", {"evening": 10_000_000}),
        *(("weight", "Enter a number from 1 to 1000.", {"weight": weight}) for weight in (0, -1, 1001)),
        ("division", "no such division", {"division": of_other}),
    ):
        with refused(field, says):
            evening_add(by(cast, season), **{"evening": evening.pk, **changes})
    evening_add(by(cast, season), evening=evening.pk, division=mine)
    assert SeasonEvening.objects.get().division_id == mine
    with refused("evening", "already counts for this season"):
        evening_add(by(cast, season), evening=evening.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="on SQLite one writes at a time; the PostgreSQL run of the suite covers races",
)
def test_added_by_many_at_once(cast):
    """One adds it, and to the others it is told; the book has no gaps."""
    season, evening = a_season(cast), an_evening(cast, 1)
    answers = at_once(
        [partial(evening_add, by(cast, season, key=uuid4()), evening=evening.pk) for _laptop in range(20)]
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["RuleError"] * 19 + ["SeasonLine"]
    assert all(answer.field == "evening" for answer in answers if isinstance(answer, RuleError))
    assert SeasonEvening.objects.count() == 1
    assert list(SeasonLine.objects.values_list("seq", flat=True)) == [1, 2]
    assert Season.objects.get().seq == 2
    assert len(load_season_table(season).divisions[0].rows) == len(PEOPLE)
