"""Seats are drawn, swapped and changed by hand; tables are added, closed and levelled."""

from tournaments.base.api.command import Command
from tournaments.seating.services.seats import (
    evening_start,
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)

COMMANDS = (
    Command(
        seats_draw,
        example={"seed": "7"},
        payload={
            "seed": "7",
            "sizes": [4, 4, 4],
            "why": "sizes_nearest",
            "figures": {"players": 12, "sizes": "4-4-4", "out": 0},
        },
    ),
    Command(evening_start, at={"table": "body"}),
    Command(seats_swap, example={"reason": "They play together", "first": 10, "second": 2}),
    Command(seat_move, example={"reason": "Wants a quiet table", "entry": 10, "table": 3}),
    Command(
        table_add,
        at={"entry": "entries"},
        example={"reason": "The others are full", "entries": [5, 4, 3, 14]},
        payload={"table": 4, "seed": "e110cb8358d80fbfcac176e30ae910a8"},
    ),
    Command(table_close, example={"reason": "Too few are left there", "table": 3}, payload={"table": 3}),
    Command(tables_level, at={"table": "body"}),
)
