import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.counters import ledger
from tournaments.core.movement import position
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.core.results.may_win import cannot_win
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import moves_apply
from tournaments.services.running.people import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)


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


EVENINGS = [
    ("progressive", "draw-poker"),
    ("progressive", "blackout-nullo"),
    ("fixed", "draw-poker"),
    ("fixed", "clag"),
    ("rotation", "brag"),
    ("rotation", "kachuful"),
    ("swiss", "seven-truf"),
    ("ladder", "single-stake-brag"),
    ("ladder", "jabberwocky"),
]


@pytest.mark.parametrize("way", [player_drop, player_pause])
@pytest.mark.parametrize(("format", "game"), EVENINGS)
def test_who_went_home_is_back_with_their_counters(night, format, game, way):
    night = night(16, format=format, game=game, games=4)
    first = night.table(2)[1]
    night.next_round()
    held = night.held().get(first)
    way(night.by, entry=first)
    night.next_round()
    assert first not in night.seats()
    player_return(night.by, entry=first)
    night.next_round()
    assert first in night.seats()
    assert night.held().get(first) == held
    assert night.agrees()
    assert first not in cannot_win(night.facts)
    kinds = [stake.kind for stake in night.facts.stakes if stake.entry == first]
    if kinds:
        assert kinds[-2:] == [StakeKind.DEPARTURE, StakeKind.RETURN]


@pytest.mark.parametrize("consolation", [True, False])
def test_in_a_knockout_they_go_where_a_late_player_goes(night, consolation):
    night = night(24, game="blackout", format="knockout", people=4, consolation=consolation)
    gone = night.table(1)[0]
    player_drop(night.by, entry=gone)
    night.next_round()
    player_return(night.by, entry=gone)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    late, seats = night.entry("Nell"), night.seats()
    assert (gone in seats, late in seats) == (consolation, consolation)


def test_their_name_at_the_door_leads_to_is_back(night):
    night = night(8)
    who = night.table(1)[0]
    player_drop(night.by, entry=who)
    name = next(entry.name for entry in night.facts.entries if entry.id == who)
    with refused("people", f"{name} played already and left. On their own page, press “Is back”."):
        people_check_in(night.by, people=[Arrival(name.upper())])
