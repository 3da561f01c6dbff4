"""All people of an evening as they stand, the tables they sit at, and the check-in page.

Also what a new table, closing a table, levelling the tables, or a draw would do.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import name_key, name_order
from tournaments.base.words import Worded, prize_title, refusal, seat_in_words, worded
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_in
from tournaments.core.movement import seating
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.table_sizes import refuse_tables, table_sizes
from tournaments.core.ranking.metrics import SettledPerson
from tournaments.core.record import Entry, Presence, SeatFact, Stage
from tournaments.core.refusals import LAST_TABLE_ONLY
from tournaments.core.results.prizes import prize_list
from tournaments.core.results.standings import settlement
from tournaments.evening.selectors.access import Comer, load_people
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import (
    Goes,
    may_draw_again,
    moves_to_level,
    refuse_closing_now,
    refuse_decided,
    refuse_mixing,
    round_of,
)
from tournaments.evening.selectors.tables import TableOfRound
from tournaments.models import Evening
from tournaments.seating.presenters import Way, nearest, ways_of

WHILE_PLAYED = _("Tables can be changed only while the evening is played.")
NOBODY: Mapping[int, int | None] = {}


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


FIGURES = ("held", "yellow_chips", "fresh_stakes", "exact_bids")
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


@answers(
    *("entry", "name", "player", "role", "state", "table", "chair", *FIGURES, "may_sit"),
    component="PersonAnswer",
)
@dataclass(frozen=True)
class Person:
    """Somebody as of now; ``held``: counters or points.

    Figures are null where nobody knows them, and where they would tell of hidden prizes. ``player``:
    on the club's list, if they are on it.
    """

    # ``table`` and ``chair`` are known only while the person plays there. ``may_sit``: waits since this round
    # or longer, so that a free seat can be taken at once.

    entry: int
    name: str
    role: str
    state: State
    player: int | None
    table: int | None
    chair: int | None
    may_sit: bool
    held: int | None = None
    yellow_chips: int | None = None
    fresh_stakes: int | None = None
    exact_bids: int | None = None

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


def everybody(
    facts: Facts, *, players: Mapping[int, int | None] = NOBODY, secret: bool = False
) -> tuple[Person, ...]:
    """Return everybody who ever came, in the order in which they came.

    ``players``: on the club's list, by entry. ``secret``: the reader may not know the figures.
    """
    now = facts.now.number
    coming, here = movement_seating.presences(facts, now + 1), movement_seating.presences(facts, now)
    seats = {seat.entry: seat for seat in movement_seating.seats_of(facts, now)}
    settled = settlement(facts, Counter(chip.entry for chip in facts.chips.taken))
    waiting, people = set(movement_seating.waiting(facts, now)) if now else set(), []
    byes = facts.play.format.byes(facts, now) if now else ()
    out = facts.play.format.without_seat(facts, now)
    for entry in facts.entries:
        next_state = coming.get(entry.id, Presence.LEFT)
        plays = next_state.plays and here.get(entry.id, Presence.LEFT).plays
        seat = seats.get(entry.id) if plays else None
        people.append(
            Person(
                entry=entry.id,
                name=entry.name,
                role=entry.role,
                state=_without(_state(next_state, seat, now), entry.id, byes, out),
                player=players.get(entry.id),
                table=seat.position if seat else None,
                chair=seat.chair if seat else None,
                may_sit=entry.id in waiting,
                **({} if secret else _figures(facts, settled.get(entry.id))),
            )
        )
    return tuple(people)


def _figures(facts: Facts, held: SettledPerson | None) -> dict[str, int | None]:
    if held is None:
        return {"held": None, "yellow_chips": 0, "fresh_stakes": 0, "exact_bids": 0}
    figures = {"yellow_chips": held.yellow, "fresh_stakes": held.fresh, "exact_bids": held.exact}
    return {"held": facts.play.kind.held_now(held), **figures}


FIRST_AND_LAST = {State.WAITS: -2, State.PAUSED: -1, State.OUT: 1, State.LEFT: 2}


def listed(people: Collection[Person]) -> tuple[Person, ...]:
    """Sort people by name: those who wait or pause first, those who left last."""

    def rank(person: Person) -> tuple[int, tuple[str, str], int]:
        return FIRST_AND_LAST.get(person.state, 0), name_order(person.name), person.entry

    return tuple(sorted(people, key=rank))


def _state(presence: Presence, seat: SeatFact | None, now: int) -> State:
    if presence is Presence.LEFT:
        return State.LEFT
    if presence is Presence.PAUSED:
        return State.PAUSED
    if seat is None:
        return State.WAITS if now else State.CHECKED_IN
    return State.KEEPS if presence is Presence.KEEPS_SEAT else State.PLAYS


def _without(state: State, entry: int, byes: Collection[int], out: Collection[int]) -> State:
    """Return why a person of a knockout who is here has no seat; any other state as it is."""
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
    """Return this round's tables from the head table down, with those who play there."""
    now = facts.now.number
    played = decided(facts, now)
    taken = Counter(seat.position for seat in movement_seating.seats_of(facts, now))
    by_seat = sorted((p for p in people if p.table), key=lambda p: (p.table or 0, p.chair or 0))
    return tuple(
        TableNow(number, tuple(p for p in by_seat if p.table == number), taken[number], number in played)
        for number in sorted(taken)
    )


