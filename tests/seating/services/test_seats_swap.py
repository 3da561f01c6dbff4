import pytest

from tests.services.cases import Case
from tournaments.attendance.services import player_drop
from tournaments.core.record import Stage
from tournaments.core.settings import BellBy
from tournaments.models import MoveRow
from tournaments.seating.services import seats_swap

CASE = Case(
    seats_swap,
    scene=lambda make: make(12),
    body=lambda night: {"first": night.table(1)[0], "second": night.table(3)[2]},
    stages=(Stage.SEATED, Stage.PLAYING),
    asks_reason=True,
)


@pytest.mark.parametrize(("table", "place"), [(3, 2), (1, 1)], ids=["of two tables", "of one table"])
def test_it_works(night, table, place):
    night = night(12)
    first, second = night.table(1)[0], night.table(table)[place]
    before = night.seats()
    seats_swap(night.because("sat in the wrong seat"), first=first, second=second)
    assert night.seats() == {**before, first: before[second], second: before[first]}
    moves = MoveRow.objects.filter(by_hand=True)
    assert {move.entry_id for move in moves} == {first, second}
    assert all((move.why, move.figures) == ("by_hand", {"reason": "sat in the wrong seat"}) for move in moves)


def test_a_pool_in_play_is_that_of_its_table(night):
    """Tables were refused where somebody who has gone sat in an earlier round."""
    night = night(18, bell=BellBy.HAND)
    night.next_round()
    was = {seat.entry: seat.position for seat in night.facts.seats if seat.round == 1}
    now = {entry: table for entry, (table, _chair) in night.seats().items()}
    gone = next(entry for entry in now if now[entry] != was[entry])
    player_drop(night.by, entry=gone, counters=night.held()[gone] - 1)
    night.play(now[gone], winner=next(e for e in night.table(now[gone]) if e != gone))
    other = next(table for table in night.tables if table not in (was[gone], now[gone]))
    seats_swap(night.because("a slip"), first=night.table(other)[0], second=night.table(was[gone])[0])
