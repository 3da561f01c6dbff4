"""Tables and lists of names that people bring along: CSV read and written, pasted names, cells by column.

CSV is read as spreadsheets save it, and written so that a spreadsheet can open it safely. A list has one
name per line, pasted from messages, mails or spreadsheets. Each row is read, or reported as a complaint.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import name_key, remove_mail_addresses

# A file that cannot be read is refused as a whole, at "file". The meaning of the cells is not checked here.

NOT_UTF8 = _("This file is not text in UTF-8. Save it as “CSV UTF-8”.")
NO_ROWS = _("The file has no rows. Choose another file.")

MOST_BYTES = 1_000_000
MOST_ROWS = 10_000
DELIMITERS = (";", "\t", ",")
SAYS = re.compile(r"sep=([;,\t])\s*", re.IGNORECASE)
"""An optional first line that tells Excel the delimiter."""
BOM = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""First characters of cells that a spreadsheet runs as a formula (OWASP, CSV injection)."""

Cell = str | int | Fraction | date | None


@dataclass(frozen=True)
class Sheet:
    """A table with a heading row. Each row has its line number in the file, and may have missing cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def decode(data: bytes, most: int = MOST_BYTES) -> str:
    """Return the file's text. RuleError if it is too large, or not UTF-8."""
    _refuse_large(len(data), most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(
            "file",
            NOT_UTF8,
        ) from error


def read_sheet(text: str) -> Sheet:
    """Return the table in a text. Commas, semicolons or tabs separate cells. Empty lines are skipped.

    RuleError if the text is empty or too long, or if a quotation mark is never closed.
    """
    # A browser ends each line with two characters.
    _refuse_large(len(text.replace("\r\n", "\n").encode(errors="replace")))
    if "\x00" in text:
        raise RuleError(
            "file",
            NOT_UTF8,
        )
    rows = _read_rows(text.removeprefix(BOM))
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


def _read_rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = SAYS.fullmatch(first)
    lines = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=separator[1] if separator else _find_delimiter(first),
        strict=True,
    )
    rows, line = [], 1
    try:
        for cells in lines:
            trimmed = tuple(unescape(cell.strip()) for cell in cells)
            if any(trimmed):
                rows.append((line, trimmed))
            line = lines.line_num + 1
    except csv.Error as error:
        raise RuleError(
            "file",
            _("The file cannot be read from line %(line)s on. Check the quotation marks there."),
            line=line,
        ) from error
    return rows[1:] if separator else rows


def _find_delimiter(head: str) -> str:
    """Return the delimiter: the most frequent one in the heading row, outside quotation marks."""
    outside = "".join(head.split('"')[::2])
    return max(DELIMITERS, key=outside.count) if any(map(outside.count, DELIMITERS)) else ","


def unescape(cell: str) -> str:
    """Return the cell without the apostrophe that ``write_csv`` put before a formula."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    """Return whether a spreadsheet would run the cell as a formula, if apostrophes before it are ignored."""
    return cell.lstrip("'").startswith(FORMULA)


def write_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return the table as CSV (RFC 4180). It begins with a byte order mark, which tells Excel UTF-8.

    Numbers stay numbers. A text that a spreadsheet would run as a formula gets one more apostrophe before
    it. So the text is the same when it is read back.
    """
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\r\n")
    lines.writerow(head)
    lines.writerows([_escape(cell) for cell in row] for row in rows)
    return BOM + buffer.getvalue()


def _escape(cell: Cell) -> str | int:
    if isinstance(cell, Fraction):
        return format_decimal(cell)
    if cell is None:
        return ""
    if isinstance(cell, date):
        return cell.isoformat()
    return f"'{cell}" if isinstance(cell, str) and _is_formula(cell) else cell


def format_decimal(number: Fraction) -> str:
    """Return the number with at most four decimals."""
    whole, rest = divmod(round(abs(number) * 10_000), 10_000)
    digits = f"{whole}.{rest:04}".rstrip("0").rstrip(".")
    return f"-{digits}" if number < 0 and digits != "0" else digits


