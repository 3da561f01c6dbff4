"""All people of an evening now, their tables, and the check-in page.

Also the effects of a new table, of closing a table, of levelling the tables, and of a draw.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import make_sort_key, name_key
from tournaments.base.words import (
    Worded,
    describe_prize_title,
    describe_reason,
    describe_refusal,
    describe_seat,
)
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.movement import seating
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.table_sizes import choose_sizes, refuse_tables
from tournaments.core.ranking.metrics import SettledPerson
from tournaments.core.record import Entry, Presence, SeatFact, Stage
from tournaments.core.refusals import LAST_TABLE_ONLY
from tournaments.core.results.prizes import list_prizes
from tournaments.core.results.standings import settle_people
from tournaments.evening.selectors.access import Comer, load_people
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import (
    Goes,
    get_round,
    may_draw_again,
    plan_level_moves,
    refuse_closing_now,
    refuse_decided,
    refuse_mixing,
)
from tournaments.evening.selectors.tables import TableOfRound
from tournaments.models import Evening
from tournaments.seating.presenters import SizesOption, list_sizes_options, select_nearest

WHILE_PLAYED = _("Tables can be changed only while the evening is played.")
NOBODY: Mapping[int, int | None] = {}


class PersonState(StrEnum):
    """What a person does now. The page lists the states in this order."""

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
    PersonState.WAITS: _("waits for a seat"),
    PersonState.BYE: _("has a bye"),
    PersonState.OUT: _("out of the knockout"),
    PersonState.PAUSED: _("pauses"),
    PersonState.PLAYS: _("plays"),
    PersonState.KEEPS: _("plays and keeps the seat"),
    PersonState.CHECKED_IN: _("is checked in"),
    PersonState.LEFT: _("went home"),
}


@answers(
    *("entry", "name", "player", "role", "state", "table", "chair", *FIGURES, "may_sit"),
    component="PersonAnswer",
)
@dataclass(frozen=True)
class Person:
    """A person now. ``held``: counters or points.

    Figures are null where they are unknown, or where they would reveal hidden prizes. ``player``: the
    person's row on the club's list; null if there is none.
    """

    # ``table`` and ``chair`` are set only while the person plays there. ``may_sit``: the person waits since
    # this round or longer, so they can take a free seat at once.

    entry: int
    name: str
    role: str
    state: PersonState
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
    def location(self) -> str:
        if self.table is None:
            return self.in_words
        return describe_seat(self.table, self.chair)


def list_everybody(
    facts: Facts, *, players: Mapping[int, int | None] = NOBODY, secret: bool = False
) -> tuple[Person, ...]:
    """Return all people who ever came, in the order of arrival.

    ``players``: players on the club's list, by entry. ``secret``: figures are hidden from this reader.
    """
    now = facts.now.number
    next_presences, presences = (
        movement_seating.list_presences(facts, now + 1),
        movement_seating.list_presences(facts, now),
    )
    seats = {seat.entry: seat for seat in movement_seating.list_seats(facts, now)}
    settled = settle_people(facts, Counter(chip.entry for chip in facts.chips.taken))
    seatless, people = set(movement_seating.list_waiting(facts, now)) if now else set(), []
    byes = facts.play.format.find_byes(facts, now) if now else ()
    knocked_out = facts.play.format.find_unseated(facts, now)
    for entry in facts.entries:
        next_state = next_presences.get(entry.id, Presence.LEFT)
        plays = next_state.plays and presences.get(entry.id, Presence.LEFT).plays
        seat = seats.get(entry.id) if plays else None
        people.append(
            Person(
                entry=entry.id,
                name=entry.name,
                role=entry.role,
                state=_find_knockout_state(_find_state(next_state, seat, now), entry.id, byes, knocked_out),
                player=players.get(entry.id),
                table=seat.position if seat else None,
                chair=seat.chair if seat else None,
                may_sit=entry.id in seatless,
                **({} if secret else _read_figures(facts, settled.get(entry.id))),
            )
        )
    return tuple(people)


def _read_figures(facts: Facts, result: SettledPerson | None) -> dict[str, int | None]:
    if result is None:
        return {"held": None, "yellow_chips": 0, "fresh_stakes": 0, "exact_bids": 0}
    figures = {"yellow_chips": result.yellow, "fresh_stakes": result.fresh, "exact_bids": result.exact}
    return {"held": facts.play.kind.find_holding_now(result), **figures}


FIRST_AND_LAST = {PersonState.WAITS: -2, PersonState.PAUSED: -1, PersonState.OUT: 1, PersonState.LEFT: 2}


def sort_people(people: Collection[Person]) -> tuple[Person, ...]:
    """Return the people by name: those who wait or pause first, those who left last."""

    def rank(person: Person) -> tuple[int, tuple[str, str], int]:
        return FIRST_AND_LAST.get(person.state, 0), make_sort_key(person.name), person.entry

    return tuple(sorted(people, key=rank))


def _find_state(presence: Presence, seat: SeatFact | None, now: int) -> PersonState:
    if presence is Presence.LEFT:
        return PersonState.LEFT
    if presence is Presence.PAUSED:
        return PersonState.PAUSED
    if seat is None:
        return PersonState.WAITS if now else PersonState.CHECKED_IN
    return PersonState.KEEPS if presence is Presence.KEEPS_SEAT else PersonState.PLAYS


def _find_knockout_state(
    state: PersonState, entry: int, byes: Collection[int], knocked_out: Collection[int]
) -> PersonState:
    """Turn the state "waits" into "bye" or "out" in a knockout. Return any other state unchanged."""
    if state is not PersonState.WAITS:
        return state
    return PersonState.BYE if entry in byes else PersonState.OUT if entry in knocked_out else state


@dataclass(frozen=True)
class TableNow:
    """A table of this round. ``decided``: it has a result or ended early; its seats stay until the bell."""

    number: int
    people: tuple[Person, ...]
    seats_taken: int
    decided: bool

    @property
    def label(self) -> str:
        figures = {"table": self.number, "taken": self.seats_taken}
        return gettext("Table %(table)s, seats taken: %(taken)s") % figures


def list_tables(facts: Facts, people: Sequence[Person]) -> tuple[TableNow, ...]:
    """Return this round's tables, the head table first, with the people who play there."""
    now = facts.now.number
    decided_tables = find_decided_tables(facts, now)
    seat_counts = Counter(seat.position for seat in movement_seating.list_seats(facts, now))
    by_seat = sorted((p for p in people if p.table), key=lambda p: (p.table or 0, p.chair or 0))
    return tuple(
        TableNow(
            number,
            tuple(p for p in by_seat if p.table == number),
            seat_counts[number],
            number in decided_tables,
        )
        for number in sorted(seat_counts)
    )


