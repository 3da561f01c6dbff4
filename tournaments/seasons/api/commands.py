"""API bodies and commands that change a season, and the command to seat an evening by season standings."""

from dataclasses import fields
from enum import StrEnum
from typing import Any

from rest_framework import serializers

from accounts.names import LONGEST
from accounts.shared.api.fields import Body, BoundedList, Flag, OneOf, Text, Whole
from tournaments.base.api.commands import ByNumber, Command, PrizeField, Reasoned, Sent, make_id_field
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.core.leagues.rules import LISTS, NUMBERS, OF_PRIZES, WORDS, Rules
from tournaments.evening.api import make_choice_field, make_number_field
from tournaments.prizes.api import OF_SEASON
from tournaments.seasons.services.leagues import SeasonEntry, people_place
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.seasons.services.seasons import (
    divisions_set,
    evening_add,
    evening_remove,
    evening_weigh,
    player_place,
    season_change,
    seats_by_season,
)


def _build_rule_field(name: str, usual: object) -> Any:
    """Return the field of a rule: a value of the ``usual`` type, a number, or a list of words or numbers."""
    if isinstance(usual, StrEnum):
        return make_choice_field(type(usual))
    if name in NUMBERS:
        return make_number_field(NUMBERS, name)
    if name in WORDS:
        return BoundedList(child=OneOf(choices=WORDS[name]), max_length=len(WORDS[name]), required=False)
    longest, least, most = LISTS[name]
    return BoundedList(child=Whole(min_value=least, max_value=most), max_length=longest, required=False)


class RulesBody(Body):
    """The rules of a season by name. For meanings and defaults see docs/leagues.md."""

    def get_fields(self) -> dict[str, Any]:
        every = (field for field in fields(Rules) if field.name not in OF_PRIZES)
        return {
            field.name: _build_rule_field(field.name, field.default) for field in every
        } | super().get_fields()


class RulesAnswer(RulesBody):
    """The rules of a season, and its prizes."""

    prizes = serializers.ListField(child=PrizeField(), required=False)
    one_prize_each = Flag(required=False)


IN_RULES = {field.name: f"rules.{field.name}" for field in fields(Rules)}


class SeasonChangeBody(Reasoned):
    """The changes. Omitted values stay unchanged."""

    name = Text(max_length=LONGEST, required=False)
    rules = RulesBody(default=dict)


def _build_division_field(**options: Any) -> Whole:
    return make_id_field(
        "Number of a division of the season. Null: no division, or all divisions.", allow_null=True, **options
    )


class SeasonStandingBody(Body):
    """A player's entry in the season."""

    listed = Flag(default=True, help_text="False: not on the season’s player list.")
    division = _build_division_field(default=None)
    guest = Flag(default=False)


class PeoplePlaceBody(Reasoned):
    """Several people at once, by their numbers on the club’s list: all are placed or none."""

    people = ByNumber(child=SeasonStandingBody(), most=MOST_PEOPLE)


def _read_standings(season: Any, body: Sent) -> dict[str, Any]:
    return {"people": {player: SeasonEntry(**values) for player, values in body["people"].items()}}


COMMANDS = (
    Command(season_change, SeasonChangeBody, body_fields=IN_RULES),
    *OF_SEASON,
    Command(evening_add),
    Command(evening_weigh),
    Command(evening_remove),
    Command(divisions_set),
    Command(player_place),
    Command(
        people_place, PeoplePlaceBody, _read_standings, body_fields={"player": "people", "division": "people"}
    ),
    Command(season_close, body_fields={"evening": "body"}),
    Command(season_reopen),
    Command(season_rewrite),
)


SEAT_COMMANDS = (Command(seats_by_season),)
