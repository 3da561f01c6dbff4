"""Bodies of the API for an evening's choices: the game, its options, the format and the settings."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as noop
from accounts.names import LONGEST, LONGEST_ROLE, MOST_ROLES
from accounts.shared.api.fields import Body, BoundedList, Flag, NamedValues, Number, OneOf, Text, Value, Whole
from games.calculators.api.bodies import MOST_OPTIONS
from tournaments.base.api.commands import PrizeField, make_id_field, map_error_fields
from tournaments.bell.api import DRAW_POKER
from tournaments.core.formats.registry import PLANNED, POKER_EVENING
from tournaments.core.ranking.metrics import METRICS, MOST_STEPS
from tournaments.core.ranking.prize_list import MOST_PRIZES
from tournaments.core.settings import NUMBERS, Settings
from tournaments.evening.services.evenings import GameChoice
from tournaments.planning.presenters import HOUSE, find_planned_play


def make_number_field(limits: Mapping[str, tuple[int, int]], name: str) -> Number:
    """Return the number field of a rule or a setting, with its limits."""
    least, most = limits[name]
    return Whole(min_value=least, max_value=most, required=False)


def make_choice_field(choices: type[StrEnum]) -> OneOf:
    return OneOf(choices=[choice.value for choice in choices], required=False)


def _make_field(name: str, usual: object) -> Any:
    """Return the field of a setting by its ``usual`` value: a choice, a flag, or a number with limits."""
    if isinstance(usual, StrEnum):
        return make_choice_field(type(usual))
    return Flag(required=False) if isinstance(usual, bool) else make_number_field(NUMBERS, name)


class SettingsBody(Body):
    """Settings by name; docs/settings.md has their meaning and defaults."""

    roles = BoundedList(child=Text(max_length=LONGEST_ROLE), max_length=MOST_ROLES, required=False)
    banker = Text(max_length=LONGEST, allow_blank=True, required=False)
    ranking = BoundedList(child=OneOf(choices=list(METRICS)), max_length=MOST_STEPS, required=False)

    def get_fields(self) -> dict[str, Any]:
        own = super().get_fields()
        every = (field for field in fields(Settings) if field.name in own or field.name != "prizes")
        return {field.name: own.get(field.name) or _make_field(field.name, field.default) for field in every}


class FirstSettingsBody(SettingsBody):
    """The settings of a new evening, including its prizes."""

    prizes = BoundedList(child=PrizeField(), max_length=MOST_PRIZES, required=False)


USUAL = POKER_EVENING.format.key


class PlayBody(Body):
    """What to play: a game with its options or the club’s house rules, and the format."""

    game = Text(max_length=LONGEST, required=False, help_text="Key of the game. Default: draw-poker.")
    options = NamedValues(
        most=MOST_OPTIONS, child=Value(), default=dict, help_text="Options of the game, by key."
    )
    house_rules = make_id_field(
        "Number of house rules of the club. Replaces “game” and “options”.", required=False
    )
    format = OneOf(choices=[format.key for format in PLANNED], default=USUAL)


IN_SETTINGS = {field.name: f"settings.{field.name}" for field in fields(Settings)}
IN_PLAY = {name: f"play.{name}" for name in ("game", "options", "format")} | {
    "rules_name": "play.house_rules"
}


def parse_game_choice(club: int, body: Mapping[str, Any]) -> GameChoice:
    """Return the chosen play. RuleError at ``game``, ``options``, ``rules_name`` or ``format``."""
    house = body.get("house_rules")
    if house is None:
        return GameChoice(body.get("game", DRAW_POKER), body.get("options", {}), body.get("format", USUAL))
    if "game" in body or body["options"]:
        raise RuleError(
            "options", noop("House rules already choose the game and its options. Leave these out.")
        )
    with map_error_fields({"game": "rules_name"}):
        plan = find_planned_play(club, f"{HOUSE}{house}", body["format"])
    return GameChoice(plan.play.game.key, dict(plan.play.options), plan.play.format.key, plan.rules_name)