def find_decided_tables(facts: Facts, number: int) -> set[int]:
    """Return the round's tables that have a result or ended early. Their seats stay until the bell."""
    ended_tables = {table.position for table in facts.tables if table.round == number and table.ending}
    return ended_tables | {pool.position for pool in facts.pools if pool.round == number}


def has_bell_rung(facts: Facts) -> bool:
    """Return whether the last round's bell has rung. Then its moves must be made first."""
    return facts.now.rung or facts.now.closed


def list_open_tables(facts: Facts, people: Sequence[Person]) -> tuple[TableNow, ...]:
    """Return the tables whose seats can still be changed in this round."""
    return () if has_bell_rung(facts) else tuple(t for t in list_tables(facts, people) if not t.decided)


def group_for_new_table(
    facts: Facts, people: Sequence[Person]
) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Return the people for a new table, in groups: those who wait, then each table from the booby up."""
    waits = tuple((p.entry, p.name) for p in people if p.may_sit)
    groups = [(gettext("Waiting for a seat"), waits)] if waits else []
    tables = reversed(list_open_tables(facts, people))
    return (*groups, *((table.label, tuple((p.entry, p.name) for p in table.people)) for table in tables))


@dataclass(frozen=True)
class TableClosing:
    """The effect of closing a table: who goes where, and whether one table is left.

    ``refusal``: why the table cannot be closed.
    """

    table: int
    goes: tuple[tuple[str, int, int], ...] = ()
    one_left: bool = False
    refusal: str = ""


def preview_closing(evening: Evening, facts: Facts, table: int) -> TableClosing | None:
    """Return the effect of closing the booby table, in words. None if there is no such table."""
    seats = movement_seating.list_seats(facts, facts.now.number)
    if table not in {seat.position for seat in seats}:
        return None
    booby, playing = (
        max(seat.position for seat in seats),
        movement_seating.list_playing(facts, facts.now.number),
    )
    chairs: dict[int, dict[int, int]] = {seat.position: {} for seat in seats}
    for seat in seats:
        if seat.position != booby or seat.entry in playing:
            chairs[seat.position][seat.chair] = seat.entry
    names = facts.names
    try:
        refuse_closing(evening, table, booby)
        refuse_mixing(get_round(evening))
        places = seating.close_booby(chairs, find_limits(evening.play).most)
        refuse_closing_now(get_round(evening), table, {place.table for place in places})
    except RuleError as error:
        return TableClosing(table, refusal=describe_refusal(error, names))
    goes = tuple((names[place.entry], place.table, place.chair) for place in places)
    return TableClosing(table, goes, one_left=len(chairs) == 2)


def refuse_closing(evening: Evening, table: int, booby: int) -> None:
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", WHILE_PLAYED)
    if table != booby:
        raise StateError("table", LAST_TABLE_ONLY, last=booby)


def find_known_counters(evening: Evening, facts: Facts, entry: int) -> int | None:
    """Return the counters a person takes along by the ledger. None where they are unknown or not used."""
    if not facts.stakes:
        return None
    return ledger.compute_balances(facts, evening.settings).get(entry)


@dataclass(frozen=True)
class Levelling:
    """The people who would move so that the tables are level, in the order in which chairs are taken.

    ``sizes``: the people at each table before and after. ``refusal``: why levelling is impossible now.
    """

    goes: tuple[Goes, ...] = ()
    sizes: tuple[tuple[int, int, int], ...] = ()
    refusal: str = ""


def preview_levelling(evening: Evening, facts: Facts) -> Levelling:
    """Return the moves that make the tables level, in words."""
    try:
        if evening.stage != Stage.PLAYING:
            raise StateError("stage", WHILE_PLAYED)
        round = get_round(evening)
        refuse_mixing(round)
        goes = plan_level_moves(facts)
        refuse_decided(round, {table for move in goes for table in (move.start, move.table)})
    except RuleError as error:
        return Levelling(refusal=describe_refusal(error, facts.names))
    tables = movement_seating.build_seated_tables(facts, facts.now.number)
    now = {number: len(table.playing) for number, table in tables.items()}
    sizes_after = now | {}
    for move in goes:
        sizes_after[move.start] -= 1
        sizes_after[move.table] += 1
    return Levelling(goes, tuple((number, now[number], sizes_after[number]) for number in now))


LATE = (Stage.SEATED, Stage.PLAYING)
"""The stages in which an arriving player is late."""


@dataclass(frozen=True, kw_only=True)
class TableSize(TableOfRound):
    players: int


@answers("players", "sizes", "sits_out", "why", "refused", "open", "ways", component="SizesAnswer")
@dataclass(frozen=True)
class DrawPlan:
    """The tables that a draw would make now. ``refused``: why it would make none. ``open``: no result yet."""

    # ``ways``: all possible table sizes for the same people.

    players: int
    tables: tuple[TableSize, ...] = ()
    sits_out: int = 0
    why: Worded | None = None
    refused: str = ""
    open: bool = True
    ways: tuple[SizesOption, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(table.players for table in self.tables)

    @property
    def near(self) -> tuple[SizesOption, ...]:
        """Return the table sizes that are offered first."""
        return select_nearest(self.ways)


@dataclass(frozen=True)
class CheckInTile:
    """A person at check-in: here, or on the club's list and not here yet."""

    key: str  # the same before and after a person of the list is checked in
    person: Comer
    is_here: bool
    next_role: str  # what one more tap on the role chooses: each role in turn, then none


