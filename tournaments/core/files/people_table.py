"""The people of a table for a club's list: docs/import.md."""

from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, name_key
from tournaments.core.files.cells import Cells, Complaint, Read, cells_of, each_row, in_order, parts_of
from tournaments.core.files.sheets import sheet

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
    told, unknown = cells_of(sheet(text), PEOPLE, needs=("name",))
    good, complaints = each_row(told, _person)
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
    return Read(tuple(good), in_order(complaints), unknown)


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
    groups = dict.fromkeys(_group(name) for name in parts_of(cells.get("groups", "")))
    return Person(line, name, role, "other" if own else public, own, tuple(groups))


def _group(name: str) -> str:
    name = clean_name(name, "groups")
    if len(name) > LONGEST_GROUP:
        raise RuleError("groups", _("Enter at most %(most)s characters."), most=LONGEST_GROUP)
    return name
