"""Names as the projector shows them: short enough for large letters, and no two alike."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.pictures.letters import joined

LONGEST = 16
"""Letters of a name that is shown whole."""


def hall_names(names: Mapping[int, str]) -> dict[int, str]:
    """Shorten names of more than 16 letters to the first name and the start of the last: "Bartholomew S."

    As many letters of the last name are shown as tell everybody apart. If none do, the whole name is shown.
    A first name is never cut.
    """
    shown = {key: _short(name, 1) for key, name in names.items()}
    for letters in range(2, max(map(len, names.values()), default=0) + 1):
        alike = _alike(shown)
        if not alike:
            break
        shown |= {key: _short(names[key], letters) for key in alike}
    return shown | {key: names[key] for key in _alike(shown)}


def _alike(shown: Mapping[int, str]) -> list[int]:
    """Return who shares a shown name with somebody else."""
    by_name = defaultdict[str, list[int]](list)
    for key, name in shown.items():
        by_name[name.rstrip(".").casefold()].append(key)
    return [key for keys in by_name.values() if len(keys) > 1 for key in keys]


def _short(name: str, letters: int) -> str:
    """Return the name with ``letters`` of its last word, if it is long and has more than one word."""
    if len(name) <= LONGEST:
        return name
    first, last = _first(name.split()), name.split()[-1]
    if first.endswith(last):
        return first
    start = _start(last, letters)
    return f"{first} {start}" if start == last else f"{first} {start}."


def _first(words: Iterable[str]) -> str:
    """Return the first name, with the titles before it: "Dr. Bartholomew"."""
    taken = list[str]()
    for word in words:
        taken.append(word)
        if not word.endswith("."):
            break
    return " ".join(taken)


def _start(word: str, letters: int) -> str:
    """Return the first letters of the word, each with the marks that belong to it."""
    end = 0
    while letters and end < len(word):
        end += 1
        while end < len(word) and joined(word, end):
            end += 1
        letters -= 1
    return word[:end]
