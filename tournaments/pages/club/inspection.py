"""An evening laid open for who looks after the installation: of each kind of fact the first rows, in words.

Each sheet is read in a fixed number of queries and holds fifty rows at most, whatever the evening's size.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.core.evening import Play
from tournaments.facts.club.inspection import (
    first_awards,
    first_rows,
    lines_that_count,
    newest_results,
    tables_and_deals,
)
from tournaments.facts.journal.filters import Asked
from tournaments.facts.running.access import names_of
from tournaments.models import Deal, DealLine, Evening, MoveRow, RoundRow, RoundTable, SeatRow, StakeRow
from tournaments.pages.journal.page import Shown, journal_page
from tournaments.pages.journal.phrases import SettingsSaid
from tournaments.pages.kinds.registry import kind_pages
from tournaments.words import clocked, moved

ROWS = 50
WROTE = ("journal__actor", "journal__link")


@dataclass(frozen=True)
class Sheet:
    """Rows of one kind of fact; ``more`` than these there are on the list of ``model``."""

    key: str
    title: str
    model: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    more: bool

    @property
    def list_url(self) -> str:
        return f"admin:tournaments_{self.model}_changelist"


@dataclass(frozen=True)
class Inspection:
    """The sheets of an evening, those of one ``round`` of its ``rounds`` among them; the newest lines."""

    round: RoundRow | None
    rounds: Sequence[int]
    sheets: Sequence[Sheet]
    lines: Sequence[Shown]


def inspection(evening: Evening, number: int | None, said: SettingsSaid) -> Inspection:
    """The evening, with round ``number`` or its last."""
    rounds = first_rows(RoundRow, ROWS + 1, "-number", beside=("rung", "closed"), evening=evening)
    of = first_rows(RoundRow, 1, "number", evening=evening, number=number) if number else []
    round = next(iter((*of, *rounds)), None)
    sheets = [_rounds(rounds)]
    if round is not None:
        sheets += [_tables(round), _deals(round, evening.play), _moves(evening, round)]
    sheets += [_stakes(evening), _results(evening), _awards(evening)]
    page = journal_page(evening, Asked(), None, said)
    lines = [line for group in page.groups for line in group.lines]
    return Inspection(round, [row.number for row in rounds], sheets, lines[:ROWS])


def _sheet(
    key: str,
    title: str,
    model: str,
    head: Sequence[str],
    rows: Sequence[Any],
    cells: Callable[[Any], Sequence[object]],
) -> Sheet:
    """``rows``: one more than are shown, if there are more."""
    shown = tuple(tuple("" if cell is None else str(cell) for cell in cells(row)) for row in rows[:ROWS])
    return Sheet(key, title, model, head, shown, len(rows) > ROWS)


def _when(at: datetime | None) -> str:
    return date_format(timezone.localtime(at), "H:i:s") if at else ""


def _line(line: Any) -> str:
    return f"{_when(line.at)} ({line.seq})" if line else ""


def _rounds(rows: Sequence[RoundRow]) -> Sheet:
    ids = [row.pk for row in rows]
    tables, deals = tables_and_deals(ids)
    head = (
        *(gettext("Round"), gettext("Clock starts"), gettext("Bell at"), gettext("Time left")),
        *(gettext("Bell (line)"), gettext("Closed (line)"), gettext("Tables"), gettext("Deals")),
    )
    return _sheet(
        "rounds",
        gettext("Rounds"),
        "roundrow",
        head,
        rows,
        lambda row: (
            row.number,
            _when(row.starts_at),
            _when(row.ends_at),
            "" if row.left is None else clocked(int(row.left.total_seconds())),
            _line(row.rung),
            _line(row.closed),
            tables.get(row.pk, 0),
            deals.get(row.pk, 0),
        ),
    )


def _tables(round: RoundRow) -> Sheet:
    rows = first_rows(RoundTable, ROWS + 1, "position", round=round)
    places = [row.position for row in rows[:ROWS]]
    seats: dict[int, list[str]] = defaultdict(list)
    where: dict[str, Any] = {"round": round, "position__in": places}
    for seat in first_rows(SeatRow, ROWS * ROWS, "position", "chair", beside=["entry"], **where):
        seats[seat.position].append(f"{seat.chair} {seat.entry.name}")
    return _sheet(
        "tables",
        gettext("Tables and seats of the round"),
        "seatrow",
        (gettext("Table"), gettext("Dealer’s seat"), gettext("Seats")),
        rows,
        lambda row: (row.position, row.dealer, ", ".join(seats[row.position])),
    )


def _deals(round: RoundRow, play: Play) -> Sheet:
    rows = first_rows(Deal, ROWS + 1, "position", "number", beside=WROTE, round=round)
    versions: dict[int, int] = {}
    lines: dict[int, list[str]] = defaultdict(list)
    for line in lines_that_count([row.pk for row in rows[:ROWS]]):
        versions[line.version.deal_id] = line.version.version
        lines[line.version.deal_id].append(_part(line, play))
    return _sheet(
        "deals",
        gettext("Deals of the round"),
        "deal",
        (gettext("Table"), gettext("Deal"), gettext("Version"), gettext("Result"), gettext("Who")),
        rows,
        lambda row: (
            row.position,
            row.number,
            versions.get(row.pk, ""),
            ", ".join(lines[row.pk]),
            row.journal.author,
        ),
    )


def _part(line: DealLine, play: Play) -> str:
    words = " ".join(filter(None, (line.entry.name, kind_pages(play.kind).part(line))))
    return ("★" if line.won else "") + words


def _moves(evening: Evening, round: RoundRow) -> Sheet:
    names = names_of(evening)
    return _sheet(
        "moves",
        gettext("Moves of the round"),
        "moverow",
        (gettext("Name"), gettext("From"), gettext("To"), gettext("Why")),
        first_rows(MoveRow, ROWS + 1, "id", beside=["entry"], round=round),
        lambda row: (
            row.entry.name,
            _place(row.from_position, row.from_chair),
            _place(row.to_position, row.to_chair),
            moved(row.why, row.figures, names),
        ),
    )


def _place(table: int | None, chair: int | None) -> str:
    return "" if table is None else f"{table}.{chair}"


def _stakes(evening: Evening) -> Sheet:
    head = (gettext("Round"), gettext("Name"), gettext("What"), gettext("Counters"), gettext("In the pool"))
    return _sheet(
        "stakes",
        gettext("Stakes, newest first"),
        "stakerow",
        head,
        first_rows(StakeRow, ROWS + 1, "-id", beside=["entry", "round"], round__evening=evening),
        lambda row: (row.round.number, row.entry.name, row.kind, row.counters, row.in_pool or ""),
    )


def _results(evening: Evening) -> Sheet:
    return _sheet(
        "results",
        gettext("Versions of the result"),
        "result",
        (gettext("Version"), gettext("As recorded"), gettext("Who"), gettext("Why"), gettext("Players")),
        newest_results(evening, ROWS + 1),
        lambda row: (row.version, _line(row.journal), row.journal.author, row.journal.reason, row.people),
    )


def _awards(evening: Evening) -> Sheet:
    return _sheet(
        "awards",
        gettext("Prizes"),
        "award",
        (gettext("Order"), gettext("Prize"), gettext("Winners"), gettext("Announced (line)")),
        first_awards(evening, ROWS + 1),
        lambda row: (row.rank, gettext(row.title), _names(row.winners.all()), _line(row.revealed)),
    )


def _names(people: Iterable[Any]) -> str:
    return ", ".join(person.name for person in people)
