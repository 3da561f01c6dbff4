from datetime import timedelta

from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import pulse, row
from tournaments.core.facts import Stage
from tournaments.services.running.clock import clock_pause, moves_announce, round_last


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
        with refused("round", "seen to already", StaleError):
            moves_announce(night.by, round=1, looked=looked)


def test_while_something_is_to_be_decided_it_is_refused(night):
    night = night(8, auto_moves=30)
    with refused("round", "still to be decided"):
        moves_announce(night.by, round=1, looked=0)
    night.play(1)
    with refused("round", "still to be decided"):
        moves_announce(night.by, round=1, looked=0)
    night.play(2)
    assert night.preview().cuts
    with refused("round", "still to be decided"):
        moves_announce(night.by, round=1, looked=0)
    night.decide()
    moves_announce(night.by, round=1, looked=0)


def test_after_the_last_round_nobody_moves(night):
    night = decided(night)
    round_last(night.by, round=1)
    with refused("round", "still to be decided"):
        moves_announce(night.by, round=1, looked=0)


def test_while_it_is_held_it_is_refused(night):
    night = decided(night)
    clock_pause(night.by, round=1)
    with refused("round", error=StaleError):
        moves_announce(night.by, round=1, looked=0)


def test_where_moves_are_made_by_hand_it_is_refused(night):
    night = decided(night, auto_moves=0)
    with refused("round", error=StaleError):
        moves_announce(night.by, round=1, looked=0)


def test_another_round_is_refused(night):
    night = decided(night)
    for number in (0, 2):
        with refused("round", "is over", StaleError):
            moves_announce(night.by, round=number, looked=0)
