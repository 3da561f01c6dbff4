"""A table that somebody brings along, read and looked at: what it would make of the club, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any

from accounts.models import Club
from tournaments.core.files.csv_import import Complaint, Read, read_people, read_results
from tournaments.selectors.importing import EveningPlan, PersonPlan, Plan, plan_people, plan_results

MOST_SHOWN = 300


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
    def evenings(self) -> list[EveningPlan]:
        """Those that are shown: whole evenings, until there is enough to see."""
        rows = list(accumulate(len(one.lines) for one in self.plan.evenings))
        return [
            one
            for one, row in zip(self.plan.evenings, rows, strict=True)
            if row - len(one.lines) < MOST_SHOWN
        ]


def look_at_people(club: Club, text: str) -> Looked:
    """A table of players. RuleError where it cannot be read as a table at all."""
    people = read_people(text)
    return Looked(people, plan_people(club, people.good))


def look_at_results(club: Club, text: str, today: date) -> Looked:
    """A table of results of evenings, which were played by ``today``. RuleError as for people."""
    results = read_results(text, today)
    return Looked(results, plan_results(club, results.good))
