"""A whole deal, card by card."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused


def test_without_bids_nothing_is_scored():
    address, body = changed("replay", bids=None)
    assert answer(address, body)["score"] is None


def test_who_was_dealt_a_pile_plays_its_top():
    body = {
        "players": 3,
        "deal": 1,
        "call": {"cards": 3, "pile_order": True, "ascending_madness": True, "no_trump": True},
        "dealer": 2,
        "hands": [["2C", "AC", "3D"], ["3C", "4C", "5C"], ["KH", "QH", "JH"]],
        "plays": ["2C", "3C", "KH", "4C", "QH", "3D", "5C", "JH", "AC"],
        "bids": [1, 2, 0],
    }
    found = answer("/api/v1/games/caller-clag/replay/", body)
    assert [(play["trick"], play["seat"], play["card"], play["fault"]) for play in found["illegal"]] == [
        (2, 0, "3D", "pile")
    ]
    assert found["took"] == [[3], [1, 2], []]
    assert found["score"]["scores"] == [16, 16, 10]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"plays": ["AH", "KH", "QH"]}, "plays"),
        ({"plays": ["AH", "KH", "QH", "2S", "3S", "4S"]}, "plays.5"),
        ({"plays": ["AH", "KH", "QH", "2S", "3S", "ZZ"]}, "plays.5"),
        ({"plays": ["KH", "AH", "QH", "2S", "3S", "4C"]}, "plays.0"),
        ({"hands": [["AH", "2S"], ["KH", "3S"]]}, "hands"),
        ({"hands": [["AH", "2S"], ["KH", "3S"], ["QH", "4Z"]]}, "hands.2.1"),
        ({"hands": [["AH", "2S"], None, ["QH", "4C"]]}, "hands.1"),
        ({"dealer": 3}, "dealer"),
        ({"bids": [1, 1]}, "bids"),
        ({"bids": [1, 3, 0]}, "bids.1"),
        ({"bids": [1, 1, None]}, "bids.2"),
        ({"players": 4}, "hands"),
        ({"deal": 18}, "deal"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("replay")
    refused(address, {**body, **fields}, field)


def test_it_never_fails():
    never_fails("replay")
