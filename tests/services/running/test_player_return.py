import pytest

from tests.services.cases import Case
from tournaments.core.counters import ledger
from tournaments.core.movement import position
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import moves_apply
from tournaments.services.running.people import player_pause, player_return, seat_keep


def paused(make):
    night = make(12)
    player_pause(night.by, entry=night.table(2)[3])
    return night


CASE = Case(
    player_return,
    scene=paused,
    body=lambda night: {"entry": night.table(2)[3]},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = paused(night)
    entry = night.table(2)[3]
    player_return(night.by, entry=entry)
    assert position.presence_of(night.facts, entry, 1) is Presence.PAUSED
    night.next_round()
    assert night.seats()[entry][0] == 3
    assert night.held()[entry] == 50
    assert ledger.taken_away(night.facts) == {}


@pytest.mark.thorough
def test_the_counters_that_waited_come_back(night):
    night = night(12)
    night.play(2)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    assert entry not in night.seats()
    player_return(night.by, entry=entry)
    night.next_round()
    mine = [(stake.kind, stake.counters) for stake in night.facts.stakes if stake.entry == entry]
    assert mine == [(StakeKind.FIRST, 50), (StakeKind.DEPARTURE, 49), (StakeKind.RETURN, 49)]


def test_who_kept_the_seat_still_does(night):
    night = night(12)
    entry = night.table(2)[3]
    seat_keep(night.by, entry=entry, keeps=True)
    player_pause(night.by, entry=entry)
    player_return(night.by, entry=entry)
    night.next_round()
    assert position.presence_of(night.facts, entry, 2) is Presence.KEEPS_SEAT


def test_who_comes_back_in_a_round_taken_back_sits_in_the_next(night):
    night = paused(night)
    entry = night.table(2)[3]
    night.next_round()
    player_return(night.by, entry=entry)
    bell_undo(night.because("rang too early"))
    assert position.presence_of(night.facts, entry, 2) is Presence.HERE
    night.decide()
    moves_apply(night.by, round=1)
    assert entry in night.seats()
