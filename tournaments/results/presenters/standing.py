"""The standing of an evening, its settling up, the games won at fixed tables, and an imported result."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.utils.translation import gettext

from accounts.answers import CALCULATORS, answers
from games.rules.registry import RULESETS
from tournaments.base.words import Worded, figured, plain, round_title, what_counts, worded
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.kinds.registry import kind_of
from tournaments.core.movement.seating import seats_of
from tournaments.core.ranking.places import Step
from tournaments.core.record import CountKind
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.results.standings import CALLED, COLUMNS, StandingLine, steps_of
from tournaments.core.settings import Counting
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.presenters.kinds import CounterLine, LedgerWording, TableProgress
from tournaments.evening.presenters.movers import CutView, cut_view
from tournaments.evening.presenters.table import listed
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeDisplay, as_written
from tournaments.standings.selectors.standings import (
    OWN,
    Reckoning,
    Stands,
    awaits_cut,
    awards_written,
    figures_of,
    newest_result,
    reckoning,
    results_of,
    settled_in,
    stands_of,
)
from tournaments.undo.presenters import VersionChanges, version_changes

OF_A_ROW = {name: CALLED.get(name, name) for name in OWN if name != "place"}
"""The columns of a settlement that a row has, and what they are called there."""


@answers(
    *("entry", "name", "place", "table", "counters", "fresh_stakes", "net", "yellow_chips", "score"),
    *("exact_bids", "hands", "why"),
    component="StandingLine",
)
@answers(
    *("place", "name", "counters", "fresh_stakes", "net", "yellow_chips", "score", "exact_bids", "why"),
    to=CALCULATORS,
    component="Line",
    description="A line of the standing; ``why`` says what sets the next below.",
)
@dataclass(frozen=True)
class StandingRow:
    """Somebody by place. Figures that the game does not have are null; ``why`` sets the next below."""

    # ``figure`` is what counts: counters after settling up, points, or hands. ``figures``: of each step,
    # where the standing is not by the usual of the game.

    entry: int
    name: str
    place: int
    table: int | None
    counters: int | None
    fresh_stakes: int | None
    net: int | None
    yellow_chips: int | None
    score: int | None
    exact_bids: int | None
    hands: int | None
    why: Worded | None
    figure: str
    figures: tuple[str, ...] = ()

    @property
    def below(self) -> bool:
        """Return whether counters are owed after settling up."""
        return (self.net or 0) < 0


@answers("steps", "cut_awaited", "standing", component="StandingAnswer")
@dataclass(frozen=True)
class StandingTable:
    """The standing by the metrics of ``steps``. ``cut_awaited``: a correction counts only after a cut."""

    steps: tuple[str, ...]
    cut_awaited: bool
    standing: tuple[StandingRow, ...]


def standing_of(evening: Evening) -> StandingTable:
    """Return the standing as it is now; as it was written, while a cut is awaited or if it was imported."""
    waits = awaits_cut(evening)
    if waits or not evening.play.format.planned:
        return StandingTable((), waits, written_rows(evening))
    stands = stands_of(evening)
    return StandingTable(tuple(step.metric for step in stands.steps), False, standing_rows(stands))


def standing_rows(stands: Stands) -> tuple[StandingRow, ...]:
    """Return the standing as it is now, each with what sets the next below."""
    names = {entry: person.name for entry, person in stands.people.items()}
    return rows_by_place(stands.rows, names, stands.play, stands.steps)


def rows_by_place(
    rows: Iterable[StandingLine], names: Mapping[int, str], play: Play, steps: Sequence[Step]
) -> tuple[StandingRow, ...]:
    """Return the rows of a standing for a reader, under these names."""
    translate, unplayed = cache(gettext), _unplayed(play)
    by_game = [step.metric for step in steps] == [step.metric for step in steps_of(play)]
    return tuple(
        StandingRow(
            row.entry,
            names[row.entry],
            row.place,
            row.table,
            **_own(figures_of(row, play), unplayed),
            why=worded(row.why, names, translate) if row.why else None,
            figure=what_counts(play, row),
            figures=() if by_game else tuple(map(figured, row.figures)),
        )
        for row in rows
    )


def written_rows(evening: Evening) -> tuple[StandingRow, ...]:
    """Return the figures of the result that counts, as they were written."""
    result = newest_result(evening)
    if result is None:
        return ()
    unplayed = _unplayed(result.play)
    return tuple(
        StandingRow(
            row.entry_id,
            row.entry.name,
            row.place,
            None,
            **_own({name: getattr(row, name) for name in OWN}, unplayed),
            why=None,
            figure=what_counts(result.play, row),
            figures=(),
        )
        for row in settled_in(result)
    )


def _unplayed(play: Play) -> Collection[str]:
    """Return the figures of which a 0 says nothing."""
    return play.format.empty_figures(play.metrics())


def _own(figures: Mapping[str, int | None], unplayed: Collection[str]) -> dict[str, int | None]:
    """Return the figures of the settlement itself, under their names in a row."""
    return {
        column: None if name in unplayed and not figures[name] else figures[name]
        for name, column in OF_A_ROW.items()
    }


@dataclass(frozen=True)
class CountPlace:
    """Somebody whose counters are counted: the seat at the last bell, the ledger's word, the count."""

    entry: int
    name: str
    table: int | None
    chair: int | None
    by_ledger: int | None
    counted: int | None