@dataclass(frozen=True)
class CheckInHall:
    """The hall at check-in."""

    people: tuple[Comer, ...]
    offered: tuple[Comer, ...]
    came: tuple[Comer, ...]  # people on the club's list who are here
    plan: DrawPlan
    players: Mapping[int, int]  # the player on the club's list, by entry
    absent: tuple[Comer, ...] = ()  # people of the evening who went home or pause

    def list_tiles(self, roles: Sequence[str]) -> list[CheckInTile]:
        """Return a tile for each person here or on the list, by name."""
        following = dict(zip(["", *roles], [*roles, ""], strict=True))
        tiles = []
        for person in self.people:
            player = self.players.get(person.id)
            key = f"p{player}" if player else f"e{person.id}"
            tiles.append(CheckInTile(key, person, True, following.get(person.role, "")))
        tiles += [CheckInTile(f"p{person.id}", person, False, "") for person in self.offered]
        return sorted(tiles, key=lambda tile: (make_sort_key(tile.person.name), tile.key))

    @property
    def without_role(self) -> int:
        return sum(not person.role for person in self.people)

    @property
    def keys(self) -> dict[str, str]:
        """Return the names of the people here, by key. Equal keys mean the same name."""
        return {name_key(person.name): person.name for person in self.people}

    @property
    def usual_roles(self) -> dict[str, str]:
        """Return the usual roles of people who may still come, by the name's key."""
        return {name_key(person.name): person.role for person in self.offered if person.role}


