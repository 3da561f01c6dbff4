import pytest

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, left, pulse, row, waits, wake
from tournaments.core.facts import Stage
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_pause, clock_resume

CASE = Case(
    clock_pause,
    scene=lambda make: make(8, minutes=10),
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = night(8, minutes=10)
    later(night, 200)
    line = clock_pause(night.by, round=1)
    now = row(night)
    assert (now.starts_at, now.ends_at, now.begun, now.warned) == (None, None, None, None)
    assert round(now.left.total_seconds()) == 400
    assert line.payload == {"round": 1, "left": 400}
    later(night, 3600)
    assert left(night) == 400
    assert waits(night) == []


def test_twice_is_refused(night):
    night = night(8, minutes=10)
    clock_pause(night.by, round=1)
    with refused("clock", "No clock is running"):
        clock_pause(night.by, round=1)


def test_while_people_change_seats_the_whole_length_is_kept(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    later(night, 30)
    clock_pause(night.by, round=2)
    assert left(night) == 600
    assert wake(night, 3600) == 0
    clock_resume(night.by, round=2)
    assert left(night) == 600


@pytest.mark.parametrize("settings", [{}, {"minutes": 10}])
def test_where_none_runs_it_is_refused(night, settings):
    night = night(8, **settings)
    later(night, 600)
    with refused("clock", "No clock is running"):
        clock_pause(night.by, round=1)


def test_another_round_is_refused(night):
    night = night(8, minutes=10)
    night.next_round()
    for number in (1, 3):
        with refused("round", "is over", StaleError):
            clock_pause(night.by, round=number)


# After the bell

MOVED = {"auto_moves": 30}


def test_people_are_not_moved_until_it_goes_on(night):
    night = night(8, **MOVED)
    night.play_round()
    assert wake(night) == 1
    assert pulse(night).moves_at
    clock_pause(night.by, round=1)
    now = row(night)
    assert (now.held, now.moves_at) == (True, None)
    assert wake(night, 600) == 0
    with refused("clock", "said already", StaleError):
        clock_pause(night.by, round=1)


def test_where_the_program_moves_nobody_it_is_refused(night):
    night = night(8)
    bell_ring(night.by, round=1)
    for service in (clock_pause, clock_resume):
        with refused("clock", "not moved by the program"):
            service(night.by, round=1)
