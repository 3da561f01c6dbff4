"""The winner of a showdown."""

import pytest

from games.rules.cards import PACK
from tests.api.asking import answer, changed, never_fails, refused

POKER = "/api/v1/games/draw-poker/showdown/"


def test_equal_hands_divide_the_pool_at_poker():
    equal = [["AS", "KS", "QD", "JC", "9H"], ["AH", "KH", "QS", "JD", "9C"]]
    assert answer(POKER, {"dealer": 1, "hands": equal})["winners"] == [0, 1]
    found = answer(POKER, {"dealer": 1, "hands": [*equal, ["2S", "2H", "3D", "4C", "5H"]]})
    assert found["winners"] == [2]
    assert [hand["name"] for hand in found["hands"]] == ["pair", "high card", "high card"]


def test_equal_hands_are_the_first_stakers_at_single_stake_brag():
    hands = [["KS", "KH", "4C"], ["KD", "KC", "4H"], None, None, None]
    told = answer("/api/v1/games/single-stake-brag/showdown/", {"dealer": 1, "hands": hands})
    assert told["winners"] == [1]
    told = answer("/api/v1/games/single-stake-brag/showdown/", {"dealer": 4, "hands": hands})
    assert told["winners"] == [0]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"hands": []}, "dealer"),
        ({"hands": [None, None]}, "hands"),
        ({"hands": [["KS", "AD"], ["KH", "JC", "4S"]]}, "hands.0"),
        ({"hands": [["KS", "AD", "4H"], ["KH", "JC", "XX"]]}, "hands.1.2"),
        ({"hands": [[]] * 13}, "hands"),
        ({"hands": [["2C"] * 60]}, "hands.0"),
        ({"dealer": 3}, "dealer"),
        ({"options": {"joker": 1}}, "options.joker"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("showdown")
    refused(address, {**body, **fields}, field)


def test_it_refuses_more_hands_than_play():
    hands = [[*map(str, PACK[5 * seat : 5 * seat + 5])] for seat in range(8)]
    refused(POKER, {"dealer": 0, "hands": hands}, "hands", "to 7 players")
    assert answer(POKER, {"dealer": 0, "hands": hands[:7]})["winners"]


def test_it_never_fails():
    never_fails("showdown")
