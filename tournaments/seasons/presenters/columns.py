"""What a season's page shows beside place, name and points: how each moved, the gap, and the evenings.

The table itself is counted in ``table.py``; here is what only the page and its paper need.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from tournaments.base.words import levelled, pointed
from tournaments.core.leagues.cells import Cell, cells_of
from tournaments.core.leagues.standing import SeasonRow, State, places_before
from tournaments.models import Season
from tournaments.seasons.presenters.days import short_days
from tournaments.seasons.presenters.rules import in_short
from tournaments.seasons.presenters.table import DivisionTable, SeasonTable, TableRow
from tournaments.seasons.selectors.closing import moves_of
from tournaments.seasons.selectors.counting import Counted

NEWEST = 6
"""So many evenings are shown beside a name, unless all are asked for."""


@dataclass(frozen=True)
class Column:
    """An evening as a column: its ``day`` is short."""

    id: int
    name: str
    day: str


class Figure(NamedTuple):
    """Points; ``pad`` follows them unseen, so that decimals stand below each other."""

    text: str
    pad: str = ""


class CellShown(NamedTuple):
    """An evening beside a name. ``kind``: dropped, best, or away, in which case it ``says`` so."""

    figure: Figure
    kind: str
    says: str


class Shift(NamedTuple):
    """How somebody moved by the last evening, for the eye and in words."""

    mark: str
    words: str


@dataclass(frozen=True)
class Line:
    """A row with all that stands beside it.

    ``gap``: points behind the place above. ``zone``: "rises" or "falls" into the division ``to``.
    ``tie``: why it is above the next, of equal points. ``counted``: how many evenings, of how many.
    """

    row: TableRow
    total: Figure
    gap: str
    shift: Shift | None
    cells: tuple[CellShown, ...]
    zone: str
    to: str
    tie: str
    counted: str


@dataclass(frozen=True)
class DivisionShown:
    """A division's table as it is shown, the newest evening first; ``more``: evenings that are not shown."""

    division: DivisionTable
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    more: int


def table_shown(
    season: Season, counted: Counted, table: SeasonTable, *, everything: bool = False
) -> dict[str, Any]:
    """What the season's pages show. ``everything``: all evenings, not the newest alone."""
    divisions = tuple(_divisions(season, counted, table, everything))
    return {
        "table": table,
        "divisions": divisions,
        "everything": everything,
        "more": any(division.more for division in divisions),
        "named": table.named,
        "rules": table.rules,
        "in_short": in_short(table.rules),
    }


def _divisions(
    season: Season, counted: Counted, table: SeasonTable, everything: bool
) -> Iterator[DivisionShown]:
    zones = _zones(season, counted)
    days = short_days([evening.held_on for evening in table.counting])
    for division in table.divisions:
        its = [time for time, line in enumerate(counted.lines) if line.division in (None, division.id)]
        times = its[::-1] if everything else its[: -NEWEST - 1 : -1]
        columns = [Column(table.counting[time].id, table.counting[time].name, days[time]) for time in times]
        lines = tuple(_lines(counted, division, times, zones, season.seed))
        yield DivisionShown(division, tuple(columns), lines, len(its) - len(times))


@dataclass(frozen=True)
class Zone:
    """Where somebody would go as the season stands, or went when it was closed."""

    kind: str = ""
    to: str = ""


NO_ZONE = Zone()


def _zones(season: Season, counted: Counted) -> Mapping[int, Zone]:
    order = {division: rank for rank, division in enumerate(counted.divisions)}
    return {
        move.player: Zone(
            "rises" if order[move.to] < order[move.division] else "falls", counted.divisions[move.to]
        )
        for move in (moves_of(season, counted) if counted.lines else ())
    }


def _lines(
    counted: Counted,
    division: DivisionTable,
    times: Sequence[int],
    zones: Mapping[int, Zone],
    seed: str,
) -> Iterator[Line]:
    """The rows of a division, each with its cells of the evenings at these ``times``."""
    rows, of, translate = counted.rows_of(division.id), cache(_counted), cache(gettext)
    totals = _figures(row.total for row in division.rows)
    beside = zip(_gaps(rows), _shifts(rows, seed), _cells(cells_of(rows, times)), strict=True)
    for line, row, total, (gap, shift, cells) in zip(division.rows, rows, totals, beside, strict=True):
        zone = zones.get(row.player, NO_ZONE)
        tie = levelled(row.why, line.total, counted.names, translate) if line.equal_points and row.why else ""
        yield Line(line, total, gap, shift, cells, zone.kind, zone.to, tie, of(row.counted, row.played))


