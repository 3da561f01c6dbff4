"""The preview of an import in words: new records, changes, mistakes, and probably removed players."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from accounts.answers import answers
from accounts.models import Club
from tournaments.base.words import describe_refusal
from tournaments.core.files.cells import Complaint, PastedName, Read
from tournaments.core.files.results_table import (
    ImportedResult,
    read_people,
    read_results,
)
from tournaments.core.results.elsewhere import ResultLine
from tournaments.results.presenters.standing import describe_figures
from tournaments.transfer.selectors.imports import (
    ImportPlan,
    ImportState,
    PersonPlan,
    plan_people,
    plan_results,
)
from tournaments.transfer.selectors.imports_made import RemovedLine

if TYPE_CHECKING:
    pass


MOST_SHOWN = 300


@dataclass(frozen=True)
class EveningPreview:
    """An evening of the table; ``lines``: all people, the best first, with the figures beside the place."""

    result: ImportedResult
    state: ImportState
    lines: list[tuple[ResultLine, list[str]]]


@answers("line", "field", "reason", component="ComplaintAnswer")
@dataclass(frozen=True)
class ComplaintLine:
    """The error in the row that begins at this line."""

    line: int
    field: str
    reason: str


NO_TABLE = Read[Any]((), (), ())


@answers(
    *("mark", "words", "counts", "players", "evenings", "unknown_columns"),
    *("complaints", "left_out", "probably_removed"),
    component="ImportLookAnswer",
)
@dataclass(frozen=True)
class ImportPreview:
    """The effects of an import in words; ``mark`` identifies the plan.

    Without effects if there are complaints. ``players`` and ``evenings``: the numbers of those that the
    import would change. ``left_out``: numbers, bullets, headings and mail addresses that were left out of
    names. ``probably_removed``: lines of players whose names were removed for good.
    """

    # ``plan_mark``: the mark of the whole plan, with or without complaints. ``read``: the table, if the text
    # is one.

    plan: ImportPlan
    plan_mark: str
    read: Read[Any] = NO_TABLE

    @property
    def mark(self) -> str:
        return "" if self.wrong else self.plan_mark

    @property
    def words(self) -> list[str]:
        return describe_plan(self.plan)

    @property
    def counts(self) -> dict[str, int]:
        return count_changes(self.plan)

    @property
    def players(self) -> list[int]:
        return [
            plan.player for plan in self.plan.select_people(ImportState.CHANGED) if plan.player is not None
        ]

    @property
    def evenings(self) -> list[int]:
        return [
            plan.evening
            for plan in self.plan.select_evenings(ImportState.CHANGED)
            if plan.evening is not None
        ]

    @property
    def unknown_columns(self) -> tuple[str, ...]:
        return self.read.unknown

    @cached_property
    def wrong(self) -> list[Complaint]:
        if self.read is NO_TABLE:
            return [*self.plan.complaints]
        return sorted((*self.read.complaints, *self.plan.complaints), key=lambda complaint: complaint.line)

    @property
    def complaints(self) -> list[ComplaintLine]:
        """Return the complaints to show, in order of their lines."""
        return [
            ComplaintLine(complaint.line, complaint.error.field, describe_refusal(complaint.error, {}))
            for complaint in self.wrong[:MOST_SHOWN]
        ]

    @property
    def more_complaints(self) -> int:
        return max(len(self.wrong) - MOST_SHOWN, 0)

    @property
    def left_out(self) -> tuple[PastedName, ...]:
        return self.read.left_out[:MOST_SHOWN]

    @property
    def probably_removed(self) -> tuple[RemovedLine, ...]:
        return self.plan.removed.lines

    @property
    def shown_people(self) -> tuple[PersonPlan, ...]:
        """Return the people of the list to show."""
        return self.plan.people[:MOST_SHOWN]

    @property
    def shown_evenings(self) -> list[EveningPreview]:
        """Return the evenings to show: whole evenings, up to the maximum number of lines."""
        rows = list(accumulate(len(plan.result.lines) for plan in self.plan.evenings))
        return [
            EveningPreview(plan.result, plan.state, _build_lines(plan.result))
            for plan, row in zip(self.plan.evenings, rows, strict=True)
            if row - len(plan.result.lines) < MOST_SHOWN
        ]


def _build_lines(evening: ImportedResult) -> list[tuple[ResultLine, list[str]]]:
    in_order = sorted(evening.lines, key=lambda line: line.place or 0)
    return [(line, [*describe_figures(line), *_list_prizes(evening, line)]) for line in in_order]


def _list_prizes(evening: ImportedResult, line: ResultLine) -> list[str]:
    """Return the titles of the prizes that the person won."""
    return [
        gettext("Prize: %(prize)s") % {"prize": prize.title}
        for prize in evening.prizes or ()
        if line.name in prize.winners
    ]


@dataclass
class RemovedName:
    """A name in a file that is probably a removed player; ``ticked``: the user says it is another person."""

    name: str
    lines: list[RemovedLine]
    ticked: bool = False


def list_removed_names(plan: ImportPlan, ticked: Collection[str]) -> list[RemovedName]:
    """Return the names that can be ticked, each once, and the names that are ticked."""
    names: dict[str, RemovedName] = {}
    for line in plan.removed.lines:
        names.setdefault(line.name, RemovedName(line.name, [])).lines.append(line)
    return [*names.values(), *(RemovedName(name, [], ticked=True) for name in dict.fromkeys(ticked))]


def preview_people(club: Club, text: str) -> ImportPreview:
    """Read a table of players for a preview. RuleError if the text is not a table."""
    people = read_people(text)
    plan = plan_people(club, people.good)
    return ImportPreview(plan, plan.mark, people)


def preview_results(club: Club, text: str, today: date, not_removed: Collection[str] = ()) -> ImportPreview:
    """Read a table of results of evenings played by ``today``, for a preview. RuleError as for people."""
    results = read_results(text, today)
    plan = plan_results(club, results.good, not_removed)
    return ImportPreview(plan, plan.mark, results)


COUNT_WORDS: Mapping[str, Any] = {
    "new_players": ngettext_lazy("%(n)s new player", "%(n)s new players", "n"),
    "new_evenings": ngettext_lazy("%(n)s new evening", "%(n)s new evenings", "n"),
    "new_results": ngettext_lazy("%(n)s result", "%(n)s results", "n"),
    "changed_players": gettext_lazy("players changed: %(n)s"),
    "changed_evenings": gettext_lazy("evenings changed: %(n)s"),
    "unchanged_evenings": gettext_lazy("evenings unchanged: %(n)s"),
    "unchanged_players": gettext_lazy("players unchanged: %(n)s"),
}
"""The parts of a plan in order, each with its words."""


def count_changes(plan: ImportPlan) -> dict[str, int]:
    """Return the counts of the plan by the keys of ``COUNTED``."""
    new = plan.select_evenings(ImportState.NEW)
    figures = (
        *(
            len(plan.select_people(ImportState.NEW)),
            len(new),
            sum(len(evening.result.lines) for evening in new),
        ),
        *(len(plan.select_people(ImportState.CHANGED)), len(plan.select_evenings(ImportState.CHANGED))),
        *(len(plan.select_evenings(ImportState.KNOWN)), len(plan.select_people(ImportState.KNOWN))),
    )
    return dict(zip(COUNT_WORDS, figures, strict=True))


def describe_plan(plan: ImportPlan) -> list[str]:
    """Return the parts of the plan in words: "2 new evenings", "41 results", "players unchanged: 5"."""
    return [COUNT_WORDS[key] % {"n": n} for key, n in count_changes(plan).items() if n]
