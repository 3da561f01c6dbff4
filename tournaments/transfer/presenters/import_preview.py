"""The preview of an imported table in words, and a season as a document and as a table.

The preview lists new records, changes, mistakes, and names that are probably removed players. Another
installation can read the document: docs/season.md.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from django.utils import translation
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from accounts.answers import answers
from accounts.models import Club
from tournaments.base.words import refusal
from tournaments.core.files.cells import Cell, Complaint, PastedName, Read, decimal
from tournaments.core.files.results_table import Told, read_people, read_results
from tournaments.core.leagues.standing import Score, State
from tournaments.core.results.elsewhere import Line
from tournaments.models import Season
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.results.presenters.standing import figures_told
from tournaments.seasons.presenters.table import table_of
from tournaments.seasons.selectors.counting import EveningOf, count_season
from tournaments.seasons.selectors.document import document
from tournaments.transfer.presenters.tables import Table
from tournaments.transfer.selectors.imports import New, PersonPlan, Plan, plan_people, plan_results
from tournaments.transfer.selectors.imports_made import RemovedLine

MOST_SHOWN = 300


@dataclass(frozen=True)
class EveningShown:
    """An evening of the table; ``lines``: everybody, the best first, with the figures beside the place."""

    told: Told
    state: New
    lines: list[tuple[Line, list[str]]]


@answers("line", "field", "reason", component="ComplaintAnswer")
@dataclass(frozen=True)
class ComplaintShown:
    """What is wrong in the row that begins at this line."""

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
class Looked:
    """What an import would make of the club, in words; ``mark`` stands for it. Nothing, with complaints.

    ``players`` and ``evenings``: the numbers of those that it would change.
    ``left_out``: numbers, bullets, headings and mail addresses that were left out of names.
    ``probably_removed``: lines of players whose names were removed for good.
    """

    # ``plan_mark``: of the whole plan, complaints or none. ``read``: the table, if it is one.

    plan: Plan
    plan_mark: str
    read: Read[Any] = NO_TABLE

    @property
    def mark(self) -> str:
        return "" if self.wrong else self.plan_mark

    @property
    def words(self) -> list[str]:
        return in_words(self.plan)

    @property
    def counts(self) -> dict[str, int]:
        return counts(self.plan)

    @property
    def players(self) -> list[int]:
        return [one.player for one in self.plan.of(New.CHANGED) if one.player is not None]

    @property
    def evenings(self) -> list[int]:
        return [one.evening for one in self.plan.evenings_of(New.CHANGED) if one.evening is not None]

    @property
    def unknown_columns(self) -> tuple[str, ...]:
        return self.read.unknown

    @cached_property
    def wrong(self) -> list[Complaint]:
        if self.read is NO_TABLE:
            return [*self.plan.complaints]
        return sorted((*self.read.complaints, *self.plan.complaints), key=lambda one: one.line)

    @property
    def complaints(self) -> list[ComplaintShown]:
        """Return the complaints that are shown, in order of their lines."""
        shown = self.wrong[:MOST_SHOWN]
        return [ComplaintShown(one.line, one.error.field, refusal(one.error, {})) for one in shown]

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
        """Return the people of the list that are shown."""
        return self.plan.people[:MOST_SHOWN]

    @property
    def shown_evenings(self) -> list[EveningShown]:
        """Return the evenings that are shown: whole ones, until there is enough to see."""
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
    """Return the titles of the prizes that somebody won."""
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
    """Look at a table of players. RuleError where it cannot be read as a table at all."""
    people = read_people(text)
    plan = plan_people(club, people.good)
    return Looked(plan, plan.mark, people)


def look_at_results(club: Club, text: str, today: date, not_removed: Collection[str] = ()) -> Looked:
    """Look at a table of results of evenings, which were played by ``today``. RuleError as for people."""
    results = read_results(text, today)
    plan = plan_results(club, results.good, not_removed)
    return Looked(plan, plan.mark, results)


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
    """Return what the plan makes, by the keys of ``COUNTED``."""
    new = plan.evenings_of(New.NEW)
    found = (
        *(len(plan.of(New.NEW)), len(new), sum(len(one.told.lines) for one in new)),
        *(len(plan.of(New.CHANGED)), len(plan.evenings_of(New.CHANGED))),
        *(len(plan.evenings_of(New.KNOWN)), len(plan.of(New.KNOWN))),
    )
    return dict(zip(COUNTED, found, strict=True))


def in_words(plan: Plan) -> list[str]:
    """Return what the plan makes, part by part: "2 new evenings", "41 results", "players unchanged: 5"."""
    return [COUNTED[key] % {"n": n} for key, n in counts(plan).items() if n]


HEAD = ("division", "place", "name", "points", "evenings", "counted", "why")


def season_document(season: Season, *, all_known: bool) -> dict[str, Any]:
    """Return the season as plain values for JSON, in a fixed number of queries; its words are English.

    ``all_known``: the reader may know of prizes that are not revealed; else those evenings do not count.
    """
    with translation.override("en"):
        return document(season, count_season(season, all_known=all_known), titles_in)


def season_as_table(season: Season, *, all_known: bool) -> Table:
    """Return the standing with what each evening gave, and what of it was dropped."""
    counted = count_season(season, all_known=all_known)
    evenings = [evening for evening in counted.evenings if evening.counts]
    head = (*HEAD, *(f"{evening.held_on} {evening.name}" for evening in evenings))
    rows: list[Sequence[Cell]] = [
        [
            *(division.name, row.place, row.name, row.points, row.played, row.counted, row.why or ""),
            *_scores({score.event: score for score in gave.scores}, evenings),
        ]
        for division in table_of(counted).divisions
        for row, gave in zip(division.rows, counted.rows_of(division.id), strict=True)
    ]
    return head, rows


def _scores(scores: Mapping[int, Score], evenings: list[EveningOf]) -> list[Cell]:
    return [_score(scores.get(evening.id)) for evening in evenings]


def _score(score: Score | None) -> Cell:
    if score is None or score.state in (State.MISSED, State.PASSED):
        return None
    if score.state is not State.DROPPED:
        return score.points
    # Words, which no spreadsheet adds up; brackets would make it less than nothing there.
    return gettext("%(points)s dropped") % {"points": decimal(Fraction(score.points))}
