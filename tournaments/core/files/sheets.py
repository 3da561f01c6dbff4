"""Tables as files of text, CSV: as spreadsheets save them, and written so that one may open them.

A file that cannot be read is refused as a whole, at "file". What its cells mean is not known here.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _

NOT_UTF8 = _("This file is not text in UTF-8. Save it as “CSV UTF-8”.")
NO_ROWS = _("The file has no rows. Choose another file.")

MOST_BYTES = 1_000_000
MOST_ROWS = 10_000
DELIMITERS = (";", "\t", ",")
SAYS = re.compile(r"sep=([;,\t])\s*", re.IGNORECASE)
"""A first line by which Excel is told what parts the cells."""
BOM = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell begins with that a spreadsheet works out instead of showing it (OWASP, CSV injection)."""

Cell = str | int | Fraction | date | None


@dataclass(frozen=True)
class Sheet:
    """A table with a head; each row with the number of its line in the file, and as many cells or fewer."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def decoded(data: bytes, most: int = MOST_BYTES) -> str:
    """The file's text. RuleError if it is too large, or not UTF-8."""
    _refuse_large(len(data), most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(
            "file",
            NOT_UTF8,
        ) from error


def sheet(text: str) -> Sheet:
    """The table in a text whose cells are parted by commas, semicolons or tabs. Empty lines are passed over.

    RuleError where there is nothing, too much, or a quotation mark that is never closed.
    """
    # A line that a browser sends ends in two characters.
    _refuse_large(len(text.replace("\r\n", "\n").encode(errors="replace")))
    if "\x00" in text:
        raise RuleError(
            "file",
            NOT_UTF8,
        )
    rows = _rows(text.removeprefix(BOM))
    if not rows:
        raise RuleError("file", NO_ROWS)
    (_line, head), *body = rows
    if not body:
        raise RuleError("file", NO_ROWS)
    if len(body) > MOST_ROWS:
        raise RuleError(
            "file", _("The file has more than %(most)s rows. Split it into two files."), most=MOST_ROWS
        )
    return Sheet(head, tuple(body))


def _refuse_large(size: int, most: int = MOST_BYTES) -> None:
    if size > most:
        raise RuleError(
            "file", _("The file is larger than %(most)s MB. Choose a smaller file."), most=most // 10**6
        )


def _rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    said = SAYS.fullmatch(first)
    lines = csv.reader(
        io.StringIO(text, newline=""), delimiter=said[1] if said else _delimiter(first), strict=True
    )
    rows, line = [], 1
    try:
        for cells in lines:
            trimmed = tuple(unescaped(cell.strip()) for cell in cells)
            if any(trimmed):
                rows.append((line, trimmed))
            line = lines.line_num + 1
    except csv.Error as error:
        raise RuleError(
            "file",
            _("The file cannot be read from line %(line)s on. Check the quotation marks there."),
            line=line,
        ) from error
    return rows[1:] if said else rows


def _delimiter(head: str) -> str:
    """What parts the cells of the head, outside quotation marks: what is there most often."""
    outside = "".join(head.split('"')[::2])
    return max(DELIMITERS, key=outside.count) if any(map(outside.count, DELIMITERS)) else ","


def unescaped(cell: str) -> str:
    """The cell without the apostrophe that ``written`` put before what a spreadsheet would work out."""
    return cell[1:] if cell.startswith("'") and _works_out(cell) else cell


def _works_out(cell: str) -> bool:
    """Whether a spreadsheet would work it out, but for apostrophes before it."""
    return cell.lstrip("'").startswith(FORMULA)


def written(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The table as CSV (RFC 4180), opened by a byte order mark, by which Excel knows UTF-8.

    Numbers stay numbers; a text that a spreadsheet would work out has an apostrophe before it, one more
    than it had: so it reads back as it was.
    """
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(head)
    lines.writerows([_shown(cell) for cell in row] for row in rows)
    return BOM + out.getvalue()


def _shown(cell: Cell) -> str | int:
    if isinstance(cell, Fraction):
        return decimal(cell)
    if cell is None:
        return ""
    if isinstance(cell, date):
        return cell.isoformat()
    return f"'{cell}" if isinstance(cell, str) and _works_out(cell) else cell


def decimal(number: Fraction) -> str:
    """The number with at most four decimals."""
    whole, rest = divmod(round(abs(number) * 10_000), 10_000)
    shown = f"{whole}.{rest:04}".rstrip("0").rstrip(".")
    return f"-{shown}" if number < 0 and shown != "0" else shown
