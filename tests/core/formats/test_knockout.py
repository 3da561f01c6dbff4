"""Knockout: who goes on, byes, consolation, the final table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.drawn_evenings import SEED, played, rotated, tables_of
from tests.examples import examples
from tournaments.core.chance import draw_lot
from tournaments.core.draws.drawing import Past
from tournaments.core.formats import knockout
from tournaments.core.formats.knockout import KnockoutRules, MainField
from tournaments.core.movement.table_sizes import choose_sizes
from tournaments.core.settings import ThroughOf

FOURS = tables_of(4, 4)


def rules(game, through=2, of=ThroughOf.TABLE, seed=SEED):
    return KnockoutRules(game, through, of, seed)


def points(*figures):
    """Figures by entry: 1 has the first, 2 the second, and so on."""
    return {
        entry: figure if isinstance(figure, tuple) else (figure,) for entry, figure in enumerate(figures, 1)
    }


def field_of(tables, byes=()):
    return MainField(1, tables, frozenset(byes)), Past((tables,), (tuple(byes),))


def next_of(tables, compared, how, *, byes=(), people=None, consolation=False, dealt=None):
    """The game after the first, of which these were the tables."""
    field, past = field_of(tables, byes)
    everybody = people or [*byes, *(entry for table in tables for entry in table)]
    past = Past(past.games, past.sitting_out, dealt or {})
    return knockout.draw_next_round(everybody, past, field, compared, how, consolation=consolation)


TWO_TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))


def test_the_best_two_of_each_table_go_on_to_the_final():
    drawn = next_of(TWO_TABLES, points(10, 40, 30, 20, 5, 6, 7, 8), rules(FOURS))
    assert [set(table) for table in drawn.tables] == [{2, 3, 8, 7}]
    assert drawn.main == 1
    assert set(drawn.sits_out) == {1, 4, 5, 6}
    assert (drawn.why[3].code, drawn.why[3].figures) == ("goes_on", {"place": 2, "table": 1})
    assert (drawn.why[1].code, drawn.why[1].figures) == ("knocked_out", {"place": 4, "table": 1})
    assert {drawn.why[entry].code for entry in drawn.sits_out} <= knockout.OUT


def test_the_best_of_all_go_on():
    drawn = next_of(TWO_TABLES, points(10, 40, 30, 20, 5, 6, 7, 8), rules(FOURS, of=ThroughOf.ALL))
    assert [set(table) for table in drawn.tables] == [{1, 2, 3, 4}]
    assert (drawn.why[1].code, drawn.why[1].figures) == ("goes_on_all", {"place": 4, "players": 8})
    assert (drawn.why[8].code, drawn.why[8].figures) == ("knocked_out_all", {"place": 5, "players": 8})


def test_equal_scores_are_told_apart_by_exact_bids_and_then_by_the_evening():
    compared = points((9, 1, 9), (9, 3, 9), (9, 2, 9), (9, 2, 8), 4, 3, 2, 1)
    drawn = next_of(TWO_TABLES, compared, rules(FOURS))
    assert set(drawn.tables[0]) == {2, 3, 5, 6}


def test_the_lot_decides_between_equals_and_all_of_them_are_told():
    drawn = next_of(TWO_TABLES, points(9, 5, 5, 5, 4, 3, 2, 1), rules(FOURS))
    (on,) = set(drawn.tables[0]) - {1, 5, 6}
    out = tuple(sorted({2, 3, 4} - {on}))
    assert (drawn.why[on].code, drawn.why[on].figures) == ("goes_on_lot", {"others": out})
    for entry in out:
        assert drawn.why[entry].code == "knocked_out_lot"
        assert set(drawn.why[entry].figures["others"]) == {2, 3, 4} - {entry}
    assert drawn.why[1].code == "goes_on"
    lots = {
        frozenset(next_of(TWO_TABLES, points(9, 5, 5, 5, 4, 3, 2, 1), rules(FOURS, seed=seed)).tables[0])
        for seed in "abcdefghijkl"
    }
    assert len(lots) == 3


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_lowest_lot_comes_first(seed):
    """As in every draw, so that it can be repeated as docs/export.md says."""
    drawn = next_of(TWO_TABLES, points(9, 5, 5, 5, 4, 3, 2, 1), rules(FOURS, seed=seed))
    lots = {draw_lot(f"{seed}:1:ties", entry): entry for entry in (2, 3, 4)}
    assert set(drawn.tables[0]) - {1, 5, 6} == {lots[min(lots)]}


def test_equals_who_all_go_on_need_no_lot_and_share_the_place_that_is_told():
    drawn = next_of(TWO_TABLES, points(5, 5, 4, 4, 4, 3, 2, 1), rules(FOURS))
    assert {drawn.why[entry].code for entry in (1, 2)} == {"goes_on"}
    assert {drawn.why[entry].code for entry in (3, 4)} == {"knocked_out"}
    assert [drawn.why[entry].figures["place"] for entry in range(1, 9)] == [1, 1, 3, 3, 1, 2, 3, 4]


@pytest.mark.parametrize("of", ThroughOf)
def test_who_has_gone_keeps_the_place_in_the_game(of):
    """1 was the best and has gone: 3 goes on as the next best, and is told the place at the table, 3."""
    drawn = next_of(TWO_TABLES, points(9, 8, 7, 6, 5, 4, 3, 2), rules(FOURS, of=of), people=range(2, 9))
    assert [drawn.why[entry].figures["place"] for entry in (2, 3, 4)] == [2, 3, 4]
    assert drawn.why[3].code.startswith("goes_on")


def test_who_has_no_figures_comes_last():
    drawn = next_of(TWO_TABLES, {1: (-5,), 2: (-6,), 5: (1,), 6: (0,)}, rules(FOURS))
    assert set(drawn.tables[0]) == {1, 2, 5, 6}


def test_the_best_have_the_bye():
    """Six go on and four fit at a table: the best two wait."""
    tables = (*TWO_TABLES, (9, 10, 11, 12))
    drawn = next_of(tables, points(10, 9, 0, 0, 30, 20, 0, 0, 8, 7, 0, 0), rules(FOURS))
    assert drawn.sits_out[:2] == (5, 6)
    assert set(drawn.tables[0]) == {1, 2, 9, 10}
    assert (drawn.why[5].code, drawn.why[5].figures) == ("bye", {"players": 6})


def test_who_had_a_bye_goes_on_and_gets_no_second_one_while_others_have_had_none():
    """Nine and a bye in the first game: of five who go on one has a bye, and not the same one."""
    drawn = next_of(TWO_TABLES, points(10, 9, 0, 0, 30, 20, 0, 0), rules(FOURS), byes=[9])
    assert drawn.sits_out[0] == 5
    assert set(drawn.tables[0]) == {1, 2, 6, 9}
    assert drawn.why[9].code == "goes_on_bye"


def test_the_best_of_the_others_fill_the_table_up():
    drawn = next_of(TWO_TABLES, points(9, 8, 1, 0, 5, 4, 3, 2), rules(FOURS, through=1))
    assert set(drawn.tables[0]) == {1, 5, 2, 6}
    assert (drawn.why[6].code, drawn.why[6].figures) == ("goes_on_filled", {"fewest": 4})


def test_who_is_out_plays_on_for_consolation_with_those_who_came_late():
    tables = (*TWO_TABLES, (9, 10, 11, 12), (13, 14, 15, 16))
    compared = points(*[4, 3, 2, 1] * 4)
    drawn = next_of(tables, compared, rules(FOURS), people=range(1, 18), consolation=True)
    assert drawn.main == 2
    main = {entry for table in drawn.tables[:2] for entry in table}
    assert main == {1, 2, 5, 6, 9, 10, 13, 14}
    beside = {entry for table in drawn.tables[2:] for entry in table}
    assert len(beside) == 8
    assert beside | set(drawn.sits_out) == set(range(1, 18)) - main
    if 17 in beside:
        assert drawn.why[17].code == "consolation"
    (out,) = drawn.sits_out
    assert drawn.why[out].code == "sits_out_least"


def test_too_few_for_a_table_of_their_own_play_no_consolation():
    drawn = next_of(((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11)), {}, rules(tables_of(4, 6), 4), consolation=True)
    assert drawn.main == len(drawn.tables) == 2
    assert len(drawn.sits_out) == 3


def test_new_people_at_the_table_if_that_can_be():
    tables = (*TWO_TABLES, (9, 10, 11, 12), (13, 14, 15, 16))
    drawn = next_of(tables, points(*[4, 3, 2, 1] * 4), rules(FOURS))
    for table in drawn.tables:
        assert sorted((entry - 1) // 4 for entry in table) == [0, 1, 2, 3]


def test_who_dealt_least_deals_first():
    dealt = {2: 4, 3: 1, 7: 2, 8: 3}
    drawn = next_of(TWO_TABLES, points(10, 40, 30, 20, 5, 6, 7, 8), rules(FOURS), dealt=dealt)
    assert drawn.tables == ((3, 7, 8, 2),)


def test_it_is_over_after_the_final():
    assert next_of(TWO_TABLES[:1], points(1, 2, 3, 4), rules(FOURS)) is None


def test_one_table_with_somebody_on_a_bye_is_no_final():
    drawn = next_of(TWO_TABLES[:1], points(1, 2, 3, 4), rules(FOURS, 3), byes=[5])
    assert set(drawn.tables[0]) == {2, 3, 4, 5}


def test_it_is_over_when_too_few_are_left():
    assert next_of(TWO_TABLES, {}, rules(FOURS), people=[1, 2, 8]) is None


@pytest.mark.parametrize("of", ThroughOf)
def test_somebody_is_always_knocked_out(of):
    """Though as many could go on as sit at a table."""
    drawn = next_of(TWO_TABLES, points(8, 7, 6, 5, 4, 3, 2, 1), rules(tables_of(2, 4), 4, of))
    main = {entry for table in drawn.tables for entry in table}
    assert len(main) == (6 if of is ThroughOf.TABLE else 7)


# Properties


@st.composite
def knockouts(draw):
    fewest = draw(st.integers(2, 5))
    game = tables_of(fewest, fewest + draw(st.integers(0, 3)))
    how = rules(
        game, draw(st.integers(1, 5)), draw(st.sampled_from(ThroughOf)), draw(st.text("ab", max_size=2))
    )
    return draw(st.integers(fewest, 40)), how, draw(st.booleans()), draw(st.randoms(use_true_random=False))


few = settings(max_examples=examples(0.5), deadline=None)


def played_out(evening, leaving=0.0):
    """Every game of a knockout: the people, the past before it, its field and its draw."""
    players, how, consolation, random = evening
    people = set(range(players))
    past = rotated(people, how.game, 1)
    field = MainField(1, past.games[0], frozenset(past.sitting_out[0]))
    while True:
        compared = {entry: (random.randint(0, 3),) for entry in people}
        people -= {entry for entry in people if random.random() < leaving}
        drawn = knockout.draw_next_round(sorted(people), past, field, compared, how, consolation=consolation)
        yield set(people), past, field, drawn
        if drawn is None:
            return
        byes = {entry for entry in drawn.sits_out if drawn.why[entry].code == "bye"}
        field = MainField(field.number + 1, drawn.tables[: drawn.main], frozenset(byes))
        past = played(past, drawn)


def in_field(field):
    return field.byes.union(*field.tables)


@few
@given(knockouts())
def test_it_ends_with_one_final_table_and_all_fits_on_the_way(evening):
    _players, how, consolation, _random = evening
    fields = list[MainField]()
    for people, past, field, drawn in played_out(evening):
        if fields:
            assert in_field(field) < in_field(fields[-1]), "those who go on, and fewer of them"
        fields.append(field)
        if drawn is None:
            break
        assert drawn.why.keys() == people
        seated = [entry for table in drawn.tables for entry in table]
        assert sorted([*seated, *drawn.sits_out]) == sorted(people)
        byes = [entry for entry in drawn.sits_out if drawn.why[entry].code == "bye"]
        going = sum(map(len, drawn.tables[: drawn.main])) + len(byes)
        assert tuple(map(len, drawn.tables[: drawn.main])) == choose_sizes(going, how.game).sizes
        if not consolation:
            assert drawn.main == len(drawn.tables)
        elif len(people) - going >= how.game.fewest:
            beside = choose_sizes(len(people) - going, how.game)
            assert tuple(map(len, drawn.tables[drawn.main :])) == beside.sizes
        had = {entry: past.sat_out[entry] for entry in in_field(field)}
        main = {entry for table in drawn.tables[: drawn.main] for entry in table}
        assert max((had[entry] for entry in byes), default=0) <= min(had[entry] for entry in main)
    assert fields[-1].final


@few
@given(knockouts())
def test_it_ends_too_when_people_go_home(evening):
    games = list(played_out(evening, leaving=0.15))
    assert len(games) <= evening[0]
    for people, _past, _field, drawn in games[:-1]:
        assert drawn.why.keys() == people


@few
@given(knockouts())
def test_the_order_of_people_and_at_the_tables_changes_nothing(evening):
    _players, how, consolation, random = evening
    for people, past, field, drawn in played_out(evening):
        compared = {entry: (entry % 3,) for entry in people}
        order = list(people)
        random.shuffle(order)
        turned = MainField(field.number, tuple(table[::-1] for table in field.tables), field.byes)
        one = knockout.draw_next_round(sorted(people), past, field, compared, how, consolation=consolation)
        assert one == knockout.draw_next_round(order, past, turned, compared, how, consolation=consolation)
        assert (one is None) == (drawn is None)
