import pytest

from accounts.errors import StaleError
from tests.cast import AT_THE_END, refused
from tests.services.cases import Case
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, seat_keep
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.movement.seating import find_presence, list_playing, list_presences, list_waiting
from tournaments.core.record import Ending, Presence, Stage
from tournaments.core.settings import Unfinished
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import seats_swap, table_add
from tournaments.undo.services.revert import line_take_back
from tournaments.undo.services.undo import bell_undo


def applied(make, players=12, **settings):
    night = make(players, **settings)
    night.next_round()
    return night


CASE = Case(
    bell_undo,
    scene=applied,
    body=lambda night: {},
    stages=(Stage.PLAYING, Stage.SETTLING),
    asks_reason=True,
)
WHY = "rang too early"


def state(night):
    return night.seats(), night.held(), night.facts.chips.taken


def test_it_works(night):
    night = night(12)
    for table in night.tables:
        night.play(table)
    before = state(night)
    night.decide()
    moves_apply(night.by, round=1)
    bell_undo(night.because(WHY))
    assert state(night) == before
    assert night.round == 1
    assert not night.preview().rung
    assert night.facts.cuts == ()
    night.decide()
    moves_apply(night.by, round=1)


@pytest.mark.thorough
def test_whatever_happened_since(night):
    night = night(15, stake=1)
    for table in night.tables:
        night.play(table)
    before = state(night)
    night.decide()
    moves_apply(night.by, round=1)
    seats_swap(night.because("a whim"), first=night.table(1)[0], second=night.table(2)[0])
    table_add(night.because("too full"), entries=night.table(2)[:3])
    player_drop(night.by, entry=night.table(4)[0])
    player_pause(night.by, entry=night.table(1)[0])
    seat_keep(night.by, entry=night.table(1)[1], keeps=True)
    people_check_in(night.by, people=[Arrival("Nell")])
    line = bell_undo(night.because(WHY))
    assert state(night) == before
    assert [shown for _entry, shown in line.payload["presences"]] == ["left", "paused", "keeps_seat"]
    assert set(list_playing(night.facts, 1)) == set(before[0])


def test_who_came_since_comes_for_the_next_round(night):
    night = applied(night)
    people_check_in(night.by, people=[Arrival("Nell"), Arrival("Ned")])
    player_drop(night.by, entry=night.entry("Ned"))
    bell_undo(night.because(WHY))
    night.decide()
    moves_apply(night.by, round=1)
    assert night.entry("Nell") in night.seats()
    assert find_presence(night.facts, night.entry("Ned"), 2) is Presence.LEFT


def test_only_the_ring(night):
    night = night(12)
    with refused("round", "The bell has not rung yet"):
        bell_undo(night.because(WHY))
    before = state(night)
    bell_ring(night.by, round=1)
    bell_undo(night.because(WHY))
    assert state(night) == before
    assert not night.preview().rung
    bell_ring(night.by, round=1)


@pytest.mark.thorough
def test_the_last_bell_of_the_evening(night):
    night = night(12, Stage.SETTLING, **AT_THE_END)
    counted = [count for count in night.facts.counts if count.kind == "final"]
    assert len(counted) == 12
    bell_undo(night.because(WHY))
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING
    assert [count for count in night.facts.counts if count.kind == "final"] == []
    night.decide()
    moves_apply(night.by, round=1)


def test_settling_before_the_round_was_played(night):
    night = applied(night)
    before = state(night)
    night.settle()
    bell_undo(night.because(WHY))
    assert state(night) == before
    assert night.round == 2


def test_an_ending_is_taken_back(night):
    night = night(12, unfinished=Unfinished.CUT)
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    bell_undo(night.because(WHY))
    assert [table.ending for table in night.facts.tables] == [None] * 3
    night.play(2)


def test_a_next_round_with_deals_must_be_discarded_in_words(night):
    night = applied(night)
    night.play(2)
    with refused("discard", "Round 2 already has results"):
        bell_undo(night.because(WHY))
    bell_undo(night.because(WHY), discard=True)
    assert {pool.round for pool in night.facts.pools} == {1}


def test_another_bell_than_the_one_that_is_meant_stays(night):
    night = applied(night)
    with refused("round", "It ended round 1. Undo that bell first.", StaleError):
        bell_undo(night.because(WHY), round=2)
    bell_undo(night.because(WHY), round=1)
    bell_ring(night.by, round=1)
    with refused("round", error=StaleError):
        bell_undo(night.because(WHY), round=2)
    bell_undo(night.because(WHY), round=1)


def test_who_sat_out_and_went_is_not_gone_with_counters_in_hand(night):
    """They were away and could not be counted out."""
    night = night(9, game="single-stake-brag", format="rotation", games=3)
    night.next_round()
    [gone] = list_waiting(night.facts, 2)
    player_drop(night.by, entry=gone)
    bell_undo(night.because(WHY))
    facts = night.facts
    left = {entry for entry, state in list_presences(facts, 2).items() if state is Presence.LEFT}
    assert left <= set(ledger.count_taken_away(facts))  # or they can never be counted out: "gone already"


def test_who_did_not_sit_after_all_stays_away(night):
    """The table was taken back: whoever goes then does not come back with the round."""
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    nell = night.entry("Nell")
    added = table_add(night.because(WHY), entries=[nell, *night.table(1)[:3]])
    line_take_back(night.by, line=added.seq)
    player_drop(night.by, entry=nell)
    bell_undo(night.because(WHY))
    assert find_presence(night.facts, nell, 2) is Presence.LEFT
