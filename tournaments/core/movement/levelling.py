"""Changes of an evening's tables: levelling, closing up at a bell, and how long new seats are shown.

Level tables have the sizes of a draw of as many people at as many tables (docs/rules.md#tables). The fewest
people move, the last chair first. People who keep their seat do not move. Seats at the head table are
earned: people move from or to it only for its own size. ``level`` does not depend on counters, deals or
bells.

``NewSeats`` holds who has a new seat, from where, and how long the hall and phones show it.
``build_table_bell`` leaves out tables at which nobody plays any more; the tables below them close up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from games.rules.ruleset import AS_RULED, Ruleset, Tables
from tournaments.core.movement.bell import Bell, CountNeed, Move, build_bell
from tournaments.core.movement.clock import Clock, ClockHand
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import (
    HEAD,
    DrawnSeat,
    Limits,
    SeatChange,
    SeatedPlayer,
    SeatedTable,
    TableSeat,
    find_lowest_empty,
)
from tournaments.core.movement.table_sizes import BETWEEN_FEWEST, BETWEEN_MOST, ENDS
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut
from tournaments.core.settings import AllCalled

Bounds = Mapping[int, tuple[int, int]]
"""The fewest and the most people at each table."""


def level(tables: Mapping[int, SeatedTable], ruleset: Ruleset, limits: Limits) -> tuple[DrawnSeat, ...]:
    """Return who moves, and to which chair; nobody if the tables are level. Empty tables stay empty.

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
    going, coming, chairs = list[SeatedPlayer](), list[int](), dict[int, set[int]]()
    for number, table in sorted(tables.items(), reverse=True):
        going += _pick_last(table, len(table.playing) - wanted[number])
        coming += [number] * (wanted[number] - len(table.playing))
        chairs[number] = {player.chair for player in table.players}
    places = []
    for player, number in zip(going, coming, strict=True):
        places.append(DrawnSeat(number, find_lowest_empty(chairs[number]), player.entry))
        chairs[number].add(places[-1].chair)
    return tuple(places)


def level_sizes(tables: Mapping[int, SeatedTable], ruleset: Ruleset, limits: Limits) -> dict[int, int]:
    """Return the size of each table: as drawn, or as even as kept seats and chairs allow.

    Chairs of people who left stay empty until the next round, so fewer people fit at these tables.
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
    drawn = _size_as_drawn(bounds) if sixes and len(tables) > 2 else bounds
    fits = (
        sum(few for few, _most in drawn.values()) <= sum(sizes.values()) <= sum(m for _f, m in drawn.values())
    )
    return _size_evenly(sizes, drawn if fits else bounds)


def _size_as_drawn(bounds: Bounds) -> Bounds:
    """Return four for head and booby table, four to seven between, as kept seats and chairs allow."""
    drawn, ends = {}, (min(bounds), max(bounds))
    for number, (kept, room) in bounds.items():
        at_an_end = number in ends
        few, most = (ENDS, ENDS) if at_an_end else (BETWEEN_FEWEST, BETWEEN_MOST)
        drawn[number] = max(kept, min(few, room)), min(room, max(most, kept))
    return drawn


def _size_evenly(sizes: Mapping[int, int], bounds: Bounds) -> dict[int, int]:
    """Return each table's size: as even as possible, then with the fewest moves, then larger tables last.

    Each person is added to the table with the fewest so far, preferably to a table where somebody already
    sits.
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


def _pick_last(table: SeatedTable, number: int) -> Iterable[SeatedPlayer]:
    """Return up to ``number`` players who may move away, the last chair first."""
    return [player for player in reversed(table.playing) if player.may_go][: max(number, 0)]


NO_CLOCK = Clock()
NEWEST = 0
"""In place of a table number: the table with the newest bids or result."""
LEAST = timedelta(seconds=60)
"""The least time for which new seats are shown, if a clock starts."""
APPLIED, UNDONE, REPLAYED, LEVELLED = "moves_applied", "bell_undone", "moves_replayed", "tables_levelled"
OF_ALL = frozenset({APPLIED, UNDONE, REPLAYED, LEVELLED})
"""The acts that concern the whole hall, by the verb of their journal line."""


@dataclass(frozen=True)
class Reseating:
    """An act that changed seats: the verb, the number and the time of its journal line."""

    verb: str
    seq: int
    time: datetime

    @property
    def of_all(self) -> bool:
        return self.verb in OF_ALL


@dataclass(frozen=True)
class NewSeat(SeatChange):
    """A person's new seat, and the act that gave it."""

    act: Reseating


