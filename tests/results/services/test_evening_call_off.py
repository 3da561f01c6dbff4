"""An evening with deals is called off: it is kept, counts nowhere, and nothing more is recorded."""

from datetime import timedelta

import pytest

from accounts.errors import StateError, TakenError
from accounts.models import Player
from tests.attendance.services.test_player_return import evenings, played
from tests.cast import everything, refused
from tests.played_seasons import a_season, an_evening, by
from tests.recompute.evening import differences
from tests.services.cases import Case
from tests.services.timed import left, row
from tests.stories.conftest import document_of
from tournaments.attendance.services import entry_withdraw
from tournaments.checks.selectors import KINDS, find_waiting_rows
from tournaments.console.selectors import find_due_tasks
from tournaments.console.services import run_due_tasks
from tournaments.core.files.results_table import read_results
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.evening import load_live_state
from tournaments.evening.services.evenings import evening_change, evening_create, refuse_twin
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, EntryRow, Evening, Journal
from tournaments.prizes.services import prize_give
from tournaments.records.selectors.player_record import query_counted_results
from tournaments.records.services.people import player_forget, players_merge
from tournaments.results.services import evening_call_off, evening_finish, evening_reopen
from tournaments.seasons.presenters.row import describe_differences
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.services.results import season_close, season_rewrite
from tournaments.seasons.services.seasons import evening_add
from tournaments.seating.services import evening_start
from tournaments.transfer.presenters.tables import build_evening_table
from tournaments.transfer.selectors.imports import ImportState, plan_results
from tournaments.undo.services.revert import line_take_back

CASE = Case(
    evening_call_off,
    scene=lambda make: make(12),
    body=lambda night: {},
    stages=(Stage.PLAYING, Stage.SETTLING),
    asks_reason=True,
)
WHY = "The lights went out"


def called_off(night):
    line = evening_call_off(night.because(WHY))
    night.evening.refresh_from_db()
    return line


def undone(night, line):
    line_take_back(night.by, line=line.seq)
    night.evening.refresh_from_db()


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.SETTLING])
def test_its_undo_brings_back_all_as_it_was(night, stage):
    night = night(8, stage)
    facts, line = night.facts, called_off(night)
    assert night.evening.stage == Stage.CALLED_OFF
    assert (line.verb, line.reason, line.payload) == ("evening_called_off", WHY, {"stage": str(stage)})
    undone(night, line)
    assert (night.evening.stage, night.facts) == (stage, facts)
    if stage is Stage.PLAYING:
        night.play_round()
        night.settle()
    evening_finish(night.by)


def test_it_is_undone_once_and_can_be_called_off_again(night):
    night = night(8)
    line = called_off(night)
    undone(night, line)
    with refused("line", "already undone"):
        line_take_back(night.by, line=line.seq)
    undone(night, called_off(night))
    assert night.evening.stage == Stage.PLAYING


def test_nothing_else_can_be_undone_until_it_is(night):
    night = night(8)
    swapped = Journal.objects.filter(evening=night.evening).latest("seq")
    off = called_off(night)
    with refused("line"):
        line_take_back(night.by, line=swapped.seq)
    with refused("stage", "called off", StateError):
        prize_give(night.because(WHY), title="Raffle", winners=[night.table(1)[0]])
    undone(night, off)


def test_the_clock_stops_and_nothing_is_due(night):
    """Also where the round's time was up while the evening was off, and when it is played on."""
    night = night(8, minutes=10)
    line = called_off(night)
    remaining = left(night)
    assert 590 < remaining <= 600
    assert row(night).ends_at is None
    for hours in (0, 1, 48):
        assert find_due_tasks(program_clock.read_time() + timedelta(hours=hours)) == ()
    undone(night, line)
    assert left(night) == remaining
    assert find_due_tasks(program_clock.read_time() + timedelta(hours=48)) == ()


def test_after_the_bell_nobody_moves_until_it_is_played_on(night):
    night = night(8, auto_moves=5, minutes=10)
    night.play_round()
    later = program_clock.read_time() + timedelta(minutes=1)
    run_due_tasks(program_clock.read_time())
    line = called_off(night)
    before = everything()
    assert run_due_tasks(later) == 0
    assert everything() == before
    assert load_live_state(night.evening).moves_at is None
    undone(night, line)
    assert run_due_tasks(program_clock.read_time()) == 1
    assert row(night).moves_at is not None


@pytest.mark.parametrize(("format", "game"), list(evenings()))
def test_in_every_format_and_kind_it_has_no_result_and_can_be_read_again(night, format, game):
    night = night(20, format=format, game=game, games=2, people=5, through=3)
    played(night)
    called_off(night)
    document = document_of(night.evening)
    assert document["evening"]["stage"] == "called_off"
    assert (document["result_version"], document["settlement"], document["prizes"]) == (None, [], [])
    assert document["rounds"][0]["tables"][0]["deals"]
    assert differences(document) == []
    assert build_evening_table(night.evening)[1] == []


