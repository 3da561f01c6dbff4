"""An evening's result and a club's list as tables, XLSX files and documents, and the words of an export.

docs/import.md has the columns. In XLSX numbers and dates keep their type, and text is never a formula.
``Words`` puts people's numbers and English sentences into an exported evening.
"""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils import translation

from accounts.models import Club
from accounts.players.selectors import former, with_groups
from games.rules.registry import KNOWN
from tournaments.base.words import moved
from tournaments.core.files.cells import Cell, in_one_cell, written
from tournaments.core.files.documents import ordered
from tournaments.core.files.results_table import AS_PLACED, FIGURE_COLUMNS, PEOPLE, RESULTS
from tournaments.core.formats.progressive import Recorded
from tournaments.core.formats.registry import play_of
from tournaments.core.reasons import PEOPLE as NAMED_PEOPLE
from tournaments.core.reasons import Reason
from tournaments.core.record import Entry, Stage
from tournaments.core.results.elsewhere import Line, judged
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.standings.selectors.standings import (
    awards_written,
    counting_result,
    figures_of,
    known_figures,
    reckoning,
    settled_in,
)
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet


Table = tuple[Sequence[str], list[Sequence[Cell]]]
"""The titles of the columns, and the rows."""
EXACT = 2**53
"""Spreadsheets keep whole numbers up to this one. A larger one is written as text."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}
"""The kinds of file that a table can be, with their media types."""
WIDEST = 240
"""How wide a column can get, in pixels."""
AS_WRITTEN = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - the same table is the same file, whenever it is asked for


def table_file(table: Table, kind: str) -> tuple[bytes, str]:
    """Return the table as a file of this kind, and its media type. KeyError for an unknown kind."""
    media = FILES[kind]
    return (written(*table).encode() if kind == "csv" else spreadsheet(*table)), media


def spreadsheet(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return the table as a file with one sheet. Its head stays in sight, and each column can be filtered."""
    from xlsxwriter import Workbook  # 2 MB, and 40 modules: only who asks for a file has them loaded

    out = io.BytesIO()
    with Workbook(out, AS_WRITTEN) as book:
        book.set_properties({"created": MADE})
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
    return out.getvalue()


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


Standing = tuple[str, str, dict[str, Any]]
"""Somebody's name, role and figures."""
LIST_FORMAT, LIST_VERSION = "headtable-players", 1


def evening_table(evening: Evening) -> Table:
    """Return how the evening stands, or what was written once it was finished, in the columns of an import.

    One that was called off has no lines.
    """
    known = KNOWN.get(evening.game)
    of = (evening.held_on, evening.name, known.title if known else evening.game)
    result = counting_result(evening)
    standing = [
        (name, role, known_figures(figures, evening.play))
        for name, role, figures in _standing(evening, result)
    ]
    placed_by, won = _placed_by(evening, standing), _prizes(result)
    rows: list[Sequence[Cell]] = [
        (
            *(*of, name, role, *(figures[column] for column in FIGURE_COLUMNS.values())),
            *(placed_by, in_one_cell(won[name])),
        )
        for name, role, figures in standing
    ]
    return RESULTS, rows


def _placed_by(evening: Evening, standing: Sequence[Standing]) -> str:
    """Return what an import needs to know, where the places do not follow from the game's own figure."""
    lines = [
        Line(name, role, **{key: figure for key, figure in figures.items() if figure is not None})
        for name, role, figures in standing
    ]
    _lines, wrong = judged(lines, play_of(evening.game, {}, Recorded.key))
    return AS_PLACED if wrong else ""


def _standing(evening: Evening, result: Result | None) -> list[Standing]:
    if result is not None:
        return [(row.entry.name, row.entry.role, _figures(row)) for row in settled_in(result)]
    if evening.stage == Stage.CALLED_OFF:
        return []
    facts = load_facts(evening.pk)
    people = {entry.id: entry for entry in facts.entries}
    return [
        (people[row.entry].name, people[row.entry].role, figures_of(row, facts.play))
        for row in reckoning(facts).standing
    ]


def _prizes(result: Result | None) -> Mapping[str, Sequence[str]]:
    """Return the titles of everybody's prizes in the result that counts, by name, in their usual words."""
    won: dict[str, list[str]] = defaultdict(list)
    if result is None:
        return won
    with translation.override("en"):
        titles = titles_in(result)
    for award in awards_written(result):
        for winner in award.current_winners:
            won[winner.name].append(titles.get(award.prize, award.title))
    return won


def _figures(row: Any) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in FIGURE_COLUMNS.values()}


def players_table(club: Club) -> Table:
    """Return everybody on the club's list, with the columns that an import reads."""
    return PEOPLE, [
        (one["name"], one["role"], one["public"], one["public_name"], in_one_cell(one["groups"]))
        for one in _players(club)
        if one["on_the_list"]
    ]


def players_document(club: Club) -> dict[str, Any]:
    """Return everybody who is or was on the club's list, but for the forgotten; merged entries as one."""
    return {
        "format": LIST_FORMAT,
        "format_version": LIST_VERSION,
        "club": club.name,
        "players": _players(club),
    }


def _players(club: Club) -> list[dict[str, Any]]:
    also = {player: [other.name for other in others] for player, others in former(club.pk).items()}
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
        for player in with_groups(club.pk)
    ]


IN_JOURNAL = NAMED_PEOPLE | {"entry", "among", "waiting", "winners"}
"""Keys of a journal line's payload that hold one entry or several."""

WITH_STATE = "presences"
WITH_NAME = "groups"
"""The keys that hold pairs of an entry and what became of it, and entries by the name of their group."""


@dataclass(frozen=True)
class Words:
    """``numbers``: people's numbers in the order of coming, by entry; ``names`` their shown names."""

    numbers: Mapping[int, int]
    names: Mapping[int, str]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Words":
        people = tuple(entries)
        numbers = {entry.id: number for number, entry in enumerate(people, start=1)}
        return cls(numbers, {entry.id: entry.name for entry in people})

    def reason(self, code: str, figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return why something was decided: its code, its sentence, and its figures with people's numbers."""
        return {
            "code": code,
            "sentence": moved(Reason(code, figures), self.names),
            "figures": self._numbered(figures, NAMED_PEOPLE),
        }

    def payload(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return a journal line's figures, with people's numbers, but not by which import they came."""
        told = {key: value for key, value in payload.items() if key not in (IMPORT, NEW_PLAYERS)}
        numbered = self._numbered(told, IN_JOURNAL)
        if WITH_STATE in payload:
            numbered[WITH_STATE] = [[self.numbers.get(entry), state] for entry, state in payload[WITH_STATE]]
        if WITH_NAME in payload:
            numbered[WITH_NAME] = {name: self._number(who) for name, who in payload[WITH_NAME].items()}
        return numbered

    def _numbered(self, figures: Mapping[str, Any], people: Iterable[str]) -> dict[str, Any]:
        known = ordered(figures)
        return {key: self._number(value) if key in people else value for key, value in known.items()}

    def _number(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._number(one) for one in value]
        return self.numbers.get(value)
