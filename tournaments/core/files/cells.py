"""The cells of a table that somebody brings along: by column and line, each row read or complained of."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.files.name_lists import PastedName
from tournaments.core.files.sheets import BOM, Sheet

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
    """What was read, what is wrong, the columns that nobody knows, and what was left out of names."""

    good: tuple[T, ...]
    complaints: tuple[Complaint, ...]
    unknown: tuple[str, ...]
    left_out: tuple[PastedName, ...] = ()


Cells = Mapping[str, str]


def cells_of(
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
            _("There is no column “%(missing)s”. Name it in the first line. The first line has: %(named)s."),
            missing="”, “".join(missing),
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


def each_row(
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


def in_order(complaints: Sequence[Complaint]) -> tuple[Complaint, ...]:
    return tuple(sorted(complaints, key=lambda complaint: complaint.line))


def head_of(text: str) -> list[str]:
    """Return the columns that the first line of the text can name."""
    first = next((line for line in text.removeprefix(BOM).splitlines() if line.strip()), "")
    return [_column(cell) for cell in re.split(r"[,;\t]", first) if cell.strip()]


def parts_of(cell: str) -> list[str]:
    """What is told in one cell: parted by strokes, else by commas or semicolons."""
    parts = cell.split("|") if "|" in cell else re.split("[,;]", cell)
    return [part for part in map(str.strip, parts) if part]


def in_one_cell(parts: Sequence[str]) -> str:
    """The same as one cell: a stroke ends a single one that has a comma, which would part it."""
    told = "|".join(parts)
    return f"{told}|" if len(parts) == 1 and re.search("[,;]", told) else told


def shown(text: str) -> str:
    """As much of a cell as a sentence holds, without what cannot be shown."""
    plain = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:LONGEST_SHOWN])
    return f"{plain}…" if len(text) > LONGEST_SHOWN else plain
