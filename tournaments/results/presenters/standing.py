"""The standings of an evening, its settling up, the games won at fixed tables, and an imported result."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.utils.translation import gettext

from accounts.answers import CALCULATORS, answers
from games.rules.registry import RULESETS
from tournaments.base.words import (
    Worded,
    describe_reason,
    describe_round,
    describe_standing,
    format_counters,
    format_metric,
)
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.kinds.registry import get_kind
from tournaments.core.movement.seating import list_seats
from tournaments.core.ranking.places import Step
from tournaments.core.record import CountKind
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.results.standings import CALLED, COLUMNS, StandingLine, list_steps
from tournaments.core.settings import Counting
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.kinds import CounterLine, LedgerWording, TableProgress
from tournaments.evening.presenters.movers import CutView, make_cut_view
from tournaments.evening.presenters.table import join_entry_names
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_written_prize
from tournaments.standings.selectors.standings import (
    OWN,
    Reckoning,
    Stands,
    awaits_cut,
    build_figures,
    compute_reckoning,
    find_newest_result,
    load_settlements,
    load_stands,
    load_written_awards,
    query_results,
)
from tournaments.undo.presenters import VersionChanges, load_version_changes

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


@answers("steps", "cut_awaited", "standing", component="StandingAnswer")
@dataclass(frozen=True)
class StandingTable:
    """The standings by the metrics of ``steps``. ``cut_awaited``: a correction counts only after a cut."""

    steps: tuple[str, ...]
    cut_awaited: bool
    standing: tuple[StandingRow, ...]


def load_standing(evening: Evening) -> StandingTable:
    """Return the present standings; the written ones while a cut is awaited or for an imported evening."""
    waits = awaits_cut(evening)
    if waits or not evening.play.format.planned:
        return StandingTable((), waits, load_written_rows(evening))
    stands = load_stands(evening)
    return StandingTable(tuple(step.metric for step in stands.steps), False, build_standing_rows(stands))


def build_standing_rows(stands: Stands) -> tuple[StandingRow, ...]:
    """Return the present standings, each row with the reason why the next one is below."""
    names = {entry: person.name for entry, person in stands.people.items()}
    return build_rows_by_place(stands.rows, names, stands.play, stands.steps)


def build_rows_by_place(
    rows: Iterable[StandingLine], names: Mapping[int, str], play: Play, steps: Sequence[Step]
) -> tuple[StandingRow, ...]:
    """Return the rows of standings for a reader, under these names."""
    translate, unplayed = cache(gettext), _find_unplayed(play)
    by_game = [step.metric for step in steps] == [step.metric for step in list_steps(play)]
    return tuple(
        StandingRow(
            row.entry,
            names[row.entry],
            row.place,
            row.table,
            **_build_own_figures(build_figures(row, play), unplayed),
            why=describe_reason(row.why, names, translate) if row.why else None,
            figure=describe_standing(play, row),
            figures=() if by_game else tuple(map(format_metric, row.figures)),
        )
        for row in rows
    )


def load_written_rows(evening: Evening) -> tuple[StandingRow, ...]:
    """Return the figures of the result that counts, as written."""
    result = find_newest_result(evening)
    if result is None:
        return ()
    unplayed = _find_unplayed(result.play)
    return tuple(
        StandingRow(
            row.entry_id,
            row.entry.name,
            row.place,
            None,
            **_build_own_figures({name: getattr(row, name) for name in OWN}, unplayed),
            why=None,
            figure=describe_standing(result.play, row),
            figures=(),
        )
        for row in load_settlements(result)
    )


def _find_unplayed(play: Play) -> Collection[str]:
    """Return the figures for which 0 has no meaning."""
    return play.format.list_empty_figures(play.list_metrics())


def _build_own_figures(figures: Mapping[str, int | None], unplayed: Collection[str]) -> dict[str, int | None]:
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


def build_settling(evening: Evening, facts: Facts) -> Settling:
    """Return the state of settling up. Games without stakes need no counts."""
    settings, names = evening.settings, facts.names
    places = list_count_places(evening, facts) if facts.stakes else ()
    broken = ledger.find_imbalance(facts, settings) if facts.stakes else None
    tell = LedgerWording(facts)
    counts = [place.counted for place in places if place.counted is not None]
    return Settling(
        each_deal=settings.counting is Counting.EACH_DEAL,
        expected=ledger.count_on_tables(facts, settings),
        counted=sum(counts),
        missing=len(places) - len(counts),
        places=places,
        cuts=list_chip_cuts(facts),
        blockers=tuple(describe_reason(obstacle, names) for obstacle in facts.play.kind.find_blockers(facts)),
        differing=tuple(
            Differing(line.entry, names[line.entry], tell.describe_line(line))
            for line in (broken.lines if broken else ())
        ),
        reckoned=compute_reckoning(facts),
    )


def list_chip_cuts(facts: Facts) -> tuple[CutView, ...]:
    """Return the cuts for a yellow chip that are still open."""
    names = facts.names
    return tuple(make_cut_view(number, need, names, facts.play) for number, need in facts.chips.needs)


def list_count_places(evening: Evening, facts: Facts) -> tuple[CountPlace, ...]:
    """Return every player who still has counters, in the organiser's walking order through the tables.

    ``by_ledger``: the figure of the deals, whatever was counted since; only if every deal was counted.
    """
    amounts_taken, now = ledger.count_taken_away(facts), facts.now.number
    each_deal = evening.settings.counting is Counting.EACH_DEAL
    balances = ledger.compute_balances_at_bell(facts, evening.settings, now) if each_deal else {}
    final = {count.entry: count.counters for count in facts.counts if count.kind is CountKind.FINAL}
    seats = {seat.entry: seat for seat in list_seats(facts, now)}
    names = facts.names
    places = []
    for entry in facts.starters:
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
    outcome: str


@dataclass(frozen=True)
class GamesWon:
    """One game of the evening, at every table that has finished it."""

    title: str
    tables: tuple[GameWon, ...]


def list_games_won(facts: Facts) -> tuple[GamesWon, ...]:
    """Return the winners at each fixed table in games with bids, the newest game first."""
    of_format = get_format_pages(facts.play.format)
    if not of_format.lists_games:
        return ()
    names, games = facts.names, []
    for number in sorted((game_round.number for game_round in facts.rounds), reverse=True):
        tables_out = awaited.find_awaited_tables(facts, number)
        tables = tuple(
            _build_game(table, progress, names)
            for table, progress in of_format.track_tables(facts, number).items()
            if table not in tables_out and (progress.best or progress.won is not None)
        )
        if tables:
            games.append(GamesWon(describe_round(facts.play, number), tables))
    return tuple(games)


def _build_game(table: int, progress: TableProgress, names: Mapping[int, str]) -> GameWon:
    if not progress.best:
        return GameWon(table, "", progress.deal)
    return GameWon(
        table, join_entry_names(progress.best, names), format_counters(progress.points[progress.best[0]])
    )


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
    written_at: datetime
    author: str
    titles: tuple[str, ...]
    people: tuple[PersonsResult, ...]
    prizes: tuple[PrizeDisplay, ...]
    rewritten: tuple[VersionChanges, ...]


def list_similar_games(evening: Evening) -> list[tuple[str, str]]:
    """Return the games that an imported evening may have been: games with the same kind of figures."""
    if not is_recorded(evening):
        return []
    mine = {evening.game: evening.play.game, **RULESETS}
    kind = evening.play.kind
    return [(key, gettext(game.title)) for key, game in mine.items() if get_kind(game) is kind]


def load_recorded_result(evening: Evening) -> RecordedResult:
    """Return the newest result, in a fixed number of queries."""
    result = query_results(evening)[0]
    rows = load_settlements(result)
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
                tuple(_format_figure(name, getattr(row, name)) for name in columns),
            )
            for row in rows
        ),
        tuple(build_written_prize(award, {}, {}) for award in load_written_awards(result)),
        load_version_changes(evening),
    )


def describe_figures(line: ResultLine) -> list[str]:
    """Return a player's figures beside the place, each with its title: "Points: 31"."""
    return [
        gettext("%(label)s: %(figure)s") % {"label": gettext(title), "figure": _format_figure(name, figure)}
        for name, title in TITLES.items()
        if (figure := getattr(line, name)) and not (name == "net" and figure == line.counters)
    ]


def _format_figure(name: str, figure: int | None) -> str:
    """Return a figure; show a share (of 10,000) in percent, rounded down."""
    return f"{figure // 100} %" if name == "share" and figure is not None else format_counters(figure)
