"""The clock of a round whose bell is undone, or whose moves are made again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import refused
from tests.services.timed import change, later, left, near, row, waits, wake, wakes
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_resume, clock_start
from tournaments.models import RoundRow
from tournaments.seating.services import tables_level
from tournaments.undo.services.undo import bell_undo, moves_replay

WHY = "rang too early"


def test_of_the_clock(night):
    night = night(8, minutes=10)
    assert wake(night, 600) == 1
    later(night, 30)
    bell_undo(night.because(WHY))
    assert (left(night), row(night).left) == (0, timedelta())
    assert wake(night, 3600) == 0, "it does not ring again by itself"
    with refused("clock", "Add minutes first"):
        clock_resume(night.by, round=1)
    clock_start(night.by, round=1, seconds=60)
    assert wake(night, 60) == 1


def test_of_the_head_table_before_the_clock(night):
    night = night(8, minutes=10)
    later(night, 200)
    night.play(1)
    later(night, 100)
    line = bell_undo(night.because(WHY))
    assert left(night) == line.payload["left"] == 400
    clock_resume(night.by, round=1)
    assert wakes(night, 399, 1) == [1, 1]


def test_after_everybody_moved(night):
    night = night(8, minutes=10, gap=60)
    later(night, 200)
    night.next_round()
    later(night, 300)
    bell_undo(night.because(WHY))
    assert (night.round, left(night), wake(night, 3600)) == (1, 400, 0)
    assert RoundRow.objects.filter(void=None).count() == 1


def test_of_a_round_without_a_clock(night):
    night = night(8)
    bell_ring(night.by, round=1)
    line = bell_undo(night.because(WHY))
    assert "left" not in line.payload
    assert row(night).begun is None


@pytest.mark.thorough
def test_moves_that_were_announced_are_forgotten(night):
    night = night(8, auto_moves=30)
    night.play_round()
    assert wake(night) == 1
    bell_undo(night.because(WHY))
    now = row(night)
    assert (now.rung, now.moves_at, now.held) == (None, None, False)
    assert wake(night, 60) == 0
    bell_ring(night.by, round=1)
    night.decide()
    assert wake(night) == 1
    assert near(row(night).moves_at, timezone.now() + timedelta(seconds=30))


def test_a_replay_stops_the_clock(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    assert wake(night, 60 + 560) == 2
    before = row(night)
    line = moves_replay(night.because(WHY))
    now = row(night)
    assert now.pk != before.pk
    assert (left(night), line.payload["left"], now.begun, now.warned) == (40, 40, None, before.warned)
    assert (waits(night), wake(night, 3600)) == ([], 0)
    clock_resume(night.by, round=2)
    assert wakes(night, 39, 1) == [0, 1]


def test_levelling_stops_the_clock(night):
    night = night(13, minutes=10)
    for entry in night.table(3)[:2]:
        player_drop(night.by, entry=entry)
    later(night, 200)
    line = tables_level(night.by)
    assert (left(night), line.payload["left"], row(night).begun) == (400, 400, None)
    assert wake(night, 3600) == 0
    clock_resume(night.by, round=1)
    assert row(night).begun is not None


def test_a_replay_in_the_gap_and_while_it_stands(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    moves_replay(night.because(WHY))
    assert (left(night), row(night).begun) == (600, None)
    assert wake(night, 60) == 0
    moves_replay(night.because(WHY))
    assert (left(night), row(night).ends_at) == (600, None)


def test_a_replay_without_a_clock(night):
    night = night(8)
    night.next_round()
    change(night, minutes=10)
    moves_replay(night.because(WHY))
    assert row(night).clock == RoundRow().clock
