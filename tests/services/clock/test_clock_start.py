from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, left, near, pulse, row, verbs, waits
from tournaments import outbox
from tournaments.core.facts import Stage
from tournaments.core.movement.clock import Hand
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_extend, clock_pause, clock_start

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

    monkeypatch.setattr(outbox, "tell", tell)
    return times


def test_it_works(night, woken):
    night = night(8)
    assert row(night).ends_at is None
    line = clock_start(night.by, round=1, seconds=300)
    now = row(night)
    assert (now.starts_at, now.ends_at, now.left) == (line.at, line.at + timedelta(minutes=5), None)
    assert (now.begun, now.warned) == (line, None)
    assert line.payload == {"round": 1, "left": 300}
    assert woken == [line.at + timedelta(minutes=4), now.ends_at]


def test_without_a_length_it_runs_as_set(night):
    night = night(8, minutes=12)
    assert left(night) == 12 * 60
    clock_pause(night.by, round=1)
    later(night, 100)
    clock_start(night.by, round=1)
    assert left(night) == 12 * 60
    with refused("clock", "running already", StaleError):
        clock_start(night.by, round=1)
    later(night, 12 * 60)
    assert pulse(night).hand(timezone.now()) is Hand.UP
    clock_start(night.by, round=1)
    assert left(night) == 12 * 60, "a whole round anew, where nobody rang"


def test_where_no_length_is_set_one_must_be_given(night):
    night = night(8)
    with refused("minutes", "Say how long"):
        clock_start(night.by, round=1)


def test_another_length_while_it_runs(night):
    night = night(8, minutes=12)
    later(night, 100)
    clock_start(night.by, round=1, seconds=45)
    assert left(night) == 45
    assert waits(night) == [], "a clock of less than a minute has no last one"


def test_the_time_to_change_seats_is_cut_short(night):
    night = night(8, minutes=10, gap=120)
    night.next_round()
    line = clock_start(night.by, round=2)
    assert left(night) == 600
    assert near(row(night).starts_at, line.at)
    assert row(night).begun == line
    assert waits(night) == []


@pytest.mark.parametrize("seconds", [0, -5, 14_401, 10**40, True, False, "60", 2.5, float("inf")], ids=repr)
def test_what_is_no_length_is_refused(night, seconds):
    night = night(8, minutes=10)
    for service in (clock_start, clock_extend):
        with refused("minutes", "Say how long"):
            service(night.by, round=1, seconds=seconds)


def test_another_round_is_refused(night):
    night = night(8)
    night.next_round()
    for number in (1, 3, 0, -1):
        with refused("round", "is over", StaleError):
            clock_start(night.by, round=number, seconds=60)


def test_after_the_bell_it_is_refused(night):
    night = night(8)
    bell_ring(night.by, round=1)
    with refused("round", "rung already", StaleError):
        clock_start(night.by, round=1, seconds=60)
    assert verbs(night)[-2:] == ["bell_asked", "bell_rung"]
