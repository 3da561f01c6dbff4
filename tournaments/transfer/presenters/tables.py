"""Results, a club's list and seasons as tables, documents and XLSX files; people of an exported evening.

Another installation can read the documents: docs/season.md.
"""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext

from accounts.models import Club
from accounts.players.selectors import load_players_with_groups, map_former_entries
from games.rules.registry import KNOWN
from tournaments.base.words import describe_move
from tournaments.core.files.cells import Cell, format_decimal, join_cell, write_csv
from tournaments.core.files.documents import sort_keys
from tournaments.core.files.results_table import (
    AS_PLACED,
    FIGURE_COLUMNS,
    PEOPLE,
    RESULTS,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import build_play
from tournaments.core.leagues.standing import Score, State
from tournaments.core.reasons import PEOPLE as NAMED_PEOPLE
from tournaments.core.reasons import Reason
from tournaments.core.record import Entry, Stage
from tournaments.core.results.elsewhere import ResultLine, judge_lines
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result, Season
from tournaments.prizes.presenters.prizes import get_result_titles
from tournaments.seasons.presenters.table import build_season_table
from tournaments.seasons.selectors.counting import EveningOf, count_season
from tournaments.seasons.selectors.document import build_document
from tournaments.standings.selectors.standings import (
    build_figures,
    compute_reckoning,
    find_counting_result,
    load_settlements,
    load_written_awards,
    select_known_figures,
)
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet


# docs/import.md lists the columns. In XLSX numbers and dates keep their type; text is never a formula.

Table = tuple[Sequence[str], list[Sequence[Cell]]]
"""The titles of the columns, and the rows."""
EXACT = 2**53
"""The largest whole number that spreadsheets keep exactly. A larger number is written as text."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}
"""The kinds of file for a table, with their media types."""
WIDEST = 240
"""The maximum width of a column, in pixels."""
AS_WRITTEN = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
FIXED_TIME = datetime(2000, 1, 1)  # noqa: DTZ001 - the same table is the same file, whenever it is asked for


def build_table_file(table: Table, kind: str) -> tuple[bytes, str]:
    """Return the table as a file of this kind, and its media type. KeyError for an unknown kind."""
    media = FILES[kind]
    return (write_csv(*table).encode() if kind == "csv" else build_spreadsheet(*table)), media


def build_spreadsheet(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return the table as a file with one sheet. The head row is fixed; each column has a filter."""
    from xlsxwriter import Workbook  # 2 MB and 40 modules: imported only when needed

    buffer = io.BytesIO()
    with Workbook(buffer, AS_WRITTEN) as book:
        book.set_properties({"created": FIXED_TIME})
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, head, bold)
        last = 0
        for last, row in enumerate(rows, start=1):
            for column, cell in enumerate(row):
                _write(sheet, last, column, cell, day)
        sheet.freeze_panes(1, 0)
        if head:
            sheet.autofilter(0, 0, last, len(head) - 1)
        sheet.autofit(WIDEST)
    return buffer.getvalue()


def _write(sheet: "Worksheet", row: int, column: int, cell: Cell, day: "Format") -> None:
    match cell:
        case None | "":
            return
        case str():
            sheet.write_string(row, column, cell)
        case date():
            sheet.write_datetime(row, column, cell, day)
        case int() if abs(cell) > EXACT:
            sheet.write_string(row, column, str(cell))
        case int() | Fraction():
            sheet.write_number(row, column, float(cell))


PersonFigures = tuple[str, str, dict[str, Any]]
"""A person's name, role and figures."""
LIST_FORMAT, LIST_VERSION = "headtable-players", 1


def build_evening_table(evening: Evening) -> Table:
    """Return the evening's standing, or its written result, in the columns of an import.

    An evening that was called off has no lines.
    """
    ruleset = KNOWN.get(evening.game)
    head = (evening.held_on, evening.name, ruleset.title if ruleset else evening.game)
    result = find_counting_result(evening)
    rows_by_rank = [
        (name, role, select_known_figures(figures, evening.play))
        for name, role, figures in _rank_figures(evening, result)
    ]
    placed_by, titles = _describe_ranking(evening, rows_by_rank), _list_prize_titles(result)
    rows: list[Sequence[Cell]] = [
        (
            *(*head, name, role, *(figures[column] for column in FIGURE_COLUMNS.values())),
            *(placed_by, join_cell(titles[name])),
        )
        for name, role, figures in rows_by_rank
    ]
    return RESULTS, rows


def _describe_ranking(evening: Evening, rows: Sequence[PersonFigures]) -> str:
    """Return ``AS_PLACED`` for an import if the game's own figure does not give the places, else ""."""
    lines = [
        ResultLine(name, role, **{key: figure for key, figure in figures.items() if figure is not None})
        for name, role, figures in rows
    ]
    _lines, wrong = judge_lines(lines, build_play(evening.game, {}, RecordedResults.key))
    return AS_PLACED if wrong else ""


def _rank_figures(evening: Evening, result: Result | None) -> list[PersonFigures]:
    if result is not None:
        return [(row.entry.name, row.entry.role, _read_figures(row)) for row in load_settlements(result)]
    if evening.stage == Stage.CALLED_OFF:
        return []
    facts = load_facts(evening.pk)
    people = {entry.id: entry for entry in facts.entries}
    return [
        (people[row.entry].name, people[row.entry].role, build_figures(row, facts.play))
        for row in compute_reckoning(facts).standing
    ]


