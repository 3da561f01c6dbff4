"""What a table tells that somebody brings along: people, or results of evenings played elsewhere.

A row is read or complained of, never half; what the club knows of them is not known here. Columns are
described in docs/import.md.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, name_key
from games.rules.registry import KNOWN
from tournaments.core.files.sheets import Sheet, sheet
from tournaments.core.formats.recorded import RECORDED
from tournaments.core.formats.registry import play_of
from tournaments.core.play import Play
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.elsewhere import Line, judged

T = TypeVar("T")

FIGURE_COLUMNS = {{"score": "points"}.get(name, name): name for name in FIGURES}
"""The columns of figures, and what each is in a ``Line``."""
COLUMN_OF = {name: column for column, name in FIGURE_COLUMNS.items()}
PEOPLE = ("name", "role", "public", "public_name", "groups")
PUBLIC = ("name", "initials", "other")
RESULTS = ("date", "evening", "game", "name", "role", *FIGURE_COLUMNS)
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
NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,10}")
ISO_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
DOTTED_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
FIRST_YEAR = 1900
MOST_PEOPLE = 1000
LONGEST_GROUP = 30
LONGEST_SHOWN = 60


@dataclass(frozen=True)
class Complaint:
    """What is wrong in the row that begins at this ``line`` of the file."""

    line: int
    error: RuleError


@dataclass(frozen=True)
class Person:
    """Somebody for the club's list; what is empty is not told. ``public`` as ``accounts.models.Public``."""

    line: int
    name: str
    role: str = ""
    public: str = ""
    public_name: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class Told:
    """An evening that was played elsewhere: the places are told or computed, ``at`` are the file's lines."""

    held_on: date
    name: str
    play: Play
    lines: tuple[Line, ...]
    at: Mapping[str, int]  # by the key of a person's name

    @property
    def line(self) -> int:
        return min(self.at.values())


@dataclass(frozen=True)
class Read(Generic[T]):
    """What was read, what is wrong, and the columns that nobody knows."""

    good: tuple[T, ...]
    complaints: tuple[Complaint, ...]
    unknown: tuple[str, ...]


def read_people(text: str) -> Read[Person]:
    """The people of a table. RuleError where it cannot be read as a table at all."""
    told, unknown = _cells(sheet(text), PEOPLE, needs=("name",))
    good, complaints = _each(told, _person)
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
    return Read(tuple(good), _in_order(complaints), unknown)


def read_results(text: str, today: date) -> Read[Told]:
    """The evenings of a table, in the order in which they were held. RuleError as for people."""
    told, unknown = _cells(sheet(text), RESULTS, needs=("date", "evening", "game", "name"))
    rows, complaints = _each(told, lambda line, cells: _row(line, cells, today))
    evenings: dict[tuple[date, str], list[_Row]] = {}
    for row in rows:
        evenings.setdefault((row.held_on, name_key(row.evening)), []).append(row)
    good = []
    for _key, mine in sorted(evenings.items()):
        evening, wrong = _evening(mine)
        complaints += wrong
        good += [evening] if evening else []
    return Read(tuple(good), _in_order(complaints), unknown)


Cells = Mapping[str, str]


def _cells(
    table: Sheet, known: Sequence[str], needs: Sequence[str]
) -> tuple[list[tuple[int, Cells | RuleError]], tuple[str, ...]]:
    """Each row's cells by their column, and the columns that nobody knows."""
    head = [_column(title) for title in table.head]
    mine = [name if name in known else "" for name in head]
    for name in known:
        if mine.count(name) > 1:
            raise RuleError(
                "file", _("Two columns are called “%(column)s”. Remove one of them."), column=name
            )
    if missing := [name for name in needs if name not in mine]:
        raise RuleError(
            "file",
            _("The column %(missing)s is missing. Name it in the first line. The first line has: %(named)s."),
            missing=", ".join(missing),
            named=shown(", ".join(title for title in table.head if title)),
        )
    unknown = tuple(shown(title) for title, name in zip(table.head, mine, strict=True) if title and not name)
    return [(line, _by_column(mine, cells)) for line, cells in table.rows], unknown


def _column(title: str) -> str:
    name = re.sub(r"[\W_]+", "_", title.strip().casefold()).strip("_")
    return ALSO.get(name, name)


def _by_column(names: Sequence[str], cells: Sequence[str]) -> Cells | RuleError:
    if any(cells[len(names) :]):
        return RuleError("row", _("This line has more cells than columns. Remove the extra cells."))
    return {name: cell for name, cell in zip(names, cells, strict=False) if name}


