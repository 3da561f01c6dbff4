"""Broke players: fresh stakes, and the change of seats with the richest at the booby table."""

import pytest

from tests.core.bell_sheets import codes, cut, moves, ring, why
from tournaments.core.movement.bell import CountNeed, CutNeed, TableSeat
from tournaments.core.reasons import Reason
from tournaments.core.record import Purpose

EXCHANGE = Purpose.EXCHANGE
HEAD = "11:80w 12:60 13:31 14:29"


def test_a_broke_player_takes_a_fresh_stake_and_changes_seats_with_the_richest_at_the_booby_table():
    rung = ring(f"{HEAD}\n 21:70w 22:0c 23:40 24:40 \n 31:90w 32:40 33:60 34:30")
    assert rung.fresh == (22,)
    assert rung.exchanges == ((22, 33),)
    assert moves(rung)[3:] == ["22: 2.2-3.3 swap_broke", "33: 3.3-2.2 swap_most"]
    assert rung.verdicts[33] == Reason("swap_most", {"whom": 22, "counters": 60})
    assert rung.verdicts[22] == Reason("swap_broke", {"whom": 33, "table": 3})


def test_the_partner_is_who_sits_at_the_booby_table_after_the_moves():
    # 31 had most there but moved up; 14 has come down with most
    rung = ring("11:80w 12:60c 13:99c 14:95 \n 21:70w 22:0c 23:40 24:40 \n 31:97w 32:40 33:60 34:30")
    assert rung.exchanges == ((22, 14),)
    assert moves(rung)[0] == "14: 1.4-3.1 down"
    assert moves(rung)[-1] == "14: 3.1-2.2 swap_most"


def test_equal_richest_cut_and_the_highest_changes_seats():
    drawing = f"{HEAD}\n 21:70w 22:0c 23:40 24:40 \n 31:90w 32:60 33:60 34:30"
    asked = ring(drawing)
    assert asked.needs == (CutNeed(EXCHANGE, 3, (32, 33)),)
    assert codes(asked, 22, 32, 33, 34) == ["swap_pending", "must_cut", "must_cut", "not_won"]
    rung = ring(drawing, cut(EXCHANGE, 3, "32 2S, 33 AS"))
    assert rung.exchanges == ((22, 32),)
    assert why(rung, 32).figures["cards"] == "2S AS"
    assert codes(rung, 33) == ["cut_lower"]


def test_several_head_table_first_downwards_in_seat_order_and_nobody_twice():
    # 12 was in the call, so keeps their seat against rule 4 and then exchanges; 34 is broke themselves
    rung = ring(
        """
        11:80w 12:0c 13:31 14:29
        21:70w 22:0c 23:40 24:0
        31:90w 32:50 33:60 34:0
        """
    )
    assert rung.fresh == (12, 22, 24, 34)
    assert rung.exchanges == ((12, 33), (22, 32), (24, 14))
    assert rung.verdicts[34].code == "fresh_at_booby"


def test_who_took_a_fresh_stake_between_the_deals_changes_seats_at_the_bell():
    rung = ring(f"{HEAD}\n 21:70w 22:50s 23:40 24:40 \n 31:90w 32:40 33:60 34:70s")
    assert rung.fresh == ()
    assert rung.exchanges == ((22, 33),)  # 34 has more, but has a fresh stake too
    assert moves(rung)[3:] == ["22: 2.2-3.3 swap_broke_before", "33: 3.3-2.2 swap_most"]
    assert codes(rung, 34) == ["fresh_at_booby_before"]


def test_who_won_the_last_pool_with_a_fresh_stake_does_not_change_seats():
    rung = ring(f"{HEAD}\n 21:70ws 22:50 23:40 24:40 \n 31:90w 32:40 33:60 34:30")
    assert rung.exchanges == ()
    assert moves(rung)[1] == "21: 2.1-1.4 up_won"
    # At a table that could not finish its last deal nobody has won it.
    void = ring(
        f"{HEAD}\n void 21:9 22:50s 23:40 \n 31:90w 32:40 33:60 34:30",
        cut(Purpose.UP, 2, "21 KD, 22 2D, 23 3D"),
    )
    assert void.exchanges == ((22, 33),)


def test_a_fresh_stake_between_the_deals_at_the_head_and_after_it():
    # 12 called, so keeps the seat against rule 4 and changes it then; 14 goes down and need not.
    rung = ring("11:80w 12:60cs 13:61 14:29s \n 21:70w 22:0s 23:40 24:40 \n 31:97w 32:40 33:60 34:30")
    assert rung.fresh == (22,)  # broke once more
    assert rung.exchanges == ((12, 33), (22, 32))
    assert why(rung, 12).code == "swap_broke_before"
    assert why(rung, 22).code == "swap_broke"
    assert moves(rung)[0] == "14: 1.4-3.1 down_fewest"


def test_whom_nobody_counted_changes_seats_for_the_stake_taken_before():
    rung = ring(f"{HEAD}\n 21:?w 22:?s 23:? 24:? \n 31:?w 32:40 33:60 34:30")
    assert rung.exchanges == ((22, 33),)
    assert ring("11:80w 12:50s 13:31").moves == ()


