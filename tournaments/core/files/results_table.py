"""Results of evenings that were played elsewhere, as a table tells them: docs/import.md.

A row is read or complained of, never half. What the club knows of them is not known here.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name, name_key, without_mail
from games.rules.registry import KNOWN
from tournaments.core.evening import Play
from tournaments.core.files.cells import Cells, Complaint, Read, cells_of, each_row, in_order, parts_of, shown
from tournaments.core.files.sheets import sheet
from tournaments.core.formats.recorded import Recorded
from tournaments.core.formats.registry import play_of
from tournaments.core.ranking.places import Step
from tournaments.core.refusals import MOST_IN_EVENING
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.elsewhere import Line, PrizeTold, judged

FIGURE_COLUMNS = {{"score": "points"}.get(name, name): name for name in FIGURES}
"""The columns of figures, and what each is in a ``Line``."""
COLUMN_OF = {name: column for column, name in FIGURE_COLUMNS.items()}
RESULTS = ("date", "evening", "game", "name", "role", *FIGURE_COLUMNS, "placed_by", "prizes")
AS_PLACED = "place"
"""In ``placed_by``: the places stand as they are told, and need not follow from the game's figure."""
BOOBY = name_key("Booby prize")
NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,10}")
ISO_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
DOTTED_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
FIRST_YEAR = 1900
MOST_PEOPLE = 1000


@dataclass(frozen=True)
class Told:
    """An evening that was played elsewhere: the places are told or computed, ``at`` are the file's lines."""

    held_on: date
    name: str
    play: Play
    lines: tuple[Line, ...]
    at: Mapping[str, int]  # by the key of a person's name
    steps: tuple[Step, ...] | None = None  # as ``judged`` has them
    prizes: tuple[PrizeTold, ...] | None = None  # no word of them: those that are there stay

    @property
    def line(self) -> int:
        return min(self.at.values())


def read_results(text: str, today: date) -> Read[Told]:
    """The evenings of a table, in the order in which they were held. RuleError as for people."""
    told, unknown = cells_of(sheet(text), RESULTS, needs=("date", "evening", "game", "name"))
    rows, complaints = each_row(told, lambda line, cells: _row(line, cells, today))
    evenings: dict[tuple[date, str], list[_Row]] = {}
    for row in rows:
        evenings.setdefault((row.held_on, name_key(row.evening)), []).append(row)
    good = []
    for _key, mine in sorted(evenings.items()):
        evening, wrong = _evening(mine)
        complaints += wrong
        good += [evening] if evening else []
    return Read(tuple(good), in_order(complaints), unknown)


@dataclass(frozen=True)
class _Row:
    """One row: a line of an evening's result."""

    at: int
    held_on: date
    evening: str
    game: str
    line: Line
    placed_by: str
    prizes: tuple[str, ...] | None


def _row(at: int, cells: Cells, today: date) -> _Row:
    held_on = _day(cells.get("date", ""), today)
    evening, game = clean_name(cells.get("evening", ""), "evening"), _game(cells.get("game", ""))
    figures = {
        name: number
        for column, name in FIGURE_COLUMNS.items()
        if (number := _number(column, cells.get(column, ""))) is not None
    }
    line = Line(clean_name(without_mail(cells.get("name", ""))), cells.get("role", ""), **figures)
    titles = tuple(clean_name(title, "prizes") for title in parts_of(cells.get("prizes", "")))
    prizes = titles if "prizes" in cells else None
    return _Row(at, held_on, evening, game, line, _placed_by(cells.get("placed_by", "")), prizes)


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


def _placed_by(cell: str) -> str:
    if cell not in ("", AS_PLACED):
        raise RuleError("placed_by", _("Enter “place”, or leave the cell empty."))
    return cell


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
        many = RuleError("evening", MOST_IN_EVENING, most=MOST_PEOPLE)
        return None, [Complaint(rows[MOST_PEOPLE].at, many)]
    play = play_of(first.game, {}, Recorded.key)
    steps = () if any(row.placed_by for row in rows) else None
    lines, wrong = judged([row.line for row in rows], play, steps)
    if wrong:
        return None, [Complaint(rows[one.index].at, _by_column_name(one.error)) for one in wrong]
    at = {name_key(row.line.name): row.at for row in rows}
    return Told(first.held_on, first.evening, play, lines, at, steps, _prizes(rows)), []


def _prizes(rows: Sequence[_Row]) -> tuple[PrizeTold, ...] | None:
    """The prizes of an evening in the order in which they are named; None without a word of any."""
    if all(row.prizes is None for row in rows):
        return None
    titles, won = dict[str, str](), defaultdict[str, list[str]](list)
    for row in rows:
        for title in row.prizes or ():
            titles.setdefault(name_key(title), title)
            won[name_key(title)].append(row.line.name)
    return tuple(
        PrizeTold(title, tuple(won[key]), "booby" if key == BOOBY else "") for key, title in titles.items()
    )


def _by_column_name(error: RuleError) -> RuleError:
    """The refusal of a figure, at the column that tells it."""
    return RuleError(COLUMN_OF.get(error.field, error.field), error.message, **error.figures)
