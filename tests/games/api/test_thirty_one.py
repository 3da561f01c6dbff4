"""The nearest to thirty-one."""

import pytest

from games.rules.cards import PACK
from tests.api.asking import answer, changed, never_fails, refused


def test_all_are_out():
    body = {
        "dealer": 0,
        "hands": [["AS", "KH", "9C"], ["KS", "QH", "8C"], ["KC", "QC", "7H"]],
        "drawn": ["2C", "AD", "8S"],
    }
    found = answer("/api/v1/games/three-stake-brag/thirty-one/", body)
    assert found == {"totals": [32, 39, 35], "out": [0, 1, 2], "winner": None}


def test_equals_go_to_the_eldest_hand():
    body = {"dealer": 0, "hands": [["AS", "KH", "TC"], ["AC", "KC", "TH"], ["2C", "3C", "4C"]]}
    assert answer("/api/v1/games/three-stake-brag/thirty-one/", body)["winner"] == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"hands": []}, "hands"),
        ({"hands": [["AS", "KH"]]}, "hands.0"),
        ({"drawn": [None, None, None, "2C"]}, "drawn.3"),
        ({"drawn": ["??"]}, "drawn.0"),
        ({"dealer": 3}, "dealer"),
        ({"options": {"three_to_twelve": 3}}, "options.three_to_twelve"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("thirty-one", **fields)
    refused(address, body, field)


def test_it_refuses_more_hands_than_play():
    body = {"dealer": 0, "hands": [[*map(str, PACK[3 * seat : 3 * seat + 3])] for seat in range(9)]}
    refused("/api/v1/games/three-stake-brag/thirty-one/", body, "hands", "to 8 players")
    body["options"] = {"three_to_twelve": True}
    assert len(answer("/api/v1/games/three-stake-brag/thirty-one/", body)["totals"]) == 9


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("thirty-one")
