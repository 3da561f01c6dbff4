"""The result of a bell in words; and the next drawn game, table by table.

A bell's result contains moves, seats, fresh stakes, and missing cuts and counts. The next game contains the
seats, and the players without a seat, with the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, describe_reason
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.knockout import OUT
from tournaments.core.formats.preview import Preview
from tournaments.core.movement.bell import Bell, CountNeed, NextGame
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import TableSeat, list_seats
from tournaments.core.reasons import Reason
from tournaments.evening.presenters.movers import (
    CountWaits,
    CutMade,
    CutView,
    EntryName,
    Mover,
    list_movers,
    make_count_waits,
    make_cut_view,
    make_entry_name,
    name_entries,
)


@dataclass(frozen=True)
class NextSeat:
    """A chair in the next game. ``start``: the table where its player sits now; None: no seat now."""

    chair: int
    entry: int
    name: str
    start: int | None
    reason: Reason


@dataclass(frozen=True)
class NextTable:
    """A table of the next game. ``title``: such as the final or consolation. The first seat deals first."""

    number: int
    title: str
    seats: tuple[NextSeat, ...]


@dataclass(frozen=True)
class NextTables:
    """The next game. ``without_seat``: people here who do not play. ``knocked_out``: out of the knockout."""

    tables: tuple[NextTable, ...]
    without_seat: tuple[tuple[str, Reason], ...]
    knocked_out: tuple[str, ...]


def find_next_tables(facts: Facts, preview: Preview) -> NextTables | None:
    """Return the next game if its seats are drawn, else None."""
    game, names = preview.next_game, facts.names
    if game is None or game.end_reason is not None:
        return None
    sat = {seat.entry: seat.position for seat in list_seats(facts, preview.round)}
    tables = tuple(
        NextTable(
            number,
            find_table_title(game, number),
            tuple(
                NextSeat(chair, entry, names[entry], sat.get(entry), game.why[entry])
                for chair, entry in enumerate(table, start=1)
            ),
        )
        for number, table in enumerate(game.tables, start=1)
    )
    return NextTables(
        tables,
        tuple((names[entry], game.why[entry]) for entry in game.sits_out if game.why[entry].code not in OUT),
        tuple(names[entry] for entry in game.sits_out if game.why[entry].code in OUT),
    )


def find_table_title(game: NextGame, number: int) -> str:
    """Return the title of a knockout's table in the drawn game."""
    if game.main and number > game.main:
        return gettext("Consolation")
    return gettext("Final") if game.main == 1 and not game.byes else ""


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
class Verdict(EntryName):
    """A person after the bell. ``place``: null for people who stop playing or wait for the draw."""

    place: TableSeat | None
    why: Worded | None


@answers("broke", "partner", component="ExchangeAnswer")
@answers("broke", "partner", to=STRANGERS)
@dataclass(frozen=True)
class Exchange:
    """A broke player, and the partner with whom they change seats."""

    broke: EntryName
    partner: EntryName


@answers("table", "why")
@dataclass(frozen=True)
class Unmoved:
    """A table that nobody leaves."""

    table: int
    why: Worded


@answers("decided", *PARTS, to=STRANGERS, component="RoundAnswer")
@dataclass(frozen=True)
class BellOutcome:
    """The result of a bell. ``decided``: false while a cut or a count is missing."""

    bell: Bell
    play: Play
    names: Mapping[int, str]
    decided: bool
    cuts_needed: tuple[CutView, ...]
    counts_needed: tuple[CountWaits, ...]

    @property
    def yellow_chip(self) -> EntryName | None:
        return None if self.bell.chip is None else make_entry_name(self.bell.chip, self.names)

    @cached_property
    def moves(self) -> tuple[Mover, ...]:
        return list_movers(self.play, self.bell.moves, self.names)

    @property
    def people(self) -> tuple[Verdict, ...]:
        seats, verdicts = self.bell.seats, self.bell.verdicts
        return tuple(
            Verdict(
                entry,
                self.names.get(entry, "?"),
                seats.get(entry),
                describe_reason(verdicts[entry], self.names) if entry in verdicts else None,
            )
            for entry in sorted({*seats, *verdicts})
        )

    @property
    def fresh_stakes(self) -> tuple[EntryName, ...]:
        return name_entries(self.bell.fresh, self.names)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(Exchange(*name_entries(pair, self.names)) for pair in self.bell.exchanges)

    @property
    def nobody_leaves(self) -> tuple[Unmoved, ...]:
        unmoved = sorted(self.bell.unmoved.items())
        return tuple(Unmoved(table, describe_reason(reason, self.names)) for table, reason in unmoved)


def build_outcome(bell: Bell, play: Play, names: Mapping[int, str]) -> BellOutcome:
    """Return the result of a bell without an evening. All missing cuts and counts are included."""
    cuts = (make_cut_view(1, need, names, play) for need in bell.needs if isinstance(need, CutNeed))
    counts = (make_count_waits(need, names) for need in bell.needs if isinstance(need, CountNeed))
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
    """The bell of ``round``. ``decided``: the bell has rung and nothing is missing, so moves can be applied.

    Until then, all values are previews. ``over``: the reason why no further game is possible.
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
        return describe_reason(self.preview.end_reason, self.names) if self.preview.end_reason else None
