"""Table sizes, the draw of seats, late places, a closed table and the next dealer (docs/rules.md#tables)."""

import csv
from collections import Counter
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.registry import RULESETS, get_ruleset
from games.rules.ruleset import Kind, Ruleset
from tests.rules.tables import refused
from tournaments.core.chance import draw_lot
from tournaments.core.movement.seating import close_booby, draw, find_late_place, find_next_dealer, seat_late
from tournaments.core.movement.table_sizes import choose_sizes
from tournaments.core.reasons import SENTENCES
from tournaments.core.record import Entry

POKER = get_ruleset("draw-poker")
GOLDEN = Path(__file__).parents[1] / "golden" / "table_sizes.csv"


def game(fewest: int, most: int) -> Ruleset:
    return Ruleset(
        key="a-game", title="A game", family="a", kind=Kind.BIDS, fewest=fewest, most=most, progressive=True
    )


ranges = st.tuples(st.integers(2, 8), st.integers(0, 9)).map(lambda of: game(of[0], of[0] + of[1]))


# Table sizes


@pytest.mark.parametrize(
    "row", list(csv.DictReader(GOLDEN.read_text().splitlines())), ids=lambda row: row["players"]
)
def test_golden_table_sizes(row):
    rules = POKER if row["fewest"] == "poker" else game(int(row["fewest"]), int(row["most"]))
    sizes = choose_sizes(int(row["players"]), rules)
    assert "-".join(map(str, sizes.sizes)) == row["sizes"]
    assert sizes.sits_out == int(row["sits_out"])
    assert sizes.why.code == row["code"]


def sentence(players: int, rules: Ruleset) -> str:
    why = choose_sizes(players, rules).why
    return " ".join(SENTENCES[why.code]) % why.figures


def test_the_reason_says_how_they_fit():
    assert "26" in sentence(26, POKER)
    assert "4-6-6-6-4" in sentence(26, POKER)
    assert "about six" in sentence(27, POKER)
    assert "4-6-6-7-4" in sentence(27, POKER)
    assert "tables of 4-5." in sentence(7, game(4, 5))
    assert "Sitting out: 2." in sentence(7, game(4, 5))
    assert "tables of 4." in sentence(26, game(4, 4))


@given(st.integers(1, 300), st.sampled_from([POKER, *RULESETS.values(), game(3, 7), game(4, 4)]))
def test_every_reason_has_its_sentence_and_figures(players, rules):
    if players >= rules.fewest:
        assert str(players) in sentence(players, rules)


@pytest.mark.parametrize(("players", "rules"), [(1, POKER), (0, POKER), (2, game(3, 7)), (3, game(4, 4))])
def test_too_few_players_are_refused(players, rules):
    with pytest.raises(RuleError) as refusal:
        choose_sizes(players, rules)
    assert refusal.value.field == "players"
    assert refusal.value.figures == {"fewest": rules.fewest, "players": players}


def test_poker_sizes_up_to_700_by_trying_every_number_of_tables():
    """Of all numbers of tables between, one alone is nearest to a mean of six."""
    for players in range(12, 701):
        middle = players - 8
        off = {
            tables: abs(Fraction(middle, tables) - 6)
            for tables in range(1, middle + 1)
            if floor(Fraction(middle, tables)) >= 4 and ceil(Fraction(middle, tables)) <= 7
        }
        nearest = [tables for tables, far in off.items() if far == min(off.values())]
        sizes = choose_sizes(players, POKER).sizes
        assert [len(sizes) - 2] == nearest
        assert sizes[0] == sizes[-1] == 4
        assert list(sizes[1:-1]) == sorted(sizes[1:-1])
        assert sizes[-2] - sizes[1] <= 1
        assert 4 <= sizes[1] <= sizes[-2] <= 7
        assert sum(sizes) == players


@given(st.integers(2, 200), ranges)
def test_other_games_take_the_fewest_tables_and_leave_out_as_few_as_they_can(players, rules):
    if players < rules.fewest:
        return

    def fits(seated, tables):
        return tables * rules.fewest <= seated <= tables * rules.most

    result = choose_sizes(players, rules)
    sizes, seated = result.sizes, sum(result.sizes)
    assert seated + result.sits_out == players
    assert all(rules.fewest <= size <= rules.most for size in sizes)
    assert list(sizes) == sorted(sizes)
    assert sizes[-1] - sizes[0] <= 1
    assert not any(fits(seated, tables) for tables in range(1, len(sizes)))
    for more in range(seated + 1, players + 1):
        assert not any(fits(more, tables) for tables in range(1, more + 1))


# The draw


def people(*roles: str) -> list[Entry]:
    return [Entry(id, f"player {id}", role) for id, role in enumerate(roles, 101)]


