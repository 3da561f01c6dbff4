"""Tables of results that were played elsewhere, and of people for a club's list: docs/import.md.

A row is read or reported, never half read. Whether the club has these people and evenings is not checked
here.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, clean_person, name_key, remove_mail_addresses
from accounts.refusals import CHOOSE_KNOWN, ENTER_LESS, NEEDS_OTHER
from games.rules.registry import KNOWN
from tournaments.core.evening import Play
from tournaments.core.files.cells import (
    MOST_BYTES,
    MOST_ROWS,
    Cells,
    Complaint,
    PastedName,
    Read,
    are_counted,
    find_left_out,
    read_cells,
    read_each_row,
    read_head,
    read_pasted_name,
    read_pasted_names,
    read_sheet,
    shorten_cell,
    sort_complaints,
    split_cell,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import build_play
from tournaments.core.ranking.places import Step
from tournaments.core.refusals import MOST_IN_EVENING
from tournaments.core.results.elsewhere import ResultLine, ResultPrize, judge_lines
from tournaments.core.results.standings import FIGURES

FIGURE_COLUMNS = {{"score": "points"}.get(name, name): name for name in FIGURES}
"""The columns of figures, each with its name in a ``ResultLine``."""
COLUMN_OF = {name: column for column, name in FIGURE_COLUMNS.items()}
RESULTS = ("date", "evening", "game", "name", "role", *FIGURE_COLUMNS, "placed_by", "prizes")
AS_PLACED = "place"
"""In ``placed_by``: the places stay as given, even if they do not follow from the game's figure."""
BOOBY = name_key("Booby prize")
NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,10}")
ISO_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
DOTTED_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
FIRST_YEAR = 1900
MOST_PEOPLE = 1000


@dataclass(frozen=True)
class ImportedResult:
    """An evening played elsewhere. Places are given or computed. ``file_lines``: lines of the file."""

    held_on: date
    name: str
    play: Play
    lines: tuple[ResultLine, ...]
    file_lines: Mapping[str, int]  # by the key of a person's name
    steps: tuple[Step, ...] | None = None  # as ``judge_lines`` has them
    prizes: tuple[ResultPrize, ...] | None = None  # None: prizes are not in the file

    @property
    def line(self) -> int:
        return min(self.file_lines.values())


def read_results(text: str, today: date) -> Read[ImportedResult]:
    """Return the evenings of a table, in the order of their dates. RuleError as in ``read_people``."""
    table, unknown = read_cells(read_sheet(text), RESULTS, needs=("date", "evening", "game", "name"))
    rows, complaints = read_each_row(table, lambda line, cells: _read_row(line, cells, today))
    evenings: dict[tuple[date, str], list[_Row]] = {}
    for row in rows:
        evenings.setdefault((row.held_on, name_key(row.evening)), []).append(row)
    good = []
    for _key, mine in sorted(evenings.items()):
        evening, wrong = _combine_rows(mine)
        complaints += wrong
        good += [evening] if evening else []
    return Read(tuple(good), sort_complaints(complaints), unknown)


def refuse_day(held_on: date, today: date) -> None:
    """Refuse a date on which no evening can have been played. RuleError at ``date``."""
    if held_on.year < FIRST_YEAR or held_on > today:
        raise RuleError("date", _("This date is in the future or too long ago. Correct the date."))


@dataclass(frozen=True)
class _Row:
    """One row: a line of an evening's result."""

    line_number: int
    held_on: date
    evening: str
    game: str
    line: ResultLine
    placed_by: str
    prizes: tuple[str, ...] | None


