"""The movement of players, rule by rule: each test is named after its sentence, its sheet is the case."""

import pytest

from tests.core.bell_sheets import codes, cut, moves, ring, sheet, why
from tournaments.core.movement.bell import CountNeed, CutNeed, Limits, TableSeat, build_bell, build_last_bell
from tournaments.core.reasons import Reason
from tournaments.core.record import Purpose
from tournaments.core.settings import AllCalled

UP, DOWN, CHIP, EXCHANGE = Purpose.UP, Purpose.DOWN, Purpose.CHIP, Purpose.EXCHANGE

# Three tables; at each the first player wins a called pool.
EVENING = """
    11:80w 12:60c 13:31 14:29
    21:70w 22:50c 23:40 24:40
    31:90w 32:40c 33:40 34:30
"""


def test_the_winner_of_every_other_table_moves_up_and_the_heads_fewest_goes_to_the_booby_table():
    rung = ring(EVENING)
    assert moves(rung) == ["14: 1.4-3.1 down_fewest", "21: 2.1-1.4 up_won", "31: 3.1-2.1 up_won"]
    assert why(rung, 14) == Reason("down_fewest", {"counters": 29})
    assert why(rung, 31) == Reason("up_won", {"table": 3})
    assert (rung.needs, rung.fresh, rung.exchanges, rung.unmoved) == ((), (), (), {})


def test_the_head_tables_winner_takes_a_yellow_chip_and_stays():
    rung = ring(EVENING)
    assert rung.chip == 11
    assert codes(rung, 11, 12, 13, 23) == ["head_won", "head_called", "head_more", "not_won"]


@pytest.mark.parametrize(
    ("head", "goes"),
    [
        ("11:10w 12:60c 13:31 14:70", 13),  # the winner has fewest
        ("11:80w 12:10c 13:31 14:70", 13),  # a caller has fewest
        ("11:80w 12:10 13:31 14:70", 12),  # an uncalled pool protects the winner only
        ("11:10w 12:10c 13:31c 14:70", 14),  # one alone was not in the call: they have most, and goes
    ],
)
def test_whoever_was_in_the_call_retains_his_seat_and_the_fewest_of_the_others_goes(head, goes):
    rung = ring(head + "\n 21:70w 22:50 23:40 24:40")
    assert [move.entry for move in rung.moves] == [goes, 21]


def test_the_only_one_not_in_the_call_goes_uncounted():
    rung = ring("11:?w 12:?c 13:?c 14:? \n 21:?w 22:? 23:? 24:?")
    assert moves(rung) == ["14: 1.4-2.1 down", "21: 2.1-1.4 up_won"]
    assert rung.needs == ()


ALL_CALLED = "11:80w 12:20c 13:31c 14:29c"


@pytest.mark.parametrize(
    ("drawing", "setting", "most", "down"),
    [
        (ALL_CALLED + "\n 21:70w 22:50 23:40 24:40", AllCalled.STAY, 7, None),
        (ALL_CALLED + "\n 21:70w 22:50 23:40 24:40", AllCalled.FEWEST_GOES, 7, 12),
        (ALL_CALLED + "\n 21:70w 22:50 23:40", AllCalled.STAY, 7, 12),  # the booby table would be two
        (ALL_CALLED + "\n 21:70w 22:50 23:40 24:40", AllCalled.STAY, 4, 12),  # the head would be too full
        (ALL_CALLED + "\n 21:7w 22:5 23:4 24:4x", AllCalled.STAY, 7, 12),  # who dropped out is not counted
    ],
)
def test_everybody_in_the_call_nobody_goes_down_unless_a_table_would_not_fit_or_set_so(
    drawing, setting, most, down
):
    rung = ring(drawing, all_called=setting, most=most)
    if down is None:
        assert moves(rung) == ["21: 2.1-1.5 up_won"]
        assert rung.unmoved[1].code == "all_called"
        assert codes(rung, 11, 12) == ["head_won", "head_called"]
    else:
        assert moves(rung) == [f"{down}: 1.2-2.1 down_caller_fewest", "21: 2.1-1.2 up_won"]
        assert codes(rung, 13, 14) == ["head_more", "head_more"]


def test_nobody_but_the_winner_could_go_down_so_nobody_does():
    rung = ring("11:8w 12:9ck 13:5k \n 21:7w 22:5 23:4 24:4", all_called=AllCalled.FEWEST_GOES)
    assert moves(rung) == ["21: 2.1-1.4 up_won"]
    assert rung.unmoved[1].code == "nobody_may_go"


TIE = "11:80w 12:29 13:31 14:29 \n 21:70w 22:50 23:40 24:40"


def test_equal_fewest_cut_and_the_lowest_card_remains():
    asked = ring(TIE)
    assert asked.needs == (CutNeed(DOWN, 1, (12, 14)),)
    assert codes(asked, 12, 13, 14) == ["must_cut", "head_more", "must_cut"]
    rung = ring(TIE, cut(DOWN, 1, "12 AD, 14 4S"))  # the ace is low
    assert moves(rung)[0] == "14: 1.4-2.1 down_cut"
    assert why(rung, 14).figures == {"counters": 29, "others": (12, 14), "cards": "AD 4S", "card": "4S"}
    assert rung.verdicts[12] == Reason("cut_lower", {"others": (12, 14), "cards": "AD 4S", "card": "AD"})


