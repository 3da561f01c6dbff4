"""Cached views of an evening for its pages, and moves that a correction would change.

After each result, a whole hall requests its pages. Most of the work is the same for all requests, so each
answer is calculated once per journal line. The facts change only with a journal line, the public names only
with the club's player list.
"""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock, RLock
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language, gettext

from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.kinds.points import BidTally, tally_bids
from tournaments.core.movement import seating
from tournaments.core.movement.bell import TableSeat
from tournaments.core.movement.levelling import NEWEST, NewSeats
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import list_playing, list_unseated
from tournaments.core.ranking.metrics import SettledPerson
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.standings import settle_people
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.movers import (
    CountWaits,
    CutView,
    describe_cuts,
    make_count_waits,
    make_cut_view,
)
from tournaments.evening.presenters.table import Table, build_round_tables
from tournaments.evening.selectors.access import make_evening_tag
from tournaments.evening.selectors.deals import find_bid_lines
from tournaments.evening.selectors.evening import AtLine, LiveState, T, cached_answer, load_live_state
from tournaments.evening.selectors.moves import (
    find_later_correction,
    has_kept_moves,
    load_bell_moves,
    load_made_moves,
    load_new_seats,
)
from tournaments.models import Evening


@dataclass(frozen=True)
class Corrected:
    """The last moves, which would be different after a correction.

    ``entries``: players whose move would be different. ``sentences``: the differences in words. ``accepted``:
    the organiser let the old moves stand.
    """

    entries: frozenset[int]
    sentences: tuple[str, ...]
    accepted: bool


def find_corrected_moves(evening: Evening, facts: Facts) -> Corrected | None:
    """Return how a correction changes the last moves; None without a correction or a change."""
    last = facts.now
    if last.number < 2 or last.closed:
        return None
    since = find_later_correction(evening, last.number)
    if not since:
        return None
    names, preview = facts.names, build_preview(facts, last.number - 1)
    ends = {move.entry: move.end for move in load_bell_moves(evening, last.number - 1)}
    new_ends = {move.entry: move.end for move in preview.bell.moves}
    entries = frozenset(entry for entry in ends | new_ends if ends.get(entry) != new_ends.get(entry))
    undecided = [need.table for _round, need in preview.cuts] + [need.table for need in preview.counts]
    if undecided:
        words = gettext("With this result table %(table)s would have to decide first.")
        sentences = [words % {"table": table} for table in sorted(set(undecided))]
    else:
        people = sorted(entries, key=names.__getitem__)
        sentences = [_describe_other_move(names[entry], new_ends.get(entry)) for entry in people]
    return Corrected(entries, tuple(sentences), has_kept_moves(evening, since)) if sentences else None


def _describe_other_move(name: str, end: TableSeat | None) -> str:
    if end is None:
        return gettext("With this result %(name)s would not have moved.") % {"name": name}
    words = gettext("With this result %(name)s would have moved to table %(table)s, seat %(chair)s.")
    return words % {"name": name, "table": end.table, "chair": end.chair}


Moves = Mapping[int, list[Reason]]
"""The reasons why players moved, by entry."""


class shared_answer(cached_answer[T]):  # noqa: N801 - a decorator
    """A cached answer that contains no names. It is calculated once for all readers."""

    def __get__(self, instance: Any, owner: type) -> T:
        return super().__get__(instance.members, owner)


