"""Ladder: who goes up and down, whom the cut of the list moves, who keeps a seat, who sits out.

See docs/formats.md#ladder.
"""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.drawn_evenings import SEED
from tests.examples import examples
from tournaments.core.draws.drawing import Past
from tournaments.core.formats.ladder import count_movers, draw_next_round, reorder_list
from tournaments.core.movement.seating import TableSeat
from tournaments.core.reasons import Reason


def lists(text):
    return [[int(entry) for entry in table.split()] for table in text.split("|")]


@pytest.mark.parametrize(
    ("moving", "new"),
    [
        (2, "1 2 5 6 | 3 4 9 10 | 7 8 11 12"),  # docs/formats.md#ladder
        (1, "1 2 3 5 | 4 6 7 9 | 8 10 11 12"),  # docs/formats.md#ladder
    ],
)
def test_twelve_people_at_three_tables(moving, new):
    tables = lists("1 2 3 4 | 5 6 7 8 | 9 10 11 12")
    assert reorder_list(tables, moving) == [*chain(*lists(new))]


def test_one_table_is_put_in_order_by_its_result():
    assert reorder_list([[3, 1, 2]], 1) == [3, 1, 2]


@pytest.mark.parametrize(
    ("sizes", "wished", "moving"),
    [((4, 4), 2, 2), ((4, 5), 3, 2), ((3, 4), 2, 1), ((1, 4), 2, 0), ((), 2, 0), ((5, 5), 1, 1)],
)
def test_never_more_than_half_of_the_smallest_table_move(sizes, wished, moving):
    assert count_movers([[0] * size for size in sizes], wished) == moving


def drawn(listed, sizes, kept=None, why=None, past=None):
    return draw_next_round(listed, past or Past(), sizes, kept or {}, why or {}, SEED)


def test_whoever_has_no_result_comes_in_at_the_end_of_the_list():
    made = drawn(
        [1, 2, 3, 4],
        (2, 2),
        why={n: Reason("ladder_stays", {"place": 1, "table": 1, "to": 1}) for n in (1, 2)},
    )
    assert made.tables == ((1, 2), (3, 4))
    assert made.why[4] == Reason("ladder_end", {"number": 4, "players": 4})
    assert made.why[1] == Reason("ladder_stays", {"place": 1, "table": 1})


def test_who_crosses_a_border_by_the_cut_alone_is_told_so():
    why = {3: Reason("ladder_stays", {"place": 3, "table": 1, "to": 1})}
    made = drawn([1, 2, 3, 4], (2, 2), why=why)
    assert made.why[3] == Reason("ladder_cut", {"place": 3, "table": 1, "number": 3, "players": 4})


@pytest.mark.parametrize(
    ("kept", "tables", "gives_way"),
    [
        ({1: TableSeat(2, 2)}, ((5, 2, 3), (4, 1, 6)), {5: 1}),
        ({1: TableSeat(2, 2), 5: TableSeat(1, 1)}, ((5, 2, 3), (4, 1, 6)), {}),
        ({2: TableSeat(1, 2)}, ((1, 2, 3), (4, 5, 6)), {}),
        ({1: TableSeat(3, 9)}, ((6, 2, 3), (4, 5, 1)), {6: 1}),
        ({5: TableSeat(1, 3), 6: TableSeat(1, 4)}, ((1, 6, 5), (4, 3, 2)), {3: 5, 2: 6}),
    ],
)
def test_who_keeps_a_seat_is_put_back_and_changes_places_with_who_would_sit_there(kept, tables, gives_way):
    made = drawn([1, 2, 3, 4, 5, 6], (3, 3), kept)
    assert made.tables == tables
    assert {entry for entry, why in made.why.items() if why.code == "ladder_keeps"} == kept.keys()
    found = {e: why.figures["whom"] for e, why in made.why.items() if why.code == "ladder_gives_way"}
    assert found == gives_way


def test_who_sat_out_least_sits_out_and_whoever_keeps_a_seat_does_so_last():
    past = Past((((1, 2), (3, 4)),), ((5,),))
    assert drawn([1, 2, 3, 4, 5], (2, 2), {n: TableSeat(1, n) for n in (1, 2, 3)}, past=past).sits_out == (4,)
    assert drawn([1, 2, 3], (2,), {n: TableSeat(1, n) for n in (1, 2, 3)}).sits_out != ()


@given(st.lists(st.integers(3, 5), min_size=1, max_size=6), st.integers(1, 3), st.randoms())
@settings(max_examples=examples(2.5), deadline=None)
def test_nobody_is_lost_and_nobody_moves_further_than_a_table(sizes, wished, chance):
    people = list(range(sum(sizes)))
    tables = [[people.pop(0) for _chair in range(size)] for size in sizes]
    for table in tables:
        chance.shuffle(table)
    moving = count_movers(tables, wished)
    new = reorder_list(tables, moving)
    assert sorted(new) == list(range(sum(sizes)))
    slots = iter(new)
    after = [[next(slots) for _chair in range(size)] for size in sizes]
    at = {entry: number for number, table in enumerate(tables) for entry in table}
    ups = [sum(at[entry] == number + 1 for entry in table) for number, table in enumerate(after)]
    if len(set(sizes)) == 1:
        assert ups[:-1] == [moving] * (len(sizes) - 1)
        assert all(abs(at[entry] - number) <= 1 for number, table in enumerate(after) for entry in table)