def test_seat_order_is_as_they_sat_at_the_bell():
    # 21 won nothing: the table could not finish, and they move up by the cut; they are still first
    drawing = f"{HEAD}\n 21:70w 22:50 23:40 24:40 \n void 31:0 32:9 33:8 34:7"
    rung = ring(drawing, cut(Purpose.UP, 3, "31 KS, 32 2S, 33 3S, 34 4S"))
    assert rung.exchanges == ((31, 14),)
    assert moves(rung)[2:] == ["31: 3.1-2.1 up_void_cut", "31: 2.1-3.1 swap_broke", "14: 3.1-2.1 swap_most"]


def test_none_left_no_exchange():
    rung = ring("11:80w 12:0c 13:0c 14:0 \n 21:70w 22:0 23:40k 24:0")
    assert rung.fresh == (12, 13, 14, 22, 24)
    assert rung.exchanges == ()
    assert codes(rung, 12, 13, 14, 24) == ["fresh_no_partner", "fresh_no_partner", "down", "fresh_at_booby"]


def test_a_broke_head_player_not_in_the_call_is_the_fewest_goes_down_and_needs_no_exchange():
    rung = ring("11:80w 12:60 13:31 14:0 \n 21:70w 22:50 23:40 24:40")
    assert moves(rung) == ["14: 1.4-2.1 down_fewest", "21: 2.1-1.4 up_won"]
    assert (rung.fresh, rung.exchanges) == ((14,), ())
    assert codes(rung, 14) == ["down_fewest"]


def test_of_two_broke_at_the_head_one_goes_down_and_the_other_exchanges():
    drawing = "11:80w 12:60 13:0 14:0 \n 21:70w 22:50 23:40 24:40"
    assert ring(drawing).needs == (CutNeed(Purpose.DOWN, 1, (13, 14)),)
    rung = ring(drawing, cut(Purpose.DOWN, 1, "13 3S, 14 9S"))
    assert (rung.fresh, rung.exchanges) == ((13, 14), ((13, 22),))
    assert rung.seats[13] == TableSeat(2, 2)


@pytest.mark.parametrize(
    ("drawing", "exchanges", "verdict"),
    [
        # broke themselves and keeps their seat: only the stake
        (f"{HEAD}\n 21:70w 22:0ck 23:4 24:4 \n 31:9w 32:8 33:7 34:6", (), "fresh_keeps_seat"),
        # the richest keeps their seat: the next richest changes
        (f"{HEAD}\n 21:70w 22:0c 23:4 24:4 \n 31:9w 32:80k 33:70 34:6", ((22, 33),), "swap_broke"),
        # the richest has left
        (f"{HEAD}\n 21:70w 22:0c 23:4 24:4 \n 31:9w 32:80x 33:70 34:6", ((22, 33),), "swap_broke"),
        # the broke player has left: no stake, no exchange
        (f"{HEAD}\n 21:70w 22:0cx 23:4 24:4 \n 31:9w 32:80 33:70 34:6", (), "left"),
    ],
)
def test_who_keeps_his_seat_or_has_left_is_not_exchanged(drawing, exchanges, verdict):
    rung = ring(drawing)
    assert rung.exchanges == exchanges
    assert codes(rung, 22) == [verdict]


def test_when_somebody_is_broke_the_booby_table_must_be_counted_and_no_other():
    # 14 comes down with known counters, 31 goes up uncounted
    rung = ring(f"{HEAD}\n 21:?w 22:0c 23:? 24:? \n 31:?w 32:? 33:? 34:?")
    assert rung.needs == (CountNeed(3, (32, 33, 34), Reason("count_swap", {"table": 3})),)
    assert rung.fresh == (22,)


def test_nobody_is_broke_so_nothing_is_counted_but_the_head_table():
    asked = ring("11:?w 12:? 13:? 14:?c \n 21:?w 22:? 23:? 24:?")
    assert asked.needs == (CountNeed(1, (12, 13), Reason("count_down", {"table": 1})),)
    assert ring(f"{HEAD}\n 21:?w 22:? 23:? 24:?").needs == ()


def test_the_uncounted_are_asked_for_at_the_table_where_they_sat():
    # 14, the only one not in the call, came down uncounted
    rung = ring("11:?w 12:?c 13:0c 14:? \n 21:?w 22:50 23:? 24:40")
    assert rung.needs == (
        CountNeed(1, (14,), Reason("count_swap", {"table": 1})),
        CountNeed(2, (23,), Reason("count_swap", {"table": 2})),
    )


def test_the_only_possible_partner_needs_no_count():
    rung = ring(f"{HEAD.replace('14:29', '14:29k')}\n 21:?w 22:0c 23:? 24:? \n 31:?w 32:?k 33:?k 34:?k")
    assert rung.exchanges == ((22, 13),)
    assert why(rung, 13).code == "swap"


def test_where_bids_are_played_for_nobody_is_broke_at_no_points():
    rung = ring("11:8w 12:0c 13:-3 14:0 \n 21:7w 22:0 23:4 24:4", stakes=False)
    assert (rung.fresh, rung.exchanges) == ((), ())
    assert moves(rung)[0] == "13: 1.3-2.1 down_fewest_bids"
