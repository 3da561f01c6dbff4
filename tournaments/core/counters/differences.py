"""Counters too many or too few by whole stakes: whose fresh stake may have been forgotten.

Only what the facts show is said; nobody is suspected for having been lucky.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.counters import ledger
from tournaments.core.counters.events import LineKind
from tournaments.core.counters.ledger import Imbalance
from tournaments.core.record import EveningRecord, StakeKind
from tournaments.core.settings import Counting, Settings


class Clue(StrEnum):
    BROKE = "broke"  # had nothing left, and later had counters, but no fresh stake is noted
    MORE = "more"  # was counted whole stakes more than written down
    FEWER = "fewer"  # was counted whole stakes fewer, and a fresh stake is noted
    NOTED = "noted"  # a fresh stake is noted, and no count of one person says whether it was given


@dataclass(frozen=True)
class Hint:
    """Somebody whose fresh stake may be the difference; ``round`` is where the clue is."""

    entry: int
    clue: Clue
    round: int
    counters: int


def hints(facts: EveningRecord, settings: Settings, broken: Imbalance) -> tuple[Hint, ...]:
    """Whose fresh stake may not have been noted, or not given; none where it is not about whole stakes."""
    if not broken.stakes:
        return ()
    if broken.difference < 0:
        return tuple(_not_given(facts, settings, broken))
    broke = tuple(_broke(facts, settings))
    told = {hint.entry for hint in broke}
    more = (
        Hint(line.entry, Clue.MORE, line.round, line.amount or 0)
        for line in broken.lines
        if (line.amount or 0) > 0 and (line.amount or 0) % broken.stake == 0 and line.entry not in told
    )
    return (*broke, *more)


def _broke(facts: EveningRecord, settings: Settings) -> Iterator[Hint]:
    """Those who had nothing left, and went on with counters that nobody noted."""
    since: dict[int, int] = {}
    told: set[int] = set()
    for line in ledger.lines(facts, settings):
        entry, before = line.entry, since.get(line.entry)
        if line.kind in (LineKind.FRESH, LineKind.RETURN, LineKind.DEPARTURE):
            since.pop(entry, None)
            continue
        played_on = line.kind is LineKind.DEAL and line.amount and before is not None and line.round > before
        counted = line.kind is LineKind.COUNTED and (line.balance or 0) > 0 and before is not None
        if before is not None and (played_on or counted) and entry not in told:
            told.add(entry)
            yield Hint(entry, Clue.BROKE, before, line.balance or 0)
        if line.balance is not None and line.balance <= 0:
            since.setdefault(entry, line.round)
        elif line.balance:
            since.pop(entry, None)


def _not_given(facts: EveningRecord, settings: Settings, broken: Imbalance) -> Iterator[Hint]:
    """Fresh stakes that are noted: of who was counted so many fewer, else of all where nobody can say."""
    noted = [stake for stake in facts.stakes if stake.kind is StakeKind.FRESH]
    fewer = {
        line.entry: -line.amount
        for line in broken.lines
        if (line.amount or 0) < 0 and line.amount is not None and line.amount % broken.stake == 0
    }
    found = [stake for stake in noted if stake.entry in fewer]
    for stake in found:
        yield Hint(stake.entry, Clue.FEWER, stake.round, fewer[stake.entry])
    if not found and settings.counting is Counting.AT_THE_END:
        for stake in noted:
            yield Hint(stake.entry, Clue.NOTED, stake.round, stake.counters)
