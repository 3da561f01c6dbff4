"""A season's table by division with reasons, and the same table for the season's pages.

The pages add each player's move, the gap to the place above, the zones and the cells of the evenings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import repeat, zip_longest
from typing import Any, NamedTuple

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, describe_reason, describe_tie_break, format_points
from tournaments.core.leagues.points import Points
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow, State, find_places_before
from tournaments.core.leagues.working import Cell, build_cells
from tournaments.core.reasons import Reason
from tournaments.models import Season
from tournaments.seasons.presenters.rules import shorten_days, summarize_rules
from tournaments.seasons.selectors.closing import Hindrance, Proposal, find_moves
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, count_season


@answers(
    *("place", "player", "name", "points", "played", "counted", "too_few", "why", "equal_points"),
    component="SeasonTableRow",
)
@answers(
    *("place", "name", "points", "played", "counted", "too_few", "why"),
    to=STRANGERS,
    component="PublicRow",
    description="A line of the table; ``too_few`` evenings to be ranked.",
)
@dataclass(frozen=True)
class TableRow:
    """A player's row in the table. ``why``: the reason why the next player is below.

    ``too_few``: too few evenings to be ranked. ``equal_points``: the next player has as many points, so
    ``why`` is the tie-break. ``place``: null before the first evening counts. ``player``: null for a person
    who is no longer on the club's list.
    """

    # ``person``: the player's number, below 0 for a person no longer on the list. ``total``: the points on a
    # page.
    # ``names``: the names of all players, for the words of the ``reason``.

    person: int
    name: str
    place: int | None
    total: str
    points: Points
    played: int
    counted: int
    too_few: bool
    reason: Reason | None
    equal_points: bool
    names: Mapping[int, str] = field(repr=False)

    @property
    def player(self) -> int | None:
        return self.person if self.person > 0 else None

    @property
    def why(self) -> Worded | None:
        """Return the reason in words. It is made only when read: a page shows few of a thousand reasons."""
        return describe_reason(self.reason, self.names) if self.reason else None


@answers("id", "name", "rows", component="DivisionTableAnswer")
@answers(
    *("name", "rows"),
    to=STRANGERS,
    component="PublicDivision",
    description="A division's table; without a name where there are none.",
)
@dataclass(frozen=True)
class DivisionTable:
    """A division's table; ``id`` is null for the players without a division."""

    id: int | None
    name: str
    rows: tuple[TableRow, ...]


EVENINGS = ("counting", "waiting", "called_off", "cuts_awaited", "corrected_after_closing")


@answers("divisions", *EVENINGS, component="SeasonTableAnswer")
@dataclass(frozen=True)
class SeasonTable:
    """The season's table. Evenings are listed by number: evenings that count, and evenings that wait.

    ``called_off``: evenings that do not count anywhere. ``cuts_awaited``: evenings whose correction waits for
    a cut; until then the uncorrected result counts. ``corrected_after_closing``: evenings that were corrected
    after the closing; the correction does not count.
    """

    # ``divisions``: a single one without a name if the season has no divisions.

    divisions: tuple[DivisionTable, ...]
    evenings: tuple[EveningOf, ...]
    rules: Rules

    @property
    def has_divisions(self) -> bool:
        """Return whether there are divisions."""
        return len(self.divisions) > 1 or bool(self.divisions[0].name)

    @property
    def counting(self) -> tuple[EveningOf, ...]:
        return tuple(evening for evening in self.evenings if evening.counts)

    @property
    def waiting(self) -> tuple[EveningOf, ...]:
        """Return the evenings that do not count yet: unfinished, or with prizes that are not yet revealed."""
        return tuple(evening for evening in self.evenings if not (evening.counts or evening.called_off))

    @property
    def called_off(self) -> tuple[EveningOf, ...]:
        return tuple(evening for evening in self.evenings if evening.called_off)

    @property
    def cuts_awaited(self) -> tuple[EveningOf, ...]:
        """Return the evenings with a correction that waits for a cut; the uncorrected result counts."""
        return tuple(evening for evening in self.counting if evening.awaits_cut)

    @property
    def corrected_after_closing(self) -> tuple[EveningOf, ...]:
        """Return the evenings corrected after the closing of the season; the corrections do not count."""
        return tuple(evening for evening in self.evenings if evening.version_after_closing)


def load_season_table(season: Season, *, all_known: bool = True) -> SeasonTable:
    """Return the table, in six queries at most. ``all_known``: the reader may see hidden prizes."""
    return build_season_table(count_season(season, all_known=all_known))


def build_season_table(count: SeasonCount) -> SeasonTable:
    """Return the table of a counted season. Each player has the name that they have in this season."""
    divisions = [DivisionTable(pk, name, _build_rows(count, pk)) for pk, name in count.divisions.items()]
    rest = _build_rows(count, None)
    if rest or not divisions:
        divisions.append(DivisionTable(None, "", rest))
    return SeasonTable(tuple(divisions), tuple(count.evenings), count.rules)


