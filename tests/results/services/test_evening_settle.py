from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Stage
from tournaments.results.services import evening_settle

CASE = Case(
    evening_settle,
    scene=lambda make: make(12),
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = night(12)
    for table in night.tables:
        night.play(table)
    seats = night.seats()
    evening_settle(night.by, round=1)
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SETTLING
    assert night.seats() == seats
    assert [played.closed for played in night.facts.rounds] == [True]


def test_refusals(night):
    night = night(12)
    for number in (0, 2, -1):
        with refused("round", "is over"):
            evening_settle(night.by, round=number)
    night.play(2)
    with refused("round", "Ring the bell first"):
        evening_settle(night.by, round=1)
    bell_ring(night.by, round=1)
    with refused("round", "missing at tables 1, 3"):
        evening_settle(night.by, round=1)


def test_no_last_bell_over_a_pool_in_play(night):
    """What lay in the pool was missing, and the evening could not be finished."""
    night = night(12)
    night.next_round()
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone, counters=night.held()[gone] - 1)
    with refused("round"):
        evening_settle(night.by, round=2)