def _read_row(line_number: int, cells: Cells, today: date) -> _Row:
    held_on = _read_day(cells.get("date", ""), today)
    evening, game = clean_name(cells.get("evening", ""), "evening"), _find_game(cells.get("game", ""))
    figures = {
        name: number
        for column, name in FIGURE_COLUMNS.items()
        if (number := _read_number(column, cells.get(column, ""))) is not None
    }
    line = ResultLine(
        clean_name(remove_mail_addresses(cells.get("name", ""))), cells.get("role", ""), **figures
    )
    titles = tuple(clean_name(title, "prizes") for title in split_cell(cells.get("prizes", "")))
    prizes = titles if "prizes" in cells else None
    return _Row(line_number, held_on, evening, game, line, _read_ranking(cells.get("placed_by", "")), prizes)


def _read_day(cell: str, today: date) -> date:
    if iso := ISO_DAY.fullmatch(cell):
        year, month, day = map(int, iso.groups())
    elif dotted := DOTTED_DAY.fullmatch(cell):
        day, month, year = map(int, dotted.groups())
    else:
        raise RuleError(
            "date", _("“%(value)s” is not a date. Write it as 2025-01-31."), value=shorten_cell(cell)
        )
    try:
        held_on = date(year, month, day)
    except ValueError:
        raise RuleError("date", _("There is no such day: %(value)s."), value=shorten_cell(cell)) from None
    refuse_day(held_on, today)
    return held_on


def _find_game(cell: str) -> str:
    """Return the game by its key or its name."""
    asked = name_key(" ".join(cell.split()))
    for key, rules in KNOWN.items():
        if asked in (key, name_key(rules.title)):
            return key
    raise RuleError(
        "game", _("No game is called “%(value)s”. The library lists all games."), value=shorten_cell(cell)
    )


def _read_ranking(cell: str) -> str:
    if cell not in ("", AS_PLACED):
        raise RuleError("placed_by", _("Enter “place”, or leave the cell empty."))
    return cell


def _read_number(column: str, cell: str) -> int | None:
    if not cell:
        return None
    if not NUMBER.fullmatch(cell):
        raise RuleError(column, _("“%(value)s” is not a whole number. Correct it."), value=shorten_cell(cell))
    return int(cell.replace("\u2212", "-"))


def _combine_rows(rows: Sequence[_Row]) -> tuple[ImportedResult | None, list[Complaint]]:
    """Return the rows of one evening put together, and what is wrong with them."""
    first = rows[0]
    others = [row for row in rows if row.game != first.game]
    if others:
        other = _("Line %(line)s has another game for this evening. Enter the same game in both lines.")
        return None, [
            Complaint(row.line_number, RuleError("game", other, line=first.line_number)) for row in others
        ]
    if len(rows) > MOST_PEOPLE:
        many = RuleError("evening", MOST_IN_EVENING, most=MOST_PEOPLE)
        return None, [Complaint(rows[MOST_PEOPLE].line_number, many)]
    play = build_play(first.game, {}, RecordedResults.key)
    steps = () if any(row.placed_by for row in rows) else None
    lines, wrong = judge_lines([row.line for row in rows], play, steps)
    if wrong:
        return None, [Complaint(rows[one.index].line_number, _name_column(one.error)) for one in wrong]
    at = {name_key(row.line.name): row.line_number for row in rows}
    return ImportedResult(first.held_on, first.evening, play, lines, at, steps, _read_prizes(rows)), []


def _read_prizes(rows: Sequence[_Row]) -> tuple[ResultPrize, ...] | None:
    """Return an evening's prizes in the order of the file; None if the file says nothing about prizes."""
    if all(row.prizes is None for row in rows):
        return None
    titles, won = dict[str, str](), defaultdict[str, list[str]](list)
    for row in rows:
        for title in row.prizes or ():
            titles.setdefault(name_key(title), title)
            won[name_key(title)].append(row.line.name)
    return tuple(
        ResultPrize(title, tuple(won[key]), "booby" if key == BOOBY else "") for key, title in titles.items()
    )


def _name_column(error: RuleError) -> RuleError:
    """Return the refusal of a figure, at the column that holds the figure."""
    return RuleError(COLUMN_OF.get(error.field, error.field), error.message, **error.figures)


