"""The cards that may be played."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused


def legal(key, **body):
    return answer(f"/api/v1/games/{key}/legal-plays/", {"players": 4, "deal": 7, **body})["legal"]


def test_suit_is_followed_and_else_any_card_is_free():
    hand = ["AS", "2H", "3H"]
    assert legal("clag", trump="S", hand=hand, trick=["KH"]) == ["2H", "3H"]
    assert legal("clag", trump="S", hand=hand, trick=["KD"]) == hand


def test_a_broken_trump_may_be_led():
    address, body = changed("legal-plays", broken=True)
    assert answer(address, body)["legal"] == ["AS", "KS", "2H"]


def test_a_fixed_trump_need_not_be_said():
    assert legal("kachuful", deal=1, hand=["2H"]) == ["2H"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"hand": []}, "hand"),
        ({"hand": ["AS", "1S"]}, "hand.1"),
        ({"hand": ["AS", "AX", 7]}, "hand.2"),
        ({"hand": "AS"}, "hand"),
        ({"hand": ["AS", "KS", "2H", "3H"]}, "hand"),
        ({"hand": ["2C"] * 99}, "hand"),
        ({"trick": ["2H"]}, "trick"),
        ({"trump": ""}, "trump"),
        ({"trump": "SS"}, "trump"),
        ({"broken": "false"}, "broken"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("legal-plays")
    refused(address, {**body, **fields}, field)


def test_it_refuses_a_trump_where_there_is_none():
    body = {"players": 4, "deal": 8, "trump": "S", "hand": ["AS"]}
    refused("/api/v1/games/clag/legal-plays/", body, "trump", "no trump")


@pytest.mark.parametrize("field", ["hand", "trick"])
def test_it_refuses_a_card_that_the_game_does_not_use(field):
    body = {"players": 4, "deal": 7, "trump": "S", "hand": ["7S", "8S"], "trick": ["9S"], field: ["6H"]}
    refused("/api/v1/games/seven-truf/legal-plays/", body, field, "6H is not in the pack")


def test_it_refuses_a_trick_to_which_all_have_played():
    body = {"players": 3, "deal": 7, "trump": "S", "hand": ["7S"], "trick": ["9S", "TS", "JS"]}
    refused("/api/v1/games/clag/legal-plays/", body, "trick", "This trick is complete")


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("legal-plays")
