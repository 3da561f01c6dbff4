"""What an evening plays: a game by its options, in a format."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.poker import DRAW_POKER
from games.rules.registry import RULESETS
from tests.rules.tables import refused
from tournaments.core.formats.registry import POKER_EVENING, build_play


def test_poker_unless_something_else_is_chosen():
    assert replace(POKER_EVENING.game, fewest_each=0) == DRAW_POKER
    assert (POKER_EVENING.options, POKER_EVENING.bids) == ({}, None)
    assert (POKER_EVENING.format.key, POKER_EVENING.kind.key) == ("progressive", "pool")


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_is_played_for_bids_or_for_counters(game):
    played = build_play(game, {}, "fixed")
    assert played.game.key == game
    assert played.kind.stakes == (played.bids is None)
    assert played.kind.is_individual == (game != "blackout-cooperative")
    assert played.to_right == (game == "la-podrida")
    assert played.options == RULESETS[game].choose({})


@pytest.mark.parametrize("game", ["oh-well", "blackout-cooperative", "caller-clag"])
def test_three_games_are_refused_in_a_session(game):
    refused("game", build_play, game, {}, "progressive")


def test_an_option_can_change_how_many_play():
    usual, wide = (
        build_play("three-stake-brag", {"three_to_twelve": chosen}, "fixed") for chosen in (False, True)
    )
    assert [(played.game.fewest, played.game.most) for played in (usual, wide)] == [(5, 8), (3, 12)]


@pytest.mark.parametrize(
    ("game", "options", "format", "field"),
    [
        ("snap", {}, "fixed", "game"),
        ("clag", {}, "league", "format"),
        ("blackout-cooperative", {}, "swiss", "game"),
        ("blackout-cooperative", {}, "knockout", "game"),
        ("clag", {}, "", "format"),
        ("clag", {}, None, "format"),
        ("clag", {}, ["fixed"], "format"),
        ("clag", {"hook": True}, "fixed", "options.hook"),
        ("clag", {"non_exact": "yes"}, "fixed", "options.non_exact"),
        ("clag", "non_exact", "fixed", "options"),
        ("clag", None, "fixed", "options"),
        ("blackout", {"reverse": True, "full_rotation": True}, "fixed", "options.reverse"),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(game: str, options: Any, format: Any, field: str):
    refused(field, build_play, game, options, format)
