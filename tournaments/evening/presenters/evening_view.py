"""An evening as its pages show it; views that are kept in memory; and moves that a correction would change.

After each result a whole hall requests its pages. Most of the work is the same for all of them, so each
answer is worked out once for each journal line. Facts change with a journal line only, public names with the
club's list.
"""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock, RLock
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language, gettext

from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.kinds.points import BidTally, scored
from tournaments.core.movement import seating
from tournaments.core.movement.bell import TableSeat
from tournaments.core.movement.levelling import NEWEST, NewSeats
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import playing, unseated
from tournaments.core.ranking.metrics import SettledPerson
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.standings import settlement
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.presenters.movers import CountWaits, CutView, count_waits, cut_view, cuts_in_words
from tournaments.evening.presenters.table import Table, round_tables
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.deals import tables_bid
from tournaments.evening.selectors.evening import AtLine, Pulse, T, once, pulse_of
from tournaments.evening.selectors.moves import (
    corrected_after_moves,
    made_moves,
    moves_kept,
    moves_of_bell,
    reseated,
)
from tournaments.models import Evening


@dataclass(frozen=True)
class Corrected:
    """The moves that opened the present round, after a correction that would bring others.

    ``entries``: whose move would be another. ``said`` in words, one sentence each. ``kept``: the organiser
    let them stand.
    """

    entries: frozenset[int]
    said: tuple[str, ...]
    kept: bool


def corrected_moves(evening: Evening, facts: Facts) -> Corrected | None:
    """Return what a correction changes in the last moves; None without one, or where it changes nothing."""
    last = facts.now
    if last.number < 2 or last.closed:
        return None
    since = corrected_after_moves(evening, last.number)
    if not since:
        return None
    names, preview = facts.names, preview_of(facts, last.number - 1)
    made = {move.entry: move.end for move in moves_of_bell(evening, last.number - 1)}
    again = {move.entry: move.end for move in preview.bell.moves}
    entries = frozenset(entry for entry in made | again if made.get(entry) != again.get(entry))
    undecided = [need.table for _at, need in preview.cuts] + [need.table for need in preview.counts]
    if undecided:
        words = gettext("With this result table %(table)s would have to decide first.")
        said = [words % {"table": table} for table in sorted(set(undecided))]
    else:
        changed = sorted(entries, key=names.__getitem__)
        said = [_otherwise(names[entry], again.get(entry)) for entry in changed]
    return Corrected(entries, tuple(said), moves_kept(evening, since)) if said else None


def _otherwise(name: str, end: TableSeat | None) -> str:
    if end is None:
        return gettext("With this result %(name)s would not have moved.") % {"name": name}
    words = gettext("With this result %(name)s would have moved to table %(table)s, seat %(chair)s.")
    return words % {"name": name, "table": end.table, "chair": end.chair}


Moves = Mapping[int, list[Reason]]
"""Why somebody moved, by entry."""


class shared(once[T]):  # noqa: N801 - a decorator
    """An answer without a name in it: it is worked out once for all readers."""

    def __get__(self, of: Any, owner: type) -> T:
        return super().__get__(of.members, owner)


