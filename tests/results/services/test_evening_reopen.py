"""A finished evening is reopened: it settles up again, and its next result is the next version."""

import pytest

from tests.cast import refused
from tests.played_seasons import an_evening
from tests.services.cases import Case
from tournaments.bell.services.bell import moves_apply
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import CountKind, Stage
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, CountRow, Result, Season
from tournaments.prizes.presenters.prize_lists import load_certificates
from tournaments.records.selectors.player_record import query_counted_results
from tournaments.results.services import evening_finish, evening_reopen, final_count
from tournaments.seasons.presenters.row import describe_differences
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.results import season_close, season_rewrite
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.transfer.presenters.evening import export_evening
from tournaments.undo.services.undo import bell_undo

CASE = Case(
    evening_reopen,
    scene=lambda make: make(12, Stage.FINISHED),
    body=lambda night: {},
    stages=(Stage.FINISHED,),
    asks_reason=True,
)
WHY = "A table was counted wrongly"


def reopened(night):
    evening_reopen(night.because(WHY))
    night.evening.refresh_from_db()


def test_it_settles_up_again_and_the_next_version_has_the_reason(night):
    night = night(12, Stage.FINISHED)
    reopened(night)
    assert night.evening.stage == Stage.SETTLING
    assert Result.objects.get().version == 1
    evening_finish(night.by)
    first, second = Result.objects.order_by("version")
    assert (second.version, second.journal.reason, first.journal.reason) == (2, WHY, "")
    assert second.settlements.count() == first.settlements.count() == 12


def test_counts_can_be_changed_and_a_bell_undone(night):
    night = night(8, Stage.FINISHED)
    reopened(night)
    one = night.table(1)[0]
    final_count(night.by, counts={one: 60})
    assert CountRow.objects.get(entry=one, kind=CountKind.FINAL, void=None).counters == 60
    bell_undo(night.because("One more round"))
    night.decide()
    moves_apply(night.by, round=1)
    night.play_round()
    night.finish()
    assert Result.objects.filter(version=2).exists()


def test_while_it_is_open_the_earlier_result_counts_nowhere(night):
    night = night(8, Stage.FINISHED).reveal()
    assert query_counted_results(night.evening.club).exists()
    assert load_certificates(night.evening, runs=True)
    reopened(night)
    assert not query_counted_results(night.evening.club).exists()
    assert not load_certificates(night.evening, runs=True)
    document = export_evening(night.evening)
    assert (document["result_version"], document["settlement"], document["prizes"]) == (None, [], [])
    assert document["journal"][-1]["verb"] == "evening_reopened"
    assert document["journal"][-1]["reason"] == WHY
    evening_finish(night.by)
    announced = Award.objects.filter(result__version=2)
    assert announced.exists()
    assert not announced.filter(revealed=None).exists(), "what was announced is known after it too"


def test_an_evening_played_elsewhere_is_imported_again_instead(cast):
    evening = an_evening(cast, 1)
    with refused("format", "Import corrected results"):
        evening_reopen(RequestedBy(evening.pk, cast.alice, WHY))


@pytest.fixture
def season(cast, night):
    """A season of one finished evening with every prize announced."""
    at = night(8, Stage.FINISHED).reveal()
    league = league_create(by=cast.alice, club=cast.club, name="Thursday League")
    season = season_create(by=cast.alice, league=league, name="Winter", rules=Rules())
    evening_add(SeasonBy(season.pk, cast.alice), evening=at.evening.pk)
    return at, season


def test_an_open_season_counts_it_when_it_is_finished_again(season):
    at, season = season
    assert count_season(season, all_known=True).lines
    reopened(at)
    assert not count_season(season, all_known=True).lines
    evening_finish(at.by)
    (evening,) = count_season(season, all_known=True).evenings
    assert evening.version == 2


def test_a_closed_season_stays_as_it_was_closed(season, cast):
    at, season = season
    season_close(SeasonBy(season.pk, cast.alice))
    season = Season.objects.select_related("league").get(pk=season.pk)
    rows = count_season(season, all_known=True).rows
    reopened(at)
    counted_now = count_season(season, all_known=False)
    assert counted_now.rows == rows
    assert counted_now.evenings[0].reopened
    assert describe_differences(season, counted_now)
    with refused("evening", "Not finished yet"):
        season_rewrite(SeasonBy(season.pk, cast.alice, "as it is today"))
    evening_finish(at.by)
    assert not describe_differences(season, count_season(season, all_known=True))
