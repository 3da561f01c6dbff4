"""What is imported and exported, in words and tables: previews, results, a club's list, seasons.

The preview lists new records, changes, mistakes, and names that are probably removed players. Another
installation can read the document: docs/season.md.
"""

import io
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from accounts.answers import answers
from accounts.models import Club
from accounts.players.selectors import former, with_groups
from games.rules.registry import KNOWN
from tournaments.base.words import moved, refusal
from tournaments.core.files.cells import Cell, Complaint, PastedName, Read, decimal, in_one_cell, written
from tournaments.core.files.documents import ordered
from tournaments.core.files.results_table import (
    AS_PLACED,
    FIGURE_COLUMNS,
    PEOPLE,
    RESULTS,
    ImportedResult,
    read_people,
    read_results,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import play_of
from tournaments.core.leagues.standing import Score, State
from tournaments.core.reasons import PEOPLE as NAMED_PEOPLE
from tournaments.core.reasons import Reason
from tournaments.core.record import Entry, Stage
from tournaments.core.results.elsewhere import ResultLine, judged
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result, Season
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.results.presenters.standing import figures_told
from tournaments.seasons.presenters.table import table_of
from tournaments.seasons.selectors.counting import EveningOf, count_season
from tournaments.seasons.selectors.document import document
from tournaments.standings.selectors.standings import (
    awards_written,
    counting_result,
    figures_of,
    known_figures,
    reckoning,
    settled_in,
)
from tournaments.transfer.selectors.imports import New, PersonPlan, Plan, plan_people, plan_results
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS, RemovedLine

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet


# docs/import.md has the columns. In XLSX numbers and dates keep their type, and text is never a formula.
# ``Words`` puts people's numbers and English sentences into an exported evening.

Table = tuple[Sequence[str], list[Sequence[Cell]]]
"""The titles of the columns, and the rows."""
EXACT = 2**53
"""Spreadsheets keep whole numbers up to this one. A larger one is written as text."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}
"""The kinds of file that a table can be, with their media types."""
WIDEST = 240
"""How wide a column can get, in pixels."""
AS_WRITTEN = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - the same table is the same file, whenever it is asked for


def table_file(table: Table, kind: str) -> tuple[bytes, str]:
    """Return the table as a file of this kind, and its media type. KeyError for an unknown kind."""
    media = FILES[kind]
    return (written(*table).encode() if kind == "csv" else spreadsheet(*table)), media


def spreadsheet(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return the table as a file with one sheet. Its head stays in sight, and each column can be filtered."""
    from xlsxwriter import Workbook  # 2 MB, and 40 modules: only who asks for a file has them loaded

    out = io.BytesIO()
    with Workbook(out, AS_WRITTEN) as book:
        book.set_properties({"created": MADE})
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, head, bold)
        last = 0
        for last, row in enumerate(rows, start=1):
            for column, cell in enumerate(row):
                _write(sheet, last, column, cell, day)
        sheet.freeze_panes(1, 0)
        if head:
            sheet.autofilter(0, 0, last, len(head) - 1)
        sheet.autofit(WIDEST)
    return out.getvalue()


def _write(sheet: "Worksheet", row: int, column: int, cell: Cell, day: "Format") -> None:
    match cell:
        case None | "":
            return
        case str():
            sheet.write_string(row, column, cell)
        case date():
            sheet.write_datetime(row, column, cell, day)
        case int() if abs(cell) > EXACT:
            sheet.write_string(row, column, str(cell))
        case int() | Fraction():
            sheet.write_number(row, column, float(cell))


Standing = tuple[str, str, dict[str, Any]]
"""Somebody's name, role and figures."""
LIST_FORMAT, LIST_VERSION = "headtable-players", 1


def evening_table(evening: Evening) -> Table:
    """Return how the evening stands, or what was written once it was finished, in the columns of an import.

    One that was called off has no lines.
    """
    known = KNOWN.get(evening.game)
    of = (evening.held_on, evening.name, known.title if known else evening.game)
    result = counting_result(evening)
    standing = [
        (name, role, known_figures(figures, evening.play))
        for name, role, figures in _standing(evening, result)
    ]
    placed_by, won = _placed_by(evening, standing), _prize_names(result)
    rows: list[Sequence[Cell]] = [
        (
            *(*of, name, role, *(figures[column] for column in FIGURE_COLUMNS.values())),
            *(placed_by, in_one_cell(won[name])),
        )
        for name, role, figures in standing
    ]
    return RESULTS, rows


