"""What an evening plays: chosen when it is planned, changed until seats are drawn, kept for good."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from games.rules import registry
from games.rules.options import Option
from games.rules.registry import RULESETS
from tests.cast import FIXED, refused
from tournaments.core.formats.registry import FORMATS
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import GameChoice, evening_change, evening_create
from tournaments.models import Evening, Journal, Result
from tournaments.seating.services import evening_start, seats_draw

FAMILY = GameChoice("blackout-family", {"return": True}, "fixed", "At Granny’s")


def create(cast, choice):
    return evening_create(actor=cast.bob, club=cast.club, name="Thursday", settings=Settings(), choice=choice)


def change(night, choice, settings=None):
    evening = Evening.objects.get()
    given: dict[str, Any] = {
        "name": "Thursday",
        "held_on": date(2026, 1, 8),
        "settings": settings or evening.settings,
    }
    evening_change(night.by, **given, choice=choice)


def chosen(evening):
    evening.refresh_from_db()
    return evening.game, evening.options, evening.format, evening.rules_name


def test_it_is_kept_with_every_option(cast):
    assert chosen(create(cast, FAMILY)) == ("blackout-family", {"return": True}, "fixed", "At Granny’s")
    assert chosen(create(cast, GameChoice("blackout", {"hook": True}))) == (
        "blackout",
        {"reverse": False, "full_rotation": False, "simultaneous": False, "hook": "running"},
        "progressive",
        "",
    )
    assert chosen(create(cast, GameChoice())) == ("draw-poker", {}, "progressive", "")


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("format", FORMATS)
def test_every_game_is_played_in_the_formats_that_it_knows(cast, game, format):
    together = game == "blackout-cooperative" and format in ("swiss", "knockout", "ladder")
    if together or (format == "progressive" and not RULESETS[game].progressive):
        with refused("game", "together" if together else "does not fit a progressive evening"):
            create(cast, GameChoice(game, {}, format))
    else:
        assert create(cast, GameChoice(game, {}, format)).play.game.key == game


def test_those_that_a_session_does_not_know_are_the_rulebooks():
    assert {key for key, game in RULESETS.items() if not game.progressive} == {
        "oh-well", "blackout-cooperative", "caller-clag",
    }  # fmt: skip


BAD: dict[str, tuple[Any, str, str]] = {
    "no game": (GameChoice("x" * 500), "game", "no game"),
    "a format": (GameChoice(format="league"), "format", "“league” is not possible here"),
    "an option of another game": (
        GameChoice("blackout", {"return": True}),
        "options.return",
        "no such option",
    ),
    "an option's value": (GameChoice("caller-clag", {"deals": 61}, "fixed"), "options.deals", "from 1 to 60"),
    "rules of no name": (GameChoice("clag", rules_name="\x00"), "rules_name", ""),
    "rules of a long name": (GameChoice("clag", rules_name="x" * 200), "rules_name", "200"),
}
"""Which options a game takes: tests/rules/test_options.py."""


@pytest.mark.parametrize(("choice", "field", "says"), BAD.values(), ids=BAD)
def test_what_cannot_be_played_is_refused_at_its_field(night, cast, choice, field, says):
    with refused(field, says):
        create(cast, choice)
    night = night(8, Stage.CHECK_IN)
    with refused(field, says):
        change(night, choice)


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.CHECK_IN])
def test_until_seats_are_drawn_it_can_change(night, stage):
    night = night(8, stage)
    change(night, FAMILY)
    assert chosen(night.evening) == ("blackout-family", {"return": True}, "fixed", "At Granny’s")
    note = Journal.objects.get(evening=night.evening, verb="evening_changed").payload["played"]
    assert [played["game"] for played in note] == ["draw-poker", "blackout-family"]
    change(night, FAMILY)
    assert "played" not in Journal.objects.latest("pk").payload


@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
@pytest.mark.parametrize(
    "other",
    [
        {"game": "clag", "options": {}},
        {"options": {"return": False}},
        {"format": "progressive"},
        {"rules_name": "At home"},
    ],
)
def test_once_seats_are_drawn_it_cannot(night, stage, other):
    night = night(
        8, stage, game="blackout-family", options={"return": True}, rules_name="At Granny’s", **FIXED
    )
    with refused("game", "The seats are already drawn"):
        change(night, replace(FAMILY, **other))
    change(night, FAMILY, settings=Settings(games=3))
    assert night.preview().rounds == 3
    change(night, None)


def test_the_draw_is_by_the_game_that_was_chosen_last(night):
    night = night(8, Stage.CHECK_IN, game="clag")
    change(night, GameChoice("seven-truf"))
    seats_draw(night.by, seed="7")
    assert [len(night.table(table)) for table in night.tables] == [4, 4]
    evening_start(night.by)
    assert (night.at(1).plan.cards, night.preview().rounds) == (1, 22)


def test_an_evening_and_its_result_keep_their_options_if_a_default_changes(night, monkeypatch):
    options = {"deals": 2}
    night = night(4, Stage.FINISHED, game="caller-clag", options=options, rules_name="Ours", **FIXED)
    other = replace(
        RULESETS["caller-clag"],
        options=(
            Option("non_exact", "Non-exact", default=True),
            Option("deals", "Deals", 5, least=1, most=60),
        ),
    )
    monkeypatch.setitem(registry.RULESETS, "caller-clag", other)
    kept = {"deals": 2, "non_exact": False}
    result = Result.objects.get()
    assert (result.game, result.format, result.rules_name) == ("caller-clag", "fixed", "Ours")
    assert result.options == Evening.objects.get().options == kept
    assert Evening.objects.get().play.options == kept