@dataclass(frozen=True)
class Differing:
    """A line of somebody's ledger that a count disagrees with."""

    entry: int
    name: str
    line: CounterLine


@dataclass(frozen=True)
class Settling:
    """What is still to be done before the result can be announced."""

    each_deal: bool
    expected: int
    counted: int
    missing: int
    places: tuple[CountPlace, ...]
    cuts: tuple[CutView, ...]
    blockers: tuple[str, ...]
    differing: tuple[Differing, ...]
    reckoned: Reckoning

    @property
    def total(self) -> int:
        """Return what there is in all: as counted, else as the deals say."""
        return sum((p.by_ledger if p.counted is None else p.counted) or 0 for p in self.places)

    @property
    def ready(self) -> bool:
        return not self.cuts and not self.blockers


def settling_of(evening: Evening, facts: Facts) -> Settling:
    """Return where settling up stands; where nothing is staked there is nothing to be counted."""
    settings, names = evening.settings, facts.names
    places = count_places(evening, facts) if facts.stakes else ()
    broken = ledger.imbalance(facts, settings) if facts.stakes else None
    tell = LedgerWording(facts)
    counts = [place.counted for place in places if place.counted is not None]
    return Settling(
        each_deal=settings.counting is Counting.EACH_DEAL,
        expected=ledger.on_tables(facts, settings),
        counted=sum(counts),
        missing=len(places) - len(counts),
        places=places,
        cuts=chip_cuts(facts),
        blockers=tuple(worded(obstacle, names) for obstacle in facts.play.kind.blockers(facts)),
        differing=tuple(
            Differing(line.entry, names[line.entry], tell.line(line))
            for line in (broken.lines if broken else ())
        ),
        reckoned=reckoning(facts),
    )


def chip_cuts(facts: Facts) -> tuple[CutView, ...]:
    """Return the cuts for a yellow chip that are still to be made."""
    names = facts.names
    return tuple(cut_view(number, need, names, facts.play) for number, need in facts.chips.needs)


def count_places(evening: Evening, facts: Facts) -> tuple[CountPlace, ...]:
    """Return everybody who still has counters, in the order in which the organiser walks to the tables.

    ``by_ledger`` only where each deal was counted: what they say, whatever was counted since.
    """
    amounts_taken, now = ledger.taken_away(facts), facts.now.number
    each_deal = evening.settings.counting is Counting.EACH_DEAL
    balances = ledger.balances_at_bell(facts, evening.settings, now) if each_deal else {}
    final = {count.entry: count.counters for count in facts.counts if count.kind is CountKind.FINAL}
    seats = {seat.entry: seat for seat in seats_of(facts, now)}
    names = facts.names
    places = []
    for entry in facts.started:
        if entry not in amounts_taken:
            seat = seats.get(entry)
            places.append(
                CountPlace(
                    entry=entry,
                    name=names[entry],
                    table=seat.position if seat else None,
                    chair=seat.chair if seat else None,
                    by_ledger=balances.get(entry),
                    counted=final.get(entry),
                )
            )
    return tuple(sorted(places, key=lambda p: (p.table is None, p.table or 0, p.chair or 0, p.entry)))


