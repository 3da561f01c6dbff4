from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, left, near, pulse, row, waits
from tournaments.base import fanout as base_fanout
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.core.movement.clock import ClockHand
from tournaments.core.record import Stage

CASE = Case(
    clock_start,
    scene=lambda make: make(8),
    body=lambda night: {"round": 1, "seconds": 300},
    stages=(Stage.PLAYING,),
)


@pytest.fixture
def woken(monkeypatch):
    """The times at which the last command has the program woken."""
    times: list[datetime] = []

    def tell(_evening: int, _seq: int, wakes: list[datetime]) -> None:
        times[:] = wakes

    monkeypatch.setattr(base_fanout, "tell", tell)
    return times


def test_it_works(night, woken):
    night = night(8)
    assert row(night).ends_at is None
    line = clock_start(night.by, round=1, seconds=300)
    now = row(night)
    assert (now.starts_at, now.ends_at, now.left) == (line.at, line.at + timedelta(minutes=5), None)
    assert (now.begun, now.warned, line.payload) == (line, None, {"round": 1, "left": 300})
    assert woken == [line.at + timedelta(minutes=4), now.ends_at]


def test_without_a_length_it_runs_as_set(night):
    night = night(8, minutes=12)
    assert left(night) == 12 * 60
    clock_pause(night.by, round=1)
    later(night, 100)
    clock_start(night.by, round=1)
    assert left(night) == 12 * 60
    with refused("clock", "already running", StaleError):
        clock_start(night.by, round=1)
    later(night, 12 * 60)
    assert pulse(night).get_hand(timezone.now()) is ClockHand.UP
    clock_start(night.by, round=1)
    assert left(night) == 12 * 60, "a whole round anew, where nobody rang"


def test_another_length_while_it_runs(night):
    night = night(8, minutes=12)
    later(night, 100)
    clock_start(night.by, round=1, seconds=45)
    assert (left(night), waits(night)) == (45, []), "a clock of less than a minute has no last one"


def test_the_time_to_change_seats_is_cut_short(night):
    night = night(8, minutes=10, gap=120)
    night.next_round()
    line = clock_start(night.by, round=2)
    assert near(row(night).starts_at, line.at)
    assert (left(night), row(night).begun, waits(night)) == (600, line, [])
