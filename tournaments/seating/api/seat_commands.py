"""Seats are drawn, swapped and changed by hand; tables are added, closed and levelled."""

from accounts.shared.api.fields import Several, Text, Whole
from tournaments.base.api.command import Command, Plain
from tournaments.base.api.command_fields import OfEntry, entry
from tournaments.bell.api.bodies import MOST_AT_A_TABLE
from tournaments.core.settings import NUMBERS
from tournaments.evening.services.journal import LONGEST_SEED
from tournaments.seating.services.seats import (
    evening_start,
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)


def _wanted(name: str) -> Whole:
    """A setting of the tables, which may change with the draw."""
    least, most = NUMBERS[name]
    told = "Changes this setting. Default: as it stands."
    return Whole(min_value=least, max_value=most, required=False, help_text=told)


class SeatsDrawBody(Plain):
    seed = Text(
        max_length=LONGEST_SEED,
        allow_blank=True,
        default="",
        help_text="Use an earlier seed to repeat a draw. Default: a new seed.",
    )
    tables = _wanted("tables")
    people = _wanted("people")
    people_least = _wanted("people_least")
    people_most = _wanted("people_most")


class SeatsSwapBody(Plain):
    first = entry()
    second = entry()


class SeatMoveBody(OfEntry):
    table = Whole(min_value=1)
    chair = Whole(min_value=1, required=False, help_text="Seat. Default: the first free seat.")


class TableAddBody(Plain):
    entries = Several(child=entry(), min_length=1, max_length=MOST_AT_A_TABLE)


class TableCloseBody(Plain):
    table = Whole(min_value=1, help_text="Number of the last table. Only that table can be closed.")


COMMANDS = (
    Command(
        seats_draw,
        "Draw the seats",
        SeatsDrawBody,
        example={"seed": "7"},
        payload={
            "seed": "7",
            "sizes": [4, 4, 4],
            "why": "sizes_nearest",
            "figures": {"players": 12, "sizes": "4-4-4", "out": 0},
        },
    ),
    Command(evening_start, "Start play", at={"table": "body"}),
    Command(
        seats_swap,
        "Swap two players",
        SeatsSwapBody,
        looks=True,
        example={"reason": "They play together", "first": 10, "second": 2},
    ),
    Command(
        seat_move,
        "Move a player to another seat",
        SeatMoveBody,
        looks=True,
        example={"reason": "Wants a quiet table", "entry": 10, "table": 3},
    ),
    Command(
        table_add,
        "Add a table",
        TableAddBody,
        at={"entry": "entries"},
        looks=True,
        example={"reason": "The others are full", "entries": [5, 4, 3, 14]},
        payload={"table": 4, "seed": "e110cb8358d80fbfcac176e30ae910a8"},
    ),
    Command(
        table_close,
        "Close the last table",
        TableCloseBody,
        looks=True,
        example={"reason": "Too few are left there", "table": 3},
        payload={"table": 3},
    ),
    Command(tables_level, "Make the tables even", at={"table": "body"}, looks=True),
)