def _list_prize_titles(result: Result | None) -> Mapping[str, Sequence[str]]:
    """Return the titles of each person's prizes in the counting result, by name, in their usual words."""
    titles_by_name: dict[str, list[str]] = defaultdict(list)
    if result is None:
        return titles_by_name
    with translation.override("en"):
        titles = get_result_titles(result)
    for award in load_written_awards(result):
        for winner in award.current_winners:
            titles_by_name[winner.name].append(titles.get(award.prize, award.title))
    return titles_by_name


def _read_figures(row: Any) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in FIGURE_COLUMNS.values()}


def build_players_table(club: Club) -> Table:
    """Return everybody on the club's list, with the columns that an import reads."""
    return PEOPLE, [
        (
            player["name"],
            player["role"],
            player["public"],
            player["public_name"],
            join_cell(player["groups"]),
        )
        for player in _load_players(club)
        if player["on_the_list"]
    ]


def build_players_document(club: Club) -> dict[str, Any]:
    """Return everybody who is or was on the club's list, merged entries as one; no forgotten people."""
    return {
        "format": LIST_FORMAT,
        "format_version": LIST_VERSION,
        "club": club.name,
        "players": _load_players(club),
    }


def _load_players(club: Club) -> list[dict[str, Any]]:
    also = {
        player: [entry.name for entry in entries] for player, entries in map_former_entries(club.pk).items()
    }
    return [
        {
            "name": player.name,
            "role": player.role,
            "public": player.public,
            "public_name": player.public_name,
            "groups": sorted(group.name for group in player.groups.all()),
            "on_the_list": player.active,
            "also": also.get(player.pk, []),
        }
        for player in load_players_with_groups(club.pk)
    ]


IN_JOURNAL = NAMED_PEOPLE | {"entry", "among", "waiting", "winners"}
"""Keys of a journal line's payload that contain one entry or several."""

WITH_STATE = "presences"
WITH_NAME = "groups"
"""The key of pairs of an entry and its state, and the key of entries by the name of their group."""


@dataclass(frozen=True)
class NumberedPeople:
    """``numbers``: people's numbers in order of arrival, by entry; ``names``: their displayed names."""

    numbers: Mapping[int, int]
    names: Mapping[int, str]

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> "NumberedPeople":
        people = tuple(entries)
        numbers = {entry.id: number for number, entry in enumerate(people, start=1)}
        return cls(numbers, {entry.id: entry.name for entry in people})

    def number_reason(self, code: str, figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return the reason of a decision: its code, its sentence, and its figures with people's numbers."""
        return {
            "code": code,
            "sentence": describe_move(Reason(code, figures), self.names),
            "figures": self._number_figures(figures, NAMED_PEOPLE),
        }

    def number_payload(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return a journal line's figures with people's numbers, without the keys of imports."""
        figures = {key: value for key, value in payload.items() if key not in (IMPORT, NEW_PLAYERS)}
        numbered = self._number_figures(figures, IN_JOURNAL)
        if WITH_STATE in payload:
            numbered[WITH_STATE] = [[self.numbers.get(entry), state] for entry, state in payload[WITH_STATE]]
        if WITH_NAME in payload:
            numbered[WITH_NAME] = {
                name: self._number_value(entries) for name, entries in payload[WITH_NAME].items()
            }
        return numbered

    def _number_figures(self, figures: Mapping[str, Any], people: Iterable[str]) -> dict[str, Any]:
        in_order = sort_keys(figures)
        return {key: self._number_value(value) if key in people else value for key, value in in_order.items()}

    def _number_value(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._number_value(item) for item in value]
        return self.numbers.get(value)


HEAD = ("division", "place", "name", "points", "evenings", "counted", "why")


def build_season_document(season: Season, *, all_known: bool) -> dict[str, Any]:
    """Return the season as plain values for JSON, in a fixed number of queries, with English words.

    ``all_known``: the reader may see prizes that are not revealed; else those evenings do not count.
    """
    with translation.override("en"):
        return build_document(season, count_season(season, all_known=all_known), get_result_titles)


def build_standing_table(season: Season, *, all_known: bool) -> Table:
    """Return the standings with each evening's points; dropped points are marked."""
    count = count_season(season, all_known=all_known)
    evenings = [evening for evening in count.evenings if evening.counts]
    head = (*HEAD, *(f"{evening.held_on} {evening.name}" for evening in evenings))
    rows: list[Sequence[Cell]] = [
        [
            *(division.name, row.place, row.name, row.points, row.played, row.counted, row.why or ""),
            *_build_scores({score.event: score for score in gave.scores}, evenings),
        ]
        for division in build_season_table(count).divisions
        for row, gave in zip(division.rows, count.list_rows(division.id), strict=True)
    ]
    return head, rows


def _build_scores(scores: Mapping[int, Score], evenings: list[EveningOf]) -> list[Cell]:
    return [_format_score(scores.get(evening.id)) for evening in evenings]


def _format_score(score: Score | None) -> Cell:
    if score is None or score.state in (State.MISSED, State.PASSED):
        return None
    if score.state is not State.DROPPED:
        return score.points
    # A spreadsheet does not add up words. It would read brackets as a negative number.
    return gettext("%(points)s dropped") % {"points": format_decimal(Fraction(score.points))}
