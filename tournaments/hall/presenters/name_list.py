"""Everybody's public names in a list, as one looks for one's own."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.folding import folded
from accounts.names import name_order
from tournaments.evening.selectors.access import public_names_of
from tournaments.models import Evening


@dataclass(frozen=True)
class Named:
    """A line of the list of names; ``letter`` where a new one of the alphabet begins."""

    entry: int
    name: str
    letter: str


def names_a_to_z(evening: Evening) -> tuple[Named, ...]:
    """Everybody checked in by the public name, as one looks for it: case and accents do not count."""
    here = public_names_of(evening, withdrawn=False)
    return lettered(sorted(here.items(), key=lambda row: (name_order(row[1]), row[0])))


def lettered(rows: Iterable[tuple[int, str]]) -> tuple[Named, ...]:
    """The sorted names, with a letter at the first of each."""
    named, before = [], ""
    for entry, name in rows:
        letter = folded(name)[:1].upper()
        named.append(Named(entry, name, letter if letter != before else ""))
        before = letter
    return tuple(named)
