"""What is sent about an evening: people by name, tables head first, cuts, settings."""

from typing import Any

from accounts.names import LONGEST, LONGEST_ROLE, MOST_ROLES
from accounts.shared.api.fields import Body, Flag, Named, OneOf, Several, Text, Whole
from games.calculators.api.bodies import GameBody
from tournaments.base.arguments import MOST_AT_A_TABLE
from tournaments.core.ranking.prize_list import PRIZES
from tournaments.core.record import Purpose
from tournaments.core.settings import AllCalled, BoobyBy

MOST_TABLES = 60
MOST_PEOPLE = 500
MOST_ATTEMPTS = 10
FEWEST_POINTS = -1_000_000

DRAW_POKER = "draw-poker"


def _text(**how: Any) -> Text:
    return Text(max_length=LONGEST, **how)


class EveningBody(GameBody):
    """The game that the evening plays, with its options."""

    game = _text(default=DRAW_POKER, help_text="Key of a game that progressive evenings can use.")


class SeatedBody(Body):
    """A person at a table as the bell rings."""

    name = _text()
    counters = Whole(
        min_value=FEWEST_POINTS,
        allow_null=True,
        default=None,
        help_text="Counters at the bell. Null: not counted. In games with bids: the running total.",
    )
    chair = Whole(
        min_value=1,
        max_value=100,
        required=False,
        help_text="Seat. Default: 1, 2 … in the order of the list.",
    )
    keeps_seat = Flag(default=False, help_text="This player always keeps their seat.")
    left = Flag(default=False, help_text="The player left during the round.")
    staked = Flag(default=False, help_text="The player took a fresh stake between two deals of the round.")


class TableBody(Body):
    """A table as the bell rings, with its last pool."""

    players = Several(
        child=SeatedBody(), min_length=1, max_length=MOST_AT_A_TABLE, help_text="In the order of the seats."
    )
    winners = Several(child=_text(), max_length=MOST_AT_A_TABLE, default=list)
    in_call = Several(
        child=_text(),
        max_length=MOST_AT_A_TABLE,
        default=list,
        help_text="Players who called. In games with bids: players with an exact bid.",
    )
    void = Flag(default=False, help_text="The deal is void: the table could not finish it.")


class CutBody(Body):
    """A cut that was made: every attempt in order, each the cards by name."""

    purpose = OneOf(choices=[purpose.value for purpose in Purpose])
    table = Whole(min_value=1)
    attempts = Several(
        child=Named(most=MOST_AT_A_TABLE, child=Text(max_length=3)), min_length=1, max_length=MOST_ATTEMPTS
    )


class BellSettingsBody(Body):
    """The settings that the bell knows."""

    all_called = OneOf(choices=[choice.value for choice in AllCalled], required=False)


class RoundBody(EveningBody):
    """A position as the bell rings."""

    tables = Several(
        child=TableBody(), min_length=1, max_length=MOST_TABLES, help_text="All tables, the head table first."
    )
    cuts = Several(child=CutBody(), max_length=2 * MOST_TABLES, default=list)
    settings = BellSettingsBody(required=False)


class PersonBody(Body):
    """A person when the evening is settled up."""

    name = _text()
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")
    counters = Whole(min_value=0, allow_null=True, default=None, help_text="Counters. Null: not counted yet.")
    fresh_stakes = Whole(min_value=0, default=0, help_text="Number of fresh stakes.")
    yellow_chips = Whole(min_value=0, default=0, help_text="Number of yellow chips.")
    score = Whole(min_value=FEWEST_POINTS, default=0, help_text="Points, in games with bids.")
    exact_bids = Whole(min_value=0, default=0, help_text="Number of exact bids, in games with bids.")
    present = Flag(default=True, help_text="Whether the player was present at the last bell.")
    deals = Whole(min_value=0, allow_null=True, default=None, help_text="Deals played. Null: not known.")


class PrizeSettingsBody(Body):
    """The settings that the prizes know; docs/settings.md has their meaning and defaults."""

    stake = Whole(required=False)
    roles = Several(child=Text(max_length=LONGEST_ROLE), max_length=MOST_ROLES, required=False)
    prizes = Several(child=OneOf(choices=PRIZES), max_length=len(PRIZES), required=False)
    booby = OneOf(choices=[choice.value for choice in BoobyBy], required=False)
    one_prize_each = Flag(required=False)
    leavers_win = Flag(required=False)
    prize_deals = Whole(required=False)


class PrizesBody(EveningBody):
    """People with their figures."""

    people = Several(child=PersonBody(), min_length=1, max_length=MOST_PEOPLE)
    settings = PrizeSettingsBody(required=False)
