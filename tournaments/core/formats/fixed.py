"""Fixed tables: everybody stays for the whole evening, and each table plays whole games."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.core.movement.bell import Bell
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.reasons import Reason


def games_over(tables: Mapping[int, Table], *, stakes: bool) -> Bell:
    """What the end of a game brings at these tables, by number: nobody moves.

    ``stakes``: counters are played for, and who has none takes a fresh stake for the next game.
    """
    seats, verdicts, fresh = dict[int, Place](), dict[int, Reason](), list[int]()
    for number, table in sorted(tables.items()):
        for player in table.players:
            verdicts[player.entry] = Reason("left") if player.left else Reason("stays_at_table")
        for player in table.playing:
            seats[player.entry] = Place(number, player.chair)
            if stakes and player.counters == 0:
                fresh.append(player.entry)
    return Bell((), tuple(fresh), (), (), verdicts, seats, {}, None)


def same_numbers(tables: Mapping[int, Table]) -> dict[int, int]:
    """The tables at which somebody still plays keep their numbers."""
    return {number: number for number, table in sorted(tables.items()) if table.playing}
