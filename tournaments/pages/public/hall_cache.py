"""An evening at a glance: what every phone and screen of it needs, worked out once for each journal line.

After each result a whole hall asks for its pages. What they have in common is most of the work, so it
is kept until the next line is written: facts change with a journal line only, and public names with the
club's list.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language

from accounts.names import name_key
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, chips_of
from tournaments.core.kinds.scores import Scored, scored
from tournaments.core.movement import position
from tournaments.core.movement.chips import Chip
from tournaments.core.ranking.settled import Settled
from tournaments.core.record import Stage
from tournaments.core.results.settlement import settlement
from tournaments.facts.running.access import public_names_of
from tournaments.facts.running.bell import bell_preview
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.live_state import Pulse, pulse_of
from tournaments.models import Deal, Evening, Journal, MoveRow, SeatRow
from tournaments.pages.formats.registry import format_pages
from tournaments.pages.kinds.progress import Progress
from tournaments.pages.public.announced import Announced, announced
from tournaments.pages.results.pictures import floor_of
from tournaments.pages.running.console import arrivals
from tournaments.pages.running.corrected_moves import corrected_moves
from tournaments.pictures.own import Floor

AT_MOST = 16
"""Evenings that are kept; the one that was asked for longest ago is forgotten first."""

BELL = Q(by_hand=False) & ~Q(why="late")
Moves = Mapping[int, list[tuple[str, Mapping[str, Any]]]]


class Glance:
    """An evening as it stands, and what follows from its facts for everybody."""

    def __init__(self, evening: Evening, shown: str = "") -> None:
        self.evening, self.settings, self.stage = evening, evening.settings, Stage(evening.stage)
        self.shown = shown

    @cached_property
    def pulse(self) -> Pulse:
        return pulse_of(self.evening)

    @cached_property
    def facts(self) -> Facts:
        """What happened, everybody under the name that strangers may read."""
        called = self.public_names
        entries = tuple(replace(entry, name=called[entry.id]) for entry in self._facts.entries)
        return replace(self._facts, entries=entries)

    @cached_property
    def _facts(self) -> Facts:
        return load_facts(self.evening.pk)

    @cached_property
    def public_names(self) -> Mapping[int, str]:
        return public_names_of(self.evening, shown=self.shown)

    @cached_property
    def banker(self) -> str:
        """Who the banker is: one of the players goes by the public name here too."""
        named = self.settings.banker
        players = {name_key(entry.name): entry.id for entry in self._facts.entries}
        return self.public_names.get(players.get(name_key(named), 0), named)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return self.facts.names

    @cached_property
    def round(self) -> int:
        """The present round; 0 before the first."""
        return max((played.number for played in self.facts.rounds), default=0)

    @cached_property
    def rung(self) -> bool:
        return any(played.rung and played.number == self.round for played in self.facts.rounds)

    @cached_property
    def playing(self) -> frozenset[int]:
        return frozenset(position.playing(self.facts, self.round))

    @cached_property
    def preview(self) -> Preview | None:
        """What the bell of the present round brings, once it has rung."""
        return bell_preview(self.evening, self.facts, self.round) if self.rung else None

    @cached_property
    def coming(self) -> Mapping[int, tuple[int, int]]:
        """Table and chair that late players get at the settled bell, before the moves are made."""
        if self.preview is None or not self.preview.ready:
            return {}
        comes_in, _waits = arrivals(self.facts, self.preview, ready=True)
        return {at.entry: (at.position, at.chair) for at in comes_in}

    @cached_property
    def opens(self) -> bool:
        """Whether the present round follows another, and has no result yet: people take their seats."""
        return self.stage is Stage.PLAYING and not self.rung and self.round > 1 and not self.played

    @cached_property
    def played(self) -> frozenset[int]:
        """The tables with a result in the present round."""
        return frozenset(pool.position for pool in self.facts.pools if pool.round == self.round)

    def arrives(self, table: int) -> bool:
        """Whether people take their seats at the table: before its first result of a later round."""
        return self.round > 1 and table not in self.played

    @cached_property
    def undone(self) -> Mapping[int, int] | None:
        """The table that everybody had when the last bell was undone; None if it was not.

        It is told until the bell rings again; where nobody had moved, until the next result.
        """
        if self.stage is not Stage.PLAYING or self.rung:
            return None
        lines = Journal.objects.filter(evening=self.evening, verb="bell_undone", payload__round=self.round)
        line = lines.order_by("-seq").first()
        if line is None:
            return None
        seats = SeatRow.objects.filter(round__void=line, void=line).values_list("entry", "position")
        since = Deal.objects.filter(round__evening=self.evening, void=None, journal__seq__gt=line.seq)
        tables = dict(seats)
        return tables if tables or not since.exists() else None

    @cached_property
    def last_bell(self) -> Preview | None:
        """What the bell before the present round brought, while that round is played.

        It is for whoever stayed, where a stay is not written down.
        """
        played = self.stage is Stage.PLAYING and self.round > 1
        if not (played and format_pages(self.facts.play.format).explains_stays):
            return None
        return bell_preview(self.evening, self.facts, self.round - 1)

    @cached_property
    def corrected(self) -> frozenset[int]:
        """Whose last move a correction since would bring otherwise."""
        if self.stage is not Stage.PLAYING:
            return frozenset()
        found = corrected_moves(self.evening, self.facts)
        return found.entries if found else frozenset()

    @cached_property
    def moves(self) -> Moves:
        """The moves that brought each person to a seat in the round: of the bell before it, and since."""
        rows = MoveRow.objects.filter(round__evening=self.evening, void=None)
        last_bell = BELL & Q(round__number=self.round - 1)
        since = ~BELL & Q(round__number=self.round)
        made: dict[int, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
        ordered = rows.filter(last_bell | since).order_by("journal__seq", "id")
        for entry, why, figures in ordered.values_list("entry", "why", "figures"):
            made[entry].append((why, figures))
        return dict(made)

    @cached_property
    def progress(self) -> Mapping[int, Progress]:
        """How far each table is."""
        return format_pages(self.facts.play.format).progress(self.facts, self.round)

    @cached_property
    def chips(self) -> tuple[Chip, ...]:
        """The yellow chips that were taken."""
        return tuple(chips_of(self.facts).taken)

    @cached_property
    def counters(self) -> Mapping[int, int | None]:
        return ledger.balances(self.facts, self.settings) if self.facts.stakes else {}

    @cached_property
    def scored(self) -> Mapping[int, Scored]:
        return scored(self.facts)

    @cached_property
    def settled(self) -> Mapping[int, Settled]:
        return settlement(self.facts, {})

    @cached_property
    def floor(self) -> Floor | None:
        """What everybody's own path through the tables is drawn on."""
        return floor_of(self.facts)

    @cached_property
    def told(self) -> Announced:
        """What was announced of the result."""
        return announced(self.evening, self.shown) if self.stage is Stage.FINISHED else Announced()


class _Kept:
    """A glance that is kept, and the lock of who works it out: many ask for a new one at once."""

    def __init__(self, evening: Evening, shown: str) -> None:
        self.glance, self.lock, self.ready = Glance(evening, shown), Lock(), False

    def get(self) -> Glance:
        with self.lock:
            if not self.ready:
                for name, value in vars(Glance).items():
                    if isinstance(value, cached_property):
                        getattr(self.glance, name)
                self.ready = True
        return self.glance


_kept: OrderedDict[tuple[object, ...], _Kept] = OrderedDict()
_lock = Lock()


def glance_of(evening: Evening, shown: str = "") -> Glance:
    """The evening at its journal line ``evening.seq``; with names as on a published page (``shown``)."""
    key = (evening.pk, evening.join_code, evening.seq, evening.club.revision, get_language(), shown)
    with _lock:
        kept = _kept.setdefault(key, _Kept(evening, shown))
        _kept.move_to_end(key)
        while len(_kept) > AT_MOST:
            _kept.popitem(last=False)
    return kept.get()