class EveningView:
    """An evening in its current state, and what follows from its facts, with names for this reader."""

    def __init__(self, evening: Evening, members: "EveningView | None" = None) -> None:
        """Store the evening. ``members``: the members' view, which calculates all answers without names."""
        self.evening, self.settings, self.stage = evening, evening.settings, Stage(evening.stage)
        self.lock, self.answers = RLock(), dict[str, Any]()
        self.members = members or self

    @shared_answer
    def at_line(self) -> AtLine:
        return AtLine(self.evening, self.evening.seq)

    @property
    def facts(self) -> Facts:
        return self.at_line.facts

    @property
    def play(self) -> Play:
        return self.facts.play

    @shared_answer
    def pulse(self) -> LiveState:
        return load_live_state(self.evening)

    @cached_answer
    def names(self) -> Mapping[int, str]:
        return self.facts.names

    @property
    def round(self) -> int:
        """Return the number of the present round, 0 before the first."""
        return self.facts.now.number

    @property
    def rung(self) -> bool:
        return self.facts.now.rung

    @shared_answer
    def playing(self) -> frozenset[int]:
        return frozenset(list_playing(self.facts, self.round))

    @property
    def preview(self) -> Preview:
        """Return the result of the present round's bell; before the bell, a preview from what is known."""
        return self.at_line.preview

    @shared_answer
    def bids(self) -> Mapping[int, int]:
        """Return the journal lines of the bids in play in the present round, by table."""
        return find_bid_lines(self.evening, self.facts, self.round)

    @cached_answer
    def tables(self) -> tuple[Table, ...]:
        """Return the tables of the present round, from head to booby."""
        return build_round_tables(self.facts, self.preview, self.bids, has_begun=self.stage is Stage.PLAYING)

    def get_table(self, number: int) -> Table:
        """Return a table of the present round by its number. KeyError if there is none."""
        return {table.table: table for table in self.tables}[number]

    @cached_answer
    def cuts(self) -> tuple[CutView, ...]:
        """Return the cuts that are missing now."""
        return tuple(make_cut_view(round, need, self.names, self.play) for round, need in self.preview.cuts)

    @cached_answer
    def counts(self) -> tuple[CountWaits, ...]:
        """Return the tables whose counters must be counted now."""
        return tuple(make_count_waits(need, self.names) for need in self.preview.counts)

    @cached_answer
    def cuts_decided(self) -> tuple[tuple[int, str], ...]:
        """Return the decisions of the cuts in the present round, each with its table."""
        if self.stage not in (Stage.PLAYING, Stage.SETTLING):
            return ()
        return describe_cuts(self.facts, self.preview, self.names)

    @shared_answer
    def arrivals(self) -> tuple[tuple[seating.DrawnSeat, ...], tuple[int, ...]]:
        """Return the people who get a seat in the next round, and the people who wait, in order of arrival.

        Before the bell is settled, the free chairs are not known, so everybody waits.
        """
        facts, preview = self.facts, self.preview
        latecomers = list_unseated(facts, preview.round + 1, preview.bell.seats)
        if not preview.ready or preview.is_last:
            return (), latecomers
        if preview.next_game is not None:
            sat = list_playing(facts, preview.round)
            newcomers = ((entry, place) for entry, place in preview.bell.seats.items() if entry not in sat)
            return tuple(seating.DrawnSeat(place.table, place.chair, entry) for entry, place in newcomers), ()
        return seating.seat_late(preview.chairs, latecomers, preview.limits.most)

    @shared_answer
    def late_seats(self) -> Mapping[int, tuple[int, int]]:
        """Return the table and chair of late players at the settled bell, before the moves."""
        arrivals = self.arrivals[0] if self.rung else ()
        return {place.entry: (place.table, place.chair) for place in arrivals}

    @shared_answer
    def tables_played(self) -> frozenset[int]:
        """Return the tables with a result in the present round."""
        return frozenset(pool.position for pool in self.facts.pools if pool.round == self.round)

    @shared_answer
    def new_seats(self) -> NewSeats:
        """Return the players whose seat differs from the last announced one. Empty after the bell."""
        if self.rung or self.stage not in (Stage.SEATED, Stage.PLAYING):
            return NewSeats()
        seats, last = load_new_seats(self.evening, self.facts)
        decided = Counter(self.bids)
        for pool in self.facts.pools:
            if pool.round == self.round:
                decided[pool.position] = max(decided[pool.position], pool.seq)
        decided[NEWEST] = max(decided.values(), default=0)
        return NewSeats(seats, last, self.pulse.clock, self.pulse.has_begun, decided)

    @shared_answer
    def last_bell(self) -> Preview | None:
        """Return the result of the bell before the present round, while that round is played.

        Pages use it to explain stays, in formats that do not store a reason for a stay.
        """
        is_later_round = self.stage is Stage.PLAYING and self.round > 1
        if not (is_later_round and get_format_pages(self.play.format).explains_stays):
            return None
        return build_preview(self.facts, self.round - 1)

    @cached_answer
    def corrected(self) -> Corrected | None:
        """Return how a correction changes the last moves; None if it does not."""
        return find_corrected_moves(self.evening, self.facts) if self.stage is Stage.PLAYING else None

    @shared_answer
    def moves(self) -> Moves:
        """Return the moves that led to each player's seat: at the last bell, and later."""
        reasons: dict[int, list[Reason]] = defaultdict(list)
        for change in load_made_moves(self.evening, round__number__in=(self.round - 1, self.round)):
            if change.is_by_bell == (change.round < self.round):
                reasons[change.move.entry].append(change.move.why)
        return dict(reasons)

    @shared_answer
    def chips(self) -> tuple[Chip, ...]:
        """Return the yellow chips that were taken."""
        return tuple(self.facts.chips.taken)

    @shared_answer
    def counters(self) -> Mapping[int, int | None]:
        return ledger.compute_balances(self.facts, self.settings) if self.facts.stakes else {}

    @shared_answer
    def scored(self) -> Mapping[int, BidTally]:
        return tally_bids(self.facts)

    @shared_answer
    def settled(self) -> Mapping[int, SettledPerson]:
        return settle_people(self.facts, {})


V = TypeVar("V", bound=EveningView)


class KeptViews(Generic[V]):
    """A cache of the most recently used evening views.

    It keeps only the view of an evening's newest line: 24 rounds of 1,000 people take 20 MB.
    """

    def __init__(self, at_most: int) -> None:
        self.at_most, self._lock = at_most, Lock()
        self._kept = OrderedDict[tuple[object, ...], tuple[object, V]]()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, evening: Evening, make: Callable[[], V], *key: object) -> V:
        """Return the evening's view at its newest journal line. ``key``: what else the view depends on."""
        key, now = (evening.pk, get_language(), *key), (evening.join_code, make_evening_tag(evening))
        with self._lock:
            old_tag, view = self._kept.get(key) or (None, None)
            if view is None or old_tag != now:
                view = make()
            self._kept[key] = now, view
            self._kept.move_to_end(key)
            while len(self._kept) > self.at_most:
                self._kept.popitem(last=False)
        return view