class EveningView:
    """An evening as it stands and what follows from its facts, with the names as this reader may see them."""

    def __init__(self, evening: Evening, members: "EveningView | None" = None) -> None:
        """Store the evening. ``members``: the members' view, which works out what has no names."""
        self.evening, self.settings, self.stage = evening, evening.settings, Stage(evening.stage)
        self.lock, self.answers = RLock(), dict[str, Any]()
        self.members = members or self

    @shared
    def at_line(self) -> AtLine:
        return AtLine(self.evening, self.evening.seq)

    @property
    def facts(self) -> Facts:
        return self.at_line.facts

    @property
    def play(self) -> Play:
        return self.facts.play

    @shared
    def pulse(self) -> Pulse:
        return pulse_of(self.evening)

    @once
    def names(self) -> Mapping[int, str]:
        return self.facts.names

    @property
    def round(self) -> int:
        """Return the number of the present round, 0 before the first."""
        return self.facts.now.number

    @property
    def rung(self) -> bool:
        return self.facts.now.rung

    @shared
    def playing(self) -> frozenset[int]:
        return frozenset(playing(self.facts, self.round))

    @property
    def preview(self) -> Preview:
        """Return the result of the present round's bell, or what it would be now."""
        return self.at_line.preview

    @shared
    def bids(self) -> Mapping[int, int]:
        """Return the journal lines of the bids that stand in the present round, by table."""
        return tables_bid(self.evening, self.facts, self.round)

    @once
    def tables(self) -> tuple[Table, ...]:
        """Return the tables of the present round, from head to booby."""
        return round_tables(self.facts, self.preview, self.bids, begun=self.stage is Stage.PLAYING)

    def table(self, number: int) -> Table:
        """Return a table of the present round by its number. KeyError if there is none."""
        return {table.table: table for table in self.tables}[number]

    @once
    def cuts(self) -> tuple[CutView, ...]:
        """Return the cuts that are needed now."""
        return tuple(cut_view(at, need, self.names, self.play) for at, need in self.preview.cuts)

    @once
    def counts(self) -> tuple[CountWaits, ...]:
        """Return the counters that must be counted now."""
        return tuple(count_waits(need, self.names) for need in self.preview.counts)

    @once
    def cuts_decided(self) -> tuple[tuple[int, str], ...]:
        """Return what the cuts of the present round have decided, each with its table."""
        if self.stage not in (Stage.PLAYING, Stage.SETTLING):
            return ()
        return cuts_in_words(self.facts, self.preview, self.names)

    @shared
    def arrivals(self) -> tuple[tuple[seating.DrawnSeat, ...], tuple[int, ...]]:
        """Return the people who get a seat in the next round, and those who wait, in the order of coming.

        Until the bell is settled nobody knows which chairs are free, so then everybody waits.
        """
        facts, preview = self.facts, self.preview
        waiting = unseated(facts, preview.round + 1, preview.bell.seats)
        if not preview.ready or preview.is_last:
            return (), waiting
        if preview.drawn is not None:
            sat = playing(facts, preview.round)
            come = ((entry, at) for entry, at in preview.bell.seats.items() if entry not in sat)
            return tuple(seating.DrawnSeat(at.table, at.chair, entry) for entry, at in come), ()
        return seating.late_places(preview.chairs, waiting, preview.limits.most)

    @shared
    def coming(self) -> Mapping[int, tuple[int, int]]:
        """Return the table and chair that late players get at the settled bell, before the moves."""
        come = self.arrivals[0] if self.rung else ()
        return {at.entry: (at.table, at.chair) for at in come}

    @shared
    def played(self) -> frozenset[int]:
        """Return the tables with a result in the present round."""
        return frozenset(pool.position for pool in self.facts.pools if pool.round == self.round)

    @shared
    def new_seats(self) -> NewSeats:
        """Return everybody who sits elsewhere than the hall said before. Nobody once the bell has rung."""
        if self.rung or self.stage not in (Stage.SEATED, Stage.PLAYING):
            return NewSeats()
        seats, last = reseated(self.evening, self.facts)
        decided = Counter(self.bids)
        for pool in self.facts.pools:
            if pool.round == self.round:
                decided[pool.position] = max(decided[pool.position], pool.seq)
        decided[NEWEST] = max(decided.values(), default=0)
        return NewSeats(seats, last, self.pulse.clock, self.pulse.begun, decided)

    @shared
    def last_bell(self) -> Preview | None:
        """Return the result of the bell before the present round, while that round is played.

        It is for people who stayed, where a stay is not written down.
        """
        played = self.stage is Stage.PLAYING and self.round > 1
        if not (played and format_pages(self.play.format).explains_stays):
            return None
        return preview_of(self.facts, self.round - 1)

    @once
    def corrected(self) -> Corrected | None:
        """Return how a correction since changes the last moves, if it does."""
        return corrected_moves(self.evening, self.facts) if self.stage is Stage.PLAYING else None

    @shared
    def moves(self) -> Moves:
        """Return the moves that gave each person their seat: by the last bell, and since."""
        why: dict[int, list[Reason]] = defaultdict(list)
        for made in made_moves(self.evening, round__number__in=(self.round - 1, self.round)):
            if made.by_bell == (made.round < self.round):
                why[made.move.entry].append(made.move.why)
        return dict(why)

    @shared
    def chips(self) -> tuple[Chip, ...]:
        """Return the yellow chips that were taken."""
        return tuple(self.facts.chips.taken)

    @shared
    def counters(self) -> Mapping[int, int | None]:
        return ledger.balances(self.facts, self.settings) if self.facts.stakes else {}

    @shared
    def scored(self) -> Mapping[int, BidTally]:
        return scored(self.facts)

    @shared
    def settled(self) -> Mapping[int, SettledPerson]:
        return settlement(self.facts, {})


V = TypeVar("V", bound=EveningView)


class KeptViews(Generic[V]):
    """The views of the evenings that were asked for last; the one of longest ago is forgotten first.

    Of an evening only the newest line's is kept: 24 rounds of 1,000 people are 20 MB.
    """

    def __init__(self, at_most: int) -> None:
        self.at_most, self._lock = at_most, Lock()
        self._kept = OrderedDict[tuple[object, ...], tuple[object, V]]()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, evening: Evening, make: Callable[[], V], *key: object) -> V:
        """Return the evening's view at its newest journal line. ``key``: what it depends on besides."""
        key, now = (evening.pk, get_language(), *key), (evening.join_code, evening_tag(evening))
        with self._lock:
            then, view = self._kept.get(key) or (None, None)
            if view is None or then != now:
                view = make()
            self._kept[key] = now, view
            self._kept.move_to_end(key)
            while len(self._kept) > self.at_most:
                self._kept.popitem(last=False)
        return view