def decided(facts: Facts, number: int) -> set[int]:
    """Return the round's tables that have a result or ended early: their seats stay until the bell."""
    ended = {table.position for table in facts.tables if table.round == number and table.ending}
    return ended | {pool.position for pool in facts.pools if pool.round == number}


def bell_rung(facts: Facts) -> bool:
    """Return whether the last round's bell has rung, so that its moves come first."""
    return facts.now.rung or facts.now.closed


def open_tables(facts: Facts, people: Sequence[Person]) -> tuple[TableNow, ...]:
    """Return the tables whose seats can still be changed in this round."""
    return () if bell_rung(facts) else tuple(t for t in tables_now(facts, people) if not t.decided)


def for_new_table(
    facts: Facts, people: Sequence[Person]
) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Return the people for a new table, in groups: first those who wait, then by table from the booby up."""
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
    """Return how the booby table would be closed, in words; None if there is no such table."""
    seats = movement_seating.seats_of(facts, facts.now.number)
    if table not in {seat.position for seat in seats}:
        return None
    booby, here = max(seat.position for seat in seats), movement_seating.playing(facts, facts.now.number)
    seated: dict[int, dict[int, int]] = {seat.position: {} for seat in seats}
    for seat in seats:
        if seat.position != booby or seat.entry in here:
            seated[seat.position][seat.chair] = seat.entry
    names = facts.names
    try:
        refuse_closing(evening, table, booby)
        refuse_mixing(round_of(evening))
        places = seating.close_booby(seated, limits_in(evening.play).most)
        refuse_closing_now(round_of(evening), table, {place.table for place in places})
    except RuleError as error:
        return Closing(table, refused=refusal(error, names))
    goes = tuple((names[place.entry], place.table, place.chair) for place in places)
    return Closing(table, goes, one_left=len(seated) == 2)


def refuse_closing(evening: Evening, table: int, booby: int) -> None:
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", WHILE_PLAYED)
    if table != booby:
        raise StateError("table", LAST_TABLE_ONLY, last=booby)


def known_counters(evening: Evening, facts: Facts, entry: int) -> int | None:
    """Return the counters a person takes along by the ledger; None where they are not known or not used."""
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
    """Return how the tables would be made level, in words."""
    try:
        if evening.stage != Stage.PLAYING:
            raise StateError("stage", WHILE_PLAYED)
        round = round_of(evening)
        refuse_mixing(round)
        goes = moves_to_level(facts)
        refuse_decided(round, {table for one in goes for table in (one.start, one.table)})
    except RuleError as error:
        return Levelling(refused=refusal(error, facts.names))
    tables = movement_seating.tables_seated(facts, facts.now.number)
    now = {number: len(table.playing) for number, table in tables.items()}
    then = now | {}
    for one in goes:
        then[one.start] -= 1
        then[one.table] += 1
    return Levelling(goes, tuple((number, now[number], then[number]) for number in now))


LATE = (Stage.SEATED, Stage.PLAYING)
"""When somebody who comes is late."""


@dataclass(frozen=True, kw_only=True)
class TableSize(TableOfRound):
    players: int


@answers("players", "sizes", "sits_out", "why", "refused", "open", "ways", component="SizesAnswer")
@dataclass(frozen=True)
class Plan:
    """What a draw now would make. ``refused``: why it would make nothing. ``open``: no result yet."""

    # ``ways``: every way to divide the same people.

    players: int
    tables: tuple[TableSize, ...] = ()
    sits_out: int = 0
    why: Worded | None = None
    refused: str = ""
    open: bool = True
    ways: tuple[Way, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(table.players for table in self.tables)

    @property
    def near(self) -> tuple[Way, ...]:
        """Return the ways that are offered at once."""
        return nearest(self.ways)


@dataclass(frozen=True)
class Room:
    """The hall at check-in."""

    here: tuple[Comer, ...]
    offered: tuple[Comer, ...]
    came: tuple[Comer, ...]  # those of the club's list who are here
    plan: Plan
    away: tuple[Comer, ...] = ()  # those of the evening who went home or pause

    @property
    def without_role(self) -> int:
        return sum(not person.role for person in self.here)

    @property
    def keys(self) -> dict[str, str]:
        """Return the names that are here, by their key: equal keys are the same name."""
        return {name_key(person.name): person.name for person in self.here}

    @property
    def usual_roles(self) -> dict[str, str]:
        """Return the usual roles of those who may still come, by the name's key."""
        return {name_key(person.name): person.role for person in self.offered if person.role}


