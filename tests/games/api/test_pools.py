"""Who wins a showdown and thirty-one, and the counters that a deal of Poker or Brag wins and loses."""

import pytest

from tests.api.asking import answer, changed, example, refused

POKER, SINGLE, THREE = range(3)
SHOWDOWN, THIRTY_ONE = "/api/v1/games/draw-poker/showdown/", "/api/v1/games/three-stake-brag/thirty-one/"
CARDS = {
    "hands": [[*cards.split()] for cards in ["KS KH 4C", "AS 2H 3D", "QS QH AD", "5S 6H 7C", "8S TH JD"]],
    "turned_up": ["KS", "AS", "QH", "7C", "JD"],
}


def test_equal_hands_divide_the_pool_at_poker():
    equal = [["AS", "KS", "QD", "JC", "9H"], ["AH", "KH", "QS", "JD", "9C"]]
    assert answer(SHOWDOWN, {"dealer": 1, "hands": equal})["winners"] == [0, 1]
    found = answer(SHOWDOWN, {"dealer": 1, "hands": [*equal, ["2S", "2H", "3D", "4C", "5H"]]})
    assert found["winners"] == [2]
    assert [hand["name"] for hand in found["hands"]] == ["pair", "high card", "high card"]


def test_equal_hands_are_the_first_stakers_at_single_stake_brag():
    hands = [["KS", "KH", "4C"], ["KD", "KC", "4H"], None, None, None]
    told = answer("/api/v1/games/single-stake-brag/showdown/", {"dealer": 1, "hands": hands})
    assert told["winners"] == [1]
    told = answer("/api/v1/games/single-stake-brag/showdown/", {"dealer": 4, "hands": hands})
    assert told["winners"] == [0]


def test_all_are_out():
    body = {
        "dealer": 0,
        "hands": [["AS", "KH", "9C"], ["KS", "QH", "8C"], ["KC", "QC", "7H"]],
        "drawn": ["2C", "AD", "8S"],
    }
    found = answer(THIRTY_ONE, body)
    assert found == {"totals": [32, 39, 35], "out": [0, 1, 2], "winner": None}


def test_equals_go_to_the_eldest_hand():
    body = {"dealer": 0, "hands": [["AS", "KH", "TC"], ["AC", "KC", "TH"], ["2C", "3C", "4C"]]}
    assert answer(THIRTY_ONE, body)["winner"] == 1


@pytest.mark.parametrize("number", [POKER, SINGLE, THREE])
def test_what_is_put_in_is_won(number):
    chosen = example("settle", number)
    assert sum(answer(chosen.address, chosen.body)["net"]) == 0


def test_the_odd_counters_of_a_divided_pool_go_from_the_dealers_left():
    body = {"dealer": 0, "stakes": [5, 5, 5], "still_in": [0, 1, 2], "winners": [0, 1]}
    assert answer("/api/v1/games/draw-poker/settle/", body)["net"] == [2, 3, -5]


def test_nobody_meets_the_dealer():
    body = {
        "dealer": 1,
        "ante": 2,
        "stakes": [0, 2, 0, 0, 0],
        "still_in": [1],
        "options": {"compensation": 3},
    }
    found = answer("/api/v1/games/single-stake-brag/settle/", body)
    assert found["net"] == [-3, 12, -3, -3, -3]
    assert found["winners"] == [1]


def test_the_cards_say_who_won_the_three_stakes():
    address, body = changed(
        "settle", THREE, won=None, still_in=[0, 2], **CARDS, drawn=[None, None, None, "2C", None]
    )
    found = answer(address, body)
    assert found["won"] == {"first": 1, "second": 2, "third": 2}
    assert sum(found["net"]) == 0
    assert found["waiting"] is None


def test_what_waited_is_won_with_the_third_stake():
    address, body = changed(
        "settle", THREE, won={"first": 0, "second": 0, "third": 4}, waiting=[3, 3, 3, 3, 3]
    )
    found = answer(address, body)
    assert found["waiting"] is None
    assert sum(found["net"]) == 0
    assert found["net"][4] == 24 - 1 - 2


def test_three_to_twelve_by_option():
    body = {
        "dealer": 0,
        "first": 1,
        "second": 1,
        "third": 1,
        "stakes": [1, 1, 1],
        "still_in": [0, 1, 2],
        "won": {"first": 0, "second": 1, "third": 2},
    }
    refused("/api/v1/games/three-stake-brag/settle/", body, "stakes")
    body["options"] = {"three_to_twelve": True}
    assert answer("/api/v1/games/three-stake-brag/settle/", body)["net"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("number", "fields", "field"),
    [
        (POKER, {"stakes": [5]}, "stakes"),
        (POKER, {"stakes": [5, 10, 10, -2]}, "stakes.3"),
        (POKER, {"stakes": [5, 10, 10, 2.5]}, "stakes.3"),
        (POKER, {"stakes": [5, 10, 10, 10**9]}, "stakes.3"),
        (POKER, {"still_in": [0, 9]}, "still_in"),
        (POKER, {"winners": [0]}, "winners"),
        (POKER, {"dealer": 5}, "dealer"),
        (POKER, {"ante": 1}, "ante"),
        (POKER, {"first": 1}, "first"),
        (SINGLE, {"ante": None}, "ante"),
        (SINGLE, {"ante": 0}, "ante"),
        (SINGLE, {"ante": 3, "options": {"limit": 2}}, "ante"),
        (SINGLE, {"winners": [0, 2]}, "winners"),
        (SINGLE, {"winners": None}, "hands"),
        (SINGLE, {"options": {"limit": -1}}, "options.limit"),
        (THREE, {"won": None}, "won"),
        (THREE, {"won": {"first": 1, "second": 2}}, "won.third"),
        (THREE, {"won": {"first": None, "second": 2, "third": 1}}, "won.first"),
        (THREE, {"won": {"first": 7, "second": 2, "third": 1}}, "won.first"),
        (THREE, {"won": [1, 2, 3]}, "won"),
        (THREE, {"turned_up": ["AS"]}, "won"),
        (THREE, {"drawn": ["AS"]}, "won"),
        (THREE, {"dealer": 5}, "dealer"),
        (THREE, {"first": 0}, "first"),
    ],
)
def test_it_refuses(number, fields, field):
    address, body = changed("settle", number, **fields)
    refused(address, body, field)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"turned_up": None}, "won"),
        ({"turned_up": ["KS", "AS", "QH", "7C", None]}, "turned_up.4"),
        ({"hands": [["KS", "KH", "4C"]]}, "hands"),
        ({"turned_up": ["KS", "AS", "QH", "7C"]}, "turned_up"),
        ({"stakes": [5, 2, 5, 2, 2, 2]}, "hands"),
        ({"dealer": 5}, "dealer"),
    ],
)
def test_the_cards_of_three_stakes_are_looked_at(fields, field):
    address, body = changed("settle", THREE, won=None, **CARDS)
    body = {key: value for key, value in {**body, **fields}.items() if value is not None}
    refused(address, body, field)