def _placed_by(evening: Evening, standing: Sequence[Standing]) -> str:
    """Return what an import needs to know, where the places do not follow from the game's own figure."""
    lines = [
        ResultLine(name, role, **{key: figure for key, figure in figures.items() if figure is not None})
        for name, role, figures in standing
    ]
    _lines, wrong = judged(lines, play_of(evening.game, {}, RecordedResults.key))
    return AS_PLACED if wrong else ""


def _standing(evening: Evening, result: Result | None) -> list[Standing]:
    if result is not None:
        return [(row.entry.name, row.entry.role, _figures(row)) for row in settled_in(result)]
    if evening.stage == Stage.CALLED_OFF:
        return []
    facts = load_facts(evening.pk)
    people = {entry.id: entry for entry in facts.entries}
    return [
        (people[row.entry].name, people[row.entry].role, figures_of(row, facts.play))
        for row in reckoning(facts).standing
    ]


def _prize_names(result: Result | None) -> Mapping[str, Sequence[str]]:
    """Return the titles of everybody's prizes in the result that counts, by name, in their usual words."""
    won: dict[str, list[str]] = defaultdict(list)
    if result is None:
        return won
    with translation.override("en"):
        titles = titles_in(result)
    for award in awards_written(result):
        for winner in award.current_winners:
            won[winner.name].append(titles.get(award.prize, award.title))
    return won


def _figures(row: Any) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in FIGURE_COLUMNS.values()}


def players_table(club: Club) -> Table:
    """Return everybody on the club's list, with the columns that an import reads."""
    return PEOPLE, [
        (one["name"], one["role"], one["public"], one["public_name"], in_one_cell(one["groups"]))
        for one in _players(club)
        if one["on_the_list"]
    ]


def players_document(club: Club) -> dict[str, Any]:
    """Return everybody who is or was on the club's list, but for the forgotten; merged entries as one."""
    return {
        "format": LIST_FORMAT,
        "format_version": LIST_VERSION,
        "club": club.name,
        "players": _players(club),
    }


def _players(club: Club) -> list[dict[str, Any]]:
    also = {player: [other.name for other in others] for player, others in former(club.pk).items()}
    return [
        {
            "name": player.name,
            "role": player.role,
            "public": player.public,
            "public_name": player.public_name,
            "groups": sorted(group.name for group in player.groups.all()),
            "on_the_list": player.active,
            "also": also.get(player.pk, []),
        }
        for player in with_groups(club.pk)
    ]


IN_JOURNAL = NAMED_PEOPLE | {"entry", "among", "waiting", "winners"}
"""Keys of a journal line's payload that hold one entry or several."""

WITH_STATE = "presences"
WITH_NAME = "groups"
"""The keys that hold pairs of an entry and what became of it, and entries by the name of their group."""


@dataclass(frozen=True)
class Words:
    """``numbers``: people's numbers in the order of coming, by entry; ``names`` their shown names."""

    numbers: Mapping[int, int]
    names: Mapping[int, str]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Words":
        people = tuple(entries)
        numbers = {entry.id: number for number, entry in enumerate(people, start=1)}
        return cls(numbers, {entry.id: entry.name for entry in people})

    def reason(self, code: str, figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return why something was decided: its code, its sentence, and its figures with people's numbers."""
        return {
            "code": code,
            "sentence": moved(Reason(code, figures), self.names),
            "figures": self._numbered(figures, NAMED_PEOPLE),
        }

    def payload(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return a journal line's figures, with people's numbers, but not by which import they came."""
        told = {key: value for key, value in payload.items() if key not in (IMPORT, NEW_PLAYERS)}
        numbered = self._numbered(told, IN_JOURNAL)
        if WITH_STATE in payload:
            numbered[WITH_STATE] = [[self.numbers.get(entry), state] for entry, state in payload[WITH_STATE]]
        if WITH_NAME in payload:
            numbered[WITH_NAME] = {name: self._number(who) for name, who in payload[WITH_NAME].items()}
        return numbered

    def _numbered(self, figures: Mapping[str, Any], people: Iterable[str]) -> dict[str, Any]:
        known = ordered(figures)
        return {key: self._number(value) if key in people else value for key, value in known.items()}

    def _number(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._number(one) for one in value]
        return self.numbers.get(value)


MOST_SHOWN = 300


@dataclass(frozen=True)
class EveningShown:
    """An evening of the table; ``lines``: everybody, the best first, with the figures beside the place."""

    told: ImportedResult
    state: New
    lines: list[tuple[ResultLine, list[str]]]


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


def _lines(evening: ImportedResult) -> list[tuple[ResultLine, list[str]]]:
    in_order = sorted(evening.lines, key=lambda line: line.place or 0)
    return [(line, [*figures_told(line), *_prizes(evening, line)]) for line in in_order]


def _prizes(evening: ImportedResult, line: ResultLine) -> list[str]:
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