LONGEST_LINE = 500
"""A longer line is not a name. The line stays unchanged and is refused as a name."""
UNSEEN = "\ufeff\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\u202a\u202c"
"""Invisible characters that programs put around text: byte order mark, direction marks."""
BULLET = r"[•◦‣⁃∙·●○▪▫■□▶►➤➢✓✔☐☑☒]\ufe0f?\s*|[-–—*]\s*(?=[^\W\d]|[\d\[(]\S*\s)|[+>~]\s+|\[[ xX✓]?\]\s*"
NUMBER = (
    r"(?:[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]|(?:\d\ufe0f?\u20e3|\U0001f51f)+)\s*"  # ① ⑴ ⒈ ❶, keycaps
    r"|[(\[]\d{1,4}[.:]?[)\]][.:]?\s*"
    r"|(?:no|nr|#|№)\.?\s*\d{1,4}(?:\s*[.):\-–—]+\s*|\s+)"
    r"|\d{1,4}\s*[.):．。、）：]+(?:\s+|(?=[^\W\d]))"
    r"|\d{1,4}(?:\s+[-–—/|]|[-–—/|])\s+"
    r"|\(?(?:[a-z]|[ivx]{1,5})\)\s+"
)
MARK = re.compile(f"(?:{BULLET}|{NUMBER})(?=\\S)", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,4})\s+(?=\S)")
COLUMN_MARK = re.compile(r"[(#]?\d*[.):]?|[•\-*]")
QUOTED = re.compile(r'"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«')
MAILS = re.compile(r"(<[^<>\n]*@[^<>\n]*>)\s*[,;]\s*(?=[^\n]*@)")
"""Where one recipient of a mail ends and the next begins."""
HEADINGS = {
    *("name", "names", "player", "players", "player name", "player list", "list of players", "full name"),
    *("first name", "last name", "surname", "participant", "participants", "attendees", "members", "people"),
    *("namen", "namensliste", "vorname", "nachname", "vor- und nachname", "personen", "mitglieder"),
    *("spieler", "spielerin", "spielerinnen", "spieler/in", "spieler/innen", "spieler:innen", "mitspieler"),
    *("spielername", "spielerliste", "teilnehmer", "teilnehmerin", "teilnehmerinnen", "teilnehmer/innen"),
    *("teilnehmer:innen", "teilnehmende", "teilnehmerliste", "anmeldungen", "anwesende"),
}
"""Headings of a column of names, in English and German. In a list of one line, they are kept."""


@answers(
    *("line", "before", "after"),
    component="LeftOutAnswer",
    description="A name in a list as it was sent, and as it is imported. Empty: nothing of the line "
    "is imported.",
)
class PastedName(NamedTuple):
    """A pasted line (``before``), and the name and role found in it (``after``), or nothing."""

    before: str
    after: str
    line: int

    @property
    def changed(self) -> bool:
        return _collapse_spaces(self.before) != _collapse_spaces(self.after)


def read_pasted_names(
    text: str, roles: Sequence[str] = (), wanted: Collection[str] = ()
) -> tuple[PastedName, ...]:
    """Return the names of a list, without headings, numbers, bullets, mail addresses and other columns.

    Empty lines are left out. Lines in ``wanted`` stay unchanged, except for mail addresses.
    """
    lines = list(_split_lines(text))
    keep = {_collapse_spaces(line) for line in wanted}
    head = len(lines) > 1 and _is_heading(lines[0][1]) and _collapse_spaces(lines[0][1]) not in keep
    counted = are_counted([line for _number, line in lines[head:]])
    names = [PastedName(lines[0][1], "", lines[0][0])] if head else []
    for number, line in lines[head:]:
        if len(line) > LONGEST_LINE:
            after = line
        elif _collapse_spaces(line) in keep:
            after = remove_mail_addresses(line)
        else:
            after = read_pasted_name(line, roles, counted)
        names.append(PastedName(line, after, number))
    return tuple(names)


def find_left_out(names: Iterable[PastedName]) -> tuple[PastedName, ...]:
    """Return the lines of which some part was left out."""
    return tuple(name for name in names if name.changed)


def find_role(typed: str, roles: Sequence[str]) -> str:
    """Return the role by its name, or by the first letters if they fit only one role."""
    exact = [role for role in roles if name_key(role) == name_key(typed)]
    close = [role for role in roles if typed and name_key(role).startswith(name_key(typed))]
    return exact[0] if exact else close[0] if len(close) == 1 else ""


def _split_lines(text: str) -> Iterable[tuple[int, str]]:
    """Yield each line that is not empty, with its number. Each recipient of a mail gets their own line."""
    for number, whole in enumerate(text.splitlines(), start=1):
        for part in MAILS.sub("\\1\n", whole).split("\n"):
            if line := part.strip().strip(UNSEEN).strip():
                yield number, line


def read_pasted_name(line: str, roles: Sequence[str] = (), numbered: bool = False) -> str:
    """Return the name of a line with its role. ``numbered``: a bare number is not part of it."""
    cells = [cell.strip() for cell in remove_mail_addresses(line).split("\t")]
    while len(cells) > 1 and COLUMN_MARK.fullmatch(cells[0]):
        cells = cells[1:]
    name = COUNTED.sub("", cells[0], count=1) if numbered and COUNTED.match(line) else cells[0]
    before = ""
    while name != before:
        before, name = name, MARK.sub("", name, count=1) if MARK.match(name) else name
    name = name.rstrip(" ,;\xa0")
    if quoted := QUOTED.fullmatch(name):
        name = next(part for part in quoted.groups() if part).strip()
    role = next((cell for cell in cells[1:] if find_role(" ".join(cell.split()), roles)), "")
    return f"{name}\t{role}" if role else name


