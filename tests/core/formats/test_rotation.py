"""Rotation: new tablemates in each game, and everybody sits out and deals about as often."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.drawn_evenings import SEED, check_fits, played, rotated, tables_of
from tests.examples import examples
from tests.rules.tables import refused
from tournaments.core.draws.drawing import Past, count_least_repeats, count_repeats
from tournaments.core.formats import rotation
from tournaments.core.movement.table_sizes import choose_sizes

FOURS = tables_of(4, 4)


def met_again(players: int, most: int, games: int) -> int:
    return count_repeats(rotated(range(1, players + 1), tables_of(4, most), games).games)


GAMES_OF_NINE = (
    ((7, 3, 9), (1, 6, 2), (8, 5, 4)),
    ((5, 1, 7), (8, 2, 9), (3, 6, 4)),
    ((7, 8, 6), (3, 5, 2), (9, 4, 1)),
    ((2, 4, 7), (6, 9, 5), (1, 3, 8)),
)

# Golden: what comes out for the numbers that are played, beside what counting says


@pytest.mark.parametrize(
    ("players", "most", "games", "found"),
    [
        (16, 4, 4, 0),
        (16, 4, 5, 0),
        (16, 4, 6, 24),
        (16, 4, 8, 72),
        (16, 6, 5, 70),
        (24, 4, 6, 0),
        (24, 4, 7, 0),
        (24, 5, 5, 0),
        (24, 5, 8, 92),
        (24, 6, 6, 120),
        (40, 4, 8, 0),
        (40, 5, 8, 0),
        (40, 6, 7, 0),
        (100, 4, 8, 0),
        (100, 5, 8, 0),
        (100, 6, 8, 0),
    ],
)
def test_meeting_again_is_as_rare_as_counting_allows(players, most, games, found):
    assert met_again(players, most, games) == found
    assert count_least_repeats(players, choose_sizes(players, tables_of(4, most)).sizes, games) == found


@pytest.mark.parametrize(
    ("players", "most", "games", "least", "found"),
    [(24, 4, 8, 12, 18), (24, 5, 6, 0, 4), (16, 6, 8, 200, 206), (24, 6, 8, 224, 233), (40, 6, 8, 0, 14)],
)
def test_or_nearly_so(players, most, games, least, found):
    assert met_again(players, most, games) <= found
    assert count_least_repeats(players, choose_sizes(players, tables_of(4, most)).sizes, games) == least


def test_nine_people_who_meet_each_other_once():
    """Three tables of three, four games: each of the 36 pairs has sat together."""
    past = rotated(range(1, 10), tables_of(3, 3), 4)
    assert past.games == GAMES_OF_NINE
    assert count_repeats(past.games) == 0


def test_why():
    past = rotated(range(16), FOURS, 1)
    first = rotation.draw_next_round(range(16), Past(), FOURS, 6, SEED)
    assert {why.code for why in first.why.values()} == {"drawn_by_lot"}
    second = rotation.draw_next_round(range(16), past, FOURS, 5, SEED)
    assert {why.code for why in second.why.values()} == {"met_nobody"}
    past = rotated(range(16), FOURS, 5, past=past)
    last = rotation.draw_next_round(range(16), past, FOURS, 1, SEED)
    for table in last.tables:
        for one in table:
            others = tuple(other for other in table if other != one)
            assert last.why[one].code == "met_some"
            assert last.why[one].figures == {"others": others}


def test_why_somebody_sits_out():
    past = rotated(range(18), FOURS, 2)
    drawn = rotation.draw_next_round(range(18), past, FOURS, 1, SEED)
    assert [(drawn.why[e].code, drawn.why[e].figures) for e in drawn.sits_out] == [
        ("sits_out_least", {"times": 0})
    ] * 2


def test_too_few_for_a_table():
    refused("players", rotation.draw_next_round, range(3), Past(), FOURS, 1, SEED)


# Properties

evenings = st.tuples(
    st.integers(2, 26),
    st.tuples(st.integers(2, 5), st.integers(0, 3)).map(lambda of: tables_of(of[0], of[0] + of[1])),
    st.integers(1, 6),
    st.text("abc", max_size=3),
).filter(lambda of: of[0] >= of[1].fewest)
few = settings(max_examples=examples(0.5), deadline=None)


@few
@given(evenings, st.randoms(use_true_random=False))
def test_the_order_of_people_and_tables_changes_nothing(evening, random):
    players, game, games, seed = evening
    past = rotated(range(players), game, games - 1, seed)
    people = list(range(players))
    random.shuffle(people)
    mixed_up = Past(
        tuple(tuple(sorted((tuple(sorted(table)) for table in seats), reverse=True)) for seats in past.games),
        tuple(tuple(sorted(out)) for out in past.sitting_out),
    )
    assert rotation.draw_next_round(people, mixed_up, game, 2, seed) == rotation.draw_next_round(
        range(players), past, game, 2, seed
    )


@few
@given(evenings, st.integers(1, 1000), st.text("abc", max_size=3))
def test_other_numbers_and_another_seed_meet_again_as_rarely(evening, shift, other_seed):
    """Lots say who is who in the evening; they do not make it better or worse."""
    players, game, games, seed = evening
    if choose_sizes(players, game).sits_out:
        return
    past = rotated(range(players), game, games, seed)
    other = rotated([3 * entry + shift for entry in range(players)], game, games, other_seed)
    assert count_repeats(past.games) == count_repeats(other.games)


@few
@given(evenings)
def test_everybody_sits_once_or_is_out_and_sitting_out_is_shared(evening):
    players, game, games, seed = evening
    past = Past()
    for left in range(games, 0, -1):
        drawn = rotation.draw_next_round(range(players), past, game, left, seed)
        check_fits(drawn, range(players), game)
        past = played(past, drawn)
        times = [past.sat_out[entry] for entry in range(players)]
        assert max(times) - min(times) <= 1


@few
@given(evenings, st.integers(1, 12))
def test_everybody_deals_about_as_often(evening, deals):
    """Where the deals of a game come out even at a table nobody deals more; else those do who dealt less."""
    players, game, games, seed = evening
    sizes = choose_sizes(players, game)
    if sizes.sits_out or len(set(sizes.sizes)) > 1:
        return
    past = rotated(range(players), game, games, seed, deals=deals)
    dealt = [past.deal_counts.get(entry, 0) for entry in range(players)]
    assert max(dealt) - min(dealt) <= (2 if deals % sizes.sizes[0] else 0)


# People come and go


def test_the_plan_goes_on_as_it_was_made():
    """Drawn one by one, the games are those that were planned together after the first."""
    past = rotated(range(24), FOURS, 7)
    for game in range(1, 7):
        again_drawn = rotation.draw_next_round(range(24), past.keep_first(game), FOURS, 7 - game, SEED)
        assert set(map(frozenset, again_drawn.tables)) == set(map(frozenset, past.games[game]))
    assert count_repeats(past.games) == 0


@few
@given(evenings.filter(lambda of: of[0] > of[1].fewest), st.data())
def test_people_come_and_go(evening, data):
    players, game, games, seed = evening
    past, people = Past(), set(range(players))
    for left in range(games, 0, -1):
        drawn = rotation.draw_next_round(people, past, game, left, seed)
        check_fits(drawn, people, game)
        past = played(past, drawn)
        if data.draw(st.booleans()):
            people.add(players + left)
        elif len(people) > game.fewest:
            people.remove(data.draw(st.sampled_from(sorted(people))))


def test_who_comes_late_meets_new_people_and_the_plan_made_then_goes_on():
    past = rotated(range(25), tables_of(4, 5), 2)
    past = rotated(range(27), tables_of(4, 5), 3, past=past)
    assert count_repeats(past.games) <= 3
    for game in (3, 4):
        drawn = rotation.draw_next_round(range(27), past.keep_first(game), tables_of(4, 5), 5 - game, SEED)
        assert set(map(frozenset, drawn.tables)) == set(map(frozenset, past.games[game]))


def test_after_a_change_by_hand_the_rest_is_planned_with_it():
    """Two of the second game's people were swapped: who met then does not meet again if that can be."""
    past = rotated(range(40), tables_of(5, 5), 2)
    (a, *rest), (b, *others), *tables = past.games[1]
    past = Past((past.games[0], ((b, *rest), (a, *others), *tables)), past.sitting_out)
    began = count_repeats(past.games)
    past = rotated(range(40), tables_of(5, 5), 3, past=past)
    assert count_repeats(past.games) <= began + 3
    for game in (3, 4):
        drawn = rotation.draw_next_round(range(40), past.keep_first(game), tables_of(5, 5), 5 - game, SEED)
        assert set(map(frozenset, drawn.tables)) == set(map(frozenset, past.games[game]))


@pytest.mark.parametrize(
    ("here", "game"),
    [
        ([range(24)] * 4 + [range(1, 24)] * 3, tables_of(3, 4)),
        ([range(24)] * 3 + [range(1, 24)] * 2 + [range(2, 24)] * 2, tables_of(3, 4)),
        ([range(24)] * 2 + [range(1, 24)] + [range(24)] * 4, tables_of(3, 4)),
        ([range(24)] * 3 + [range(1, 25)] * 4, tables_of(4, 4)),
        ([range(40)] * 3 + [range(1, 40)] * 5, tables_of(3, 5)),
    ],
    ids=[
        "one leaves",
        "two leave, one after the other",
        "one pauses for a game",
        "one for another",
        "one of 40",
    ],
)
def test_those_who_stay_keep_the_plan(here, game):
    """Planned anew from nothing, a dozen or two would have met again."""
    past = Past()
    for left, people in zip(range(len(here), 0, -1), here, strict=True):
        past = played(past, rotation.draw_next_round(people, past, game, left, SEED))
    assert count_repeats(past.games) == 0


def test_a_thousand_players_meet_nobody_again():
    past = rotated(range(1000), tables_of(4, 6), 4)
    assert count_repeats(past.games) == 0
