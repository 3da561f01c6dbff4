"""A table that somebody brings along, read and looked at: what it would make of the club, what is wrong."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts.models import Club
from tournaments.core.files.cells import Complaint, Read
from tournaments.core.files.people_table import read_people
from tournaments.core.files.results_table import Told, read_results
from tournaments.core.results.elsewhere import Line
from tournaments.results.presenters.imported_result import figures_told
from tournaments.transfer.selectors.imports import New, PersonPlan, Plan, plan_people, plan_results
from tournaments.transfer.selectors.removed import RemovedLine

MOST_SHOWN = 300


@dataclass(frozen=True)
class EveningShown:
    """An evening of the table; ``lines``: everybody, the best first, with the figures beside the place."""

    told: Told
    state: New
    lines: list[tuple[Line, list[str]]]


@dataclass(frozen=True)
class Looked:
    """A table that was read, and what it would make of the club."""

    read: Read[Any]
    plan: Plan

    @property
    def complaints(self) -> list[Complaint]:
        return sorted((*self.read.complaints, *self.plan.complaints), key=lambda one: one.line)

    @property
    def people(self) -> tuple[PersonPlan, ...]:
        """Those of the list that are shown."""
        return self.plan.people[:MOST_SHOWN]

    @property
    def evenings(self) -> list[EveningShown]:
        """Those that are shown: whole evenings, until there is enough to see."""
        rows = list(accumulate(len(one.told.lines) for one in self.plan.evenings))
        return [
            EveningShown(one.told, one.state, _lines(one.told))
            for one, row in zip(self.plan.evenings, rows, strict=True)
            if row - len(one.told.lines) < MOST_SHOWN
        ]


def _lines(evening: Told) -> list[tuple[Line, list[str]]]:
    in_order = sorted(evening.lines, key=lambda line: line.place or 0)
    return [(line, [*figures_told(line), *_prizes(evening, line)]) for line in in_order]


def _prizes(evening: Told, line: Line) -> list[str]:
    """The titles of the prizes that somebody won."""
    return [f"★ {prize.title}" for prize in evening.prizes or () if line.name in prize.winners]


@dataclass
class RemovedName:
    """A name in a file that is probably a removed player; ``ticked``: it is somebody else."""

    name: str
    lines: list[RemovedLine]
    ticked: bool = False


def removed_names(plan: Plan, ticked: Collection[str]) -> list[RemovedName]:
    """Return the names that can be ticked, each once, and those that are."""
    names: dict[str, RemovedName] = {}
    for line in plan.removed.lines:
        names.setdefault(line.name, RemovedName(line.name, [])).lines.append(line)
    return [*names.values(), *(RemovedName(name, [], ticked=True) for name in dict.fromkeys(ticked))]


def look_at_people(club: Club, text: str) -> Looked:
    """A table of players. RuleError where it cannot be read as a table at all."""
    people = read_people(text)
    return Looked(people, plan_people(club, people.good))


def look_at_results(club: Club, text: str, today: date, not_removed: Collection[str] = ()) -> Looked:
    """A table of results of evenings, which were played by ``today``. RuleError as for people."""
    results = read_results(text, today)
    return Looked(results, plan_results(club, results.good, not_removed))


COUNTED: Mapping[str, Any] = {
    "new_players": ngettext_lazy("%(n)s new player", "%(n)s new players", "n"),
    "new_evenings": ngettext_lazy("%(n)s new evening", "%(n)s new evenings", "n"),
    "new_results": ngettext_lazy("%(n)s result", "%(n)s results", "n"),
    "changed_players": gettext_lazy("players changed: %(n)s"),
    "changed_evenings": gettext_lazy("evenings changed: %(n)s"),
    "unchanged_evenings": gettext_lazy("evenings unchanged: %(n)s"),
    "unchanged_players": gettext_lazy("players unchanged: %(n)s"),
}
"""What a plan makes, in the order of its parts, and how each is said."""


def counts(plan: Plan) -> dict[str, int]:
    """What the plan makes, by the keys of ``COUNTED``."""
    new = plan.evenings_of(New.NEW)
    found = (
        *(len(plan.of(New.NEW)), len(new), sum(len(one.told.lines) for one in new)),
        *(len(plan.of(New.CHANGED)), len(plan.evenings_of(New.CHANGED))),
        *(len(plan.evenings_of(New.KNOWN)), len(plan.of(New.KNOWN))),
    )
    return dict(zip(COUNTED, found, strict=True))


def in_words(plan: Plan) -> list[str]:
    """What the plan makes, part by part: "2 new evenings", "41 results", "players unchanged: 5"."""
    return [COUNTED[key] % {"n": n} for key, n in counts(plan).items() if n]