def _is_heading(line: str) -> bool:
    """Return whether the line is a heading of names: "Players (12):", "No.<tab>Name<tab>Mail"."""
    if line.endswith(":"):
        return True
    cells = [re.sub(r"\(\d+\)", "", cell).strip(" #*_:.\"'\xa0\ufeff") for cell in re.split(r"[\t,;|]", line)]
    return any(name_key(" ".join(cell.split())) in HEADINGS for cell in cells[:3])


def are_counted(lines: Sequence[str]) -> bool:
    """Return whether the lines begin with 1, 2, 3 and so on, without a sign after the number."""
    numbers = [int(found[1]) for line in lines if (found := COUNTED.match(line))]
    return len(lines) > 1 and numbers == list(range(1, len(lines) + 1))


def _collapse_spaces(line: str) -> str:
    return " ".join(line.split())


T = TypeVar("T")

ALSO = {
    "player": "name",
    "group": "groups",
    "day": "date",
    "held_on": "date",
    "rank": "place",
    "score": "points",
    "settled": "net",
    "fresh_stakes": "fresh",
    "yellow_chips": "yellow",
    "exact_bids": "exact",
    "hands_used": "hands",
    "deals_played": "deals",
    "won": "wins",
    "deals_won": "wins",
    "best_deal": "best",
}
"""Other words for a column."""
LONGEST_SHOWN = 60


@dataclass(frozen=True)
class Complaint:
    """What is wrong in the row that begins at this ``line`` of the file."""

    line: int
    error: RuleError


@dataclass(frozen=True)
class Read(Generic[T]):
    """What was read, what is wrong, the unknown columns, and what was left out of names."""

    good: tuple[T, ...]
    complaints: tuple[Complaint, ...]
    unknown: tuple[str, ...]
    left_out: tuple[PastedName, ...] = ()


Cells = Mapping[str, str]


def read_cells(
    table: Sheet, columns: Sequence[str], needs: Sequence[str]
) -> tuple[list[tuple[int, Cells | RuleError]], tuple[str, ...]]:
    """Return each row's cells by their column, and the unknown columns."""
    head = [_name_column(title) for title in table.head]
    mine = [name if name in columns else "" for name in head]
    for name in columns:
        if mine.count(name) > 1:
            raise RuleError(
                "file", _("Two columns are called “%(column)s”. Remove one of them."), column=name
            )
    if missing := [name for name in needs if name not in mine]:
        raise RuleError(
            "file",
            _("There is no column “%(missing)s”. Name it in the first line. The first line has: %(named)s."),
            missing="”, “".join(missing),
            named=shorten_cell(", ".join(title for title in table.head if title)),
        )
    unknown = tuple(
        shorten_cell(title) for title, name in zip(table.head, mine, strict=True) if title and not name
    )
    return [(line, _map_cells(mine, cells)) for line, cells in table.rows], unknown


def _name_column(title: str) -> str:
    name = re.sub(r"[\W_]+", "_", title.strip().casefold()).strip("_")
    return ALSO.get(name, name)


def _map_cells(names: Sequence[str], cells: Sequence[str]) -> Cells | RuleError:
    if any(cells[len(names) :]):
        return RuleError("row", _("This line has more cells than columns. Remove the extra cells."))
    return {name: cell for name, cell in zip(names, cells, strict=False) if name}


def read_each_row(
    rows: Sequence[tuple[int, Cells | RuleError]], read: Callable[[int, Cells], T]
) -> tuple[list[T], list[Complaint]]:
    good, complaints = list[T](), list[Complaint]()
    for line, cells in rows:
        try:
            if isinstance(cells, RuleError):
                raise cells
            good.append(read(line, cells))
        except RuleError as error:
            complaints.append(Complaint(line, error))
    return good, complaints


def sort_complaints(complaints: Sequence[Complaint]) -> tuple[Complaint, ...]:
    return tuple(sorted(complaints, key=lambda complaint: complaint.line))


def read_head(text: str) -> list[str]:
    """Return the columns that the first line of the text names, read as a heading row."""
    first = next((line for line in text.removeprefix(BOM).splitlines() if line.strip()), "")
    return [_name_column(cell) for cell in re.split(r"[,;\t]", first) if cell.strip()]


def split_cell(cell: str) -> list[str]:
    """Return the parts of one cell, separated by vertical bars, else by commas or semicolons."""
    parts = cell.split("|") if "|" in cell else re.split("[,;]", cell)
    return [part for part in map(str.strip, parts) if part]


def join_cell(parts: Sequence[str]) -> str:
    """Return the parts as one cell. A single part with a comma ends in a bar, so that it stays whole."""
    cell = "|".join(parts)
    return f"{cell}|" if len(parts) == 1 and re.search("[,;]", cell) else cell


def shorten_cell(text: str) -> str:
    """Return as much of a cell as fits in a sentence. Unprintable characters are replaced."""
    plain = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST_SHOWN])
    return f"{plain}…" if len(text) > LONGEST_SHOWN else plain