def check_shares(drawn, entries, sizes):
    """Every table has its share of every role, rounded down or up."""
    seated = {entry.id: entry.role for entry in entries if entry.id not in drawn.sits_out}
    of = Counter(seated.values())
    for position, size in enumerate(sizes, 1):
        at_table = Counter(seated[place.entry] for place in drawn.seats if place.table == position)
        for role, number in of.items():
            share = Fraction(size * number, len(seated))
            assert floor(share) <= at_table[role] <= ceil(share)


entry_lists = st.lists(st.sampled_from(["lady", "gentleman", "", "judge"]), min_size=12, max_size=60).map(
    lambda roles: people(*roles)
)
two_roles = st.lists(st.sampled_from(["lady", "gentleman"]), min_size=12, max_size=60).map(
    lambda roles: people(*roles)
)
seeds = st.text(max_size=8)


@given(entry_lists, seeds, st.sampled_from([POKER, game(4, 4), game(4, 5), game(3, 12)]))
def test_everybody_sits_once_and_sizes_are_kept(entries, seed, rules):
    sizes = choose_sizes(len(entries), rules)
    drawn = draw(entries, sizes.sizes, seed)
    seated = [place.entry for place in drawn.seats]
    assert sorted([*seated, *drawn.sits_out]) == sorted(entry.id for entry in entries)
    assert len(drawn.sits_out) == sizes.sits_out
    for position, size in enumerate(sizes.sizes, 1):
        chairs = [place.chair for place in drawn.seats if place.table == position]
        assert chairs == list(range(1, size + 1))
    assert len(drawn.dealers) == len(sizes.sizes)
    assert all(1 <= dealer <= size for dealer, size in zip(drawn.dealers, sizes.sizes, strict=True))


@given(entry_lists, seeds, st.randoms(use_true_random=False))
def test_the_same_seed_draws_the_same_whatever_the_order(entries, seed, random):
    sizes = choose_sizes(len(entries), game(4, 5)).sizes
    shuffled = list(entries)
    random.shuffle(shuffled)
    assert draw(shuffled, sizes, seed) == draw(entries, sizes, seed)


@given(st.one_of(entry_lists, two_roles), seeds, st.sampled_from([POKER, game(3, 7), game(4, 4)]))
def test_every_table_has_its_share_of_every_role_rounded_down_or_up(entries, seed, rules):
    sizes = choose_sizes(len(entries), rules).sizes
    check_shares(draw(entries, sizes, seed), entries, sizes)


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=12),
    st.lists(st.integers(0, 5), min_size=1, max_size=40),
    seeds,
)
def test_shares_can_be_kept_for_any_sizes_and_roles(sizes, roles, seed):
    """Not only for sizes that the rules give: the rounding must always find its way."""
    entries = people(*(f"role {roles[n % len(roles)]}" for n in range(sum(sizes))))
    check_shares(draw(entries, sizes, seed), entries, sizes)


def test_another_seed_draws_other_seats_sitters_out_and_dealers():
    entries = people(*["lady", "gentleman"] * 13)
    draws = [draw(entries, (5, 5, 5, 5), str(seed)) for seed in range(40)]
    assert len({drawn.seats for drawn in draws}) == 40
    assert len({drawn.sits_out for drawn in draws}) == 40
    assert len({drawn.dealers for drawn in draws}) > 30


def test_roles_sit_anywhere_at_their_table_and_everybody_comes_to_every_chair():
    """Over many seeds each person is on each chair of each table, near enough equally often."""
    entries = people(*["lady", "gentleman"] * 4)
    draws = [draw(entries, (4, 4), f"evening {n}") for n in range(800)]
    often = Counter(place for drawn in draws for place in drawn.seats)
    assert len(often) == 64
    assert 60 <= min(often.values()) <= max(often.values()) <= 145  # 100 expected
    deals = Counter((table, chair) for drawn in draws for table, chair in enumerate(drawn.dealers))
    assert 150 <= min(deals.values()) <= max(deals.values()) <= 250  # 200 expected


def test_a_draw_can_be_repeated_by_hand():
    """One table: chairs are in the order of the hashes of "seed:chairs:entry"."""
    entries = people("", "", "", "")
    drawn = draw(entries, (4,), "7")
    by_hand = sorted((entry.id for entry in entries), key=lambda id: draw_lot("7:chairs", id))
    assert [place.entry for place in drawn.seats] == by_hand
    first = min(by_hand, key=lambda id: draw_lot("7:dealers", id))
    assert drawn.dealers == (by_hand.index(first) + 1,)


