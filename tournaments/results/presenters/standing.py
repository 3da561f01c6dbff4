"""The standings of an evening, its settling up, the games won at fixed tables, and an imported result."""

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
"""The columns of a settlement that a row has, with their names in the row."""


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
    """A player's row by place. Figures that the game lacks are null; ``why``: why the next one is below."""

    # ``figure``: the deciding figure: counters after settling up, points, or hands. ``figures``: the figure
    # of each step, if the standings do not use the game's usual steps.

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
        """Return whether the player owes counters after settling up."""
        return (self.net or 0) < 0


@answers("steps", "cut_awaited", "standing", component="StandingAnswer")
@dataclass(frozen=True)
class StandingTable:
    """The standings by the metrics of ``steps``. ``cut_awaited``: a correction counts only after a cut."""

    steps: tuple[str, ...]
    cut_awaited: bool
    standing: tuple[StandingRow, ...]


def standing_of(evening: Evening) -> StandingTable:
    """Return the present standings; the written ones while a cut is awaited or for an imported evening."""
    waits = awaits_cut(evening)
    if waits or not evening.play.format.planned:
        return StandingTable((), waits, written_rows(evening))
    stands = stands_of(evening)
    return StandingTable(tuple(step.metric for step in stands.steps), False, standing_rows(stands))


def standing_rows(stands: Stands) -> tuple[StandingRow, ...]:
    """Return the present standings, each row with the reason why the next one is below."""
    names = {entry: person.name for entry, person in stands.people.items()}
    return rows_by_place(stands.rows, names, stands.play, stands.steps)


def rows_by_place(
    rows: Iterable[StandingLine], names: Mapping[int, str], play: Play, steps: Sequence[Step]
) -> tuple[StandingRow, ...]:
    """Return the rows of standings for a reader, under these names."""
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
    """Return the figures of the result that counts, as written."""
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
    """Return the figures for which 0 has no meaning."""
    return play.format.empty_figures(play.metrics())


def _own(figures: Mapping[str, int | None], unplayed: Collection[str]) -> dict[str, int | None]:
    """Return the figures of the settlement, under their names in a row."""
    return {
        column: None if name in unplayed and not figures[name] else figures[name]
        for name, column in OF_A_ROW.items()
    }


@dataclass(frozen=True)
class CountPlace:
    """A player whose counters are counted: the last seat, the figure of the ledger, and the count."""

    entry: int
    name: str
    table: int | None
    chair: int | None
    by_ledger: int | None
    counted: int | None


@dataclass(frozen=True)
class Differing:
    """A line of a player's ledger that differs from a count."""

    entry: int
    name: str
    line: CounterLine


@dataclass(frozen=True)
class Settling:
    """The tasks before the result can be announced."""

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
        """Return the total of the counters: from the counts, else from the deals."""
        return sum((p.by_ledger if p.counted is None else p.counted) or 0 for p in self.places)

    @property
    def ready(self) -> bool:
        return not self.cuts and not self.blockers


def settling_of(evening: Evening, facts: Facts) -> Settling:
    """Return the state of settling up. Games without stakes need no counts."""
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
    """Return the cuts for a yellow chip that are still open."""
    names = facts.names
    return tuple(cut_view(number, need, names, facts.play) for number, need in facts.chips.needs)


def count_places(evening: Evening, facts: Facts) -> tuple[CountPlace, ...]:
    """Return every player who still has counters, in the organiser's walking order through the tables.

    ``by_ledger``: the figure of the deals, whatever was counted since; only if every deal was counted.
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
    """A table's game at fixed tables: its winner, or how it ended."""

    table: int
    winners: str
    how: str


@dataclass(frozen=True)
class GamesWon:
    """One game of the evening, at every table that has finished it."""

    title: str
    tables: tuple[GameWon, ...]


def games_won(facts: Facts) -> tuple[GamesWon, ...]:
    """Return the winners at each fixed table in games with bids, the newest game first."""
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
    """A person's line: the place, and each figure that is known for at least one person."""

    player: int | None
    place: int
    name: str
    role: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class RecordedResult:
    """The version that counts, its author and its changes; ``titles``: the titles of the figures."""

    version: int
    at: datetime
    who: str
    titles: tuple[str, ...]
    people: tuple[PersonsResult, ...]
    prizes: tuple[PrizeDisplay, ...]
    rewritten: tuple[VersionChanges, ...]


def games_counted_alike(evening: Evening) -> list[tuple[str, str]]:
    """Return the games that an imported evening may have been: games with the same kind of figures."""
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
    # ``counters`` and ``net`` differ only if a fresh stake was paid back.
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
    """Return a player's figures beside the place, each with its title: "Points: 31"."""
    return [
        gettext("%(label)s: %(figure)s") % {"label": gettext(title), "figure": _figure_text(name, figure)}
        for name, title in TITLES.items()
        if (figure := getattr(line, name)) and not (name == "net" and figure == line.counters)
    ]


def _figure_text(name: str, figure: int | None) -> str:
    """Return a figure; show a share (of 10,000) in percent, rounded down."""
    return f"{figure // 100} %" if name == "share" and figure is not None else plain(figure)