def division_written(division: DivisionTable, zones: Mapping[int, Zone]) -> DivisionShown:
    """Return a division as its closing wrote it: each row without its evenings beside it."""
    totals = _figures(row.total for row in division.rows)
    lines = tuple(
        Line(row, total, "", None, (), zone.kind, zone.to, "", _counted(row.counted, row.played))
        for row, total in zip(division.rows, totals, strict=True)
        for zone in [zones.get(row.who, NO_ZONE)]
    )
    return DivisionShown(division, (), lines, 0)


def _counted(counted: int, played: int) -> str:
    if counted == played:
        return str(played)
    return gettext("%(counted)s of %(n)s") % {"counted": counted, "n": played}


def _figures(texts: Iterable[str]) -> list[Figure]:
    """Figures of one column, each with what brings its decimals below those of the others."""
    told, sign = list(texts), get_format("DECIMAL_SEPARATOR")

    @cache
    def decimals(text: str) -> int:
        return len(text.partition(sign)[2])

    most = max(map(decimals, told), default=0)

    @cache
    def figure(text: str) -> Figure:
        has = decimals(text)
        return Figure(text, ("" if has or not most else sign) + "0" * (most - has))

    return [figure(text) for text in told]


def _gaps(rows: Sequence[SeasonRow]) -> Iterator[str]:
    """How far each is behind the place above; nothing at the top, and where too few evenings part them."""
    above: SeasonRow | None = None
    before: SeasonRow | None = None
    for row in rows:
        if before is not None and before.place != row.place:
            above = before
        yield "" if above is None or above.below != row.below else _gap(row.total - above.total)
        before = row


def _gap(points: int | Fraction) -> str:
    return pointed(points) if points <= 0 else f"+{pointed(points)}"


def _shifts(rows: Sequence[SeasonRow], seed: str) -> Iterator[Shift | None]:
    """How each moved by the last evening; nothing after the first one."""
    before = places_before(rows, seed) if rows else {}
    words = cache(_shift)
    for row in rows:
        if not before or not row.played:
            yield None
        else:
            yield words(before[row.player] - row.place) if row.player in before else _new()


def _shift(by: int) -> Shift | None:
    if not by:
        return None
    figures = {"n": abs(by)}
    if by > 0:
        words = ngettext("%(n)s place up", "%(n)s places up", by) % figures
        return Shift(f"▲{by}", words)
    words = ngettext("%(n)s place down", "%(n)s places down", -by) % figures
    return Shift(f"▼{-by}", words)


def _new() -> Shift:
    return Shift(gettext("new"), "")


SAYS: Mapping[str, str] = {
    "dropped": _("does not count"),
    "best": _("best"),
    "away": _("absent"),
}
"""What a reader hears who cannot see how a cell looks."""


def _cells(rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[CellShown, ...]]:
    """The cells in words, in each column with the decimals below each other."""
    found = list(rows)
    if not found or not found[0]:
        return repeat((), len(found))
    return zip(*map(_column, zip(*found, strict=True)), strict=True)


def _column(cells: Sequence[Cell]) -> Iterator[CellShown]:
    told = {cell: _told(cell) for cell in dict.fromkeys(cells)}
    figures = zip(told, _figures(told.values()), strict=True)
    shown = {cell: _cell(cell, figure) for cell, figure in figures}
    return map(shown.__getitem__, cells)


def _told(cell: Cell) -> str:
    if cell.state is State.MISSED:
        return "–"
    return pointed(cell.points) if cell.state else ""


def _cell(cell: Cell, figure: Figure) -> CellShown:
    if not cell.state:
        return CellShown(figure, "", "")
    looks = {"dropped": cell.state is State.DROPPED, "best": cell.best, "away": cell.away}
    kinds = [look for look, so in looks.items() if so]
    return CellShown(figure, " ".join(kinds), "; ".join(gettext(SAYS[kind]) for kind in kinds))
