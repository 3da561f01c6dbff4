"""An evening laid open for who looks after the installation: of each kind of fact the first rows, in words.

Each sheet is read in a fixed number of queries and holds fifty rows at most, whatever the evening's size.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.core.evening import Play
from tournaments.facts.running.access import names_of
from tournaments.facts.running.evening import highest_version
from tournaments.models import (
    Award,
    Deal,
    DealLine,
    DealVersion,
    EntryRow,
    Evening,
    Journal,
    MoveRow,
    Result,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
)
from tournaments.pages.journal.filters import Asked
from tournaments.pages.journal.page import Shown, journal_page
from tournaments.pages.journal.phrases import SettingsSaid
from tournaments.pages.kinds.registry import kind_pages
from tournaments.words import clocked, moved

ROWS = 50
LARGE = 30_000
"""Seats and lines of deals up to which an evening's ledger is worked out beside its facts."""


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
    standing = RoundRow.objects.filter(evening=evening, void=None)
    rounds = list(standing.order_by("-number").select_related("rung", "closed")[: ROWS + 1])
    of = standing.filter(number=number).first() if number else None
    round = of or (rounds[0] if rounds else None)
    sheets = [_rounds(rounds)]
    if round is not None:
        sheets += [_tables(round), _deals(round, evening.play), _moves(evening, round)]
    sheets += [_stakes(evening), _results(evening), _awards(evening)]
    page = journal_page(evening, Asked(), None, said)
    lines = [line for group in page.groups for line in group.lines]
    return Inspection(round, [row.number for row in rounds], sheets, lines[:ROWS])


def is_large(evening: Evening) -> bool:
    """Whether working out the ledger would read more than a page should."""
    seats = SeatRow.objects.filter(round__evening=evening).order_by()[: LARGE + 1]
    lines = DealLine.objects.filter(version__deal__round__evening=evening).order_by()[: LARGE + 1]
    return seats.count() + lines.count() > LARGE


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
    tables = _counted(RoundTable.objects.filter(round__in=ids, void=None))
    deals = _counted(Deal.objects.filter(round__in=ids, void=None))
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


def _counted(rows: QuerySet[Any]) -> dict[int, int]:
    return dict(rows.order_by().values("round").annotate(n=Count("pk")).values_list("round", "n"))


def _tables(round: RoundRow) -> Sheet:
    rows = list(RoundTable.objects.filter(round=round, void=None).order_by("position")[: ROWS + 1])
    places = [row.position for row in rows[:ROWS]]
    seats: dict[int, list[str]] = defaultdict(list)
    sits = SeatRow.objects.filter(round=round, position__in=places, void=None)
    for position, chair, name in sits.order_by("position", "chair").values_list(
        "position", "chair", "entry__name"
    )[: ROWS * ROWS]:
        seats[position].append(f"{chair} {name}")
    return _sheet(
        "tables",
        gettext("Tables and seats of the round"),
        "seatrow",
        (gettext("Table"), gettext("Dealer’s seat"), gettext("Seats")),
        rows,
        lambda row: (row.position, row.dealer, ", ".join(seats[row.position])),
    )


def _deals(round: RoundRow, play: Play) -> Sheet:
    rows = list(
        Deal.objects.filter(round=round, void=None)
        .select_related("journal__actor", "journal__link")
        .order_by("position", "number")[: ROWS + 1]
    )
    ids = [row.pk for row in rows[:ROWS]]
    newest = DealVersion.objects.filter(deal__in=ids).order_by("version")
    versions = dict(newest.values_list("deal", "version"))
    lines: dict[int, list[str]] = defaultdict(list)
    told = DealLine.objects.filter(highest_version(), version__deal__in=ids).order_by("id")
    for line in told.select_related("entry", "version"):
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
    rows = list(
        MoveRow.objects.filter(round=round, void=None).select_related("entry").order_by("id")[: ROWS + 1]
    )
    names = names_of(evening)
    return _sheet(
        "moves",
        gettext("Moves of the round"),
        "moverow",
        (gettext("Name"), gettext("From"), gettext("To"), gettext("Why")),
        rows,
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
    rows = StakeRow.objects.filter(round__evening=evening, void=None).order_by("-id")
    head = (gettext("Round"), gettext("Name"), gettext("What"), gettext("Counters"), gettext("In the pool"))
    return _sheet(
        "stakes",
        gettext("Stakes, newest first"),
        "stakerow",
        head,
        list(rows.select_related("entry", "round")[: ROWS + 1]),
        lambda row: (row.round.number, row.entry.name, row.kind, row.counters, row.in_pool or ""),
    )


def _results(evening: Evening) -> Sheet:
    rows = Result.objects.filter(evening=evening).order_by("-version")
    return _sheet(
        "results",
        gettext("Versions of the result"),
        "result",
        (gettext("Version"), gettext("As recorded"), gettext("Who"), gettext("Why"), gettext("Players")),
        list(
            rows.annotate(people=Count("settlements")).select_related("journal__actor", "journal__link")[
                : ROWS + 1
            ]
        ),
        lambda row: (row.version, _line(row.journal), row.journal.author, row.journal.reason, row.people),
    )


def _awards(evening: Evening) -> Sheet:
    last = Result.objects.filter(evening=evening).order_by("-version")[:1]
    rows = Award.objects.filter(Q(result__in=last.values("pk")) | Q(evening=evening))
    rows = rows.order_by("evening", "rank").prefetch_related("winners")
    return _sheet(
        "awards",
        gettext("Prizes"),
        "award",
        (gettext("Order"), gettext("Prize"), gettext("Winners"), gettext("Announced (line)")),
        list(rows.select_related("revealed")[: ROWS + 1]),
        lambda row: (row.rank, gettext(row.title), _names(row.winners.all()), _line(row.revealed)),
    )


def _names(people: Iterable[Any]) -> str:
    return ", ".join(person.name for person in people)


@dataclass(frozen=True)
class Glance:
    """What a list says of an evening beside its own fields."""

    tables: int
    people: int
    last: datetime | None


def glances(evenings: Sequence[Evening]) -> Mapping[int, Glance]:
    """Of the evenings of a page, in three queries."""
    ids = [evening.pk for evening in evenings]
    entries = EntryRow.objects.filter(evening__in=ids, void=None).order_by()
    people = dict(entries.values("evening").annotate(n=Count("pk")).values_list("evening", "n"))
    newest: dict[int, tuple[int, int]] = {}
    tables = RoundTable.objects.filter(round__evening__in=ids, round__void=None, void=None).order_by()
    for evening, number, n in (
        tables.values("round__evening", "round__number")
        .annotate(n=Count("pk"))
        .values_list("round__evening", "round__number", "n")
    ):
        newest[evening] = max(newest.get(evening, (0, 0)), (number, n))
    at = Q()
    for one in evenings:
        at |= Q(evening=one.pk, seq=one.seq)
    lines = dict(Journal.objects.filter(at).values_list("evening", "at")) if ids else {}
    return {pk: Glance(newest.get(pk, (0, 0))[1], people.get(pk, 0), lines.get(pk)) for pk in ids}
