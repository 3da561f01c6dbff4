"""The tables that an organiser wants: which divisions are offered, which is chosen, what is refused."""

from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.registry import RULESETS
from games.rules.ruleset import TableWish
from tournaments.core.formats.registry import PLANNED, build_play
from tournaments.core.movement.table_sizes import (
    adjust_wish,
    choose_sizes,
    find_limits,
    fits,
    list_splits,
    refuse_tables,
    refuse_wanted,
)
from tournaments.core.reasons import SENTENCES


@contextmanager
def refused(at, says):
    with pytest.raises(RuleError) as refusal:
        yield
    assert refusal.value.field == at
    assert says in refusal.value.message % refusal.value.figures


def game(key="draw-poker", format="progressive", **wanted):
    return build_play(key, {}, format, TableWish(**wanted)).game


def sizes(players, rules):
    return "-".join(map(str, choose_sizes(players, rules).sizes))


def offered(players, rules):
    return {"-".join(map(str, way.sizes)): (way.tables, way.is_chosen) for way in list_splits(players, rules)}


def test_twelve_at_tables_of_six_are_two_tables():
    assert sizes(12, game(people=6)) == "6-6"
    assert offered(12, game()) == {"6-6": (2, False), "4-4-4": (0, True), "3-3-3-3": (4, False)}
    why = choose_sizes(12, game()).why
    assert " ".join(SENTENCES[why.code]) % why.figures == (
        "Players: 12. Four at each of the head table and the booby table, about six at the others: 4-4-4."
    )


def test_the_same_sizes_in_another_order_are_offered_only_where_they_are_chosen():
    assert [way for way in offered(13, game()) if len(way) == len("4-5-4")] == ["4-5-4"]
    assert offered(13, game(tables=3))["4-4-5"] == (3, True)


def test_26_are_five_tables_of_five_or_six_or_six_of_four_or_five():
    ways = offered(26, game())
    assert ways["4-6-6-6-4"] == (0, True)
    assert ways["5-5-5-5-6"] == (5, False)
    assert ways["4-4-4-4-5-5"] == (6, False)
    assert offered(26, game(tables=6))["4-4-4-4-5-5"] == (6, True)


@pytest.mark.parametrize(
    ("players", "wanted", "made", "out"),
    [
        (26, {"tables": 5}, "5-5-5-5-6", 0),
        (26, {"people": 4}, "4-4-4-4-5-5", 0),
        (26, {"most": 5}, "4-4-4-4-5-5", 0),
        (26, {"least": 6}, "6-6-7-7", 0),
        (26, {"tables": 3}, "7-7-7", 5),  # no more than the game takes
        (26, {"tables": 30}, "3-3-3-3-3-3-4-4", 0),  # a later draw: the nearest
        (11, {"least": 5, "most": 5}, "5-5", 1),
        (4, {"least": 5}, "4", 0),  # a later draw
    ],
)
def test_what_is_wanted_is_made(players, wanted, made, out):
    found = choose_sizes(players, game(**wanted))
    assert ("-".join(map(str, found.sizes)), found.sits_out) == (made, out)
    assert made in " ".join(SENTENCES[found.why.code]) % found.why.figures


def test_in_a_knockout_later_tables_are_as_large():
    assert adjust_wish(TableWish(tables=12), 48) == TableWish(people=4)
    assert adjust_wish(TableWish(tables=12, people=5), 48) == TableWish(people=5)
    assert adjust_wish(TableWish(most=5), 48) == TableWish(most=5)


@pytest.mark.parametrize(
    ("key", "format", "wanted", "at", "says"),
    [
        ("draw-poker", "fixed", {"most": 9}, "people_most", "A table has from 2 to 7 players in this game."),
        ("draw-poker", "progressive", {"least": 2}, "people_least", "from 3 to 7"),
        ("draw-poker", "ladder", {"people": 8}, "people", "from 2 to 7"),
    ],
)
def test_what_the_game_cannot_take_is_refused(key, format, wanted, at, says):
    with refused(at, says):
        refuse_wanted(game(key, format), TableWish(**wanted))


def test_what_so_many_players_cannot_make_is_refused():
    with refused("tables", "20 players are too few for 8 tables. A table needs at least 3 players."):
        refuse_tables(20, game(tables=8))
    with refused("tables", "A table needs at least 5 players."):
        refuse_tables(20, game(tables=5, least=5))
    with refused("people_least", "4 players are too few for a table of 5."):
        refuse_tables(4, game(least=5))
    refuse_tables(20, game(tables=5, least=4))


PLAYED = [
    (key, format.key)
    for format in PLANNED
    for key, rules in RULESETS.items()
    if format.key == "fixed" or key in ("draw-poker", "blackout", "clag", "jabberwocky")
    if format.key != "progressive" or rules.progressive
]
a_number = st.one_of(st.just(0), st.integers(1, 12))
wishes = st.builds(TableWish, st.one_of(st.just(0), st.integers(1, 40)), a_number, a_number, a_number)


@given(st.integers(2, 130), st.sampled_from(PLAYED), wishes)
def test_every_division_seats_everybody_within_the_limits(players, play, wanted):
    rules = game(*play)
    assume(players >= rules.fewest and fits(rules, wanted) and wanted.least <= (wanted.most or 12))
    wished = replace(rules, wanted=wanted)
    few, many = find_limits(players, wished)
    ways, made = list_splits(players, wished), choose_sizes(players, wished)
    for way in ways:
        assert sum(way.sizes) == players
        assert all(few <= size <= many for size in way.sizes)
        if way.tables or replace(wanted, tables=0) != TableWish():
            assert max(way.sizes) - min(way.sizes) <= 1
            assert list(way.sizes) == sorted(way.sizes)
    assert len({way.sizes for way in ways}) == len(ways)
    assert sum(made.sizes) + made.sits_out == players
    assert all(few <= size <= many for size in made.sizes)
    assert [way.sizes for way in ways if way.is_chosen] in ([], [made.sizes])
    if ways and not wanted.tables:
        assert not made.sits_out
        assert any(way.is_chosen for way in ways)