PEOPLE = ("name", "role", "public", "public_name", "groups")
PUBLIC = ("name", "initials", "other")
LONGEST_GROUP = 30


@dataclass(frozen=True)
class ListedPerson:
    """A person for the club's list. Empty fields are unknown. ``public`` as ``accounts.models.Public``."""

    line: int
    name: str
    role: str = ""
    public: str = ""
    public_name: str = ""
    groups: tuple[str, ...] = ()


def read_people(text: str) -> Read[ListedPerson]:
    """Return the people of a table. RuleError if the text cannot be read as a table."""
    rows, unknown, pasted = _read_list(text) or _read_table(text)
    good, complaints = read_each_row(rows, _read_person)
    first: dict[str, int] = {}
    for person in good:
        known = first.setdefault(name_key(person.name), person.line)
        if known != person.line:
            twice = RuleError(
                "name",
                _("%(name)s is already in line %(line)s. Remove one of the two lines."),
                name=person.name,
                line=known,
            )
            complaints.append(Complaint(person.line, twice))
    return Read(tuple(good), sort_complaints(complaints), unknown, find_left_out(pasted))


Rows = tuple[list[tuple[int, Cells | RuleError]], tuple[str, ...], Sequence[PastedName]]
"""Each row's cells with its line, the unknown columns, and the names as they were pasted."""


def _read_list(text: str) -> Rows | None:
    """Read a list of names without columns. Return None if it is a table."""
    head = read_head(text)
    if len(text) > MOST_BYTES or "\x00" in text or {*head} & {*PEOPLE}:
        return None
    lines = read_pasted_names(text)
    names = [line for line in lines if line.after]
    if len(names) > MOST_ROWS or any(re.search(r"[,;\t]", line.after) for line in names):
        return None
    if not names or ((len(head) != 1 or len(lines) == 1) and not find_left_out(lines)):
        return None
    return [(line.line, {"name": line.after}) for line in names], (), lines


def _read_table(text: str) -> Rows:
    """Read a table. Names in a file that this program exported stay unchanged."""
    rows, unknown = read_cells(read_sheet(text), PEOPLE, needs=("name",))
    if {*read_head(text)} >= {*PEOPLE}:
        return rows, unknown, ()
    pasted, cleaned = list[PastedName](), list[tuple[int, Cells | RuleError]]()
    counted = are_counted(
        [cells.get("name", "") for _line, cells in rows if not isinstance(cells, RuleError)]
    )
    for line, cells in rows:
        if not isinstance(cells, RuleError) and (name := cells.get("name", "")):
            pasted.append(PastedName(name, read_pasted_name(name, numbered=counted), line))
            cells = {**cells, "name": pasted[-1].after}
        cleaned.append((line, cells))
    return cleaned, unknown, pasted


def _read_person(line: int, cells: Cells) -> ListedPerson:
    name, role = clean_person(cells.get("name", "")), cells.get("role", "")
    role = clean_name(role, "role") if role else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", ENTER_LESS, most=LONGEST_ROLE)
    public, own = cells.get("public", "").casefold(), cells.get("public_name", "")
    if public not in ("", *PUBLIC):
        raise RuleError("public", CHOOSE_KNOWN, known=", ".join(PUBLIC))
    own = clean_name(own, "public_name") if own else ""
    if public == "other" and not own:
        raise RuleError(
            "public_name", _("Enter the public name, or choose to show the full name or the initials.")
        )
    if own and public not in ("", "other"):
        raise RuleError("public", NEEDS_OTHER)
    groups = dict.fromkeys(_check_group(name) for name in split_cell(cells.get("groups", "")))
    return ListedPerson(line, name, role, "other" if own else public, own, tuple(groups))


def _check_group(name: str) -> str:
    name = clean_name(name, "groups")
    if len(name) > LONGEST_GROUP:
        raise RuleError("groups", ENTER_LESS, most=LONGEST_GROUP)
    return name
