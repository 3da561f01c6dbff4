from tests.cast import refused
from tests.services.cases import Case
from tests.undo.services.test_moves_replay import corrected
from tournaments.core.record import Stage
from tournaments.evening.selectors.moves import find_later_correction, has_kept_moves
from tournaments.undo.services.undo import moves_keep

CASE = Case(
    moves_keep,
    scene=lambda make: corrected(make)[0],
    body=lambda night: {"round": 2},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night, _winner, _other = corrected(night)
    before, since = night.seats(), find_later_correction(night.evening, 2)
    assert since
    moves_keep(night.by, round=2)
    assert has_kept_moves(night.evening, since)
    assert night.seats() == before
    with refused("round", "No correction waits"):
        moves_keep(night.by, round=2)


def test_without_a_correction_nothing_waits(night):
    night = night(12)
    night.next_round()
    assert find_later_correction(night.evening, 2) == 0
    with refused("round", "No correction waits"):
        moves_keep(night.by, round=2)
