from datetime import timedelta

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, left, pulse, row, waits, wake
from tournaments.core.facts import Stage
from tournaments.services.running.clock import clock_extend, clock_pause, clock_resume


def paused(make, **settings):
    night = make(8, minutes=10, **settings)
    later(night, 200)
    clock_pause(night.by, round=1)
    return night


CASE = Case(
    clock_resume,
    scene=paused,
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = paused(night)
    later(night, 3600)
    line = clock_resume(night.by, round=1)
    now = row(night)
    assert (now.starts_at, now.left, now.begun) == (line.at, None, line)
    assert left(night) == line.payload["left"] == 400
    assert now.ends_at - line.at < timedelta(seconds=401)


def test_what_is_not_paused_is_refused(night):
    night = paused(night)
    clock_resume(night.by, round=1)
    with refused("clock", "not paused"):
        clock_resume(night.by, round=1)


def test_another_round_is_refused(night):
    night = paused(night)
    for number in (0, 2):
        with refused("round", "is over", StaleError):
            clock_resume(night.by, round=number)


def test_the_last_minute_is_told_once_whatever_is_paused(night):
    night = night(8, minutes=10)
    assert wake(night, 560) == 1
    assert row(night).warned is not None
    for _again in range(3):
        clock_pause(night.by, round=1)
        clock_resume(night.by, round=1)
        assert waits(night) == []
    clock_extend(night.by, round=1, seconds=10)
    assert waits(night) == [], "50 seconds are the same last minute"
    clock_extend(night.by, round=1, seconds=300)
    assert wake(night, 300) == 1, "of more than a minute there is a last one again"


# After the bell


def test_people_are_moved_again(night):
    night = night(8, auto_moves=30)
    night.play_round()
    with refused("clock", "said already", StaleError):
        clock_resume(night.by, round=1)
    clock_pause(night.by, round=1)
    assert wake(night) == 0
    assert pulse(night).held
    clock_resume(night.by, round=1)
    assert waits(night) == ["look"]
    assert wake(night) == 1
    assert wake(night, 29) == 0
    assert wake(night, 1) == 1
    assert night.round == 2
