"""What is to happen besides play on a simulated evening, and when: decided beforehand, by its seed.

Who is meant by "somebody" is found when the time comes. The same seed plans the same for both ways
of counting, and nothing planned lets the one reach other prizes than the other.
"""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from tournaments.core.evening import Play


class Incident(Enum):
    """What happens in a round besides play."""

    LATE = auto()  # somebody comes late
    PAUSE = auto()  # somebody sits out for some rounds, and comes back
    LEAVE = auto()  # somebody goes home before the table has its result
    LEAVE_WINNER = auto()  # a pool's winner goes home before the bell's moves
    KEEP = auto()  # somebody stops moving about
    DIVIDED = auto()  # two at a showdown agree to divide the pool
    WRONG_CALLER = auto()  # a caller is forgotten, and added in the next round
    WRONG_COUNTERS = auto()  # two people's counters, or tricks, are swapped, and put right later
    UNDO = auto()  # the bell was applied too early: it is undone and made again
    VOID = auto()  # a table cannot finish
    SWAP = auto()  # somebody sat down wrongly: the organiser swaps two


HOW_OFTEN: Mapping[Incident, float] = {
    Incident.LATE: 0.10,
    Incident.PAUSE: 0.08,
    Incident.LEAVE: 0.06,
    Incident.LEAVE_WINNER: 0.03,
    Incident.KEEP: 0.02,
    Incident.DIVIDED: 0.06,
    Incident.WRONG_CALLER: 0.07,
    Incident.WRONG_COUNTERS: 0.07,
    Incident.UNDO: 0.04,
    Incident.VOID: 0.04,
    Incident.SWAP: 0.03,
}
"""The chance of each in one round of ``USUAL`` players; the more people, the more often."""

USUAL = 26
LONGEST_PAUSE = 3
ROUNDS_A_GAME = 6
"""A whole game takes as long as so many rounds: so much more happens in it."""

AT_A_POOL = frozenset({Incident.DIVIDED, Incident.WRONG_CALLER})
AT_A_BELL = frozenset({Incident.LEAVE_WINNER, Incident.VOID})
"""What happens only where pools are played for, and only where a bell cuts rounds short."""

ONCE = frozenset({Incident.KEEP, Incident.DIVIDED, Incident.UNDO})
TOO_LATE = frozenset({Incident.LATE, Incident.PAUSE, Incident.UNDO})
"""What the last round knows no more."""


@dataclass(frozen=True)
class Plan:
    """Incidents by round."""

    incidents: Mapping[int, tuple[Incident, ...]]

    def of(self, round_number: int) -> tuple[Incident, ...]:
        return self.incidents.get(round_number, ())


QUIET = Plan({})


def unknown_to(play: Play) -> frozenset[Incident]:
    """What cannot happen in such an evening."""
    return frozenset().union(
        () if play.game.stakes else AT_A_POOL,
        () if play.game.divides else {Incident.DIVIDED},
        AT_A_BELL if play.format.plays_on(rung=True) else (),
        () if play.format.moves_by_order else {Incident.KEEP},
    )


def plan_for(play: Play, players: int, rounds: int, seed: str) -> Plan:
    """The incidents of an evening of that game."""
    often = ROUNDS_A_GAME if play.format.plays_on(rung=True) else 1
    return plan(players * often, rounds, seed, unknown_to(play))


def plan(players: int, rounds: int, seed: str, left_out: Collection[Incident] = ()) -> Plan:
    """The incidents of an evening, but for those ``left_out``. Its first round is always quiet."""
    rng = random.Random(f"{seed}/plan")
    seen: set[Incident] = set()
    incidents: dict[int, tuple[Incident, ...]] = {}
    for number in range(2, rounds + 1):
        lots = {incident: rng.random() for incident in Incident}
        barred = (seen & ONCE) | (TOO_LATE if number == rounds else set()) | set(left_out)
        happens = [i for i, lot in lots.items() if lot < HOW_OFTEN[i] * players / USUAL and i not in barred]
        incidents[number] = tuple(happens)
        seen.update(happens)
    return Plan(incidents)
