"""A table as a spreadsheet (XLSX): numbers and dates stay what they are, and no text is worked out."""

import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.core.files.sheets import Cell, written

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
    """The table as a file with one sheet. Its head stays in sight, and each column can be filtered."""
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
