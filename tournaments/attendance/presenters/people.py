"""Everybody of an evening as they stand now: where they sit, what they hold, whether they play."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import name_order
from tournaments.base.words import refusal, seat_in_words
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_in
from tournaments.core.movement import position, seating
from tournaments.core.record import Presence, Seat, Stage
from tournaments.core.refusals import LAST_TABLE_ONLY
from tournaments.core.results.settlement import settlement
from tournaments.evening.selectors.seat_options import (
    Goes,
    moves_to_level,
    refuse_closing_now,
    refuse_decided,
    refuse_mixing,
    round_of,
)
from tournaments.models import Evening

WHILE_PLAYED = _("Tables can be changed only while the evening is played.")


class State(StrEnum):
    """What somebody does just now, in the order in which the page lists them."""

    WAITS = "waits"
    BYE = "bye"
    OUT = "out"
    PAUSED = "paused"
    PLAYS = "plays"
    KEEPS = "keeps"
    CHECKED_IN = "checked_in"
    LEFT = "left"


IN_WORDS = {
    State.WAITS: _("waits for a seat"),
    State.BYE: _("has a bye"),
    State.OUT: _("out of the knockout"),
    State.PAUSED: _("pauses"),
    State.PLAYS: _("plays"),
    State.KEEPS: _("plays and keeps the seat"),
    State.CHECKED_IN: _("is checked in"),
    State.LEFT: _("went home"),
}


@dataclass(frozen=True)
class Person:
    """One person now. ``table`` and ``chair`` are known only while the person plays there.

    ``held`` are counters, or points where bids are played for; None where nobody knows, or none are.
    """

    entry: int
    name: str
    role: str
    state: State
    table: int | None = None
    chair: int | None = None
    held: int | None = None
    yellow_chips: int = 0
    fresh_stakes: int = 0
    exact_bids: int = 0
    may_sit: bool = False  # waits since this round or longer, so that a free seat can be taken at once

    @property
    def in_words(self) -> str:
        return gettext(IN_WORDS[self.state])

    @property
    def plays(self) -> bool:
        return self.table is not None

    @property
    def where(self) -> str:
        if self.table is None:
            return self.in_words
        return seat_in_words(self.table, self.chair)


def round_now(facts: Facts) -> int:
    """The last round's number; 0 before seats are drawn."""
    return max((played.number for played in facts.rounds), default=0)


def everybody(evening: Evening, facts: Facts) -> tuple[Person, ...]:
    """Everybody who ever came, in the order in which they came."""
    now = round_now(facts)
    coming, here = position.presences(facts, now + 1), position.presences(facts, now)
    seats = {seat.entry: seat for seat in position.seats_of(facts, now)}
    settled = settlement(facts, Counter(chip.entry for chip in facts.chips.taken))
    waiting, people = set(position.waiting(facts, now)) if now else set(), []
    byes = facts.play.format.byes(facts, now) if now else ()
    out = facts.play.format.without_seat(facts, now)
    for entry in facts.entries:
        next_state = coming.get(entry.id, Presence.LEFT)
        plays = next_state.plays and here.get(entry.id, Presence.LEFT).plays
        seat = seats.get(entry.id) if plays else None
        held = settled.get(entry.id)
        people.append(
            Person(
                entry=entry.id,
                name=entry.name,
                role=entry.role,
                state=_without(_state(next_state, seat, now), entry.id, byes, out),
                table=seat.position if seat else None,
                chair=seat.chair if seat else None,
                held=facts.play.kind.held_now(held) if held else None,
                yellow_chips=held.yellow if held else 0,
                fresh_stakes=held.fresh if held else 0,
                exact_bids=held.exact if held else 0,
                may_sit=entry.id in waiting,
            )
        )
    return tuple(people)


FIRST_AND_LAST = {State.WAITS: -2, State.PAUSED: -1, State.OUT: 1, State.LEFT: 2}


def listed(people: Collection[Person]) -> tuple[Person, ...]:
    """By name, those who wait or pause first and those who left last."""

    def rank(person: Person) -> tuple[int, tuple[str, str], int]:
        return FIRST_AND_LAST.get(person.state, 0), name_order(person.name), person.entry

    return tuple(sorted(people, key=rank))


def _state(presence: Presence, seat: Seat | None, now: int) -> State:
    if presence is Presence.LEFT:
        return State.LEFT
    if presence is Presence.PAUSED:
        return State.PAUSED
    if seat is None:
        return State.WAITS if now else State.CHECKED_IN
    return State.KEEPS if presence is Presence.KEEPS_SEAT else State.PLAYS


def _without(state: State, entry: int, byes: Collection[int], out: Collection[int]) -> State:
    """Of a knockout: why somebody who is here has no seat."""
    if state is not State.WAITS:
        return state
    return State.BYE if entry in byes else State.OUT if entry in out else state


