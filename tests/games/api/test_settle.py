"""The counters that a deal wins and loses: Draw Poker, Brag for one stake, Brag for three."""

import pytest

from tests.api.asking import answer, changed, example, never_fails, refused

POKER, SINGLE, THREE = range(3)


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
        "settle",
        THREE,
        won=None,
        still_in=[0, 2],
        hands=[
            ["KS", "KH", "4C"],
            ["AS", "2H", "3D"],
            ["QS", "QH", "AD"],
            ["5S", "6H", "7C"],
            ["8S", "TH", "JD"],
        ],
        turned_up=["KS", "AS", "QH", "7C", "JD"],
        drawn=[None, None, None, "2C", None],
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
    ("fields", "field"),
    [
        ({"stakes": [5]}, "stakes"),
        ({"stakes": [5] * 9}, "stakes"),
        ({"stakes": [5, 10, 10, -2]}, "stakes.3"),
        ({"stakes": [5, 10, 10, 2.5]}, "stakes.3"),
        ({"stakes": [5, 10, 10, 20]}, "stakes.3"),
        ({"stakes": [5, 10, 10, 10**9]}, "stakes.3"),
        ({"still_in": []}, "still_in"),
        ({"still_in": [0, 0]}, "still_in"),
        ({"still_in": [0, 9]}, "still_in"),
        ({"still_in": [0, 1]}, "hands.2"),
        ({"hands": None}, "hands"),
        ({"winners": [0]}, "winners"),
        ({"dealer": 5}, "dealer"),
        ({"ante": 1}, "ante"),
        ({"first": 1}, "first"),
    ],
)
def test_poker_refuses(fields, field):
    address, body = changed("settle", POKER, **fields)
    refused(address, body, field)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"ante": None}, "ante"),
        ({"ante": 0}, "ante"),
        ({"ante": 3, "options": {"limit": 2}}, "ante"),
        ({"stakes": [6, 0, 7, 2, 6]}, "stakes.0"),
        ({"stakes": [6, 0, 6, 1, 6]}, "stakes.3"),
        ({"winners": [1]}, "winners"),
        ({"winners": []}, "winners"),
        ({"winners": [0, 2]}, "winners"),
        ({"winners": None}, "hands"),
        ({"options": {"limit": -1}}, "options.limit"),
    ],
)
def test_single_stake_refuses(fields, field):
    address, body = changed("settle", SINGLE, **fields)
    refused(address, body, field)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"won": None}, "won"),
        ({"won": {"first": 1, "second": 3, "third": None}}, "won.second"),
        ({"won": {"first": 1, "second": 2}}, "won.third"),
        ({"won": {"first": None, "second": 2, "third": 1}}, "won.first"),
        ({"won": {"first": 7, "second": 2, "third": 1}}, "won.first"),
        ({"won": [1, 2, 3]}, "won"),
        ({"turned_up": ["AS"]}, "won"),
        ({"drawn": ["AS"]}, "won"),
        ({"dealer": 5}, "dealer"),
        ({"first": 0}, "first"),
        ({"stakes": [5, 1, 5, 2, 2]}, "stakes.1"),
        ({"stakes": [2, 2, 2, 2, 2]}, "still_in"),
        ({"waiting": [0, 0, 0, 0, 0, 1]}, "waiting.5"),
    ],
)
def test_three_stakes_refuse(fields, field):
    address, body = changed("settle", THREE, **fields)
    refused(address, body, field)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"turned_up": None}, "won"),
        ({"turned_up": ["KS", "AS", "QH", "7C", "2S"]}, "turned_up.4"),
        ({"turned_up": ["KS", "AS", "QH", "7C", None]}, "turned_up.4"),
        ({"drawn": [None, None, None, "KS", None]}, "drawn.3"),
        ({"hands": [["KS", "KH", "4C"]]}, "hands"),
        ({"turned_up": ["KS", "AS", "QH", "7C"]}, "turned_up"),
        ({"stakes": [5, 2, 5, 2, 2, 2]}, "hands"),
        ({"dealer": 5}, "dealer"),
    ],
)
def test_the_cards_of_three_stakes_are_looked_at(fields, field):
    address, body = changed(
        "settle",
        THREE,
        won=None,
        hands=[
            ["KS", "KH", "4C"],
            ["AS", "2H", "3D"],
            ["QS", "QH", "AD"],
            ["5S", "6H", "7C"],
            ["8S", "TH", "JD"],
        ],
        turned_up=["KS", "AS", "QH", "7C", "JD"],
    )
    body = {key: value for key, value in {**body, **fields}.items() if value is not None}
    refused(address, body, field)


@pytest.mark.parametrize("number", [POKER, SINGLE, THREE])
def test_it_never_fails(number):
    never_fails("settle", number)
