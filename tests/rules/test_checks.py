"""What is handed in as a number, a seat, counters, a card or hands, wherever the rules ask for one."""

import pytest

from games.rules import checks
from games.rules.cards import Card, parse_cards
from tests.rules.tables import refused

SEATS = {0: None, 3: None}
HANDS = {0: parse_cards(["AS", "KS", "QS"]), 3: parse_cards(["AH", "KH", "QH"])}


@pytest.mark.parametrize("given", [-1, 6, 10**30, True, False, None, "1", 1.0, [1]])
def test_a_number_is_whole_and_in_its_range(given):
    assert "from 0 to 5." in refused("ante", checks.read_whole, given, "ante", 0, 5)
    refused("stakes.7", checks.read_counters, {7: given if given != 6 else 10**7}, "stakes")


def test_bounds_are_in_the_range():
    assert (checks.read_whole(0, "ante", 0, 5), checks.read_whole(5, "ante", 0, 5)) == (0, 5)
    refused("waiting.1", checks.read_counters, {0: 2, 1: 1}, "waiting", 2)


@pytest.mark.parametrize("given", [None, 3, "03", b"03", {0: 3}, Card(2, "C")])
def test_a_list_is_a_list(given):
    refused("bids", checks.read_list, given, "bids")
    if not isinstance(given, Card):
        refused("order", checks.read_seats, given, None, "order")
    refused("hand", checks.read_hand, given, 2, "hand")


@pytest.mark.parametrize("given", [None, [1], {"0": 1}, {True: 1}, {None: 1}])
def test_what_is_by_seat_has_numbers_of_seats(given):
    refused("stakes", checks.read_by_seat, given, "stakes")
    refused("stakes", checks.read_stakes, given, (1, 4))


@pytest.mark.parametrize("given", [7, None, False, "0", [0]])
def test_a_seat_is_one_of_those_at_the_table(given):
    refused("dealer", checks.read_seat, given, SEATS, "dealer")
    refused("still_in", checks.read_seats, [3, given], SEATS, "still_in")
    assert checks.read_seat(7, None, "dealer") == 7


@pytest.mark.parametrize("given", [[], [3, 3]])
def test_seats_are_some_and_each_once(given):
    refused("still_in", checks.read_seats, given, SEATS, "still_in")


@pytest.mark.parametrize("players", [2, 5])
def test_as_many_stakes_as_may_play(players):
    assert "3 to 4 players" in refused("stakes", checks.read_stakes, dict.fromkeys(range(players), 1), (3, 4))


@pytest.mark.parametrize("given", [None, "AH", ("A", "H"), Card(15, "H"), Card(1, "C"), (2, "C")])
def test_a_card_is_one_of_the_pack(given):
    refused("drawn.1", checks.read_card, given, "drawn.1")
    refused("hands.3", checks.read_hands, HANDS | {3: [*HANDS[3][:2], given]}, 3)


@pytest.mark.parametrize(
    ("hands", "order", "field"),
    [
        ({}, [0], "hands"),
        (None, [0], "hands"),
        (HANDS, [], "order"),
        (HANDS, [0], "hands.3"),
        (HANDS, [0, 3, 5], "hands.5"),
        (HANDS | {3: HANDS[3][:2]}, [0, 3], "hands.3"),
        (HANDS | {3: (*HANDS[3], Card(11, "H"))}, [0, 3], "hands.3"),
        (HANDS | {3: (*HANDS[3][:2], HANDS[3][0])}, [0, 3], "hands.3"),
        (HANDS | {3: (*HANDS[3][:2], HANDS[0][2])}, [0, 3], "hands.3"),
    ],
)
def test_hands_that_cannot_be_shown(hands, order, field):
    refused(field, checks.read_shown_hands, hands, order, 3)


def test_hands_come_in_the_order_that_is_asked_for():
    assert [*checks.read_shown_hands(HANDS, [3, 0], 3)] == [3, 0]