@dataclass(frozen=True)
class TableNow:
    """A table of this round. ``decided``: it has a result in it, so its seats stay until the bell."""

    number: int
    people: tuple[Person, ...]
    taken: int
    decided: bool

    @property
    def label(self) -> str:
        figures = {"table": self.number, "taken": self.taken}
        return gettext("Table %(table)s, seats taken: %(taken)s") % figures


def tables_now(facts: Facts, people: Sequence[Person]) -> tuple[TableNow, ...]:
    """This round's tables from the head table down, with those who play there."""
    now = round_now(facts)
    played = decided(facts, now)
    taken = Counter(seat.position for seat in position.seats_of(facts, now))
    by_seat = sorted((p for p in people if p.table), key=lambda p: (p.table or 0, p.chair or 0))
    return tuple(
        TableNow(number, tuple(p for p in by_seat if p.table == number), taken[number], number in played)
        for number in sorted(taken)
    )


def decided(facts: Facts, number: int) -> set[int]:
    """The round's tables that have a result in it, or ended it early: their seats stay until the bell."""
    ended = {table.position for table in facts.tables if table.round == number and table.ending}
    return ended | {pool.position for pool in facts.pools if pool.round == number}


def bell_rung(facts: Facts) -> bool:
    """Whether the last round's bell has rung, so that its moves come first."""
    return any(played.rung or played.closed for played in facts.rounds if played.number == round_now(facts))


def open_tables(facts: Facts, people: Sequence[Person]) -> tuple[TableNow, ...]:
    """Tables whose seats can still be changed in this round."""
    return () if bell_rung(facts) else tuple(t for t in tables_now(facts, people) if not t.decided)


def for_new_table(
    facts: Facts, people: Sequence[Person]
) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Who could sit at a new table, in groups: those who wait, then table by table from the booby up."""
    waits = tuple((p.entry, p.name) for p in people if p.may_sit)
    groups = [(gettext("Waiting for a seat"), waits)] if waits else []
    tables = reversed(open_tables(facts, people))
    return (*groups, *((table.label, tuple((p.entry, p.name) for p in table.people)) for table in tables))


@dataclass(frozen=True)
class Closing:
    """What closing a table would do: who goes where, and whether one table is left; or why it cannot be."""

    table: int
    goes: tuple[tuple[str, int, int], ...] = ()
    one_left: bool = False
    refused: str = ""


def closing(evening: Evening, facts: Facts, table: int) -> Closing | None:
    """The booby table closed, in words; None if there is no such table."""
    seats = position.seats_of(facts, round_now(facts))
    if table not in {seat.position for seat in seats}:
        return None
    booby, here = max(seat.position for seat in seats), position.playing(facts, round_now(facts))
    seated: dict[int, dict[int, int]] = {seat.position: {} for seat in seats}
    for seat in seats:
        if seat.position != booby or seat.entry in here:
            seated[seat.position][seat.chair] = seat.entry
    names = facts.names
    try:
        refuse_closing(evening, table, booby)
        refuse_mixing(round_of(evening))
        places = seating.close_booby(seated, limits_in(evening.play).most)
        refuse_closing_now(round_of(evening), table, {place.position for place in places})
    except RuleError as error:
        return Closing(table, refused=refusal(error, names))
    goes = tuple((names[place.entry], place.position, place.chair) for place in places)
    return Closing(table, goes, one_left=len(seated) == 2)


def refuse_closing(evening: Evening, table: int, booby: int) -> None:
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", WHILE_PLAYED)
    if table != booby:
        raise StateError("table", LAST_TABLE_ONLY, last=booby)


def known_counters(evening: Evening, facts: Facts, entry: int) -> int | None:
    """What the ledger says somebody would take along; None where it must be counted, or there is nothing."""
    if not facts.stakes:
        return None
    return ledger.balances(facts, evening.settings).get(entry)


@dataclass(frozen=True)
class Levelling:
    """Who would move so that the tables are level, in the order in which chairs are taken.

    ``sizes``: how many sit at each table, now and then. ``refused``: why it cannot be done just now.
    """

    goes: tuple[Goes, ...] = ()
    sizes: tuple[tuple[int, int, int], ...] = ()
    refused: str = ""


def levelling_of(evening: Evening, facts: Facts) -> Levelling:
    """The tables made level, in words."""
    try:
        if evening.stage != Stage.PLAYING:
            raise StateError("stage", WHILE_PLAYED)
        round = round_of(evening)
        refuse_mixing(round)
        goes = moves_to_level(facts)
        refuse_decided(round, {table for one in goes for table in (one.start, one.table)})
    except RuleError as error:
        return Levelling(refused=refusal(error, facts.names))
    tables = position.tables_seated(facts, facts.rounds[-1].number)
    now = {number: len(table.playing) for number, table in tables.items()}
    then = now | {}
    for one in goes:
        then[one.start] -= 1
        then[one.table] += 1
    return Levelling(goes, tuple((number, now[number], then[number]) for number in now))
