"""What happened to people's counters in one evening, as the ledger takes it in: in order of the play."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.counters.leaving import stakes
from tournaments.core.record import CountKind, EveningRecord


class LineKind(StrEnum):
    """What a ledger line stands for, in the order in which things happen to a person in a round.

    So a count made anew after a correction still stands at its round's bell, whenever it was written.
    """

    FIRST = "first"
    RETURN = "return"
    FRESH = "fresh"
    DEAL = "deal"
    COUNTED = "counted"
    DEPARTURE = "departure"


_ORDER = {kind: place for place, kind in enumerate(LineKind)}
_AS_WRITTEN = _ORDER | {LineKind.FRESH: _ORDER[LineKind.DEAL]}
"""A fresh stake comes before or between a round's deals, as it was written; one noted later before."""


class Event(NamedTuple):
    """A fact as the ledger takes it in; ``figure`` is the fact's own, below nothing in a deal only."""

    seq: int
    kind: LineKind
    round: int
    entry: int
    figure: int | None
    position: int = 0
    deal: int = 0
    final: bool = False
    noted: bool = False


def events(facts: EveningRecord, of: Collection[int] | None = None) -> list[Event]:
    """What happened to anybody's counters, in order; or to those of these people."""
    found = [
        Event(pool.seq, LineKind.DEAL, pool.round, line.entry, line.counters, pool.position, pool.deal)
        for pool in facts.pools
        for line in pool.lines
        if of is None or line.entry in of
    ]
    found += [
        Event(c.seq, LineKind.COUNTED, c.round, c.entry, c.counters, final=c.kind is CountKind.FINAL)
        for c in facts.counts
    ]
    for s in stakes(facts):
        if of is None or s.entry in of:
            found.append(Event(s.seq, LineKind(s.kind), s.round, s.entry, s.counters, noted=s.noted))

    def place(event: Event) -> tuple[int, ...]:
        order = _ORDER if event.noted else _AS_WRITTEN
        return event.round, order[event.kind], event.final, event.seq, event.entry

    return sorted(found, key=place)
