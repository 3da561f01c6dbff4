from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.core.settings import BellBy
from tournaments.models import MoveRow
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.people import Arrival, people_check_in, player_drop
from tournaments.services.running.seats import seats_swap

CASE = Case(
    seats_swap,
    scene=lambda make: make(12),
    body=lambda night: {"first": night.table(1)[0], "second": night.table(3)[2]},
    stages=(Stage.SEATED, Stage.PLAYING),
    asks_reason=True,
)


def test_it_works(night):
    night = night(12)
    first, second = night.table(1)[0], night.table(3)[2]
    before = night.seats()
    seats_swap(night.because("sat wrongly"), first=first, second=second)
    assert night.seats() == {**before, first: before[second], second: before[first]}
    moves = MoveRow.objects.filter(by_hand=True)
    assert {move.entry_id for move in moves} == {first, second}
    assert all((move.why, move.figures) == ("by_hand", {"reason": "sat wrongly"}) for move in moves)


def test_two_of_one_table(night):
    night = night(4)
    first, second, *_rest = night.table(1)
    seats_swap(night.because("quarrel"), first=first, second=second)
    assert night.table(1)[:2] == [second, first]


def test_refusals(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = night(12)
    by = night.because("sat wrongly")
    mine, gone = night.table(2)[:2]
    with refused("second", "themselves"):
        seats_swap(by, first=mine, second=mine)
    with refused("second", "no seat"):
        seats_swap(by, first=mine, second=theirs)
    with refused("first", "no seat"):
        seats_swap(by, first=10**6, second=mine)
    people_check_in(night.by, people=[Arrival("Nell")])
    with refused("second", "no seat"):
        seats_swap(by, first=mine, second=night.entry("Nell"))
    player_drop(night.by, entry=gone)
    with refused("second", "no seat"):
        seats_swap(by, first=mine, second=gone)


def test_seats_that_were_played_in_stay(night):
    night = night(12)
    night.play(3)
    with refused("table", "Table 3 has a result"):
        seats_swap(night.because("late"), first=night.table(1)[0], second=night.table(3)[0])
    bell_ring(night.by, round=1)
    with refused("round", "has rung"):
        seats_swap(night.because("late"), first=night.table(1)[0], second=night.table(2)[0])


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
