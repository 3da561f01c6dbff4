import pytest

from tests.cast import AT_THE_END, refused
from tests.services.cases import Case
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, player_return
from tournaments.bell.services.bell import moves_apply
from tournaments.core.counters import ledger
from tournaments.core.movement.seating import find_presence
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.core.settings import BellBy

CASE = Case(
    player_drop,
    scene=lambda make: make(12),
    body=lambda night: {"entry": night.table(2)[3]},
    stages=(Stage.PLAYING, Stage.SETTLING),
)


def test_it_works(night):
    night = night(12)
    night.play(2)
    entry = night.table(2)[3]
    line = player_drop(night.by, entry=entry)
    assert line.payload == {"entry": entry, "state": "left", "counters": 49}
    assert find_presence(night.facts, entry, 1) is Presence.LEFT
    assert ledger.count_taken_away(night.facts) == {entry: 49}
    assert ledger.count_on_tables(night.facts, night.evening.settings) == 12 * 50 - 49
    assert night.seats()[entry][0] == 2
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    assert entry not in night.seats()


def test_the_deal_goes_on_without_who_dropped_out(night):
    night = night(12)
    gone = night.table(2)[3]
    player_drop(night.by, entry=gone, counters=50)
    with refused("winners", "does not play at table 2"):
        night.play(2, winner=gone)
    night.play(2)
    (pool,) = night.facts.pools
    assert {line.entry for line in pool.lines} == set(night.table(2)) - {gone}


def test_who_leaves_while_settling_takes_what_is_held(night):
    night = night(12, Stage.SETTLING)
    entry = night.table(1)[3]
    player_drop(night.by, entry=entry)
    assert ledger.count_taken_away(night.facts) == {entry: 49}


def test_who_waits_goes_with_nothing(night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Nell")])
    player_drop(night.by, entry=night.entry("Nell"))
    assert ledger.count_taken_away(night.facts) == {}
    night.next_round()
    assert night.entry("Nell") not in night.seats()


@pytest.mark.parametrize("back", [False, True], ids=["pausing", "back before sitting down"])
def test_who_has_paused_can_go_home_and_keeps_what_the_banker_holds(night, back):
    night = night(12)
    night.play(2)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    if back:
        player_return(night.by, entry=entry)
    player_drop(night.by, entry=entry)
    assert ledger.count_taken_away(night.facts) == {entry: 49}
    assert [s.kind for s in night.facts.stakes if s.entry == entry] == [StakeKind.FIRST, StakeKind.DEPARTURE]


def test_where_deals_are_not_counted_they_are_counted_now(night):
    night = night(12, **AT_THE_END)
    night.play(2)
    entry = night.table(2)[3]
    player_drop(night.by, entry=entry, counters=0)
    assert ledger.count_taken_away(night.facts) == {entry: 0}


def test_who_was_not_in_the_deal_does_not_call_it_off(night):
    """The others had bid without the one who paused."""
    night = night(10, game="clag", bell=BellBy.HAND)
    gone = night.table(2)[0]
    player_pause(night.by, entry=gone)
    night.bid(2)
    player_drop(night.by, entry=gone)
    assert night.at(2).open is not None