def _build_rows(count: SeasonCount, division: int | None) -> tuple[TableRow, ...]:
    rows = count.list_rows(division)
    return tuple(build_table_row(count, row, after) for row, after in zip_longest(rows, rows[1:]))


def build_table_row(count: SeasonCount, row: SeasonRow, after: SeasonRow | None) -> TableRow:
    """Return a row of the table; ``after``: the next row below."""
    return TableRow(
        person=row.player,
        name=count.names[row.player],
        place=count.find_place(row),
        total=format_points(row.total),
        points=row.total,
        played=row.played,
        counted=row.counted,
        too_few=row.below,
        reason=count.find_reason(row),
        equal_points=bool(count.lines) and after is not None and after.parts == row.parts,
        names=count.names,
    )


WAITS: Mapping[Hindrance, str] = {
    Hindrance.UNFINISHED: _("not finished"),
    Hindrance.UNREVEALED: _("prizes not announced"),
    Hindrance.CUT: _("a cut is missing"),
}


def closing_obstacles(proposal: Proposal) -> list[tuple[EveningOf, str]]:
    """Return the evenings that prevent closing the season, each with the reason in words."""
    return [(evening, gettext(WAITS[obstacle])) for evening, obstacle in proposal.hindrances]


NEWEST = 6
"""Number of evenings shown beside a name, unless the reader chooses all."""


@dataclass(frozen=True)
class EveningColumn:
    """An evening as a column; ``day`` is its short name."""

    id: int
    name: str
    day: str


class Figure(NamedTuple):
    """Points; an invisible ``pad`` after the points aligns the decimals."""

    text: str
    pad: str = ""


class EveningCell(NamedTuple):
    """A player's evening in a row. ``kind``: dropped, best or away; for "away", ``says`` has the words."""

    figure: Figure
    kind: str
    says: str


class Shift(NamedTuple):
    """How a player's place changed by the last evening: "up" or "down", by how many, and in words."""

    way: str
    mark: str
    words: str


@dataclass(frozen=True)
class TableLine:
    """A row with all figures beside it.

    ``gap``: points behind the place above. ``zone``: "rises" or "falls" into the division ``to``. ``tie``:
    why the player is above the next one with equal points. ``counted``: how many evenings count, of how many
    played.
    """

    row: TableRow
    total: Figure
    gap: str
    shift: Shift | None
    cells: tuple[EveningCell, ...]
    zone: str
    to: str
    tie: str
    evenings: str


@dataclass(frozen=True)
class DivisionDisplay:
    """A division's table as a page shows it, the newest evening first; ``more``: evenings not shown."""

    division: DivisionTable
    columns: tuple[EveningColumn, ...]
    lines: tuple[TableLine, ...]
    more: int


def build_table_context(
    season: Season, count: SeasonCount, table: SeasonTable, *, everything: bool = False
) -> dict[str, Any]:
    """Return the values for the season's pages. ``everything``: all evenings, not only the newest."""
    divisions = tuple(_build_divisions(season, count, table, everything))
    return {
        "table": table,
        "divisions": divisions,
        "everything": everything,
        "more": any(division.more for division in divisions),
        "named": table.has_divisions,
        "rules": table.rules,
        "in_short": summarize_rules(table.rules),
    }


def _build_divisions(
    season: Season, count: SeasonCount, table: SeasonTable, everything: bool
) -> Iterator[DivisionDisplay]:
    zones = _find_zones(season, count)
    days = shorten_days([evening.held_on for evening in table.counting])
    for division in table.divisions:
        its = [time for time, line in enumerate(count.lines) if line.division in (None, division.id)]
        times = its[::-1] if everything else its[: -NEWEST - 1 : -1]
        columns = [
            EveningColumn(table.counting[time].id, table.counting[time].name, days[time]) for time in times
        ]
        lines = tuple(_build_lines(count, division, times, zones, season.seed))
        yield DivisionDisplay(division, tuple(columns), lines, len(its) - len(times))


@dataclass(frozen=True)
class Zone:
    """The division to which a player would move now, or moved when the season was closed."""

    kind: str = ""
    to: str = ""


NO_ZONE = Zone()


def _find_zones(season: Season, count: SeasonCount) -> Mapping[int, Zone]:
    order = {division: rank for rank, division in enumerate(count.divisions)}
    return {
        move.player: Zone(
            "rises" if order[move.to] < order[move.division] else "falls", count.divisions[move.to]
        )
        for move in (find_moves(season, count) if count.lines else ())
    }


