"""The list of games, and one of them."""

from typing import Any

import pytest

from games.rules.registry import RULESETS
from tests.api.asking import EXAMPLES, answer, ask, errors


def test_it_works():
    games = answer("/api/v1/games/")["results"]
    assert [game["key"] for game in games] == list(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_says_what_it_has(key):
    game, found = RULESETS[key], answer(f"/api/v1/games/{key}/")
    assert found["title"] == game.title
    assert found["players"] == {"fewest": game.fewest, "most": game.most}
    assert found["progressive"] == game.progressive
    assert found["document"] == game.document
    assert found["about"] == game.about
    assert [option["key"] for option in found["options"]] == [option.key for option in game.options]
    assert set(found["calculators"]) < EXAMPLES.keys()


@pytest.mark.thorough
@pytest.mark.parametrize("key", RULESETS)
def test_an_option_says_what_it_takes(key):
    """By what is told of it a program can choose every value, and the game takes it."""
    for option in answer(f"/api/v1/games/{key}/")["options"]:
        if option["choices"]:
            values = [choice["key"] for choice in option["choices"]]
        elif isinstance(option["default"], bool):
            values = [True, False]
        else:
            values = [option["least"], option["most"]]
        for value in values:
            RULESETS[key].choose({option["key"]: value})


def test_what_a_game_has_is_there_and_nothing_else_is():
    """Each calculator answers or refuses where the game has it, and is not found where it has not."""
    for key in RULESETS:
        has = answer(f"/api/v1/games/{key}/")["calculators"]
        for name in EXAMPLES.keys() - {"games", "game", "round", "prizes"}:
            body: Any = None if name in ("schedule", "orders") else {}
            response = ask(f"/api/v1/games/{key}/{name}/", body)
            assert response.status_code == (400 if name in has else 404), (key, name)
            if name not in has:
                assert list(errors(response)) == ["game"]


def test_a_calculator_that_a_game_has_not_says_which_it_has():
    found = errors(ask("/api/v1/games/draw-poker/score/", {}))
    assert found == {"game": "Draw Poker has no “score”. It has: showdown, settle."}


@pytest.mark.parametrize("key", ["oh-well2", "DRAW-POKER", "x" * 3000, "-"])
def test_no_such_game(key):
    response = ask(f"/api/v1/games/{key}/")
    assert response.status_code == 404
    assert "There is no game" in errors(response)["game"]
    assert len(errors(response)["game"]) < 100
