"""Tables at which nobody plays any more: the bell passes them over, and those below close up.

The movement of players knows a row of tables without gaps. Here the tables that are still played are
put in such a row, and what comes of it is told by the numbers that the tables have in the round.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.core.movement.bell import Bell, CountNeed, Move, bell
from tournaments.core.movement.chairs import HEAD, Limits, Place, Table
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut
from tournaments.core.settings import AllCalled


def bell_of(
    tables: Mapping[int, Table],
    *,
    cuts: Iterable[Cut],
    all_called: AllCalled,
    limits: Limits,
    stakes: bool = True,
    exact_protects: bool = True,
) -> Bell:
    """What the bell brings at these tables, by number. ``seats`` are numbered as in the next round.

    ``stakes``: counters are played for; ``exact_protects``: in a game of bids; both as in ``bell``.
    """
    numbers = tuple(number for number, table in sorted(tables.items()) if table.playing)
    left = {
        player.entry: Reason("left") for table in tables.values() for player in table.players if player.left
    }
    if not numbers:
        return Bell(verdicts=left)
    place = {number: position for position, number in enumerate(numbers, start=HEAD)}
    rung = bell(
        [tables[number] for number in numbers],
        cuts=[replace(cut, table=place[cut.table]) for cut in cuts if cut.table in place],
        all_called=all_called,
        limits=limits,
        stakes=stakes,
        exact_protects=exact_protects,
        chips=numbers[0] == HEAD,
    )
    if numbers == tuple(place.values()):
        return replace(rung, verdicts={**left, **rung.verdicts})
    return _closed_up(_told(rung, numbers), left, place)


def new_numbers(tables: Mapping[int, Table]) -> dict[int, int]:
    """The number that each table still played has in the next round."""
    played = (number for number, table in sorted(tables.items()) if table.playing)
    return {number: position for position, number in enumerate(played, start=HEAD)}


def _told(rung: Bell, numbers: tuple[int, ...]) -> Bell:
    """The bell with each table under its number in the round."""
    return replace(
        rung,
        moves=tuple(
            Move(
                m.entry,
                m.start and _at(m.start, numbers),
                m.end and _at(m.end, numbers),
                _why(m.why, numbers),
            )
            for m in rung.moves
        ),
        needs=tuple(_need(need, numbers) for need in rung.needs),
        verdicts={entry: _why(why, numbers) for entry, why in rung.verdicts.items()},
        seats={entry: _at(place, numbers) for entry, place in rung.seats.items()},
        unmoved={numbers[at - 1]: _why(why, numbers) for at, why in rung.unmoved.items()},
    )


def _closed_up(told: Bell, left: Mapping[int, Reason], place: Mapping[int, int]) -> Bell:
    """Everybody at a table whose number changes goes there with it, last of all."""
    seats = {entry: Place(place[at.table], at.chair) for entry, at in told.seats.items()}
    closing = tuple(
        Move(entry, at, seats[entry], Reason("closed_up", {"table": at.table, "to": seats[entry].table}))
        for entry, at in told.seats.items()
        if at != seats[entry]
    )
    return replace(told, moves=told.moves + closing, verdicts={**left, **told.verdicts}, seats=seats)


def _at(place: Place, numbers: tuple[int, ...]) -> Place:
    return Place(numbers[place.table - 1], place.chair)


def _need(need: CutNeed | CountNeed, numbers: tuple[int, ...]) -> CutNeed | CountNeed:
    number = numbers[need.table - 1]
    if isinstance(need, CutNeed):
        return replace(need, table=number)
    return replace(need, table=number, why=_why(need.why, numbers))


def _why(why: Reason, numbers: tuple[int, ...]) -> Reason:
    table = why.figures.get("table")
    return Reason(why.code, {**why.figures, "table": numbers[table - 1]}) if isinstance(table, int) else why