@dataclass(frozen=True)
class NewSeats:
    """Everybody with a new seat, by entry, and the last act for the whole hall.

    ``has_begun``: play has begun by the clock since that act. ``decided``: by table, the journal line of the
    round's newest bids or result.
    """

    seats: Mapping[int, NewSeat] = field(default_factory=dict)
    last: Reseating | None = None
    clock: Clock = NO_CLOCK
    has_begun: bool = False
    decided: Mapping[int, int] = field(default_factory=dict)

    def shows(self, act: Reseating, table: int, now: datetime) -> bool:
        """Return whether the act's change at the table is still shown.

        An act for the whole hall is shown until the clock starts, and at least for ``LEAST``. Without a
        clock, or for an act for a few people, it is shown until the table's next bids or result. An act for
        a few people is shown at least as long as the act for the whole hall. The change of an earlier act
        for the whole hall remains if the last one followed within ``LEAST``.
        """
        last, hand = self.last, self.clock.find_hand(now)
        undecided = self.decided.get(table, 0) < act.seq
        if last is None or hand is ClockHand.OFF:
            return undecided
        runs = self.has_begun or hand in (ClockHand.RUNNING, ClockHand.UP)
        hall_looks = not runs or now < last.time + LEAST
        if act.of_all:
            return hall_looks and (act == last or last.time < act.time + LEAST)
        return undecided or hall_looks

    def find_shown(self, now: datetime) -> dict[int, NewSeat]:
        """Return the new seats that are still shown, by entry."""
        return {
            entry: seat
            for entry, seat in self.seats.items()
            if self.shows(seat.act, seat.end.table if seat.end else 0, now)
        }

    def find_act(self, table: int, now: datetime) -> Reseating | None:
        """Return the last act for the whole hall, if it is still shown at the table."""
        return self.last if self.last and self.shows(self.last, table, now) else None

    def find_end(self, now: datetime) -> datetime | None:
        """Return when time alone ends the display of new seats; None if it does not."""
        hand = self.clock.find_hand(now)
        if self.last is None or hand is ClockHand.OFF or (hand is ClockHand.PAUSED and not self.has_begun):
            return None
        ends = max(self.last.time + LEAST, self.clock.starts_at or self.last.time)
        return ends if now < ends else None


# ``bell`` needs table numbers without gaps. So the tables that are still played are numbered in a row. The
# result is converted back to the numbers of the round.
def build_table_bell(
    tables: Mapping[int, SeatedTable],
    *,
    cuts: Iterable[Cut],
    all_called: AllCalled,
    limits: Limits,
    stakes: bool = True,
    exact_protects: bool = True,
) -> Bell:
    """Return what the bell brings at these tables, by number. ``seats`` have the next round's numbers.

    ``stakes``: the game has counters. ``exact_protects``: in games of bids. Both as in ``bell``.
    """
    numbers = tuple(number for number, table in sorted(tables.items()) if table.playing)
    left = {
        player.entry: Reason("left")
        for table in tables.values()
        for player in table.players
        if player.has_left
    }
    if not numbers:
        return Bell(verdicts=left)
    place = {number: position for position, number in enumerate(numbers, start=HEAD)}
    rung = build_bell(
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
    return _close_up(_renumber_bell(rung, numbers), left, place)


def renumber_tables(tables: Mapping[int, SeatedTable]) -> dict[int, int]:
    """Return the next round's number of each table that is still played."""
    played = (number for number, table in sorted(tables.items()) if table.playing)
    return {number: position for position, number in enumerate(played, start=HEAD)}


def _renumber_bell(played_bell: Bell, numbers: tuple[int, ...]) -> Bell:
    """Return the bell with each table under its number in the round."""
    return replace(
        played_bell,
        moves=tuple(
            Move(
                m.entry,
                m.start and _renumber_seat(m.start, numbers),
                m.end and _renumber_seat(m.end, numbers),
                _renumber_reason(m.why, numbers),
            )
            for m in played_bell.moves
        ),
        needs=tuple(_renumber_need(need, numbers) for need in played_bell.needs),
        verdicts={entry: _renumber_reason(why, numbers) for entry, why in played_bell.verdicts.items()},
        seats={entry: _renumber_seat(place, numbers) for entry, place in played_bell.seats.items()},
        unmoved={numbers[at - 1]: _renumber_reason(why, numbers) for at, why in played_bell.unmoved.items()},
    )


def _close_up(bell: Bell, left_tables: Mapping[int, Reason], place: Mapping[int, int]) -> Bell:
    """Add the moves of tables whose number changes: everybody moves with the table, after all other moves."""
    seats = {entry: TableSeat(place[at.table], at.chair) for entry, at in bell.seats.items()}
    closing = tuple(
        Move(entry, at, seats[entry], Reason("closed_up", {"table": at.table, "to": seats[entry].table}))
        for entry, at in bell.seats.items()
        if at != seats[entry]
    )
    return replace(bell, moves=bell.moves + closing, verdicts={**left_tables, **bell.verdicts}, seats=seats)


def _renumber_seat(place: TableSeat, numbers: tuple[int, ...]) -> TableSeat:
    return TableSeat(numbers[place.table - 1], place.chair)


def _renumber_need(need: CutNeed | CountNeed, numbers: tuple[int, ...]) -> CutNeed | CountNeed:
    number = numbers[need.table - 1]
    if isinstance(need, CutNeed):
        return replace(need, table=number)
    return replace(need, table=number, why=_renumber_reason(need.why, numbers))


def _renumber_reason(reason: Reason, numbers: tuple[int, ...]) -> Reason:
    table = reason.figures.get("table")
    return (
        Reason(reason.code, {**reason.figures, "table": numbers[table - 1]})
        if isinstance(table, int)
        else reason
    )