@dataclass(frozen=True)
class GameWon:
    """A table's game at fixed tables: who won it, or how it ended."""

    table: int
    winners: str
    how: str


@dataclass(frozen=True)
class GamesWon:
    """One game of the evening, at every table that has played it."""

    title: str
    tables: tuple[GameWon, ...]


def games_won(facts: Facts) -> tuple[GamesWon, ...]:
    """Return who won at each of the fixed tables where bids are played for, the newest game first."""
    of_format = format_pages(facts.play.format)
    if not of_format.lists_games:
        return ()
    names, games = facts.names, []
    for number in sorted((game_round.number for game_round in facts.rounds), reverse=True):
        tables_out = awaited.still_out(facts, number)
        tables = tuple(
            _game_won(table, progress, names)
            for table, progress in of_format.progress(facts, number).items()
            if table not in tables_out and (progress.best or progress.won is not None)
        )
        if tables:
            games.append(GamesWon(round_title(facts.play, number), tables))
    return tuple(games)


def _game_won(table: int, progress: TableProgress, names: Mapping[int, str]) -> GameWon:
    if not progress.best:
        return GameWon(table, "", progress.deal)
    return GameWon(table, listed(progress.best, names), plain(progress.points[progress.best[0]]))


TITLES = {column.key: column.title for column in COLUMNS[1:]}


@dataclass(frozen=True)
class PersonsResult:
    """Somebody's line: the place, and each figure that is known of anybody."""

    player: int | None
    place: int
    name: str
    role: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class RecordedResult:
    """The version that counts, who wrote it, and what it changed; ``titles`` are those of the figures."""

    version: int
    at: datetime
    who: str
    titles: tuple[str, ...]
    people: tuple[PersonsResult, ...]
    prizes: tuple[PrizeDisplay, ...]
    rewritten: tuple[VersionChanges, ...]


def games_counted_alike(evening: Evening) -> list[tuple[str, str]]:
    """Return the games that an imported evening may have been: those that are counted as its own is."""
    if not is_recorded(evening):
        return []
    mine = {evening.game: evening.play.game, **RULESETS}
    kind = evening.play.kind
    return [(key, gettext(game.title)) for key, game in mine.items() if kind_of(game) is kind]


def recorded_result(evening: Evening) -> RecordedResult:
    """Return the newest result, in a fixed number of queries."""
    result = results_of(evening)[0]
    rows = settled_in(result)
    columns = [name for name in TITLES if any(getattr(row, name) for row in rows)]
    # Counters are what is left, unless a fresh stake was paid back.
    if "fresh" not in columns and "net" in columns and "counters" in columns:
        columns.remove("net")
    return RecordedResult(
        result.version,
        result.journal.at,
        result.journal.author,
        tuple(gettext(TITLES[name]) for name in columns),
        tuple(
            PersonsResult(
                row.entry.player_id,
                row.place,
                row.entry.name,
                row.entry.role,
                tuple(_figure_text(name, getattr(row, name)) for name in columns),
            )
            for row in rows
        ),
        tuple(as_written(award, {}, {}) for award in awards_written(result)),
        version_changes(evening),
    )


def figures_in_words(line: ResultLine) -> list[str]:
    """Return the figures of a player beside the place, each with its title: "Points: 31"."""
    return [
        gettext("%(label)s: %(figure)s") % {"label": gettext(title), "figure": _figure_text(name, figure)}
        for name, title in TITLES.items()
        if (figure := getattr(line, name)) and not (name == "net" and figure == line.counters)
    ]


def _figure_text(name: str, figure: int | None) -> str:
    """Return a figure; a share of 10,000 in percent, cut off."""
    return f"{figure // 100} %" if name == "share" and figure is not None else plain(figure)
