"""A progressive evening of a game of bids: round by round one deal of the schedule, and then people move."""

import pytest

from tests.cast import refused
from tournaments.attendance.services import (
    player_drop,
)
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.kinds.points import tally_bids
from tournaments.core.record import Ending, Purpose
from tournaments.core.settings import AllCalled, BellBy, Counting, Unfinished
from tournaments.models import CountRow, StakeRow
from tournaments.results.services import evening_settle, final_count
from tournaments.scoring.services.bids import DealBids, TrickResult, score_record
from tournaments.scoring.services.counts import Tally
from tournaments.scoring.services.deals import deal_record, table_count, table_end

pytestmark = pytest.mark.slow


def record(night, table, bids, tricks):
    """The table's deal, in seat order of those who play there."""
    told, taken = (dict(zip(night.at(table).places, each, strict=True)) for each in (bids, tricks))
    where = {"round": night.round, "table": table, "deal": 1}
    score_record(night.by, **where, bids=DealBids(told), result=TrickResult(taken))


def totals(night):
    return {entry: person.score for entry, person in tally_bids(night.facts).items()}


def why(night, entry):
    return night.preview().bell.verdicts[entry].code


def test_there_are_no_counters(night):
    night = night(12, game="clag", stake=1)
    for _round in range(3):
        night.next_round()
        assert night.preview().bell.exchanges == night.preview().bell.fresh == ()
    assert not StakeRow.objects.exists()
    assert not CountRow.objects.exists()
    assert night.preview().counts == ()
    first = night.table(2)[0]
    with refused("game", "points, not for counters"):
        deal_record(night.by, round=4, table=2, deal=1, winners=[first], in_call=[], tally=Tally())


@pytest.mark.parametrize("counting", Counting)
def test_counts_are_refused(night, counting):
    night = night(8, game="clag", counting=counting)
    nothing = dict.fromkeys(night.table(2), 0)
    bell_ring(night.by, round=1)
    with refused("game", "not for counters"):
        table_count(night.by, round=1, table=2, counts=nothing)
    night.play_round()
    evening_settle(night.by, round=1)
    with refused("game", "not for counters"):
        final_count(night.by, counts=nothing)


# Who moves


def clag(make, **more):
    """Clag at two tables of four; the seats in order are a, b, c, d at the head and e, f, g, h below."""
    night = make(8, game="clag", **more)
    return night, night.table(1), night.table(2)


def test_the_best_goes_up_and_the_lowest_who_missed_goes_down(night):
    night, (a, b, c, d), (_e, f, _g, _h) = clag(night)
    record(night, 1, (1, 0, 1, 0), (1, 0, 0, 0))  # a 12; b, d 10; c misses
    assert night.preview().rung
    record(night, 2, (0, 1, 0, 1), (0, 1, 0, 0))
    assert night.preview().cuts == ()
    moves = {move.entry: (move.end.table, move.why.code) for move in night.preview().bell.moves}
    assert moves == {c: (2, "down_bids"), f: (1, "up_won")}
    assert [chip.entry for chip in night.facts.chips.taken] == [a]
    assert [why(night, entry) for entry in (a, b, d)] == ["head_won", *["head_called_bids"] * 2]
    moves_apply(night.by, round=1)
    assert set(night.table(1)) == {a, b, d, f}


def everybody_exact(make, **settings):
    """The first of each table wins with twelve, the others have ten."""
    night, head, _booby = clag(make, **settings)
    for table in (1, 2):
        record(night, table, (1, 0, 0, 0), (1, 0, 0, 0))
    return night, *head


def test_exact_bids_protect(night):
    night, a, b, _c, _d = everybody_exact(night, exact_protects=True)
    assert night.preview().cuts == ()
    assert (why(night, a), why(night, b)) == ("head_won", "head_called_bids")
    assert night.preview().bell.unmoved[1].code == "all_called_bids"


@pytest.mark.parametrize("chosen", [{"exact_protects": False}, {"all_called": AllCalled.FEWEST_GOES}])
def test_everybody_exact_and_still_one_goes(night, chosen):
    night, a, b, c, d = everybody_exact(night, **chosen)
    ((_round, need),) = night.preview().cuts
    assert (need.purpose, set(need.among)) == (Purpose.DOWN, {b, c, d})
    night.cut(Purpose.DOWN, 1, {b: "2S", c: "KS", d: "3S"})
    assert why(night, a) == "head_won"
    if "exact_protects" in chosen:
        assert why(night, c) == "down_cut_totals"


