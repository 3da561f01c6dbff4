from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, row
from tournaments.core.facts import Stage
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_begin, clock_pause


def gone_by(make, seconds=60):
    night = make(8, minutes=10, gap=60)
    night.next_round()
    later(night, seconds)
    return night


CASE = Case(
    clock_begin,
    scene=gone_by,
    body=lambda night: {"round": 2},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = gone_by(night)
    line = clock_begin(night.by, round=2)
    assert row(night).begun == line
    assert line.payload == {"round": 2}
    with refused("round", "seen to already", StaleError):
        clock_begin(night.by, round=2)


def test_too_early(night):
    night = gone_by(night, 58)
    with refused("round", error=StaleError):
        clock_begin(night.by, round=2)


def test_paused_or_rung_meanwhile(night):
    night = gone_by(night)
    clock_pause(night.by, round=2)
    with refused("round", error=StaleError):
        clock_begin(night.by, round=2)
    bell_ring(night.by, round=2)
    with refused("round", error=StaleError):
        clock_begin(night.by, round=2)


def test_the_first_round_begins_when_play_does(night):
    night = night(8, minutes=10, gap=60)
    assert row(night).begun.verb == "play_begun"
    with refused("round", error=StaleError):
        clock_begin(night.by, round=1)