def test_equal_highest_cut_again():
    asked = ring(TIE, cut(DOWN, 1, "12 4D, 14 4S"))
    assert asked.needs == (CutNeed(DOWN, 1, (12, 14), 0, (((12, "4D"), (14, "4S")),)),)
    rung = ring(TIE, cut(DOWN, 1, "12 4D, 14 4S", "12 9D, 14 2S"))
    assert why(rung, 12).figures["cards"] == "4D 4S / 9D 2S"


def test_a_chair_whose_leaver_still_cuts_is_not_promised_to_anybody():
    assert moves(ring(TIE)) == ["21: 2.1-1.0 up_won"]


DIVIDED = "11:80w 12:60w 13:31 14:29 \n 21:70w 22:50w 23:40 24:40"


def test_the_winners_of_a_divided_pool_cut_for_the_move_or_the_yellow_chip():
    asked = ring(DIVIDED)
    assert asked.needs == (CutNeed(CHIP, 1, (11, 12), 1), CutNeed(UP, 2, (21, 22)))
    assert asked.chip is None
    rung = ring(DIVIDED, cut(CHIP, 1, "11 2C, 12 3D", deal=1), cut(UP, 2, "21 QH, 22 KH"))
    assert (rung.chip, rung.needs) == (12, ())
    assert why(rung, 22) == Reason(
        "up_won_cut", {"table": 2, "others": (21, 22), "cards": "QH KH", "card": "KH"}
    )


@pytest.mark.parametrize(
    ("booby", "goes"),
    [
        ("21:70wk 22:50w 23:40 24:40", "22: 2.2-1.4 up_won"),  # one keeps their seat
        ("21:70wx 22:50w 23:40 24:40", "22: 2.2-1.4 up_won"),  # one has left
    ],
)
def test_only_those_who_may_go_cut(booby, goes):
    rung = ring(EVENING.splitlines()[1] + "\n" + booby)
    assert moves(rung)[1] == goes
    assert rung.needs == ()


def test_at_a_table_that_cannot_finish_its_players_cut_and_the_highest_moves_up():
    drawing = EVENING.splitlines()[1] + "\n void 21:50 22:50k 23:50 24:50x"
    assert ring(drawing).needs == (CutNeed(UP, 2, (21, 23)),)
    assert moves(ring(drawing, cut(UP, 2, "21 9H, 23 TH")))[1] == "23: 2.3-1.4 up_void_cut"


def test_at_a_head_table_that_cannot_finish_there_is_no_chip_and_nobody_is_protected():
    rung = ring("void 11:10w 12:20c 13:31 14:70 \n 21:70w 22:50 23:40 24:40")
    assert rung.chip is None
    assert moves(rung)[0] == "11: 1.1-2.1 down_void_fewest"


@pytest.mark.parametrize(
    ("table", "cuts", "goes"),
    [
        ("21:70wk 22:50c 23:60c 24:90", [], "23 up_caller_most"),  # the caller with most counters
        ("21:70wk 22:50c 23:60 24:90", [], "22 up_caller"),
        ("21:70wk 22:60c 23:60c 24:90", ["22 2H, 23 3H"], "23 up_caller_cut"),  # equal: cut
        ("21:70wk 22:50 23:60 24:90", [], "24 up_other_most"),  # nobody called: the richest other
        ("21:70wk 22:90ck 23:60 24:40", [], "23 up_other_most"),  # nor may the caller go
        ("21:70wk 22:50 23:60 24:60", ["23 4H, 24 AH"], "23 up_other_cut"),
        ("21:70wk 22:50 23:60k 24:60x", [], "22 up_other"),
        ("21:70wx 22:50c 23:60c 24:90", [], "24 up_heir_most"),  # left after winning: the table's richest
        ("21:70wx 22:90 23:60c 24:90", ["22 4H, 24 AH"], "22 up_heir_cut"),
        ("21:70wx 22:50x 23:60k 24:90", [], "24 up_heir"),
    ],
)
def test_if_the_winner_keeps_his_seat_or_has_left_another_moves_up_instead(table, cuts, goes):
    drawing = f"11:80w 12:60 13:31 14:29\n{table}\n31:9w 32:9 33:9 34:9"
    rung = ring(drawing, *(cut(UP, 2, attempt) for attempt in cuts))
    assert rung.needs == ()
    assert [f"{m.entry} {m.why.code}" for m in rung.moves if m.start and m.start.table == 2] == [goes]


def test_a_keeps_seat_winner_whom_nobody_called_has_his_table_counted():
    rung = ring("11:80w 12:60 13:31 14:29 \n 21:?wk 22:? 23:? 24:?")
    assert rung.needs == (CountNeed(2, (22, 23, 24), Reason("count_up", {"table": 2})),)
    assert codes(rung, 21, 22) == ["won_keeps_seat", "must_count"]


