import pytest

from tests.cast import FIXED, refused
from tests.services.cases import Case
from tournaments.core.facts import Ending, Stage
from tournaments.core.scores import scored
from tournaments.core.settings import BellBy
from tournaments.models import Deal, OpenDeal
from tournaments.services.bell import bell_ring
from tournaments.services.bids import deal_withdraw
from tournaments.services.people import player_drop
from tournaments.services.tables import table_end
from tournaments.services.undo import bell_undo


def played(make, **more):
    night = make(8, game="clag", **more)
    night.score(2)
    return night


CASE = Case(
    deal_withdraw,
    scene=played,
    body=lambda night: {"round": 1, "table": 2, "deal": 1},
    stages=(Stage.PLAYING,),
    asks_reason=True,
)
WHY = "the other table's"


def two_games(make, **more):
    night = make(8, game="clag", **FIXED, **more)
    for _deal in range(3):
        night.score(2)
    return night


def test_it_works(night):
    night = played(night)
    line = deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    assert (night.facts.pools, scored(night.facts)) == ((), {})
    assert night.at(2).next_number == 1
    assert night.preview().still_out == (1, 2)
    assert line.payload == {"round": 1, "table": 2, "deal": 1}
    assert Deal.objects.get().void == line


def test_it_is_recorded_anew(night):
    night = two_games(night)
    before = night.at(2)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=3)
    assert night.at(2).next_number == 3
    assert night.at(2).dealer(3) == night.at(2).places.index(before.bidders(3)[-1])
    night.score(2)
    again = night.at(2)
    assert (again.next_number, again.totals, again.dealer(4)) == (4, before.totals, before.dealer(4))
    assert [(pool.deal, pool.version) for pool in again.decided] == [(1, 1), (2, 1), (3, 1)]


def test_bids_on_the_deal_after_it_go_too(night):
    night = two_games(night)
    night.bid(2)
    night.bid(1)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=3)
    assert (night.at(2).next_number, night.at(2).open) == (3, None)
    assert OpenDeal.objects.get(void=None).position == 1


@pytest.mark.parametrize("deal", [0, -1, 1, 2, 4, 10**30])
def test_only_the_last_deal_of_a_table(night, deal):
    night = two_games(night)
    with refused("deal", "Only the last"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=deal)
    with refused("deal", "Only the last"):
        deal_withdraw(night.because(WHY), round=1, table=1, deal=max(deal, 0))


def test_all_the_way_back(night):
    night = two_games(night)
    for deal in (3, 2, 1):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=deal)
    assert night.facts.pools == ()
    assert set(night.at(2).totals.values()) == {0}


def test_after_the_bell_it_is_refused(night):
    night = played(night)
    night.score(1)
    for table in (1, 2):
        with refused("round", "undo it first"):
            deal_withdraw(night.because(WHY), round=1, table=table, deal=1)
    bell_undo(night.because("too early"))
    deal_withdraw(night.because(WHY), round=1, table=1, deal=1)
    night.score(1)
    assert night.preview().rung


def test_the_last_deal_of_a_game_comes_back_once_its_bell_is_undone(night):
    night = night(4, game="seven-truf", **FIXED)
    night.play_table(1)
    with refused("round", "undo it first"):
        deal_withdraw(night.because(WHY), round=1, table=1, deal=22)
    bell_undo(night.because("once more"))
    deal_withdraw(night.because(WHY), round=1, table=1, deal=22)
    assert not night.preview().rung
    night.score(1)
    assert night.preview().rung


def test_a_game_that_is_over_comes_back_while_others_play(night):
    night = night(8, game="seven-truf", **FIXED)
    night.play_table(1)
    assert night.preview().still_out == (2,)
    deal_withdraw(night.because(WHY), round=1, table=1, deal=22)
    assert night.preview().still_out == (1, 2)


def test_a_table_that_stopped_is_refused(night):
    night = two_games(night)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    with refused("table", "has ended its game"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=3)


def test_a_closed_round_is_refused(night):
    night = night(8, game="clag")
    night.next_round()
    with refused("round", "is closed"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=1)


@pytest.mark.parametrize("where", [{"table": 3}, {"table": 10**30}, {"round": 0}, {"round": 2}])
def test_a_table_that_is_none_is_refused(night, where):
    night = played(night)
    with refused(next(iter(where))):
        deal_withdraw(night.because(WHY), **{"round": 1, "table": 2, "deal": 1, **where})


def test_who_has_left_since_is_not_dealt_in_again(night):
    night = played(night, bell=BellBy.HAND)
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone)
    deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
    night.score(2)
    assert gone not in {line.entry for line in night.facts.pools[0].lines}
    bell_ring(night.by, round=1)


def test_a_pool_is_not_taken_back(night):
    night = night(8)
    night.play(2)
    with refused("game", "Counters are recorded"):
        deal_withdraw(night.because(WHY), round=1, table=2, deal=1)
