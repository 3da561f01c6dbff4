"""People whose names were removed for good, and the lines of an old file that are probably theirs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.models import Player
from accounts.names import name_key
from tournaments.core.files.cells import Complaint
from tournaments.core.files.renaming import rename_evening
from tournaments.core.files.results_table import Told
from tournaments.core.refusals import WHO_IS_REMOVED
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.elsewhere import Line


@dataclass(frozen=True)
class Written:
    """The newest result of an evening: figures by player, or by the name's key of whoever is not on the list.

    ``removed``: the names in this evening of those whose own name was removed, by player.
    """

    figures: dict[int | str, tuple[Any, ...]] = field(default_factory=dict)
    removed: dict[int, str] = field(default_factory=dict)


@answers("line", "date_", "evening", "name", component="RemovedLineAnswer")
@dataclass(frozen=True)
class RemovedLine:
    """A line with a new name, but with the place and the figures of a player whose name was removed.

    The line stays without the name, unless ``not_removed`` has the name.
    """

    line: int
    date_: date
    evening: str
    name: str


@dataclass(frozen=True)
class Removed:
    """``evenings`` of a file, in which removed people have the name that stands for them.

    ``names``: that name by the key of the file's; ``people``: players by its key. ``lines`` can be ticked.
    """

    evenings: tuple[Told, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, Player] = field(default_factory=dict)
    lines: tuple[RemovedLine, ...] = ()
    complaints: tuple[Complaint, ...] = ()

    @property
    def ids(self) -> dict[str, int]:
        return {key: player.pk for key, player in self.people.items()}


def find_removed(
    evenings: Sequence[Told],
    written: Sequence[Written],
    known: Mapping[str, Player],
    not_removed: Collection[str] = (),
) -> Removed:
    """Find who in a file is probably somebody whose name was removed; one query if there is anybody.

    ``not_removed``: names in the file that are somebody else.
    """
    gone = {player for one in written for player in one.removed}
    if not gone:
        return Removed(tuple(evenings))
    search = _Search(known, Player.objects.in_bulk(gone), frozenset(map(name_key, not_removed)))
    for told, one in zip(evenings, written, strict=True):
        search.look_through(told, one)
    changed = tuple(search.renamed(told, one) for told, one in zip(evenings, written, strict=True))
    people = {name_key(player.name): player for player in search.whose.values()}
    names = {key: player.name for key, player in search.whose.items()}
    return Removed(changed, names, people, tuple(search.lines), tuple(search.complaints))


class _Search:
    """Who the names of a file are: ``whose``. A name is one person in the whole file."""

    def __init__(
        self, known: Mapping[str, Player], gone: Mapping[int, Player], others: frozenset[str]
    ) -> None:
        self.known, self.gone, self.others = known, gone, others
        self.whose: dict[str, Player] = {}
        self.lines: list[RemovedLine] = []
        self.complaints: list[Complaint] = []

    def look_through(self, told: Told, written: Written) -> None:
        """Find each removed person of the evening: by the name there, else by place and figures."""
        free = dict(written.removed)
        new = {name_key(line.name): line for line in told.lines if self._is_new(line, written)}
        for player, name in written.removed.items():
            if name_key(name) in new:
                self.whose[name_key(name)] = self.gone[player]
                del free[player], new[name_key(name)]
        for player in free:
            fits = [key for key, line in new.items() if _fits(line, written.figures[player])]
            known = [key for key in fits if self.whose.get(key) == self.gone[player]]
            for key in (known or fits)[:1]:
                self.whose.setdefault(key, self.gone[player])
                del new[key]
        for key, line in new.items():
            if key not in self.whose and any(_fits(line, written.figures[player]) for player in free):
                self._show(told, line)
                why = RuleError("name", WHO_IS_REMOVED, name=line.name)
                self.complaints.append(Complaint(told.at[key], why))

    def renamed(self, told: Told, written: Written) -> Told:
        """Return the evening with the names that stand for removed people. Nobody is in it twice."""
        names, taken = dict[str, str](), set[int]()
        lines = [line for line in told.lines if name_key(line.name) in self.whose]
        for line in sorted(lines, key=lambda line: not _fits(line, written.figures.get(self._pk(line)))):
            key, player = name_key(line.name), self._pk(line)
            there = player in written.removed or key not in self.known
            if there and player not in taken and self._is_new(line, written):
                taken.add(player)
                names[key] = self.whose[key].name
                if key not in map(name_key, (self.whose[key].name, *written.removed.values())):
                    self._show(told, line)
        return rename_evening(told, names)

    def _pk(self, line: Line) -> int:
        return self.whose[name_key(line.name)].pk

    def _is_new(self, line: Line, written: Written) -> bool:
        key = name_key(line.name)
        player = self.known[key].pk if key in self.known else key
        return key not in self.others and player not in written.figures

    def _show(self, told: Told, line: Line) -> None:
        self.lines.append(RemovedLine(told.at[name_key(line.name)], told.held_on, told.name, line.name))


def _fits(line: Line, figures: Sequence[Any] | None) -> bool:
    """Return whether the line has this place, and no other figures."""
    told = [getattr(line, name) for name in FIGURES]
    return figures is not None and all(one in (None, other) for one, other in zip(told, figures, strict=True))
