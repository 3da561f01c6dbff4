"""What the program does by itself: once, in time, and nothing that changed meanwhile."""

import pytest
from django.utils import timezone

from tests.cast import FIXED, everything
from tests.services.timed import change, later, left, pulse, row, verbs, waits, wake, wakes
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_resume, clock_ring, clock_start
from tournaments.console import services as console_services
from tournaments.console.selectors import find_due_tasks
from tournaments.console.services import run_due_tasks
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.results.services import evening_settle
from tournaments.undo.services.undo import bell_undo, moves_replay

WHY = "rang too early"


# The clock


def test_a_round_by_the_clock(night):
    night = night(8, minutes=10, gap=60, auto_moves=20)
    began = Evening.objects.get().seq
    assert wakes(night, 530, 10, 59, 1) == [0, 1, 0, 1]
    night.play_round()
    played = Evening.objects.get().seq
    assert wakes(night, 0, 19, 1) == [1, 0, 1]
    assert (night.round, left(night)) == (2, 600)
    assert wakes(night, 59, 1, 540, 60) == [0, 1, 1, 1]
    rings = ["minute_left", "time_up", "bell_rung"]
    assert verbs(night, began)[:3] == rings
    assert verbs(night, played) == ["moves_announced", "moves_applied", "round_begun", *rings]


def test_what_is_done_is_not_done_again(night):
    night = night(8, minutes=10)
    for seconds in (540, 60):
        assert wake(night, seconds) == 1
        before = everything()
        assert (wake(night), everything()) == (0, before)


@pytest.mark.parametrize(
    ("seconds", "written"), [(3600, ["time_up", "bell_rung"]), (620, ["round_begun", "minute_left"])]
)
def test_nobody_was_there_for_a_whole_round_or_most_of_it(night, seconds, written):
    """Nothing is told that is over."""
    night = night(8, minutes=10, gap=60)
    night.next_round()
    seq = Evening.objects.get().seq
    assert wake(night, seconds) == 2 - ("bell_rung" in written)
    assert verbs(night, seq) == written


def test_the_journal_names_the_round_whose_people_moved(night):
    for settings in ({}, {"minutes": 10}):
        hall = night(8, **settings)
        hall.play_round()
        assert moves_apply(hall.by, round=1).payload == {"round": 1, "waiting": []}
        assert moves_replay(hall.because(WHY)).payload["round"] == 1
        assert bell_undo(hall.because(WHY)).payload["round"] == 1


def test_the_pulse_is_that_of_the_present_round(night):
    night = night(8, minutes=10)
    for number in (1, 2, 3):
        assert (pulse(night).round, pulse(night).rung) == (number, False)
        night.play_round()
        assert (pulse(night).round, pulse(night).rung) == (number, True)
        moves_apply(night.by, round=number)
    bell_undo(night.because(WHY))
    assert (pulse(night).round, pulse(night).clock) == (3, row(night).clock)


def test_without_a_gap_the_next_round_begins_with_the_moves(night):
    night = night(8, minutes=10, gap=0)
    night.next_round()
    assert row(night).begun.verb == "moves_applied"
    assert waits(night) == []


def test_the_head_table_rang_before(night):
    night = night(8, minutes=10)
    later(night, 100)
    night.play(1)
    assert night.preview().rung
    assert wake(night, 3600) == 0


def test_a_clock_in_other_settings_counts_from_the_next_round(night):
    night = night(8, minutes=10)
    change(night, minutes=20, gap=0)
    assert left(night) == 600
    night.next_round()
    assert left(night) == 1200
    change(night, minutes=0)
    assert wake(night, 1200) == 1, "a clock that runs goes on"
    night.next_round()
    assert row(night).ends_at is None
    clock_start(night.by, round=3, seconds=90)
    assert wake(night, 90) == 1


def test_games_at_fixed_tables_are_stopped_by_it(night):
    night = night(8, minutes=10, games=2, **FIXED)
    assert wake(night, 600) == 1
    assert night.preview().rung
    night.next_round()
    assert left(night) == 600


def test_a_session_of_bids(night):
    night = night(8, game="seven-truf", minutes=10, rounds=2, auto_moves=5)  # counts as 20
    assert wake(night, 600) == 1
    night.play_round()
    assert wakes(night, 0, 20, 59, 1) == [1, 1, 0, 1]
    night.play_round()
    assert wake(night, 3600) == 0, "nobody moves after the last round"
    evening_settle(night.by, round=2)


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_no_clock_rings_when_play_is_over(night, stage):
    night = night(8, stage, minutes=10, auto_moves=5)
    assert wake(night, 3600) == 0
    assert pulse(night).serialize(timezone.now())["ends"] is None


def test_settling_up_stops_the_clock_and_undoing_that_leaves_it_standing(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    assert wake(night, 160) == 1
    evening_settle(night.by, round=2)
    assert wake(night, 3600) == 0
    bell_undo(night.because(WHY))
    assert (left(night), wake(night, 3600)) == (500, 0)
    clock_resume(night.by, round=2)
    assert wake(night, 500) == 1


# Several evenings


def test_a_fault_in_one_evening_leaves_the_others_their_bell(night, monkeypatch, caplog):
    broken, sound = night(8, minutes=10), night(8, minutes=10)

    def ring(by, **more):
        if by.evening == broken.evening.pk:
            raise ZeroDivisionError("a fault of ours")
        return clock_ring(by, **more)

    monkeypatch.setattr(console_services, "clock_ring", ring)
    for one in (broken, sound):
        later(one, 600)
    assert run_due_tasks(timezone.now()) == 1
    assert sound.preview().rung
    assert not broken.preview().rung
    assert "a fault of ours" in caplog.text
    monkeypatch.setattr(console_services, "clock_ring", clock_ring)
    assert run_due_tasks(timezone.now()) == 1
    assert broken.preview().rung


def test_moves_that_cannot_be_made_are_tried_again_when_something_was_written(night, monkeypatch, caplog):
    """Not twice a second for as long as somebody leaves the evening open."""
    night = night(8, minutes=10, auto_moves=20)
    night.play_round()

    def broken(by, **more):
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(console_services, "moves_announce", broken)
    assert waits(night) == ["look"]
    assert wake(night) == 0
    assert "a fault of ours" in caplog.text
    assert waits(night) == []
    change(night, gap=90)
    assert waits(night) == ["look"]


def test_only_the_evening_that_is_meant(night):
    one, other = night(8, minutes=10), night(8, minutes=10)
    for each in (one, other):
        later(each, 600)
    assert run_due_tasks(timezone.now(), one.evening.pk) == 1
    assert not other.preview().rung


def test_the_longest_overdue_first(night):
    first, second = night(8, minutes=20), night(8, minutes=10)
    later(first, 1300)
    later(second, 650)
    assert [one.evening for one in find_due_tasks(timezone.now())] == [first.evening.pk, second.evening.pk]
