"""When an evening ends at so many rounds, and what to change so that it ends in time. Only estimates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median_high

from games.rules.schedules import schedule
from tournaments.core.evening import Play
from tournaments.core.settings import Settings

POOL, CALLED_CARDS = timedelta(minutes=5), 7
"""The usual length of a deal for a pool; and the cards of a deal whose dealer calls how many."""

SHUFFLING, TRICK = timedelta(seconds=90), timedelta(seconds=25)
"""The usual length of a deal of bids: so long before the first trick, and for each."""

SETTLING = timedelta(minutes=10)
"""From the last bell to the last prize."""

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=4)
"""Rounds that took less or more say nothing: they were simulated, or written down the day after."""


class Source(StrEnum):
    """From what the length of a round is known."""

    PAST = "past"
    CLOCK = "clock"
    USUAL = "usual"


@dataclass(frozen=True)
class Pace:
    """How long a round takes, from its start to the start of the next; ``of``: from how many past ones."""

    round: timedelta
    source: Source
    of: int = 0


@dataclass(frozen=True)
class Plan:
    """When ``rounds`` end, and what would end them at the time that is wished.

    ``fits``: as many rounds. ``minutes``: a clock of so many, where one helps. ``begin``: this start.
    """

    ends: datetime
    late: bool
    fits: int
    minutes: int | None
    begin: datetime


def pace_of(play: Play, settings: Settings, players: int, past: Sequence[timedelta]) -> Pace:
    """Return the length of a round: that of ``past`` rounds, else by the clock, else as is usual.

    ``players``: at a table. ``past``: of rounds that were played with the same game, format and clock.
    """
    known = [length for length in past if SHORTEST <= length <= LONGEST]
    if known:
        return Pace(median_high(known), Source.PAST, len(known))
    played = play_time(play, settings, players)
    if settings.minutes:
        return Pace(played + rest(play, settings, players), Source.CLOCK)
    return Pace(played + timedelta(seconds=settings.gap), Source.USUAL)


def play_time(play: Play, settings: Settings, players: int) -> timedelta:
    """Return how long tables play in a round: by its clock, or else as is usual."""
    if settings.minutes:
        return timedelta(minutes=settings.minutes)
    return _deal(play, players) * deals_of(play, settings, players)


def rest(play: Play, settings: Settings, players: int) -> timedelta:
    """Return what a round takes beside its clock: each table finishes its deal, and people change seats."""
    return _deal(play, players) + timedelta(seconds=settings.gap)


def plan(
    pace: Pace, *, start: datetime, rounds: int, wished: datetime, beside: timedelta, clock: bool
) -> Plan:
    """Return the plan for so many rounds from ``start``.

    ``beside``: what a round takes beside its clock. ``clock``: whether a round can have one.
    """
    ends = start + rounds * pace.round + SETTLING
    time = wished - SETTLING - start
    minutes = (time / rounds - beside) // timedelta(minutes=1)
    helps = clock and ends > wished and minutes >= 1 and timedelta(minutes=minutes) + beside < pace.round
    return Plan(
        ends=ends,
        late=ends > wished,
        fits=max(0, time // pace.round),
        minutes=minutes if helps else None,
        begin=start - (ends - wished),
    )


def _deal(play: Play, players: int) -> timedelta:
    """Return how long a deal usually takes, in the mean of a game's."""
    if play.bids is None:
        return POOL
    cards = [deal.cards or CALLED_CARDS for deal in schedule(play.bids, players, play.chosen)]
    return SHUFFLING + TRICK * (sum(cards) / len(cards))


def deals_of(play: Play, settings: Settings, players: int) -> int:
    """Return how many deals a table usually plays in a round."""
    if play.bids is not None and play.format.plays_games:
        return len(schedule(play.bids, players, play.chosen))
    return play.kind.deals_in_round(settings)
