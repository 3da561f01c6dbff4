"""Tables made level again (docs/rules.md#tables): by hand, and whoever sits where."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.registry import get_ruleset
from games.rules.ruleset import Kind, Ruleset
from tournaments.core.movement.levelling import level, level_sizes
from tournaments.core.movement.seating import Limits, SeatedPlayer, SeatedTable
from tournaments.core.movement.table_sizes import choose_sizes

POKER = get_ruleset("draw-poker")
LIMITS = Limits()
SIX = Ruleset(key="six", title="Six", family="a", kind=Kind.BIDS, fewest=3, most=6, progressive=True)


def hall(*sizes: int, keeps: tuple[int, ...] = (), left: tuple[int, ...] = ()) -> dict[int, SeatedTable]:
    """Tables of these sizes: the person on chair 4 of table 2 is 24."""
    return {
        table: SeatedTable(
            tuple(
                SeatedPlayer(
                    10 * table + chair, chair, None, 10 * table + chair in keeps, 10 * table + chair in left
                )
                for chair in range(1, size + 1)
            )
        )
        for table, size in enumerate(sizes, start=1)
    }


def goes(tables: dict[int, SeatedTable], game: Ruleset = POKER) -> list[tuple[int, int, int]]:
    """Who moves, to which table and chair."""
    limits = Limits(max(3, game.fewest), game.most)
    return [(place.entry, place.table, place.chair) for place in level(tables, game, limits)]


# By hand


def test_from_the_lowest_table_that_has_too_many_the_last_chair_first():
    #   4-4-7-6-2 are 23: with four at either end, 5-5-5 between
    #   table 4 gives one and table 3 gives two: the booby takes two on chairs 3 and 4, table 2 one on chair 5
    assert goes(hall(4, 4, 7, 6, 2)) == [(46, 5, 3), (37, 5, 4), (36, 2, 5)]


def test_head_and_booby_are_of_four_where_tables_are_of_six():
    assert goes(hall(5, 6, 6, 3)) == [(15, 4, 4)]
    assert goes(hall(3, 6, 6, 5)) == [(45, 1, 4)]


def test_the_tables_between_differ_by_one_and_where_the_larger_stand_moves_nobody():
    assert goes(hall(4, 6, 5, 5, 4)) == []
    assert goes(hall(4, 4, 6, 6, 4)) == [(36, 2, 5)]


def test_two_tables_are_as_even_as_can_be():
    assert goes(hall(7, 3)) == [(17, 2, 4), (16, 2, 5)]
    assert goes(hall(5, 4)) == goes(hall(4, 5)) == goes(hall(5)) == []


def test_where_the_ends_cannot_be_of_four_all_are_as_even_as_can_be():
    #   11 are too few for 4-4-4, and 16 too many for 4-7-4
    assert goes(hall(5, 4, 2)) == [(15, 3, 3)]
    assert goes(hall(7, 6, 3)) == [(26, 3, 4), (17, 3, 5)]


def test_other_games_are_as_even_as_can_be():
    assert goes(hall(6, 3, 3), SIX) == [(16, 3, 4), (15, 2, 4)]
    assert goes(hall(4, 6, 3), SIX) == [(26, 3, 4)]


def test_nobody_leaves_the_head_table_if_another_can_give_as_well():
    assert goes(hall(5, 5, 3), SIX) == [(25, 3, 4)]
    assert goes(hall(4, 5, 6, 4), SIX) == [(36, 4, 5)]


def test_nobody_comes_to_the_head_table_if_another_can_take_as_well():
    assert goes(hall(3, 3, 5), SIX) == [(35, 2, 4)]


def test_who_keeps_the_seat_stays():
    assert goes(hall(7, 3, keeps=(17, 15))) == [(16, 2, 4), (14, 2, 5)]
    #   five keep their seats at the head, so five stay there
    assert goes(hall(7, 5, 5, 3, keeps=(11, 12, 13, 14, 15))) == [(17, 4, 4), (16, 3, 6)]


def test_chairs_of_those_who_have_gone_stay_empty():
    tables = hall(6, 7, left=(22, 23, 25, 26))
    assert goes(tables) == []
    assert goes(hall(7, 7, left=(22, 23, 25, 26, 27))) == []
    assert goes(hall(7, 6, left=(22, 23, 25, 26))) == [(17, 2, 7)]


def test_the_lowest_vacated_chair_is_taken():
    tables = hall(7, 4)
    tables[2] = SeatedTable((SeatedPlayer(21, 2, None), SeatedPlayer(22, 4, None), SeatedPlayer(23, 5, None)))
    assert goes(tables) == [(17, 2, 1), (16, 2, 3)]


def test_a_table_that_nobody_is_left_at_stays_so():
    assert goes(hall(5, 5, 4, left=(31, 32, 33, 34))) == []
    assert goes(hall(2, 6, 4, left=(11, 12))) == [(26, 3, 5)]


def test_too_few_for_their_tables_are_refused():
    with pytest.raises(RuleError) as refusal:
        level(hall(4, 3, 1), POKER, LIMITS)
    assert refusal.value.figures == {"players": 8, "tables": 3, "last": 3}


# Whoever sits where


@st.composite
def halls(draw: st.DrawFn, *games: Ruleset) -> tuple[dict[int, SeatedTable], Ruleset]:
    """Tables with empty chairs, people who keep their seats, and people who have gone."""
    game = draw(st.sampled_from(games or [POKER, SIX]))
    tables, entry = {}, 0
    for number in range(1, draw(st.integers(1, 7)) + 1):
        chairs = draw(st.sets(st.integers(1, game.most), min_size=1))
        players = []
        for chair in sorted(chairs):
            entry += 1
            state = draw(st.sampled_from(["here"] * 6 + ["keeps", "left"]))
            players.append(SeatedPlayer(entry, chair, None, state == "keeps", state == "left"))
        tables[number] = SeatedTable(tuple(players))
    live = [len(table.playing) for table in tables.values() if table.playing]
    assume(len(live) < 2 or sum(live) >= 3 * len(live))
    return tables, game


def after(tables: dict[int, SeatedTable], game: Ruleset) -> dict[int, SeatedTable]:
    """The tables once everybody has moved."""
    moved = {place.entry: place for place in level(tables, game, Limits(3, game.most))}
    found = {}
    for number, table in tables.items():
        stay = [player for player in table.players if player.entry not in moved]
        come = [
            replace(player, chair=moved[player.entry].chair)
            for other in tables.values()
            for player in other.players
            if player.entry in moved and moved[player.entry].table == number
        ]
        found[number] = SeatedTable(tuple(sorted([*stay, *come], key=lambda player: player.chair)))
    return found


def sizes(tables: dict[int, SeatedTable]) -> dict[int, int]:
    return {number: len(table.playing) for number, table in tables.items() if table.playing}


@given(halls())
def test_everybody_sits_once_on_a_chair_of_their_own_and_level_tables_need_no_move(given_):
    tables, game = given_
    then = after(tables, game)
    people = sorted(player.entry for table in tables.values() for player in table.players)
    assert sorted(player.entry for table in then.values() for player in table.players) == people
    for table in then.values():
        chairs = [player.chair for player in table.players]
        assert len(set(chairs)) == len(chairs)
        assert all(1 <= chair <= game.most for chair in chairs)
    assert level(then, game, Limits(3, game.most)) == ()


@given(halls())
def test_sizes_are_as_wanted_by_as_few_moves_as_can_be(given_):
    """Who keeps the seat or has gone stays, and the head gives only what it has too many."""
    tables, game = given_
    limits = Limits(3, game.most)
    live = {number: table for number, table in tables.items() if table.playing}
    assume(live)
    wanted = level_sizes(live, game, limits)
    assert sizes(after(tables, game)) == wanted
    too_many = sum(max(0, len(table.playing) - wanted[number]) for number, table in live.items())
    moved = {place.entry for place in level(tables, game, limits)}
    assert len(moved) == len(level(tables, game, limits)) == too_many
    for table in tables.values():
        assert not moved & {player.entry for player in table.players if not player.may_go}
    if moved & {player.entry for player in tables[min(live)].players}:
        assert wanted[min(live)] < len(live[min(live)].playing)


@given(halls(), st.randoms(use_true_random=False))
def test_the_order_of_tables_and_people_changes_nothing(given_, random):
    tables, game = given_
    limits = Limits(3, game.most)
    numbers = list(tables)
    random.shuffle(numbers)
    turned = {
        n: SeatedTable(tuple(random.sample(tables[n].players, len(tables[n].players)))) for n in numbers
    }
    assert level(turned, game, limits) == level(tables, game, limits)


@given(st.integers(3, 120), st.sampled_from([POKER, SIX]))
def test_tables_as_drawn_are_level(players, game):
    drawn = choose_sizes(players, game).sizes
    assert level(hall(*drawn), game, Limits(3, game.most)) == ()


@given(st.integers(3, 120), st.sampled_from([POKER, SIX]), st.randoms(use_true_random=False))
def test_unequal_tables_come_to_the_sizes_of_a_draw(players, game, random):
    """Where the tables are as many as a draw makes; only which of those between is larger may differ."""
    drawn = choose_sizes(players, game).sizes
    unequal = list(drawn)
    for _time in range(20):
        giver, taker = random.randrange(len(drawn)), random.randrange(len(drawn))
        if unequal[giver] > 1 and unequal[taker] < game.most:
            unequal[giver] -= 1
            unequal[taker] += 1
    then = sizes(after(hall(*unequal), game))
    assert sorted(then.values()) == sorted(drawn)
    if game is POKER and len(drawn) > 2:
        assert (then[1], then[len(drawn)]) == (4, 4)


@given(halls(SIX))
def test_other_games_are_as_even_as_kept_seats_and_chairs_allow(given_):
    """Where two tables differ by more, the smaller has no chair left, or the larger nobody who may go."""
    then = after(*given_)
    for number, size in sizes(then).items():
        for other, more in sizes(then).items():
            full = len(then[number].players) == SIX.most
            kept = not any(player.may_go for player in then[other].playing)
            assert more <= size + 1 or full or kept, (number, other)
