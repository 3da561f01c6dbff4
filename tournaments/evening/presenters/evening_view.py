"""An evening as its pages show it: every answer is worked out once for each journal line.

After each result a whole hall asks for its pages. What they have in common is most of the work, so it
is kept until the next line is written: facts change with a journal line only, and public names with the
club's list.
"""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from threading import Lock, RLock
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language

from tournaments.core import record
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.kinds.scores import Scored, scored
from tournaments.core.movement import position, seating
from tournaments.core.movement.chips import Chip
from tournaments.core.movement.reseating import NEWEST, NewSeats
from tournaments.core.ranking.settled import Settled
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.settlement import settlement
from tournaments.evening.presenters.corrected_moves import Corrected, corrected_moves
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.kinds.progress import Progress
from tournaments.evening.presenters.pending_cuts import (
    CountWaits,
    CutView,
    count_waits,
    cut_view,
    cuts_in_words,
)
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.at_line import AtLine, once
from tournaments.evening.selectors.bid_tables import tables_bid
from tournaments.evening.selectors.live_state import Pulse, pulse_of
from tournaments.evening.selectors.moves import made_moves
from tournaments.evening.selectors.reseated import reseated
from tournaments.models import Evening

Moves = Mapping[int, list[Reason]]
"""Why somebody moved, by entry."""


class EveningView:
    """An evening as it stands and what follows from its facts, with the names as this reader may see them."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.settings, self.stage = evening, evening.settings, Stage(evening.stage)
        self.lock, self.answers = RLock(), dict[str, Any]()

    @once
    def at_line(self) -> AtLine:
        return AtLine(self.evening, self.evening.seq)

    @property
    def facts(self) -> Facts:
        return self.at_line.facts

    @property
    def play(self) -> Play:
        return self.facts.play

    @once
    def pulse(self) -> Pulse:
        return pulse_of(self.evening)

    @once
    def names(self) -> Mapping[int, str]:
        return self.facts.names

    @once
    def now(self) -> record.Round:
        """The present round; round 0 before the first."""
        return self.facts.rounds[-1] if self.facts.rounds else record.Round(0)

    @property
    def round(self) -> int:
        """The number of the present round."""
        return self.now.number

    @property
    def rung(self) -> bool:
        return self.now.rung

    @once
    def playing(self) -> frozenset[int]:
        return frozenset(position.playing(self.facts, self.round))

    @property
    def preview(self) -> Preview:
        """The result of the present round's bell, or what it would be now."""
        return self.at_line.preview

    @once
    def cuts(self) -> tuple[CutView, ...]:
        """The cuts that are needed now."""
        return tuple(cut_view(at, need, self.names, self.play) for at, need in self.preview.cuts)

    @once
    def counts(self) -> tuple[CountWaits, ...]:
        """The counters that must be counted now."""
        return tuple(count_waits(need, self.names) for need in self.preview.counts)

    @once
    def cuts_decided(self) -> tuple[tuple[int, str], ...]:
        """What the cuts of the present round have decided, each with its table."""
        if self.stage not in (Stage.PLAYING, Stage.SETTLING):
            return ()
        return cuts_in_words(self.facts, self.preview, self.names)

    @once
    def arrivals(self) -> tuple[tuple[seating.Place, ...], tuple[int, ...]]:
        """The people who get a seat in the next round, and those who wait, in the order of coming.

        Until the bell is settled nobody knows which chairs are free, so then everybody waits.
        """
        facts, preview = self.facts, self.preview
        waiting = position.unseated(facts, preview.round + 1, preview.bell.seats)
        if not preview.ready or preview.is_last:
            return (), waiting
        if preview.drawn is not None:
            sat = position.playing(facts, preview.round)
            come = ((entry, at) for entry, at in preview.bell.seats.items() if entry not in sat)
            return tuple(seating.Place(at.table, at.chair, entry) for entry, at in come), ()
        return seating.late_places(preview.chairs, waiting, preview.limits.most)

    @once
    def coming(self) -> Mapping[int, tuple[int, int]]:
        """Table and chair that late players get at the settled bell, before the moves are made."""
        come = self.arrivals[0] if self.rung else ()
        return {at.entry: (at.position, at.chair) for at in come}

    @once
    def played(self) -> frozenset[int]:
        """The tables with a result in the present round."""
        return frozenset(pool.position for pool in self.facts.pools if pool.round == self.round)

    @once
    def new_seats(self) -> NewSeats:
        """Everybody who sits elsewhere than the hall said before; nobody once the bell has rung."""
        if self.rung or self.stage not in (Stage.SEATED, Stage.PLAYING):
            return NewSeats()
        seats, last = reseated(self.evening, self.facts)
        decided = Counter(tables_bid(self.evening, self.facts, self.round))
        for pool in self.facts.pools:
            if pool.round == self.round:
                decided[pool.position] = max(decided[pool.position], pool.seq)
        decided[NEWEST] = max(decided.values(), default=0)
        return NewSeats(seats, last, self.pulse.clock, self.pulse.begun, decided)

    @once
    def last_bell(self) -> Preview | None:
        """The result of the bell before the present round, while that round is played.

        It is for whoever stayed, where a stay is not written down.
        """
        played = self.stage is Stage.PLAYING and self.round > 1
        if not (played and format_pages(self.play.format).explains_stays):
            return None
        return preview_of(self.facts, self.round - 1)

    @once
    def corrected(self) -> Corrected | None:
        """What a correction since changes in the last moves."""
        return corrected_moves(self.evening, self.facts) if self.stage is Stage.PLAYING else None

    @once
    def moves(self) -> Moves:
        """The moves that brought each person to a seat in the round: of the bell before it, and since."""
        why: dict[int, list[Reason]] = defaultdict(list)
        for made in made_moves(self.evening, round__number__in=(self.round - 1, self.round)):
            if made.by_bell == (made.round < self.round):
                why[made.move.entry].append(made.move.why)
        return dict(why)

    @once
    def progress(self) -> Mapping[int, Progress]:
        """How far each table is."""
        return format_pages(self.play.format).progress(self.facts, self.round)

    @once
    def chips(self) -> tuple[Chip, ...]:
        """The yellow chips that were taken."""
        return tuple(self.facts.chips.taken)

    @once
    def counters(self) -> Mapping[int, int | None]:
        return ledger.balances(self.facts, self.settings) if self.facts.stakes else {}

    @once
    def scored(self) -> Mapping[int, Scored]:
        return scored(self.facts)

    @once
    def settled(self) -> Mapping[int, Settled]:
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
        """The evening's view at its newest journal line; ``key``: what it depends on besides."""
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
