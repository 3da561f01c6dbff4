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
    Command(seats_draw),
    Command(evening_start, at={"table": "body"}),
    Command(seats_swap),
    Command(seat_move),
    Command(table_add, at={"entry": "entries"}),
    Command(table_close),
    Command(tables_level, at={"table": "body"}),
)
