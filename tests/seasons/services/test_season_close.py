"""Closing a season: what counts is pinned, whatever is corrected afterwards."""

import pytest

from tests.cast import refused
from tests.played_seasons import PEOPLE, an_evening, by, player
from tests.scoring.services.test_deal_correct import divide_a_pool
from tests.seasons.services.test_divisions_set import divided
from tests.services.season_cases import SeasonCase, two_evenings
from tournaments.bell.services.bell import cut_record
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.record import Purpose, Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Division, SeasonEvening
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.table import closing_obstacles, load_season_table
from tournaments.seasons.selectors.access import load_season_tag
from tournaments.seasons.selectors.closing import propose_closing
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add, season_change
from tournaments.transfer.services.imported_results import result_record

pytestmark = pytest.mark.postgresql

CASE = SeasonCase(season_close, body=lambda cast, season: {})


def totals(season):
    return [(row.name, row.total) for row in load_season_table(season).divisions[0].rows]


def turn_round(cast, evening):
    """The evening's result was the other way round, as is found out later."""
    lines = tuple(ResultLine(who, place=place) for place, who in enumerate(reversed(PEOPLE), 1))
    result_record(RequestedBy(evening, cast.alice, "typed wrongly"), lines=lines)


def closed(cast):
    season = two_evenings(cast)
    season_close(by(cast, season))
    season.refresh_from_db()
    return season


def test_the_newest_version_of_each_evening_is_pinned(cast):
    season = two_evenings(cast)
    first = SeasonEvening.objects.order_by("pk")[0]
    turn_round(cast, first.evening_id)
    line = season_close(by(cast, season))
    season.refresh_from_db()
    assert season.stage == SeasonStage.CLOSED
    assert list(SeasonEvening.objects.order_by("pk").values_list("pinned__version", flat=True)) == [2, 1]
    assert list(line.payload["versions"].values()) == [2, 1]
    assert load_book(season).lines[0].words == "The season is closed. Evenings that count: 2."


@pytest.mark.parametrize("scene", [closed, two_evenings])
def test_a_correction_changes_an_open_season_alone(cast, scene):
    """But the pages of a closed one can say so."""
    season = scene(cast)
    before, tag = totals(season), load_season_tag(season)
    assert not load_season_table(season).corrected_after_closing
    turn_round(cast, SeasonEvening.objects.order_by("pk")[0].evening_id)
    assert (totals(season) == before) is (scene is closed)
    newer = [
        (evening.name, evening.version, evening.version_after_closing)
        for evening in load_season_table(season).corrected_after_closing
    ]
    assert newer == ([("Evening 1", 1, 2)] if scene is closed else [])
    assert load_season_tag(season) != tag


@pytest.mark.parametrize(
    ("stage", "why", "says"),
    [
        (Stage.SETTLING, "not finished", "Not finished yet: Thursday"),
        (Stage.FINISHED, "prizes not announced", "Prizes are not announced yet: Thursday."),
    ],
)
def test_an_evening_that_is_not_finished_or_keeps_secrets(cast, night, stage, why, says):
    """Closing would write down who goes up before the hall knows who won."""
    season, night = two_evenings(cast), night(12, stage)
    evening_add(by(cast, season), evening=night.evening.pk)
    assert in_the_way(season) == [("Thursday", why)]
    with refused("evening", says):
        season_close(by(cast, season))
    if stage is Stage.FINISHED:
        night.reveal()
        season_close(by(cast, season))


def in_the_way(season):
    return [(evening.name, why) for evening, why in closing_obstacles(propose_closing(season))]


def test_an_evening_whose_correction_waits_for_a_cut(cast, night):
    """Until then the result before counts, and the season is not settled on it."""
    season, night = two_evenings(cast), night(12, Stage.FINISHED)
    evening_add(by(cast, season), evening=night.evening.pk)
    night.reveal()
    before = totals(season)
    assert not load_season_table(season).cuts_awaited
    players = divide_a_pool(night)
    assert totals(season) == before
    assert [evening.name for evening in load_season_table(season).cuts_awaited] == ["Thursday"]
    assert in_the_way(season) == [("Thursday", "a cut is missing")]
    with refused("evening", "Players must still cut after a correction: Thursday."):
        season_close(by(cast, season))
    cards = {players[0]: "KS", players[1]: "2H"}
    cut_record(night.by, round=1, purpose=Purpose.CHIP, table=1, deal=1, cards=cards)
    assert not load_season_table(season).cuts_awaited
    assert totals(season) != before
    season_close(by(cast, season))


def test_who_goes_up_and_down_is_written_down(cast):
    season = two_evenings(cast)
    evening_add(by(cast, season), evening=an_evening(cast, 3).pk)
    season_change(by(cast, season), name="Winter", rules=Rules(promote=(1,), relegate=(1,)))
    divided(cast, season, Upper=("Cora", "Dan"), Lower=("Ada", "Ben"))
    upper, lower = Division.objects.order_by("rank")
    line = season_close(by(cast, season))
    assert line.payload["moves"] == [
        [player(cast, "Ada"), lower.pk, upper.pk],
        [player(cast, "Dan"), upper.pk, lower.pk],
    ]
    more = load_book(season).lines[0].more
    assert more == "Ada goes up from Lower to Upper. Dan goes down from Upper to Lower."
