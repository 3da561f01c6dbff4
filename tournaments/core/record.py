"""What happened in one evening, as plain values: the only input of the core.

Void facts (taken back) are not included. An *entry* is a person's place in the evening, identified by an
id. ``seq`` is the number of the journal line that wrote the fact; it orders facts. Tables are numbered from
the head table (1) down to the booby table; chairs from 1, clockwise; rounds and deals from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from accounts.answers import answers


class Stage(StrEnum):
    """How far the evening is."""

    DRAFT = "draft"
    CHECK_IN = "check_in"
    SEATED = "seated"
    PLAYING = "playing"
    SETTLING = "settling"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


ENDED = (Stage.FINISHED, Stage.CALLED_OFF)
"""The stages after which no play follows."""


class Presence(StrEnum):
    """Whether a person plays, from a given round on."""

    HERE = "here"
    KEEPS_SEAT = "keeps_seat"
    PAUSED = "paused"
    LEFT = "left"

    @property
    def plays(self) -> bool:
        return self in (Presence.HERE, Presence.KEEPS_SEAT)

    @property
    def keeps_seat(self) -> bool:
        return self is Presence.KEEPS_SEAT


class StakeKind(StrEnum):
    """What the banker did. ``RETURN`` gives back counters that a player took home or left at the banker."""

    FIRST = "first"
    FRESH = "fresh"
    DEPARTURE = "departure"
    RETURN = "return"


class CountKind(StrEnum):
    BELL = "bell"
    FINAL = "final"


class Purpose(StrEnum):
    """What a cut decides, for the person with the highest card (docs/rules.md#cuts)."""

    CHIP = "chip"  # a divided pool at the head table: who takes the yellow chip
    UP = "up"  # who moves up: a divided pool, a table that could not finish, equal richest
    DOWN = "down"  # equal fewest at the head table: who goes down
    EXCHANGE = "exchange"  # equal richest at the booby table: who changes seats with a broke player
    PLACE = "place"  # equal at a table of a ladder: who comes before whom


OF_STANDING = frozenset({Purpose.CHIP, Purpose.PLACE})
"""The cuts that the standing depends on. They are made after the last round, too."""


class Ending(StrEnum):
    """How a table's round ended, if not by its last deal."""

    VOID = "void"  # it could not finish its deal: stakes go back, its players cut for the move
    EARLY = "early"  # no deal was in play when the bell rang: its last pool is valid


@dataclass(frozen=True)
class Entry:
    id: int
    name: str
    role: str = ""


@dataclass(frozen=True)
class PresenceFact:
    entry: int
    from_round: int
    state: Presence
    seq: int


class SeatFact(NamedTuple):
    round: int
    position: int
    chair: int
    entry: int


@dataclass(frozen=True)
class TableFact:
    round: int
    position: int
    dealer: int  # chair that deals first in this round
    ending: Ending | None = None


@answers(
    *("entry", "won", "in_call", "counters", "bid", "tricks", "took", "revokes", "score", "cards"),
    component="PartAnswer",
    description=(
        "Somebody's part in a deal: counters won or lost, or bid, tricks, score; null where there are none."
    ),
)
class DealPart(NamedTuple):
    """One player's part in one deal. ``counters``: won (+) or lost (-), None if not counted.

    In games of bids: the bid, the tricks, which tricks (from 1) if they matter, revokes, and the score.
    ``cards``: the cards shown, if somebody entered them.
    """

    entry: int
    won: bool = False
    in_call: bool = False
    counters: int | None = None
    bid: int | None = None
    tricks: int | None = None
    took: tuple[int, ...] = ()
    revokes: int = 0
    score: int | None = None
    cards: str = ""


PUT_IN = "put_in"
"""The key in a pool's ``call`` for what each player put in. A correction opens with these amounts."""


@dataclass(frozen=True)
class Pool:
    """A decided deal, in its highest version. ``seq`` belongs to its first version.

    ``call``: what the dealer called, if the game has calls. ``trump``: the suit that was turned.
    """

    round: int
    position: int
    deal: int
    lines: tuple[DealPart, ...]
    seq: int
    version: int = 1
    call: Mapping[str, Any] = field(default_factory=dict)
    trump: str = ""

    @property
    def winners(self) -> frozenset[int]:
        return frozenset(line.entry for line in self.lines if line.won)

    @property
    def in_call(self) -> frozenset[int]:
        """Return people who showed cards at the showdown. A winner is always included."""
        return frozenset(line.entry for line in self.lines if line.in_call or line.won)


@dataclass(frozen=True)
class Count:
    """Counters that somebody counted on the table: at a round's bell, or at settling up."""

    entry: int
    round: int
    kind: CountKind
    counters: int
    seq: int


@dataclass(frozen=True)
class Stake:
    """Counters that passed between the banker and a player, at the opening of ``round``.

    A departure's ``counters`` are those taken away, a positive number. ``in_pool``: their counters in the
    pool of a deal in play. The deal takes them up when it is decided. ``late``: a forgotten fresh stake,
    noted later. ``between``: taken between the deals of a round, before the next of them.
    """

    entry: int
    round: int
    kind: StakeKind
    counters: int
    seq: int
    in_pool: int = 0
    late: bool = False
    between: bool = False


@dataclass(frozen=True)
class Cut:
    """One cut at a round's bell: every attempt in order, with the cards drawn by entry."""

    round: int
    table: int
    purpose: Purpose
    attempts: tuple[tuple[tuple[int, str], ...], ...]
    deal: int = 0  # the head table's deal, if the cut is for a yellow chip
    chain: int = field(default=0, compare=False)  # its number in the round

    @property
    def among(self) -> frozenset[int]:
        return frozenset(entry for entry, _ in self.attempts[0])


@dataclass(frozen=True)
class Round:
    """A round. ``main``: in a knockout, the number of tables that play to win; the others are consolation.

    0: all tables play to win. ``byes`` go on without playing the round.
    """

    number: int
    rung_seq: int | None = None  # the journal line that rang the bell
    closed: bool = False  # its moves were applied, or it was the last
    main: int = 0
    byes: tuple[int, ...] = ()

    @property
    def rung(self) -> bool:
        return self.rung_seq is not None


@dataclass(frozen=True)
class EveningRecord:
    """Every valid fact of one evening. ``seed``: of the draw of seats."""

    entries: tuple[Entry, ...] = ()
    presences: tuple[PresenceFact, ...] = ()
    rounds: tuple[Round, ...] = ()
    tables: tuple[TableFact, ...] = ()
    seats: tuple[SeatFact, ...] = ()
    pools: tuple[Pool, ...] = ()
    counts: tuple[Count, ...] = ()
    stakes: tuple[Stake, ...] = ()
    cuts: tuple[Cut, ...] = ()
    seed: str = ""

    @cached_property
    def now(self) -> Round:
        """Return the present round, the last one opened. Its number is 0 before the first round."""
        return max(self.rounds, key=attrgetter("number"), default=Round(0))

    @cached_property
    def seats_by_round(self) -> Mapping[int, tuple[SeatFact, ...]]:
        """Return the seats of each round, from the head table down, in seat order."""
        rounds: dict[int, list[SeatFact]] = {}
        for seat in sorted(self.seats, key=attrgetter("position", "chair")):
            rounds.setdefault(seat.round, []).append(seat)
        return {number: tuple(seats) for number, seats in rounds.items()}

    @property
    def names(self) -> dict[int, str]:
        """Return the shown names by entry."""
        return {entry.id: entry.name for entry in self.entries}
