"""The people of a table for a club's list: docs/import.md."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, clean_person, name_key
from accounts.refusals import CHOOSE_KNOWN, ENTER_LESS, NEEDS_OTHER
from tournaments.core.files.cells import (
    Cells,
    Complaint,
    Read,
    cells_of,
    each_row,
    head_of,
    in_order,
    parts_of,
)
from tournaments.core.files.name_lists import PastedName, are_counted, left_out, pasted_name, pasted_names
from tournaments.core.files.sheets import MOST_BYTES, MOST_ROWS, sheet

PEOPLE = ("name", "role", "public", "public_name", "groups")
PUBLIC = ("name", "initials", "other")
LONGEST_GROUP = 30


@dataclass(frozen=True)
class Person:
    """Somebody for the club's list; what is empty is not told. ``public`` as ``accounts.models.Public``."""

    line: int
    name: str
    role: str = ""
    public: str = ""
    public_name: str = ""
    groups: tuple[str, ...] = ()


def read_people(text: str) -> Read[Person]:
    """The people of a table. RuleError where it cannot be read as a table at all."""
    rows, unknown, pasted = _rows_of_list(text) or _rows_of_table(text)
    good, complaints = each_row(rows, _person)
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
    return Read(tuple(good), in_order(complaints), unknown, left_out(pasted))


Rows = tuple[list[tuple[int, Cells | RuleError]], tuple[str, ...], Sequence[PastedName]]
"""Each row's cells with its line, the columns that nobody knows, and the names as they were pasted."""


def _rows_of_list(text: str) -> Rows | None:
    """Read a list of names without columns. Return None if it is a table."""
    head = head_of(text)
    if len(text) > MOST_BYTES or "\x00" in text or {*head} & {*PEOPLE}:
        return None
    lines = pasted_names(text)
    names = [line for line in lines if line.after]
    if len(names) > MOST_ROWS or any(re.search(r"[,;\t]", line.after) for line in names):
        return None
    if not names or ((len(head) != 1 or len(lines) == 1) and not left_out(lines)):
        return None
    return [(line.line, {"name": line.after}) for line in names], (), lines


def _rows_of_table(text: str) -> Rows:
    """Read a table. Names of a file that was downloaded stay as they are."""
    rows, unknown = cells_of(sheet(text), PEOPLE, needs=("name",))
    if {*head_of(text)} >= {*PEOPLE}:
        return rows, unknown, ()
    pasted, cleaned = list[PastedName](), list[tuple[int, Cells | RuleError]]()
    counted = are_counted(
        [cells.get("name", "") for _line, cells in rows if not isinstance(cells, RuleError)]
    )
    for line, cells in rows:
        if not isinstance(cells, RuleError) and (name := cells.get("name", "")):
            pasted.append(PastedName(name, pasted_name(name, counted=counted), line))
            cells = {**cells, "name": pasted[-1].after}
        cleaned.append((line, cells))
    return cleaned, unknown, pasted


def _person(line: int, cells: Cells) -> Person:
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
    groups = dict.fromkeys(_group(name) for name in parts_of(cells.get("groups", "")))
    return Person(line, name, role, "other" if own else public, own, tuple(groups))


def _group(name: str) -> str:
    name = clean_name(name, "groups")
    if len(name) > LONGEST_GROUP:
        raise RuleError("groups", ENTER_LESS, most=LONGEST_GROUP)
    return name
