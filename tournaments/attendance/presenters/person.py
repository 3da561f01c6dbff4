"""One person's evening, round by round, and the actions that the organiser has for the person.

The page describes an action in words before the organiser confirms it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.attendance.presenters.people import Person, PersonState, TableNow, list_open_tables
from tournaments.base.phrases import phrase
from tournaments.base.words import describe_move, describe_round, describe_seat
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.movement.bell import Move
from tournaments.core.record import ENDED, Stage
from tournaments.core.settings import Counting
from tournaments.evening.presenters.kinds import CounterLine, TableWithout, get_kind_pages
from tournaments.evening.selectors.deals import find_bid_lines
from tournaments.evening.selectors.moves import load_made_moves
from tournaments.models import Evening


@dataclass(frozen=True)
class Stop:
    """A person's seat in one round, the events there, and the reason for the change of seats."""

    round: int
    title: str
    table: int
    chair: int
    has_won: bool
    chip: int
    moves: "tuple[SeatChange, ...]"


@dataclass(frozen=True)
class SeatChange:
    """A change of seats in words, with its sign: up, down, or swap (any other change)."""

    sign: str
    seat: str
    reason: str


@dataclass(frozen=True)
class PersonHistory:
    """``counters`` come from the ledger. In games with bids: the points, deal by deal."""

    stops: tuple[Stop, ...]
    counters: tuple[CounterLine, ...]


def load_person_history(evening: Evening, facts: Facts, entry: int) -> PersonHistory:
    """Return the person's evening, newest round first. Counters are in the order of play."""
    lines = get_kind_pages(facts.play.kind).list_lines(facts, entry)
    return PersonHistory(_list_stops(evening, facts, entry), lines)


def _list_stops(evening: Evening, facts: Facts, entry: int) -> tuple[Stop, ...]:
    names = facts.names
    ways: dict[int, list[SeatChange]] = {}
    for row in load_made_moves(evening, entry=entry):
        move, end = row.move, row.move.end
        way = SeatChange(
            _choose_sign(move),
            describe_seat(end.table, end.chair) if end else "",
            describe_move(move.why, names),
        )
        ways.setdefault(row.round, []).append(way)
    chips = [chip.round for chip in facts.chips.taken if chip.entry == entry]
    won_by = facts.play.format.find_deal_winners
    winning_seats = {(pool.round, pool.position) for pool in facts.pools if won_by(pool) == {entry}}
    mine = sorted((seat for seat in facts.seats if seat.entry == entry), key=lambda seat: -seat.round)
    return tuple(
        Stop(
            seat.round,
            describe_round(facts.play, seat.round),
            seat.position,
            seat.chair,
            (seat.round, seat.position) in winning_seats,
            chips.count(seat.round),
            tuple(ways.get(seat.round, ())),
        )
        for seat in mine
    )


def _choose_sign(move: Move) -> str:
    is_swap = move.why.code.startswith("swap") or move.why.code in ("by_hand", "levelled")
    if is_swap or not move.start or not move.end or move.start.table == move.end.table:
        return "swap"
    return "up" if move.end.table < move.start.table else "down"


@dataclass(frozen=True)
class PersonAction:
    """An action for a person: its key, the words on the button, and its effect in words."""

    key: str
    title: str
    effect: str

    @property
    def direct(self) -> bool:
        """Return whether the page shows the button at once."""
        return self.key in ("leave", "pause", "return")


BEFORE_PLAY = (Stage.CHECK_IN, Stage.SEATED)
BEFORE_THE_END = (*BEFORE_PLAY, Stage.PLAYING)


def load_table_rest(evening: Evening, facts: Facts, people: Sequence[Person], person: Person) -> TableWithout:
    """Return the person's table without the person. In games with bids this takes one query."""
    if person.table is None or evening.stage != Stage.PLAYING:
        return TableWithout()
    return TableWithout(
        person.table,
        stays=sum(neighbour.table == person.table for neighbour in people) - 1,
        bid=person.table in find_bid_lines(evening, facts, facts.now.number),
    )