def test_equal_best_cut_for_the_move_and_at_the_head_for_the_chip(night):
    night, (a, b, c, d), (e, _f, g, h) = clag(night)
    record(night, 1, (0, 0, 0, 0), (0, 0, 0, 1))
    record(night, 2, (0, 1, 0, 0), (0, 0, 0, 1))
    needs = {need.purpose: need.among for _round, need in night.preview().cuts}
    assert {purpose: set(among) for purpose, among in needs.items()} == {
        Purpose.CHIP: {a, b, c},
        Purpose.UP: {e, g},
    }
    night.cut(Purpose.CHIP, 1, {a: "2S", b: "KH", c: "QH"}, deal=1)
    night.cut(Purpose.UP, 2, {e: "2S", g: "KH"})
    assert [chip.entry for chip in night.facts.chips.taken] == [b]
    moves = {move.entry: move.why.code for move in night.preview().bell.moves}
    assert moves == {d: "down_bids", g: "up_won_cut_bids"}
    assert h not in moves


def test_totals_below_nothing_are_compared_too(night):
    night = night(8, game="blackout-family")
    a, b, c, d = night.table(1)
    record(night, 1, (3, 3, 2, 1), (0, 0, 0, 10))  # missed bids: -3, -3, -2, -1
    record(night, 2, (1, 0, 1, 1), (1, 0, 1, 8))
    assert [totals(night)[entry] for entry in (a, b, c, d)] == [-3, -3, -2, -1]
    ((_round, need),) = (cut for cut in night.preview().cuts if cut[1].table == 1)
    assert set(need.among) == {a, b}
    assert why(night, d) == "head_won"


# Tables that cannot finish, comings and goings


def test_a_table_that_cannot_finish_its_deal_cuts(night):
    night, _head, booby = clag(night, unfinished=Unfinished.CUT)
    night.bid(2)
    record(night, 1, (1, 0, 1, 0), (1, 0, 0, 0))
    assert night.preview().still_out == (2,)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    ((_round, need),) = night.preview().cuts
    assert (need.purpose, set(need.among)) == (Purpose.UP, set(booby))
    night.decide()
    moves_apply(night.by, round=1)
    assert all(total == 0 for entry, total in totals(night).items() if entry in booby)
    assert night.at(2).open is None


def test_where_tables_are_waited_for_none_is_called_off(night):
    night, _head, _booby = clag(night)
    record(night, 1, (1, 0, 1, 0), (1, 0, 0, 0))
    with refused("ending", "waits for table 2"):
        table_end(night.by, round=1, table=2, ending=Ending.VOID)
    with refused("ending", "one deal"):
        table_end(night.by, round=1, table=2, ending=Ending.EARLY)


def test_a_table_too_small_for_the_game_is_passed_over(night):
    night = night(8, game="seven-truf")
    player_drop(night.by, entry=night.table(2)[0])
    assert night.preview().still_out == (1,)
    nothing = dict.fromkeys(night.table(2)[1:], 0)
    with refused("players", "This game is for 4 players. Table 2 has 3"):
        score_record(night.by, round=1, table=2, deal=1, bids=DealBids(nothing), result=TrickResult(nothing))
    night.score(1)
    night.decide()
    moves_apply(night.by, round=1)
    assert night.preview().rounds == 22


# Undo, and the bell


def test_by_hand_the_bell_waits(night):
    night, _head, _booby = clag(night, bell=BellBy.HAND)
    record(night, 1, (1, 0, 1, 0), (1, 0, 0, 0))
    assert not night.preview().rung
    record(night, 2, (1, 0, 1, 0), (1, 0, 0, 0))
    with refused("round", "not rung yet"):
        moves_apply(night.by, round=1)
    bell_ring(night.by, round=1)
    moves_apply(night.by, round=1)


def test_who_goes_home_takes_no_counters(night):
    night = night(8, game="blackout")
    somebody = night.table(1)[0]
    with refused("counters", "no counters"):
        player_drop(night.by, entry=somebody, counters=5)
    player_drop(night.by, entry=somebody)
