from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, row
from tournaments.core.facts import Stage
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_extend, clock_pause, clock_warn


def last_minute(make, seconds=545):
    night = make(8, minutes=10)
    later(night, seconds)
    return night


CASE = Case(
    clock_warn,
    scene=last_minute,
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = last_minute(night)
    line = clock_warn(night.by, round=1)
    assert row(night).warned == line
    assert line.payload == {"round": 1}
    with refused("round", "seen to already", StaleError):
        clock_warn(night.by, round=1)


def test_too_early_or_too_late(night):
    for seconds in (530, 601):
        late = last_minute(night, seconds)
        with refused("round", error=StaleError):
            clock_warn(late.by, round=1)


def test_changed_meanwhile(night):
    for service, more in ((clock_pause, {}), (clock_extend, {"seconds": 60}), (bell_ring, {})):
        changed = last_minute(night)
        service(changed.by, round=1, **more)
        with refused("round", error=StaleError):
            clock_warn(changed.by, round=1)