def role_prizes(evening: Evening) -> tuple[str, ...]:
    """Return the prizes that a person without a role cannot win."""
    listed = prize_list(evening.settings, evening.play)
    return tuple(prize_title(prize) for prize in listed if prize.role)


def closed_without_role(evening: Evening, people: Collection[Comer | Entry]) -> tuple[str, ...]:
    """Return the prizes that need a role; none where none of these people has a role."""
    return role_prizes(evening) if any(person.role for person in people) else ()


def room(evening: Evening) -> Room:
    """Return the hall, in two queries; in one more where a person is on the list twice.

    Both lists are in the order of names, for that is how they are looked for.
    """
    roles = evening.settings.roles
    here, listed, taken = load_people(evening)
    listed = [one if one.role in roles else one._replace(role="") for one in listed]
    listed.sort(key=lambda person: (name_order(person.name), person.id))
    return Room(
        here=tuple(sorted(here, key=lambda person: (name_order(person.name), person.id))),
        offered=tuple(person for person in listed if person.id not in taken),
        came=tuple(person for person in listed if person.id in taken),
        plan=plan_for(evening, len(here)),
        away=_away(evening, here) if evening.stage == Stage.PLAYING else (),
    )


def _away(evening: Evening, people: Collection[Comer]) -> tuple[Comer, ...]:
    """Return those who went home or pause: they come back, and are not checked in again."""
    facts = load_facts(evening.pk)
    states = movement_seating.presences(facts, facts.now.number + 1)
    return tuple(person for person in people if not states[person.id].plays)


def plan_of(evening: Evening) -> Plan:
    """Return how those who are here would be divided into tables by a draw now."""
    here = movement_seating.presences(load_facts(evening.pk), 2)
    plan = plan_for(evening, sum(presence.plays for presence in here.values()))
    return replace(plan, open=may_draw_again(evening))


def plan_for(evening: Evening, players: int) -> Plan:
    """Return how ``players`` people would be divided into tables."""
    play = evening.play
    ways = ways_of(players, play.game)
    try:
        refuse_tables(players, play.game)
        sizes = table_sizes(players, play.game)
    except RuleError as error:
        return Plan(players, refused=refusal(error, {}), ways=ways)
    last, why = len(sizes.sizes), worded(sizes.why, {})
    tables = tuple(
        TableSize(play=play, table=table, last=last, players=size)
        for table, size in enumerate(sizes.sizes, start=1)
    )
    return Plan(players, tables, sizes.sits_out, why, ways=ways)
