"""The deciding clock is set: a running round keeps its remaining time, no bell is early, none is lost."""

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.services.timed import later, row, verbs
from tournaments import tasks
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_start
from tournaments.evening.selectors import program_clock
from tournaments.evening.services import journal as services_journal
from tournaments.models import ClockReference, Journal

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql, pytest.mark.time_passes]


class Clock:
    """The clock that decides: this machine's, or the server's. It can be set."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def set(self, seconds: float) -> None:
        self.ahead += seconds
        program_clock._server._asked = 0.0

    def left(self, night) -> int:
        """Seconds left on the evening's clock, to the nearest."""
        remaining: timedelta = row(night).clock.measure_remaining(program_clock.read_time())
        return round(remaining.total_seconds())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made, wall, ask = Clock(), time.time, program_clock._ask
    of_server = connection.vendor == "postgresql"
    if of_server:
        monkeypatch.setattr(program_clock, "_ask", lambda: ask() + made.ahead)
    else:
        monkeypatch.setattr(time, "time", lambda: wall() + made.ahead)
    restarted(monkeypatch)
    yield made
    made.set(-made.ahead)


def restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that knows nothing yet."""
    monkeypatch.setattr(services_journal, "_clock_state", services_journal._ClockState())


def sweep() -> int:
    return int(tasks.sweep())


@pytest.mark.thorough
@pytest.mark.parametrize("step", [120.0, -120.0, 7200.0, -7200.0])
def test_a_running_round_keeps_its_remaining_time_and_then_rings(night, clock, step) -> None:
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    sweep()
    clock.set(step)
    assert sweep() == 0
    assert clock.left(night) in (99, 100)
    assert verbs(night)[-1] == "clock_set"
    line = Journal.objects.filter(evening=night.evening).latest("seq")
    assert line.payload == {"round": 1, "seconds": step}
    assert sweep() == 0
    assert verbs(night).count("clock_set") == 1, "it is followed once"
    later(night, 99)
    assert sweep() >= 0
    assert "bell_rung" not in verbs(night)
    later(night, 2)
    sweep()
    assert verbs(night)[-2:] == ["time_up", "bell_rung"]


@pytest.mark.parametrize("step", [120.0, -120.0])
def test_a_command_that_comes_first_follows_too(night, clock, step) -> None:
    """The organiser pauses between the step and the next sweep."""
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    sweep()
    clock.set(step)
    clock_pause(night.by, round=1)
    assert row(night).left // timedelta(seconds=1) in (99, 100)
    assert verbs(night)[-2:] == ["clock_set", "clock_paused"]
    sweep()
    assert verbs(night)[-1] == "clock_paused", "a clock that stands has nothing to follow"


def test_a_worker_that_starts_follows_what_happened_before_it(night, clock, monkeypatch) -> None:
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    sweep()
    clock.set(120)
    restarted(monkeypatch)
    assert sweep() == 0
    assert clock.left(night) in (99, 100)


def test_a_process_that_notices_later_finds_it_done(night, clock, monkeypatch) -> None:
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    sweep()
    web = services_journal._ClockState(last_offset=services_journal._clock_state.last_offset)
    clock.set(120)
    sweep()
    monkeypatch.setattr(services_journal, "_clock_state", web)
    clock_extend(night.by, round=1, seconds=60)
    assert verbs(night).count("clock_set") == 1
    assert clock.left(night) in (159, 160)


def test_other_machines_learn_of_a_step_of_the_clock_that_all_share(night, clock) -> None:
    """Their references move with it: else each of them would move the rounds once more."""
    sweep()
    ClockReference.objects.create(machine="another one", offset=1000.0)
    clock.set(120)
    sweep()
    assert abs(ClockReference.objects.get(machine="another one").offset - 1120) < 1


def test_clocks_that_drift_apart_make_no_step(night, clock) -> None:
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    for _ in range(20):
        clock.set(0.25)
        sweep()
    assert "clock_set" not in verbs(night)


def test_in_an_evening_without_a_running_clock_nothing_is_written(night, clock) -> None:
    night = night(8)
    sweep()
    written = verbs(night)
    clock.set(120)
    sweep()
    assert verbs(night) == written


def test_a_wrong_clock_of_one_machine_changes_nothing(night, monkeypatch) -> None:
    """This machine is two minutes fast; on PostgreSQL the server's clock decides."""
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite there is one machine")
    night = night(8)
    clock_start(night.by, round=1, seconds=100)
    wall, wrong = time.time, timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(time, "time", lambda: wall() + 120)
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    restarted(monkeypatch)
    program_clock._server._asked = 0.0
    assert sweep() == 0
    assert "bell_rung" not in verbs(night)
    later(night, 101)
    sweep()
    assert verbs(night)[-1] == "bell_rung"
    assert 119 < program_clock.measure_seconds_ahead() < 121