def test_more_places_than_entries_is_our_mistake():
    with pytest.raises(ValueError, match="5 places for 4 entries"):
        draw(people("", "", "", ""), (5,), "7")
    with pytest.raises(ValueError, match="2 places for 1 entries"):
        draw([Entry(1, "Ann"), Entry(1, "Ann")], (2,), "7")


# Late places


@pytest.mark.parametrize(
    ("occupied", "place"),
    [
        ({1: {1, 2, 3, 4}, 2: {1, 2, 3, 4, 5, 6}}, (2, 7)),
        ({1: {1, 2, 3}, 2: {1, 3, 4, 6}}, (2, 2)),
        ({1: {1, 2, 4}, 2: {1, 2, 3, 4, 5, 6, 8}}, (1, 3)),
        ({1: {1, 2, 3, 4}, 2: {1, 2, 3, 4}, 3: {1, 2, 3, 4, 5, 6, 7}}, (2, 5)),
        ({1: {1, 2, 3, 4}, 2: {1, 2, 3, 4, 5}, 3: {1, 2, 3, 4, 5, 6, 7}}, (1, 5)),
        ({1: set(range(1, 8)), 2: set(range(1, 8))}, None),
        ({1: {2, 3}}, (1, 1)),
        ({1: set(range(1, 8))}, None),
        ({}, None),
    ],
)
def test_late_place(occupied, place):
    assert find_late_place(occupied, most=7) == place


def test_late_places_in_the_order_of_coming_while_there_is_room():
    occupied = {1: {1, 2, 3, 4, 5, 7}, 2: {1, 2, 3, 4, 5, 6}}
    places, left_over = seat_late(occupied, [31, 32, 33], most=7)
    assert places == ((2, 7, 31), (1, 6, 32))
    assert left_over == (33,)
    assert occupied == {1: {1, 2, 3, 4, 5, 7}, 2: {1, 2, 3, 4, 5, 6}}


# Closing the booby table


def table(*entries: int) -> dict[int, int]:
    return dict(enumerate(entries, 1))


def test_closing_fills_the_smallest_tables_from_the_bottom_in_chair_order():
    seated = {
        1: table(11, 12, 13, 14),
        2: table(21, 22, 23, 24, 25, 26),
        3: table(31, 32, 33, 34),
        4: {5: 44, 1: 41, 3: 43, 2: 42},
    }
    # 41 to table 3 (4, nearest the bottom), 42 to table 1 (4), 43 to table 3 (5), 44 to table 1 (5)
    assert close_booby(seated, most=7) == ((3, 5, 41), (1, 5, 42), (3, 6, 43), (1, 6, 44))


def test_closing_takes_the_lowest_empty_chair():
    seated = {1: {1: 11, 4: 14, 5: 15}, 2: table(21, 22, 23)}
    assert close_booby(seated, most=7) == ((1, 2, 21), (1, 3, 22), (1, 6, 23))


@pytest.mark.parametrize(
    "seated",
    [{1: table(11, 12, 13)}, {1: table(11, 12, 13, 14, 15), 2: table(21, 22, 23)}],
    ids=["the only table", "no room"],
)
def test_closing_is_refused(seated):
    refused("table", close_booby, seated, most=7)


@given(st.lists(st.integers(0, 7), min_size=2, max_size=8), st.integers(5, 9))
def test_closing_moves_each_once_to_an_empty_chair_within_the_limit(numbers, most):
    entries = iter(range(1, 100))
    seated = {
        position: {chair: next(entries) for chair in range(1, min(number, most) + 1)}
        for position, number in enumerate(numbers, 1)
    }
    booby = max(seated)
    room = sum(most - len(at) for position, at in seated.items() if position != booby)
    if room < len(seated[booby]):
        with pytest.raises(RuleError):
            close_booby(seated, most)
        return
    places = close_booby(seated, most)
    assert [place.entry for place in places] == list(seated[booby].values())
    taken = {(position, chair) for position, at in seated.items() if position != booby for chair in at}
    for place in places:
        assert place.table != booby
        assert (place.table, place.chair) not in taken
        taken.add((place.table, place.chair))
    assert max(Counter(position for position, _ in taken).values(), default=0) <= most


# The dealer


@pytest.mark.parametrize(
    ("occupied", "previous", "dealer"),
    [
        ({1, 2, 3, 4}, 1, 2),
        ({1, 2, 3, 4}, 4, 1),
        ({1, 3, 6}, 3, 6),
        ({1, 3, 6}, 4, 6),  # the last dealer has gone, the chair is empty
        ({2, 3, 6}, 6, 2),
        ({2}, 2, 2),
    ],
)
def test_next_dealer(occupied, previous, dealer):
    assert find_next_dealer(occupied, previous) == dealer