def list_role_prizes(evening: Evening) -> tuple[str, ...]:
    """Return the prizes that a person without a role cannot win."""
    listed = list_prizes(evening.settings, evening.play)
    return tuple(describe_prize_title(prize) for prize in listed if prize.role)


def find_closed_prizes(evening: Evening, people: Collection[Comer | Entry]) -> tuple[str, ...]:
    """Return the prizes that need a role. Empty where none of these people has a role."""
    return list_role_prizes(evening) if any(person.role for person in people) else ()


def load_check_in_hall(evening: Evening) -> CheckInHall:
    """Return the people for check-in, in two queries. One more if a person is on the list twice.

    Both lists are sorted by name.
    """
    roles = evening.settings.roles
    people, listed, players = load_people(evening)
    checked_in = {*players.values()}
    listed = [comer if comer.role in roles else comer._replace(role="") for comer in listed]
    listed.sort(key=lambda person: (make_sort_key(person.name), person.id))
    return CheckInHall(
        people=tuple(sorted(people, key=lambda person: (make_sort_key(person.name), person.id))),
        offered=tuple(person for person in listed if person.id not in checked_in),
        came=tuple(person for person in listed if person.id in checked_in),
        plan=plan_draw_for(evening, len(people)),
        players=players,
        absent=_list_absent(evening, people) if evening.stage == Stage.PLAYING else (),
    )


def _list_absent(evening: Evening, people: Collection[Comer]) -> tuple[Comer, ...]:
    """Return the people who went home or pause. They return; they are not checked in again."""
    facts = load_facts(evening.pk)
    states = movement_seating.list_presences(facts, facts.now.number + 1)
    return tuple(person for person in people if not states[person.id].plays)


def plan_draw(evening: Evening) -> DrawPlan:
    """Return the tables that a draw would make now from the people who are here."""
    presences = movement_seating.list_presences(load_facts(evening.pk), 2)
    plan = plan_draw_for(evening, sum(presence.plays for presence in presences.values()))
    return replace(plan, open=may_draw_again(evening))


def plan_draw_for(evening: Evening, players: int) -> DrawPlan:
    """Return the tables that a draw would make from ``players`` people."""
    play = evening.play
    ways = list_sizes_options(players, play.game)
    try:
        refuse_tables(players, play.game)
        sizes = choose_sizes(players, play.game)
    except RuleError as error:
        return DrawPlan(players, refused=describe_refusal(error, {}), ways=ways)
    last, reason = len(sizes.sizes), describe_reason(sizes.why, {})
    tables = tuple(
        TableSize(play=play, table=table, last=last, players=size)
        for table, size in enumerate(sizes.sizes, start=1)
    )
    return DrawPlan(players, tables, sizes.sits_out, reason, ways=ways)