def _build_lines(
    count: SeasonCount,
    division: DivisionTable,
    times: Sequence[int],
    zones: Mapping[int, Zone],
    seed: str,
) -> Iterator[TableLine]:
    """Yield the rows of a division, each with its cells of the evenings at the indexes ``times``."""
    rows, count_text, translate = count.list_rows(division.id), cache(_format_count), cache(gettext)
    totals = _align_figures(row.total for row in division.rows)
    extras = zip(
        _measure_gaps(rows), _find_shifts(rows, seed), _build_cells(build_cells(rows, times)), strict=True
    )
    for line, row, total, (gap, shift, cells) in zip(division.rows, rows, totals, extras, strict=True):
        zone = zones.get(row.player, NO_ZONE)
        tie = (
            describe_tie_break(row.why, line.total, count.names, translate)
            if line.equal_points and row.why
            else ""
        )
        yield TableLine(
            line, total, gap, shift, cells, zone.kind, zone.to, tie, count_text(row.counted, row.played)
        )


def build_written_division(division: DivisionTable, zones: Mapping[int, Zone]) -> DivisionDisplay:
    """Return a division as the closing wrote it; the rows have no cells of evenings."""
    totals = _align_figures(row.total for row in division.rows)
    lines = tuple(
        TableLine(row, total, "", None, (), zone.kind, zone.to, "", _format_count(row.counted, row.played))
        for row, total in zip(division.rows, totals, strict=True)
        for zone in [zones.get(row.person, NO_ZONE)]
    )
    return DivisionDisplay(division, (), lines, 0)


def _format_count(counting: int, total: int) -> str:
    if counting == total:
        return str(total)
    return gettext("%(counted)s of %(n)s") % {"counted": counting, "n": total}


def _align_figures(texts: Iterable[str]) -> list[Figure]:
    """Return the figures of one column, each with the padding that aligns its decimals."""
    figures_texts, sign = list(texts), get_format("DECIMAL_SEPARATOR")

    @cache
    def decimals(text: str) -> int:
        return len(text.partition(sign)[2])

    most = max(map(decimals, figures_texts), default=0)

    @cache
    def figure(text: str) -> Figure:
        has = decimals(text)
        return Figure(text, ("" if has or not most else sign) + "0" * (most - has))

    return [figure(text) for text in figures_texts]


def _measure_gaps(rows: Sequence[SeasonRow]) -> Iterator[str]:
    """Yield the gap to the place above; empty at the top, or if too few evenings decide the order."""
    above: SeasonRow | None = None
    before: SeasonRow | None = None
    for row in rows:
        if before is not None and before.place != row.place:
            above = before
        yield "" if above is None or above.below != row.below else _format_gap(row.total - above.total)
        before = row


def _format_gap(points: int | Fraction) -> str:
    return format_points(points) if points <= 0 else f"+{format_points(points)}"


def _find_shifts(rows: Sequence[SeasonRow], seed: str) -> Iterator[Shift | None]:
    """Yield each player's move by the last evening; None after the first evening, and for non-players."""
    before = find_places_before(rows, seed) if rows else {}
    words = cache(_describe_shift)
    for row in rows:
        if not before or not row.played:
            yield None
        else:
            yield (
                words(before[row.player] - row.place)
                if row.player in before
                else Shift("", gettext("new"), "")
            )


def _describe_shift(by: int) -> Shift | None:
    if not by:
        return None
    figures = {"n": abs(by)}
    if by > 0:
        words = ngettext("%(n)s place up", "%(n)s places up", by) % figures
        return Shift("up", str(by), words)
    words = ngettext("%(n)s place down", "%(n)s places down", -by) % figures
    return Shift("down", str(-by), words)


SAYS: Mapping[str, str] = {
    "dropped": _("does not count"),
    "best": _("best"),
    "away": _("absent"),
}
"""Words for screen readers, which cannot show the style of a cell."""


def _build_cells(rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[EveningCell, ...]]:
    """Yield the cells of each row in words; the decimals of each column are aligned."""
    cell_rows = list(rows)
    if not cell_rows or not cell_rows[0]:
        return repeat((), len(cell_rows))
    return zip(*map(_build_column, zip(*cell_rows, strict=True)), strict=True)


def _build_column(cells: Sequence[Cell]) -> Iterator[EveningCell]:
    texts = {cell: _format_cell(cell) for cell in dict.fromkeys(cells)}
    figures = zip(texts, _align_figures(texts.values()), strict=True)
    cells_shown = {cell: _build_cell(cell, figure) for cell, figure in figures}
    return map(cells_shown.__getitem__, cells)


def _format_cell(cell: Cell) -> str:
    if cell.state is State.MISSED:
        return "–"
    return format_points(cell.points) if cell.state else ""


def _build_cell(cell: Cell, figure: Figure) -> EveningCell:
    if not cell.state:
        return EveningCell(figure, "", "")
    looks = {"dropped": cell.state is State.DROPPED, "best": cell.best, "away": cell.absent}
    kinds = [look for look, applies in looks.items() if applies]
    return EveningCell(figure, " ".join(kinds), "; ".join(gettext(SAYS[kind]) for kind in kinds))
