"""The games, by their keys."""

import re

import pytest

from accounts.errors import RuleError
from games.rules.registry import RULESETS, get_ruleset
from games.rules.ruleset import Kind, Tables


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_is_whole(key):
    game = RULESETS[key]
    assert game.key == key
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key)
    assert game.title
    assert 2 <= game.fewest <= game.most


def test_draw_poker():
    poker = get_ruleset("draw-poker")
    assert (poker.fewest, poker.most) == (2, 7)
    assert poker.kind is Kind.POOL
    assert poker.tables is Tables.SIXES
    assert poker.progressive


@pytest.mark.parametrize("key", ["", "poker", "DRAW-POKER", "x" * 500])
def test_an_unknown_game(key):
    with pytest.raises(RuleError) as refusal:
        get_ruleset(key)
    assert refusal.value.field == "game"
    assert len(str(refusal.value)) < 100
