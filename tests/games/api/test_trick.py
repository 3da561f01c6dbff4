"""The winner of a trick."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused


def winner(key, trick, trump="", leader=0, **body):
    asked = {"players": 4, "deal": 7, "trick": trick, "trump": trump, "leader": leader, **body}
    return answer(f"/api/v1/games/{key}/trick/", asked)


def test_a_trump_wins_then_the_suit_led():
    assert winner("clag", ["KH", "AH", "2S", "AD"], "S") == {"winner": 2, "card": "2S"}
    assert winner("clag", ["KH", "AH", "2D", "AD"], "S") == {"winner": 1, "card": "AH"}


def test_seats_go_round():
    assert winner("clag", ["KH", "AH", "2D", "3D"], "S", leader=3)["winner"] == 0


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"trick": []}, "trick"),
        ({"trick": ["AS", "2H", "KC", "3D"]}, "trick"),
        ({"trick": ["AS", "10H"]}, "trick.1"),
        ({"leader": 3}, "leader"),
        ({"trump": "S"}, "trump"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("trick")
    refused(address, {**body, **fields}, field)


def test_it_refuses_a_card_that_the_game_does_not_use():
    body = {"players": 4, "deal": 1, "trump": "S", "trick": ["7S", "2H"]}
    refused("/api/v1/games/seven-truf/trick/", body, "trick", "2H is not in the pack")


def test_it_never_fails():
    never_fails("trick")
