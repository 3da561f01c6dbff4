from tests.services.cases import Case
from tournaments.attendance.services import player_drop
from tournaments.core.record import Stage
from tournaments.seating.services import table_close

CASE = Case(
    table_close,
    scene=lambda make: make(12),
    body=lambda night: {"table": 3},
    stages=(Stage.PLAYING,),
    asks_reason=True,
)


def test_it_works(night):
    night = night(12)
    people = night.table(3)
    table_close(night.because("few are left"), table=3)
    assert night.tables == [1, 2]
    assert [night.seats()[entry] for entry in people] == [(2, 5), (1, 5), (2, 6), (1, 6)]
    night.next_round()
    assert night.tables == [1, 2]


def test_who_has_left_is_not_seated_again(night):
    night = night(12)
    gone = night.table(3)[0]
    player_drop(night.by, entry=gone)
    player_drop(night.by, entry=night.table(2)[3])
    table_close(night.because("few are left"), table=3)
    assert gone not in night.seats()
    assert len(night.seats()) == 11


def test_a_table_that_nobody_is_left_at(night):
    night = night(12)
    for entry in night.table(3):
        player_drop(night.by, entry=entry)
    table_close(night.because("all went home"), table=3)
    assert night.tables == [1, 2]