def list_person_actions(
    evening: Evening, person: Person, counters: int | None, goes: TableWithout
) -> tuple[PersonAction, ...]:
    """Return the actions possible for the person now. ``counters``: their counters by the ledger."""
    stage, state = Stage(evening.stage), person.state
    is_present = state not in (PersonState.PAUSED, PersonState.LEFT)
    may_keep = is_present and stage in BEFORE_THE_END and evening.play.format.moves_by_order
    asks = {
        "leave": stage in (Stage.PLAYING, Stage.SETTLING) and state is not PersonState.LEFT,
        "pause": stage is Stage.PLAYING and is_present,
        "return": stage is Stage.PLAYING and not is_present,
        "move": stage in (Stage.SEATED, Stage.PLAYING) and (person.plays or person.may_sit),
        "swap": stage in (Stage.SEATED, Stage.PLAYING) and person.plays,
        "keep": may_keep and state is not PersonState.KEEPS,
        "free": may_keep and state is PersonState.KEEPS,
        "rename": stage not in (Stage.DRAFT, *ENDED),
        "withdraw": stage in BEFORE_PLAY,
        "reassign": stage is Stage.FINISHED,
    }
    return tuple(
        _make_person_action(key, evening, person, counters, goes) for key, applies in asks.items() if applies
    )


def _make_person_action(
    key: str, evening: Evening, person: Person, counters: int | None, goes: TableWithout
) -> PersonAction:
    title, effect = {
        "leave": (gettext("Goes home"), _describe_leaving(evening, person, counters, goes)),
        "pause": (
            gettext("Pauses"),
            get_kind_pages(evening.play.kind).describe_pause(
                evening.play, counters, goes, plays=person.plays
            ),
        ),
        "return": (gettext("Is back"), phrase(evening.play, "Waits for a seat until the next round.")),
        "move": (
            gettext("Move to another table"),
            gettext("Takes the lowest free seat there at once, and keeps the result so far."),
        ),
        "swap": (
            gettext("Swap seats with …"),
            gettext("The two swap seats at once. Each keeps their own result so far."),
        ),
        "keep": (
            gettext("Keeps the seat"),
            gettext("Stays in this seat. Another player moves instead."),
        ),
        "free": (gettext("Moves again"), gettext("Moves like everybody else.")),
        "rename": (
            gettext("Correct name or role"),
            gettext("If the name is on the player list, you are asked who is meant."),
        ),
        "withdraw": (gettext("Undo the check-in"), _describe_withdrawing(person)),
        "reassign": (
            gettext("This was somebody else"),
            gettext("Places, prizes and records go to that player. The result gets a new version."),
        ),
    }[key]
    return PersonAction(key, title, effect)


def _describe_leaving(evening: Evening, person: Person, counters: int | None, goes: TableWithout) -> str:
    play, paused = evening.play, person.state is PersonState.PAUSED
    parts = [
        get_kind_pages(play.kind).describe_leaving(play, counters, goes, plays=person.plays, paused=paused)
    ]
    if evening.stage == Stage.SETTLING:
        parts.append(gettext("This player can still win a prize."))
        return " ".join(part for part in parts if part)
    if person.table is not None:
        parts.append(phrase(play, "The seat becomes free at the next bell. Results stay."))
    if not evening.settings.leavers_win:
        parts.append(gettext("Players who go home early win no prize."))
    return " ".join(part for part in parts if part)


def _describe_withdrawing(person: Person) -> str:
    if person.table is None:
        return gettext("The player is not part of this evening. The player list does not change.")
    return gettext(
        "The player is not part of this evening. The seat stays empty until you draw the seats again."
    )


def needs_count(evening: Evening, facts: Facts, person: Person) -> bool:
    """Return whether a person's counters must be counted before they leave, as deals do not record them."""
    holders = set(ledger.list_staked(facts)).difference(ledger.count_taken_away(facts))
    return person.entry in holders and evening.settings.counting is Counting.AT_THE_END


def find_room(
    evening: Evening, facts: Facts, people: Sequence[Person], person: Person
) -> tuple[TableNow, ...]:
    """Return the tables where the person could sit now. Empty if the person's own table has a result."""
    still_open, most = list_open_tables(facts, people), find_limits(evening.play).most
    if person.table is not None and person.table not in {table.number for table in still_open}:
        return ()
    return tuple(table for table in still_open if table.number != person.table and table.seats_taken < most)


def find_swap_partners(facts: Facts, people: Sequence[Person], person: Person) -> tuple[Person, ...]:
    """Return the people with whom the person could change seats now, by table."""
    numbers = {table.number for table in list_open_tables(facts, people)}
    if person.table not in numbers:
        return ()
    able = (partner for partner in people if partner.table in numbers and partner.entry != person.entry)
    return tuple(sorted(able, key=lambda partner: (partner.table or 0, partner.chair or 0)))
