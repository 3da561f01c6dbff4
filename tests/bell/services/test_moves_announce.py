from datetime import timedelta

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import pulse, row
from tournaments.bell.services.clock import moves_announce
from tournaments.core.record import Stage


def decided(make, **settings):
    night = make(8, **{"auto_moves": 30, **settings})
    night.play_round()
    return night


CASE = Case(
    moves_announce,
    scene=decided,
    body=lambda night: {"round": 1, "looked": 0},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = decided(night)
    line = moves_announce(night.by, round=1, looked=0)
    now = row(night)
    assert (now.moves_at, now.looked) == (line.at + timedelta(seconds=30), line.seq)
    assert line.payload == {"round": 1, "seconds": 30}
    assert pulse(night).moves_at == now.moves_at
    for looked in (0, line.seq - 1):
        with refused("round", "already done", StaleError):
            moves_announce(night.by, round=1, looked=looked)
