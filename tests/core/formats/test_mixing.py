"""The search for tables at which few meet again, what counting says of it, and the two constructions."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.draws.drawing import Past, count_least_repeats, count_repeats
from tournaments.core.draws.mixing import draw_numbers, mix_games, shift_games, turn_games


def even(players: int, tables: int) -> tuple[int, ...]:
    size, larger = divmod(players, tables)
    return (size,) * (tables - larger) + (size + 1,) * larger


def in_order(people, sizes):
    rest = iter(people)
    return tuple(tuple(next(rest) for _chair in range(size)) for size in sizes)


def met_again_slowly(games):
    """For each pair of people, the pairs of games in which they share a table: by the definition."""
    people = {person for game in games for table in game for person in table}
    together = [{frozenset(pair) for table in game for pair in combinations(table, 2)} for game in games]
    return sum(
        {one, other} in first and {one, other} in second
        for one, other in combinations(people, 2)
        for first, second in combinations(together, 2)
    )


def test_again_counts_the_pairs_of_games_that_pairs_share():
    game = ((1, 2, 3), (4, 5, 6))
    assert count_repeats([game]) == 0
    assert count_repeats([game, game]) == 6
    assert count_repeats([game, game, game]) == 6 * 3
    assert count_repeats([game, ((1, 2, 4), (3, 5, 6))]) == 2


seatings = st.integers(4, 12).flatmap(
    lambda players: st.tuples(
        st.lists(st.permutations(range(players)), min_size=1, max_size=4), st.integers(1, players // 2)
    )
)


@given(seatings)
def test_mixing_keeps_who_plays_which_game_and_never_makes_it_worse(drawn):
    orders, tables = drawn
    sizes = even(len(orders[0]), tables)
    past, *games = (in_order(order, sizes) for order in [orders[0], *orders])
    found, cost = mix_games(games, Past((past,), ((),)), 0)
    assert [[len(table) for table in game] for game in found] == [list(sizes)] * len(games)
    assert [sorted(sum(game, ())) for game in found] == [sorted(order) for order in orders]
    assert cost == count_repeats([past, *found]) == met_again_slowly([past, *found])
    assert cost <= count_repeats([past, *games])


@given(seatings, st.integers(0, 3))
def test_no_seating_is_below_what_counting_says_though_people_sit_out(drawn, out):
    orders, tables = drawn
    playing = max(tables, len(orders[0]) - out)
    sizes = even(playing, tables)
    games = [in_order(order[:playing], sizes) for order in orders]
    assert count_least_repeats(len(orders[0]), sizes, len(games)) <= count_repeats(games)


@pytest.mark.parametrize(
    ("players", "sizes", "games", "least"),
    [
        (16, (4, 4, 4, 4), 5, 0),  # 5 × 24 pairs are all the 120 that there are
        (16, (4, 4, 4, 4), 6, 24),  # and each of a sixth game's has met
        (16, (4, 4, 4, 4), 8, 72),
        (24, (4,) * 6, 7, 0),
        (24, (4,) * 6, 8, 8 * 36 - comb(24, 2)),
        (24, (6, 6, 6, 6), 2, 8),  # six people at four tables: two pairs stay together, of each table
        (8, (4, 4), 2, 4),
        (8, (8,), 3, 3 * comb(8, 2)),
        (10, (4, 4), 1, 0),
        (1, (1,), 3, 0),
    ],
)
def test_what_counting_says(players, sizes, games, least):
    assert count_least_repeats(players, sizes, games) == least


def check_nobody_meets_again(games, sizes, people):
    assert count_repeats([game.tables for game in games]) == 0
    for game in games:
        assert tuple(len(table) for table in game.tables) == sizes
        assert sorted([*sum(game.tables, ()), *game.sits_out]) == list(range(people))
    assert [*sum(games[0].tables, ()), *games[0].sits_out] == list(range(people))


@pytest.mark.parametrize("tables", [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23])
def test_as_many_games_as_tables_where_they_are_a_prime_power(tables):
    for people in (tables, 2 * tables, tables * tables - 1, tables * tables):
        sizes = even(people, tables)
        games = shift_games(sizes, tables + 1)
        assert len(games) == tables
        check_nobody_meets_again(games, sizes, people)


@pytest.mark.parametrize("sizes", [(4,) * 6, (3,) * 10, (5, 5, 5, 6)], ids=str)
def test_no_shift_for_other_numbers_of_tables_or_tables_that_are_too_large(sizes):
    assert shift_games(sizes, 4) == ()


@pytest.mark.parametrize(
    ("people", "tables", "turns"), [(16, 4, 5), (24, 6, 7), (18, 6, 7), (30, 6, 5), (28, 6, 4)]
)
def test_one_game_turned_on_is_a_whole_evening(people, tables, turns):
    """24 in fours have 23 others to meet, three in each game: more than seven games there cannot be."""
    games = turn_games(even(people, tables), 0, turns)
    assert len(games) == turns
    check_nobody_meets_again(games, even(people, tables), people)


def test_who_sits_out_of_a_turned_game_does_so_once():
    games = turn_games((4, 4, 4, 4), 3, 6)
    check_nobody_meets_again(games, (4, 4, 4, 4), 19)
    out = [person for game in games for person in game.sits_out]
    assert len(set(out)) == len(out) == 18


@pytest.mark.parametrize(
    ("sizes", "out", "turns"),
    [
        ((4, 4, 4, 4), 0, 17),  # no ring of so many
        ((4, 4, 4, 4), 4, 6),  # only three rings for four who sit out
        ((6, 6), 0, 9),  # three who keep their seats at two tables
        ((6, 6, 6), 0, 4),  # no such evening: six people at three tables
        ((4,) * 33, 0, 4),  # so many need no such search
    ],
    ids=str,
)
def test_no_turning_where_it_does_not_fit(sizes, out, turns):
    assert turn_games(sizes, out, turns) == ()


def test_numbers_come_from_the_hash_and_are_the_same_everywhere():
    """The first eight bytes of SHAKE-256 of "a", by any hash program: 867e2cb04f5a04dc."""
    assert list(draw_numbers("a", 2)) == [0xB02C7E86, 0xDC045A4F]
