"""Settling up: what is still to be done before the result can be announced."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.attendance.presenters.people import round_now
from tournaments.base.words import plain, round_title, worded
from tournaments.bell.presenters.round_tables import listed
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.kinds import awaited
from tournaments.core.movement import position
from tournaments.core.record import CountKind
from tournaments.core.settings import Counting
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.kinds.counter_lines import CounterLine, Telling
from tournaments.evening.presenters.kinds.progress import Progress
from tournaments.evening.presenters.pending_cuts import CutView, cut_view
from tournaments.models import Evening
from tournaments.standings.selectors.results import Reckoning, reckoning


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
        """What there is in all: as counted, else as the deals say."""
        return sum((p.by_ledger if p.counted is None else p.counted) or 0 for p in self.places)

    @property
    def ready(self) -> bool:
        return not self.cuts and not self.blockers


def settling_of(evening: Evening, facts: Facts) -> Settling:
    """Where settling up stands; where nothing is staked there is nothing to be counted."""
    settings, names = evening.settings, facts.names
    places = count_places(evening, facts) if facts.stakes else ()
    broken = ledger.imbalance(facts, settings) if facts.stakes else None
    tell = Telling(facts)
    counts = [place.counted for place in places if place.counted is not None]
    return Settling(
        each_deal=settings.counting is Counting.EACH_DEAL,
        expected=ledger.on_tables(facts, settings),
        counted=sum(counts),
        missing=len(places) - len(counts),
        places=places,
        cuts=chip_cuts(facts),
        blockers=tuple(worded(why, names) for why in facts.play.kind.blockers(facts)),
        differing=tuple(
            Differing(line.entry, names[line.entry], tell.line(line))
            for line in (broken.lines if broken else ())
        ),
        reckoned=reckoning(facts),
    )


def chip_cuts(facts: Facts) -> tuple[CutView, ...]:
    """Cuts for a yellow chip that are still to be made."""
    names = facts.names
    return tuple(cut_view(number, need, names, facts.play) for number, need in facts.chips.needs)


def count_places(evening: Evening, facts: Facts) -> tuple[CountPlace, ...]:
    """Everybody who still has counters, in the order in which the organiser walks from table to table.

    ``by_ledger`` only where each deal was counted: what they say, whatever was counted since.
    """
    gone, now = ledger.taken_away(facts), round_now(facts)
    each_deal = evening.settings.counting is Counting.EACH_DEAL
    held = ledger.balances_at_bell(facts, evening.settings, now) if each_deal else {}
    final = {count.entry: count.counters for count in facts.counts if count.kind is CountKind.FINAL}
    seats = {seat.entry: seat for seat in position.seats_of(facts, now)}
    names = facts.names
    places = []
    for entry in facts.started:
        if entry not in gone:
            seat = seats.get(entry)
            places.append(
                CountPlace(
                    entry=entry,
                    name=names[entry],
                    table=seat.position if seat else None,
                    chair=seat.chair if seat else None,
                    by_ledger=held.get(entry),
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
    """At fixed tables where bids are played for: who won at each table, the newest game first."""
    of_format = format_pages(facts.play.format)
    if not of_format.lists_games:
        return ()
    names, games = facts.names, []
    for number in sorted((played.number for played in facts.rounds), reverse=True):
        out = awaited.still_out(facts, number)
        tables = tuple(
            _won(table, at, names)
            for table, at in of_format.progress(facts, number).items()
            if table not in out and (at.best or at.won is not None)
        )
        if tables:
            games.append(GamesWon(round_title(facts.play, number), tables))
    return tuple(games)


def _won(table: int, at: Progress, names: Mapping[int, str]) -> GameWon:
    if not at.best:
        return GameWon(table, "", at.deal)
    return GameWon(table, listed(at.best, names), plain(at.points[at.best[0]]))
