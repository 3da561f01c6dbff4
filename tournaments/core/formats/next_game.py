"""The next game as it is drawn: by entries, with everybody's reason; and the bell that brings it."""

from collections.abc import Iterable, Mapping

from accounts.errors import RuleError
from tournaments.core.counters import ledger
from tournaments.core.draws.drawing import NextRound
from tournaments.core.evening import Facts
from tournaments.core.formats.history import numbers_of, upto
from tournaments.core.movement.bell import Bell, Move
from tournaments.core.movement.chairs import Place, Table
from tournaments.core.movement.following import NextGame
from tournaments.core.reasons import PEOPLE, Reason


def next_game(facts: Facts, number: int) -> NextGame:
    """The game that follows game ``number``, all of whose results are in."""
    before = upto(facts, number)
    try:
        drawn = facts.play.format.next_seats(before, number)
    except RuleError as error:
        if error.field != "players":
            raise
        drawn = None
    if drawn is None:
        final = facts.play.format.is_final(before, number)
        return NextGame(over=Reason("final_played" if final else "too_few_left"))
    entries = {at: entry for entry, at in numbers_of(before).items()}
    return _as_entries(drawn, entries, facts.play.to_right)


def bell_of_draw(facts: Facts, tables: Mapping[int, Table], drawn: NextGame) -> Bell:
    """The end of a game as a bell: who goes where by the draw, who sits out, each with the reason."""
    sat = {p.entry: Place(at, p.chair) for at, table in tables.items() for p in table.playing}
    seats = drawn.places
    left = {p.entry: Reason("left") for table in tables.values() for p in table.players if p.left}
    moves = tuple(
        Move(entry, sat[entry], end, drawn.why[entry])
        for entry, end in seats.items()
        if entry in sat and sat[entry] != end
    )
    fresh = _broke(facts, seats) if facts.play.kind.stakes else ()
    return Bell(moves, fresh, verdicts={**left, **drawn.why}, seats=seats)


def _broke(facts: Facts, seats: Iterable[int]) -> tuple[int, ...]:
    """Those who play the next game, have played before, and have no counters."""
    held, away = ledger.balances(facts, facts.settings), ledger.taken_away(facts)
    return tuple(entry for entry in seats if held.get(entry) == 0 and entry not in away)


def _seated(table: tuple[int, ...], to_right: bool) -> tuple[int, ...]:
    """A table in chair order. Who is to deal second sits where the deal goes from chair 1."""
    first, *others = table
    return (first, *reversed(others)) if to_right else table


def _as_entries(drawn: NextRound, entries: Mapping[int, int], to_right: bool) -> NextGame:
    """What was drawn, with entries in place of the numbers by which lots are drawn."""
    byes = (at for at in drawn.out if drawn.why[at].code == "bye")
    return NextGame(
        tables=tuple(
            tuple(entries[at] for at in _seated(table, to_right and not drawn.in_order))
            for table in drawn.tables
        ),
        out=tuple(entries[at] for at in drawn.out),
        byes=tuple(entries[at] for at in byes),
        main=drawn.main,
        why={entries[at]: _why(why, entries) for at, why in drawn.why.items()},
    )


def _why(why: Reason, entries: Mapping[int, int]) -> Reason:
    figures = {
        key: _people_in(value, entries) if key in PEOPLE else value for key, value in why.figures.items()
    }
    return Reason(why.code, figures)


def _people_in(value: int | str | tuple[int, ...], entries: Mapping[int, int]) -> int | tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(entries[at] for at in value)
    return entries[int(value)]
