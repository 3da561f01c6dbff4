"""What is done to a season: its rules, evenings, divisions and people; closing it, and opening it again."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from accounts.names import LONGEST
from accounts.shared.api.fields import Body, Flag, OneOf, Several, Text, Whole
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import ByNumber, PrizeField, Reasoned, numbered
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.core.leagues.rules import (
    LISTS,
    NUMBERS,
    TIES,
    Absence,
    Members,
    Places,
    Rules,
    Scheme,
    Tied,
)
from tournaments.core.ranking.prize_list import FAMILIES
from tournaments.evening.api.settings import limited, one_of
from tournaments.prizes.api.prize_commands import OF_SEASON
from tournaments.seasons.services.people import Standing, people_place
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.seasons.services.seasons import (
    divisions_set,
    evening_add,
    evening_remove,
    evening_weigh,
    player_place,
    season_change,
)


def _numbers(name: str) -> Several:
    longest, least, most = LISTS[name]
    return Several(child=Whole(min_value=least, max_value=most), max_length=longest, required=False)


class RulesBody(Body):
    """The rules of a season by name; docs/leagues.md has their meaning and defaults."""

    scheme = one_of(Scheme)
    table = _numbers("table")
    rest = limited(NUMBERS, "rest")
    tied = one_of(Tied)
    places = one_of(Places)
    yellow = limited(NUMBERS, "yellow")
    taking_part = limited(NUMBERS, "taking_part")
    prize = limited(NUMBERS, "prize")
    prize_for = Several(child=OneOf(choices=FAMILIES), max_length=len(FAMILIES), required=False)
    best = limited(NUMBERS, "best")
    drop = limited(NUMBERS, "drop")
    minimum = limited(NUMBERS, "minimum")
    absence = one_of(Absence)
    absence_score = limited(NUMBERS, "absence_score")
    members = one_of(Members)
    ties = Several(child=OneOf(choices=TIES), max_length=len(TIES), required=False)
    promote = _numbers("promote")
    relegate = _numbers("relegate")
    question_days = limited(NUMBERS, "question_days")


class RulesAnswer(RulesBody):
    """The rules of a season, and its prizes."""

    prizes = serializers.ListField(child=PrizeField(), required=False)
    one_prize_each = Flag(required=False)


IN_RULES = {field.name: f"rules.{field.name}" for field in fields(Rules)}


class SeasonChangeBody(Reasoned):
    """What is to be otherwise; what is left out stays as it is."""

    name = Text(max_length=LONGEST, required=False)
    rules = RulesBody(default=dict)


def _division(**how: Any) -> Whole:
    return numbered(
        "Number of a division of the season. Null: no division, or all divisions.", allow_null=True, **how
    )


class SeasonStandingBody(Body):
    """Where somebody stands in the season."""

    listed = Flag(default=True, help_text="False: not on the season’s player list.")
    division = _division(default=None)
    guest = Flag(default=False)


class PeoplePlaceBody(Reasoned):
    """Several people at once, by their numbers on the club’s list: all of it or nothing."""

    people = ByNumber(child=SeasonStandingBody(), most=MOST_PEOPLE)


def _standings(_of: Any, sent: Sent) -> dict[str, Any]:
    return {"people": {player: Standing(**told) for player, told in sent["people"].items()}}


COMMANDS = (
    Command(season_change, SeasonChangeBody, at=IN_RULES),
    *OF_SEASON,
    Command(evening_add),
    Command(evening_weigh),
    Command(evening_remove),
    Command(divisions_set),
    Command(player_place),
    Command(people_place, PeoplePlaceBody, _standings, at={"player": "people", "division": "people"}),
    Command(season_close, at={"evening": "body"}),
    Command(season_reopen),
    Command(season_rewrite),
)