def test_its_earlier_result_and_prizes_by_hand_count_nowhere(night):
    night = night(8, Stage.FINISHED).reveal()
    prize_give(night.because("raffle"), title="Raffle", winners=[night.table(1)[0]])
    evening_reopen(night.because("a mistake"))
    line = called_off(night)
    assert not query_counted_results(night.evening.club).exists()
    document = document_of(night.evening)
    assert (document["result_version"], document["settlement"], document["prizes"]) == (None, [], [])
    assert differences(document) == []
    assert Award.objects.count() > 1
    undone(night, line)
    evening_finish(night.by)
    assert document_of(night.evening)["prizes"][-1]["title"] == "Raffle"


def test_it_waits_for_nothing(night):
    """Also if a winner by hand was removed."""
    night = night(9, Stage.SEATED)
    gone = night.table(1)[0]
    prize_give(night.because("raffle"), title="Raffle", winners=[gone])
    entry_withdraw(night.by, entry=gone)
    evening_start(night.by)
    Evening.objects.update(held_on="2020-01-01")
    today = program_clock.read_time().date()
    assert [kind for kind in KINDS if find_waiting_rows(kind, today).exists()] == ["unsettled", "gifts"]
    called_off(night)
    assert not any(find_waiting_rows(kind, today).exists() for kind in KINDS)


@pytest.fixture
def season(cast, night):
    """A season of a recorded evening and one that is called off."""
    season, at = a_season(cast), night(8)
    at.play_table(1)
    evening_add(by(cast, season), evening=an_evening(cast, 1).pk)
    evening_add(by(cast, season), evening=at.evening.pk)
    at.off = called_off(at)
    return season, at


def test_a_season_is_closed_with_it_and_says_so(cast, season):
    season, at = season
    table = load_season_table(season)
    assert [evening.id for evening in table.called_off] == [at.evening.pk]
    assert table.waiting == ()
    season_close(by(cast, season))
    season.refresh_from_db()
    assert [evening.id for evening in load_season_table(season).called_off] == [at.evening.pk]
    season_rewrite(by(cast, season, "again"))


def test_a_season_closed_with_it_says_what_it_would_be_if_it_was_finished_after_all(cast, season):
    season, at = season
    season_close(by(cast, season))
    season.refresh_from_db()
    rows = count_season(season, all_known=True).rows
    undone(at, at.off)
    at.play_table(2)
    at.decide()
    at.settle()
    evening_finish(at.by)
    at.reveal()
    now = count_season(season, all_known=True)
    assert now.rows == rows
    assert describe_differences(season, now)


def test_it_cannot_be_added_to_a_season(cast, night):
    night, season = night(8, Stage.CALLED_OFF), a_season(cast)
    with refused("evening", "called off", StateError):
        evening_add(by(cast, season), evening=night.evening.pk)


def test_a_closed_season_keeps_what_it_counted_before(cast, night):
    night, season = night(8, Stage.FINISHED).reveal(), a_season(cast)
    evening_add(by(cast, season), evening=night.evening.pk)
    season_close(by(cast, season))
    season.refresh_from_db()
    rows = count_season(season, all_known=True).rows
    evening_reopen(night.because("a mistake"))
    called_off(night)
    counted_now = count_season(season, all_known=True)
    assert counted_now.rows == rows
    assert load_season_table(season).called_off == ()
    assert describe_differences(season, counted_now)


def test_its_people_can_be_removed_and_merged(cast, night):
    night = night(8)
    who, other = (Player.objects.get(name=name) for name in ("p01", "p02"))
    with refused("typed"):
        player_forget(by=cast.alice, player=who, typed="p01")
    called_off(night)
    player_forget(by=cast.alice, player=who, typed="p01")
    assert not EntryRow.objects.filter(evening=night.evening, name="p01").exists()
    stays = Player.objects.create(club=cast.club, name="Paula")
    players_merge(by=cast.alice, stays=stays, goes=other)


def test_an_evening_of_its_name_can_be_planned_again(cast, night):
    night = night(8)
    same = {"club": cast.club, "name": night.evening.name, "held_on": night.evening.held_on}
    with refused("name"):
        refuse_twin(**same)
    line = called_off(night)
    refuse_twin(**same)
    again = evening_create(actor=cast.alice, settings=night.evening.settings, **same)
    with refused("line", "already has an evening of this name", TakenError):
        undone(night, line)
    evening_change(RequestedBy(again.pk, cast.alice), settings={}, name="Friday")
    undone(night, line)


def test_a_rehearsal_is_undone_beside_its_evening(night):
    night, real = night(8), night(8)
    Evening.objects.filter(pk=night.evening.pk).update(rehearsal_of=real.evening)
    undone(night, called_off(night))
    assert night.evening.stage == Stage.PLAYING


def test_its_result_can_be_imported_if_it_was_played_on_without_headtable(cast, night):
    night = night(8)
    day, name = night.evening.held_on, night.evening.name
    text = f"date,evening,game,name,net\n{day},{name},Draw Poker,Ann,5\n{day},{name},Draw Poker,Bob,-5\n"
    evenings = read_results(text, day).good
    assert plan_results(cast.club, evenings).complaints
    called_off(night)
    plan = plan_results(cast.club, evenings)
    assert ([one.state for one in plan.evenings], plan.complaints) == ([ImportState.NEW], ())