def _each(
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


def _in_order(complaints: Sequence[Complaint]) -> tuple[Complaint, ...]:
    return tuple(sorted(complaints, key=lambda complaint: complaint.line))


def _person(line: int, cells: Cells) -> Person:
    name, role = clean_name(cells.get("name", "")), cells.get("role", "")
    role = clean_name(role, "role") if role else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", _("Enter at most %(most)s characters."), most=LONGEST_ROLE)
    public, own = cells.get("public", "").casefold(), cells.get("public_name", "")
    if public not in ("", *PUBLIC):
        raise RuleError("public", _("Choose one of: %(known)s."), known=", ".join(PUBLIC))
    own = clean_name(own, "public_name") if own else ""
    if public == "other" and not own:
        raise RuleError(
            "public_name", _("Enter the public name, or choose to show the full name or the initials.")
        )
    if own and public not in ("", "other"):
        raise RuleError("public", _("Another name needs “other”. Choose “other”, or leave the name empty."))
    groups = dict.fromkeys(_group(name) for name in _parts(cells.get("groups", "")))
    return Person(line, name, role, "other" if own else public, own, tuple(groups))


def _parts(cell: str) -> list[str]:
    """What is told in one cell: parted by strokes, else by commas or semicolons."""
    parts = cell.split("|") if "|" in cell else re.split("[,;]", cell)
    return [part for part in map(str.strip, parts) if part]


def _group(name: str) -> str:
    name = clean_name(name, "groups")
    if len(name) > LONGEST_GROUP:
        raise RuleError("groups", _("Enter at most %(most)s characters."), most=LONGEST_GROUP)
    return name


@dataclass(frozen=True)
class _Row:
    """One row: a line of an evening's result."""

    at: int
    held_on: date
    evening: str
    game: str
    line: Line


def _row(at: int, cells: Cells, today: date) -> _Row:
    held_on = _day(cells.get("date", ""), today)
    evening, game = clean_name(cells.get("evening", ""), "evening"), _game(cells.get("game", ""))
    figures = {
        name: number
        for column, name in FIGURE_COLUMNS.items()
        if (number := _number(column, cells.get(column, ""))) is not None
    }
    line = Line(clean_name(cells.get("name", "")), cells.get("role", ""), **figures)
    return _Row(at, held_on, evening, game, line)


def _day(cell: str, today: date) -> date:
    if iso := ISO_DAY.fullmatch(cell):
        year, month, day = map(int, iso.groups())
    elif dotted := DOTTED_DAY.fullmatch(cell):
        day, month, year = map(int, dotted.groups())
    else:
        raise RuleError("date", _("“%(value)s” is not a date. Write it as 2025-01-31."), value=shown(cell))
    try:
        held_on = date(year, month, day)
    except ValueError:
        raise RuleError("date", _("There is no such day: %(value)s."), value=shown(cell)) from None
    refuse_day(held_on, today)
    return held_on


def refuse_day(held_on: date, today: date) -> None:
    """RuleError at ``date`` where no evening can have been played then."""
    if held_on.year < FIRST_YEAR or held_on > today:
        raise RuleError("date", _("This date is in the future or too long ago. Correct the date."))


def _game(cell: str) -> str:
    """The game by its key or its name."""
    asked = name_key(" ".join(cell.split()))
    for key, rules in KNOWN.items():
        if asked in (key, name_key(rules.title)):
            return key
    raise RuleError(
        "game", _("No game is called “%(value)s”. The library lists all games."), value=shown(cell)
    )


def _number(column: str, cell: str) -> int | None:
    if not cell:
        return None
    if not NUMBER.fullmatch(cell):
        raise RuleError(column, _("“%(value)s” is not a whole number. Correct it."), value=shown(cell))
    return int(cell.replace("\u2212", "-"))


def _evening(rows: Sequence[_Row]) -> tuple[Told | None, list[Complaint]]:
    """The rows of one evening put together, and what is wrong with them."""
    first = rows[0]
    others = [row for row in rows if row.game != first.game]
    if others:
        other = _("Line %(line)s has another game for this evening. Enter the same game in both lines.")
        return None, [Complaint(row.at, RuleError("game", other, line=first.at)) for row in others]
    if len(rows) > MOST_PEOPLE:
        many = RuleError("evening", _("An evening has at most %(most)s players."), most=MOST_PEOPLE)
        return None, [Complaint(rows[MOST_PEOPLE].at, many)]
    play = play_of(first.game, {}, RECORDED.key)
    lines, wrong = judged([row.line for row in rows], play)
    if wrong:
        return None, [Complaint(rows[one.index].at, _by_column_name(one.error)) for one in wrong]
    at = {name_key(row.line.name): row.at for row in rows}
    return Told(first.held_on, first.evening, play, lines, at), []


def _by_column_name(error: RuleError) -> RuleError:
    """The refusal of a figure, at the column that tells it."""
    return RuleError(COLUMN_OF.get(error.field, error.field), error.message, **error.figures)


def shown(text: str) -> str:
    """As much of a cell as a sentence holds, without what cannot be shown."""
    plain = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST_SHOWN])
    return f"{plain}…" if len(text) > LONGEST_SHOWN else plain