def test_who_keeps_his_seat_at_the_head_stays_and_the_next_fewest_goes_down():
    rung = ring("11:80w 12:60 13:31 14:29k \n 21:70w 22:50 23:40 24:40")
    assert moves(rung)[0] == "13: 1.3-2.1 down_fewest"
    assert codes(rung, 14) == ["keeps_seat"]


def test_nobody_may_move_up_so_nobody_does_and_the_page_says_so():
    rung = ring("11:80w 12:60 13:31 14:29 \n 21:70wk 22:50k 23:40x 24:4k 25:5k")
    assert moves(rung) == ["14: 1.4-2.3 down_fewest"]
    assert rung.unmoved == {2: Reason("nobody_may_go", {"table": 2})}


def test_a_winner_who_left_keeps_the_chip_and_another_dropped_out_head_player_does_not_go_down():
    rung = ring("11:80wx 12:60 13:31 14:2x 15:40 \n 21:70w 22:50 23:40 24:40")
    assert rung.chip == 11
    assert moves(rung)[0] == "13: 1.3-2.1 down_fewest"
    assert codes(rung, 11, 14) == ["left", "left"]
    assert {11, 14}.isdisjoint(rung.seats)


def test_a_mover_takes_the_vacated_chair_and_older_empty_chairs_stay():
    # chair 2 stood empty before, chair 1 is a drop-out's; chair 5 is vacated now
    rung = ring("11:80x . 13:31 14:90w 15:29 \n 21:70w . 23:40 24:40")
    assert moves(rung) == ["15: 1.5-2.1 down_fewest", "21: 2.1-1.5 up_won"]


@pytest.mark.parametrize(
    ("head", "chair"),
    [("11:80w . 13:31c 14:9c", 2), ("11:80w 12:9x 13:31c 14:9c", 2), ("11:80w 12:9c 13:31c 14:9c", 5)],
)
def test_where_nobody_left_the_mover_takes_the_lowest_empty_chair_or_a_new_one(head, chair):
    rung = ring(head + "\n 21:70w 22:50 23:40 24:40")
    assert moves(rung) == [f"21: 2.1-1.{chair} up_won"]


def test_whom_a_full_table_would_have_to_take_stays_and_this_can_chain():
    # table 2 is full, and everybody there keeps their seats; 31 stays, so table 3 is full for 41
    rung = ring(
        """
        11:80w 12:60 13:31 14:29
        21:70wk 22:5k 23:5k 24:5k
        31:70w 32:50 33:40 34:40
        41:70w 42:70w 43:40 44:40
        """,
        most=4,
    )
    assert moves(rung) == []
    assert rung.unmoved[3] == Reason("held_full", {"table": 2})
    assert codes(rung, 31, 41, 42, 43) == ["held_full", "held_full", "held_full", "not_won"]
    assert rung.needs == ()  # 41 and 42 need not cut, for neither goes
    assert codes(rung, 14) == ["held_full"]  # and the booby table has no room


def test_who_would_leave_too_few_behind_stays():
    # nobody may come up from table 3, and table 2 has three
    rung = ring("11:80w 12:60 13:31 14:29 \n 21:7w 22:5 23:5 \n 31:7wk 32:5k 33:5k")
    assert moves(rung) == ["14: 1.4-3.4 down_fewest"]
    assert rung.verdicts[21] == Reason("held_small", {"table": 2})


def test_one_table_has_yellow_chips_and_fresh_stakes_only():
    rung = ring("11:80w 12:0c 13:31 14:29")
    assert (rung.chip, rung.moves, rung.fresh, rung.exchanges) == (11, (), (12,), ())
    assert codes(rung, 11, 12) == ["one_table", "fresh_one_table"]


def test_a_session_has_limits_of_its_own():
    tables = sheet("11:80w 12:60 13:31 \n 21:70w 22:50 23:40")
    assert build_bell(tables, cuts=(), all_called=AllCalled.STAY) == build_bell(
        tables, cuts=(), all_called=AllCalled.STAY, limits=Limits(3, 7)
    )


def test_after_the_last_round_nobody_moves_and_only_a_chip_is_still_cut_for():
    tied = "11:5w 12:5w 13:2 14:2x\n21:9w 22:3c 23:3 24:3\n"
    tables = dict(enumerate(sheet(tied), start=1))
    rung = build_last_bell(ring(tied, stakes=False), tables)
    [chip] = rung.needs
    assert isinstance(chip, CutNeed)
    assert (chip.purpose, chip.table) == (CHIP, 1)
    assert (rung.moves, rung.exchanges, rung.fresh, rung.unmoved) == ((), (), (), {})
    assert codes(rung, 11, 14, 21) == ["last_round", "left", "last_round"]
    assert rung.seats[13] == TableSeat(1, 3)
    assert rung.seats.keys() == {11, 12, 13, 21, 22, 23, 24}
    chosen = ring(tied, cut(CHIP, 1, "11 KD, 12 4S", deal=1), stakes=False)
    assert build_last_bell(chosen, tables).chip == 11
