"""Swiss: tables by standing, and few who meet again."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.drawn_evenings import SEED, check_fits, played, tables_of
from tests.examples import examples
from tests.rules.tables import refused
from tournaments.core.draws.drawing import Past, count_repeats
from tournaments.core.formats import swiss
from tournaments.core.movement.table_sizes import choose_sizes

THREES, FOURS = tables_of(3, 3), tables_of(4, 4)


def homes(standing, drawn, game):
    """The table, from 0, at which the standing has everybody who plays."""
    playing = [entry for entry in standing if entry not in drawn.sits_out]
    numbers = (n for n, size in enumerate(choose_sizes(len(standing), game).sizes) for _chair in range(size))
    return dict(zip(playing, numbers, strict=True))


def test_the_first_table_has_the_best():
    drawn = swiss.draw_next_round([9, 2, 4, 1, 3, 8, 7, 5, 6], Past(), THREES, SEED)
    assert [set(table) for table in drawn.tables] == [{9, 2, 4}, {1, 3, 8}, {7, 5, 6}]
    assert (drawn.why[8].code, drawn.why[8].figures) == ("by_standing", {"place": 6, "players": 9})


def test_two_near_change_so_that_nobody_meets_again():
    """1 and 2 have met, and so have 4 and 5: one change between their tables parts both pairs."""
    past = Past((((1, 2, 9), (3, 6, 8), (4, 5, 7)),), ((),))
    drawn = swiss.draw_next_round(range(1, 10), past, THREES, SEED)
    assert [set(table) for table in drawn.tables] == [{2, 3, 4}, {1, 5, 6}, {7, 8, 9}]
    moved = {entry for entry, why in drawn.why.items() if why.code == "by_standing_near"}
    assert moved == {1, 4}


def test_who_must_meet_again_is_told_whom():
    past = Past((((1, 2, 3),),), ((),))
    drawn = swiss.draw_next_round([1, 2, 3], past, THREES, SEED)
    others = tuple(entry for entry in drawn.tables[0] if entry != 2)
    assert drawn.why[2].code == "by_standing_met"
    assert drawn.why[2].figures == {"place": 2, "players": 3, "others": others}


def test_who_dealt_least_deals_first():
    past = Past((((1, 2, 3),),), ((),), {1: 5, 2: 3, 3: 4})
    assert swiss.draw_next_round([1, 2, 3], past, THREES, SEED).tables == ((2, 3, 1),)


def test_who_sat_out_least_sits_out_whatever_the_standing():
    past = Past((((1, 2, 3),), ((1, 2, 4),)), ((4,), (3,)))
    drawn = swiss.draw_next_round([4, 3, 2, 1], past, THREES, SEED)
    assert drawn.sits_out in ((1,), (2,))
    assert (drawn.why[drawn.sits_out[0]].code, drawn.why[drawn.sits_out[0]].figures) == (
        "sits_out_least",
        {"times": 0},
    )


def test_too_few_for_a_table():
    refused("players", swiss.draw_next_round, [1, 2], Past(), THREES, SEED)


@st.composite
def evenings(draw):
    """A game, and for each game of the evening the standing before it."""
    fewest = draw(st.integers(2, 5))
    game = tables_of(fewest, fewest + draw(st.integers(0, 3)))
    people = draw(st.integers(fewest, 24))
    return game, draw(st.lists(st.permutations(range(people)), min_size=1, max_size=6))


few = settings(max_examples=examples(0.5), deadline=None)


@few
@given(evenings())
def test_everybody_sits_once_near_their_standing_or_is_out(evening):
    game, standings = evening
    past = Past()
    for standing in standings:
        drawn = swiss.draw_next_round(standing, past, game, SEED)
        check_fits(drawn, standing, game)
        home = homes(standing, drawn, game)
        for number, table in enumerate(drawn.tables):
            assert all(abs(home[entry] - number) <= swiss.NEAR for entry in table)
        past = played(past, drawn)
        times = [past.sat_out[entry] for entry in standing]
        assert max(times) - min(times) <= 1


@few
@given(evenings())
def test_no_more_meet_again_than_by_standing_alone(evening):
    game, standings = evening
    past = Past()
    for standing in standings:
        drawn = swiss.draw_next_round(standing, past, game, SEED)
        home = homes(standing, drawn, game)
        plain = tuple(
            tuple(entry for entry in home if home[entry] == number) for number in range(len(drawn.tables))
        )
        assert count_repeats([*past.games, drawn.tables]) <= count_repeats([*past.games, plain])
        past = played(past, drawn)


@few
@given(evenings())
def test_the_order_of_tables_and_games_of_the_past_changes_nothing(evening):
    game, standings = evening
    past = Past()
    for standing in standings:
        past = played(past, swiss.draw_next_round(standing, past, game, SEED))
    turned = Past(
        tuple(tuple(table[::-1] for table in game[::-1]) for game in past.games[::-1]), past.sitting_out[::-1]
    )
    assert swiss.draw_next_round(standings[0], past, game, SEED) == swiss.draw_next_round(
        standings[0], turned, game, SEED
    )


def test_four_games_of_sixteen_whose_standing_never_changes():
    """The strongest four would meet in each game: within one table of their place hardly anybody has to."""
    past, found = Past(), []
    for _game in range(4):
        past = played(past, swiss.draw_next_round(range(16), past, FOURS, SEED))
        found.append(count_repeats(past.games))
    plain = (tuple(range(4)), tuple(range(4, 8)), tuple(range(8, 12)), tuple(range(12, 16)))
    assert found == [0, 6, 16, 30]
    assert count_repeats([plain] * 4) == 144
