"""What a bell brings, in words; and the next game that was drawn, table by table.

The bell's outcome has moves, seats, fresh stakes, and the cuts and counts still needed. The next game has
who sits where, who does not play, and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, worded
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.knockout import OUT
from tournaments.core.formats.preview import Preview
from tournaments.core.movement.bell import Bell, CountNeed, NextGame
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import TableSeat, seats_of
from tournaments.core.reasons import Reason
from tournaments.evening.presenters.movers import (
    CountWaits,
    CutMade,
    CutView,
    Mover,
    Somebody,
    count_waits,
    cut_view,
    movers,
    named,
    somebody,
)


@dataclass(frozen=True)
class NextSeat:
    """A chair in the next game; ``start``: the table where its player sits now, None if nowhere."""

    chair: int
    entry: int
    name: str
    start: int | None
    why: Reason


@dataclass(frozen=True)
class NextTable:
    """A table of the next game; ``title``: the final, or for consolation. The first seat deals first."""

    number: int
    title: str
    seats: tuple[NextSeat, ...]


@dataclass(frozen=True)
class NextTables:
    """The next game; ``out`` are here and do not play it, ``gone`` are out of the knockout."""

    tables: tuple[NextTable, ...]
    out: tuple[tuple[str, Reason], ...]
    gone: tuple[str, ...]


def next_tables(facts: Facts, preview: Preview) -> NextTables | None:
    """Return the next game, if seats are drawn anew for it and it is drawn."""
    drawn, names = preview.drawn, facts.names
    if drawn is None or drawn.over is not None:
        return None
    sat = {seat.entry: seat.position for seat in seats_of(facts, preview.round)}
    tables = tuple(
        NextTable(
            number,
            title_in(drawn, number),
            tuple(
                NextSeat(chair, entry, names[entry], sat.get(entry), drawn.why[entry])
                for chair, entry in enumerate(table, start=1)
            ),
        )
        for number, table in enumerate(drawn.tables, start=1)
    )
    return NextTables(
        tables,
        tuple((names[entry], drawn.why[entry]) for entry in drawn.out if drawn.why[entry].code not in OUT),
        tuple(names[entry] for entry in drawn.out if drawn.why[entry].code in OUT),
    )


def title_in(drawn: NextGame, number: int) -> str:
    """Return what a table of a knockout is called in the game that is drawn."""
    if drawn.main and number > drawn.main:
        return gettext("Consolation")
    return gettext("Final") if drawn.main == 1 and not drawn.byes else ""


PARTS = (
    "yellow_chip",
    "moves",
    "people",
    "fresh_stakes",
    "exchanges",
    "nobody_leaves",
    "cuts_needed",
    "counts_needed",
)


@answers("entry", "name", "place", "why", component="SeatsAnswer")
@answers("name", "place", "why", to=STRANGERS)
@dataclass(frozen=True)
class Verdict(Somebody):
    """Somebody after the bell; ``place`` is null for who does not play on, or waits for the draw."""

    place: TableSeat | None
    why: Worded | None


@answers("broke", "partner", component="ExchangeAnswer")
@answers("broke", "partner", to=STRANGERS)
@dataclass(frozen=True)
class Exchange:
    """A broke player, and the partner with whom they change seats."""

    broke: Somebody
    partner: Somebody


@answers("table", "why")
@dataclass(frozen=True)
class Unmoved:
    """A table that nobody leaves."""

    table: int
    why: Worded


@answers("decided", *PARTS, to=STRANGERS, component="RoundAnswer")
@dataclass(frozen=True)
class BellOutcome:
    """What the bell brings. ``decided`` is false as long as something is to be cut or counted."""

    bell: Bell
    play: Play
    names: Mapping[int, str]
    decided: bool
    cuts_needed: tuple[CutView, ...]
    counts_needed: tuple[CountWaits, ...]

    @property
    def yellow_chip(self) -> Somebody | None:
        return None if self.bell.chip is None else somebody(self.bell.chip, self.names)

    @cached_property
    def moves(self) -> tuple[Mover, ...]:
        return movers(self.play, self.bell.moves, self.names)

    @property
    def people(self) -> tuple[Verdict, ...]:
        seats, verdicts = self.bell.seats, self.bell.verdicts
        return tuple(
            Verdict(
                entry,
                self.names.get(entry, "?"),
                seats.get(entry),
                worded(verdicts[entry], self.names) if entry in verdicts else None,
            )
            for entry in sorted({*seats, *verdicts})
        )

    @property
    def fresh_stakes(self) -> tuple[Somebody, ...]:
        return named(self.bell.fresh, self.names)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(Exchange(*named(pair, self.names)) for pair in self.bell.exchanges)

    @property
    def nobody_leaves(self) -> tuple[Unmoved, ...]:
        unmoved = sorted(self.bell.unmoved.items())
        return tuple(Unmoved(table, worded(why, self.names)) for table, why in unmoved)


def outcome_of(bell: Bell, play: Play, names: Mapping[int, str]) -> BellOutcome:
    """Return what a bell without an evening brings: all that it needs is due at once."""
    cuts = (cut_view(1, need, names, play) for need in bell.needs if isinstance(need, CutNeed))
    counts = (count_waits(need, names) for need in bell.needs if isinstance(need, CountNeed))
    return BellOutcome(bell, play, names, not bell.needs, tuple(cuts), tuple(counts))


@answers(
    "round",
    "rung",
    "phase",
    "decided",
    "is_last",
    "still_out",
    *PARTS,
    "cuts_made",
    "short_tables",
    "over",
    component="BellAnswer",
)
@dataclass(frozen=True)
class EveningBell(BellOutcome):
    """The bell of ``round``. ``decided``: it has rung, and nothing is missing, so the moves can be applied.

    Before that everything here is as it would be by now. ``over`` says why no further game can follow.
    """

    preview: Preview
    phase: str
    cuts_made: tuple[CutMade, ...]

    @property
    def round(self) -> int:
        return self.preview.round

    @property
    def rung(self) -> bool:
        return self.preview.rung

    @property
    def is_last(self) -> bool:
        return self.preview.is_last

    @property
    def still_out(self) -> tuple[int, ...]:
        return self.preview.still_out

    @property
    def short_tables(self) -> tuple[int, ...]:
        return self.preview.short

    @property
    def over(self) -> Worded | None:
        return worded(self.preview.over, self.names) if self.preview.over else None
