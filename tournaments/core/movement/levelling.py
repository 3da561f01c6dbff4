"""Tables made level again: how many should sit at each, who moves, and where to.

People come and go, and tables grow unequal. The sizes are those of a draw of as many people at as many
tables (docs/rules.md#tables); the fewest people move, the last chair first, and nobody who keeps the seat.
Seats at the head table are earned: nobody leaves it or comes to it but for its own size. Nothing here
knows of counters, deals or bells.
"""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import AS_RULED, Ruleset, Tables
from tournaments.core.movement.chairs import Limits, Player, Table
from tournaments.core.movement.seating import Place, lowest_empty
from tournaments.core.movement.table_sizes import BETWEEN_FEWEST, BETWEEN_MOST, ENDS

Bounds = Mapping[int, tuple[int, int]]
"""How few and how many can sit at each table."""


def level(tables: Mapping[int, Table], ruleset: Ruleset, limits: Limits) -> tuple[Place, ...]:
    """Who moves, and to which chair; nobody if the tables are level. Tables that nobody is left at stay so.

    RuleError if the people are too few for their tables.
    """
    tables = {number: table for number, table in sorted(tables.items()) if table.playing}
    people = sum(len(table.playing) for table in tables.values())
    if len(tables) < 2:
        return ()
    if people < limits.fewest * len(tables):
        raise StateError(
            "table",
            _("%(players)s players are too few for %(tables)s tables. Close table %(last)s."),
            players=people,
            tables=len(tables),
            last=max(tables),
        )
    wanted = level_sizes(tables, ruleset, limits)
    going, coming, chairs = list[Player](), list[int](), dict[int, set[int]]()
    for number, table in sorted(tables.items(), reverse=True):
        going += _last(table, len(table.playing) - wanted[number])
        coming += [number] * (wanted[number] - len(table.playing))
        chairs[number] = {player.chair for player in table.players}
    places = []
    for player, number in zip(going, coming, strict=True):
        places.append(Place(number, lowest_empty(chairs[number]), player.entry))
        chairs[number].add(places[-1].chair)
    return tuple(places)


def level_sizes(tables: Mapping[int, Table], ruleset: Ruleset, limits: Limits) -> dict[int, int]:
    """How many should sit at each table: as drawn, else as even as seats that are kept and chairs allow.

    Chairs of who has gone stay empty until the next round, so fewer find room there.
    """
    bounds = {
        number: (
            sum(not player.may_go for player in table.playing),
            limits.most - (len(table.players) - len(table.playing)),
        )
        for number, table in tables.items()
    }
    sizes = {number: len(table.playing) for number, table in tables.items()}
    sixes = ruleset.tables is Tables.SIXES and ruleset.wanted == AS_RULED
    drawn = _as_drawn(bounds) if sixes and len(tables) > 2 else bounds
    fits = (
        sum(few for few, _most in drawn.values()) <= sum(sizes.values()) <= sum(m for _f, m in drawn.values())
    )
    return _evenly(sizes, drawn if fits else bounds)


def _as_drawn(bounds: Bounds) -> Bounds:
    """Four at the head and the booby table, four to seven between, as far as kept seats and chairs allow."""
    drawn, ends = {}, (min(bounds), max(bounds))
    for number, (kept, room) in bounds.items():
        at_an_end = number in ends
        few, most = (ENDS, ENDS) if at_an_end else (BETWEEN_FEWEST, BETWEEN_MOST)
        drawn[number] = max(kept, min(few, room)), min(room, max(most, kept))
    return drawn


def _evenly(sizes: Mapping[int, int], bounds: Bounds) -> dict[int, int]:
    """The evenest sizes within the bounds, of these the ones for which fewest move, larger towards the booby.

    Everybody is given to the table that has fewest so far: best to one where somebody sits already.
    """
    shares, head = {number: few for number, (few, _most) in bounds.items()}, min(sizes)

    def turn(number: int) -> tuple[int, bool, bool, int]:
        must_come = shares[number] >= sizes[number]
        return shares[number], must_come, (number == head) is must_come, -number

    turns = [(turn(number), number) for number in shares if shares[number] < bounds[number][1]]
    heapify(turns)
    for _person in range(sum(sizes.values()) - sum(shares.values())):
        _turn, number = heappop(turns)
        shares[number] += 1
        if shares[number] < bounds[number][1]:
            heappush(turns, (turn(number), number))
    return shares


def _last(table: Table, number: int) -> Iterable[Player]:
    """So many who may go, the last chair first."""
    return [player for player in reversed(table.playing) if player.may_go][: max(number, 0)]
