"""What one person's deals over the years add up to: runs of exact bids, records, tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.answers import answers


@dataclass(frozen=True, slots=True)
class Dealt:
    """One deal that the person played in the evening ``event``; ``gain`` is in points or counters.

    ``bid`` and ``tricks`` are None where none are; ``gain`` is None where nobody counted.
    """

    event: int
    round: int
    table: int
    deal: int
    won: bool = False
    bid: int | None = None
    tricks: int | None = None
    gain: int | None = None

    @property
    def exact(self) -> bool:
        return self.bid is not None and self.bid == self.tricks


@dataclass(frozen=True)
class Record:
    """A figure that was reached first in this evening."""

    event: int
    figure: int


def longest_run(deals: Iterable[Dealt]) -> Record | None:
    """The most exact bids one after another within an evening; deals come in the order of play."""
    best, run, event = None, 0, None
    for dealt in deals:
        run = (run if dealt.event == event else 0) + 1 if dealt.exact else 0
        event = dealt.event
        if run and (best is None or run > best.figure):
            best = Record(event, run)
    return best


def most(figures: Iterable[tuple[int, int | None]]) -> Record | None:
    """The highest of the evenings' figures, where it was reached first; None if there is none."""
    best = None
    for event, figure in figures:
        if figure is not None and (best is None or figure > best.figure):
            best = Record(event, figure)
    return best


@answers("table", "rounds", "deals", "won", component="TablePlayed")
@dataclass(frozen=True)
class AtTable:
    """How the person fared at tables of this number."""

    table: int
    rounds: int
    deals: int
    won: int


def tables(deals: Iterable[Dealt]) -> tuple[AtTable, ...]:
    """The tables, where most rounds were sat first; a round in which no deal was decided is none."""
    rounds: dict[int, set[tuple[int, int]]] = defaultdict(set)
    played, won = Counter[int](), Counter[int]()
    for dealt in deals:
        rounds[dealt.table].add((dealt.event, dealt.round))
        played[dealt.table] += 1
        won[dealt.table] += dealt.won
    order = sorted(rounds, key=lambda table: (-len(rounds[table]), table))
    return tuple(AtTable(table, len(rounds[table]), played[table], won[table]) for table in order)


def luckiest(found: Iterable[AtTable]) -> AtTable | None:
    """The table with most deals won; of equals the one where it took fewer."""
    won = [at for at in found if at.won]
    return max(won, key=lambda at: (at.won, -at.deals, -at.table), default=None)
