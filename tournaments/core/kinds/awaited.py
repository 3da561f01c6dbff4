"""The awaited tables of a round, all tables at its bell, and estimates of when an evening ends.

The estimates also say what to change so that the evening ends in time.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median_high

from games.rules.schedules import plan_deals
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.seating import (
    SeatedPlayer,
    SeatedTable,
    build_seated_tables,
    get_round,
    group_pools,
    list_presences,
    list_seats,
    list_table_numbers,
    list_tables,
)
from tournaments.core.record import Ending, Pool, Presence
from tournaments.core.settings import NUMBERS, Settings


def find_next_deal(
    play: Play,
    settings: Settings,
    round_number: int,
    players: int,
    decided: Sequence[Pool],
    *,
    in_pool: int = 0,
    ending: Ending | None,
    bell_rung: int | None,
) -> int:
    """Return the number of the table's next deal; 0 if its round is over.

    A round is over after its last deal, after an ``ending``, or after a deal that the table finished after
    the bell (journal line ``bell_rung``), because no deal begins after the bell. It is also over if too few
    people play. ``in_pool``: how many people left with counters in the deal's pool.
    """
    after_bell = bell_rung is not None and any(pool.seq > bell_rung for pool in decided)
    if ending is not None or after_bell or not players or not play.kind.can_play(play, players + in_pool):
        return 0
    return play.kind.find_next_deal(play, settings, round_number, players, decided)


def find_awaited_tables(facts: Facts, round_number: int) -> tuple[int, ...]:
    """Return the tables whose result is still awaited."""
    here = list_presences(facts, round_number)
    sitting = Counter(
        seat.position for seat in list_seats(facts, round_number) if here.get(seat.entry, Presence.LEFT).plays
    )
    left = count_left_in_pools(facts, round_number)
    gone = Counter(seat.position for seat in list_seats(facts, round_number) if seat.entry in left)
    endings = {table.position: table.ending for table in list_tables(facts, round_number)}
    pools = group_pools(facts, round_number)
    rung = get_round(facts, round_number).rung_seq
    return tuple(
        at
        for at in list_table_numbers(facts, round_number)
        if find_next_deal(
            facts.play,
            facts.settings,
            round_number,
            sitting[at],
            pools[at],
            in_pool=gone[at],
            ending=endings.get(at),
            bell_rung=rung,
        )
    )


def is_in_deal(facts: Facts, entry: int) -> bool:
    """Return whether a person sits at an awaited table. Their counters may be in its pool."""
    last = facts.now.number
    awaited = find_awaited_tables(facts, last)
    return any(seat.entry == entry and seat.position in awaited for seat in list_seats(facts, last))


def find_tables_at_bell(facts: Facts, round_number: int) -> tuple[SeatedTable, ...]:
    """Return every table of the round when its results were in, from the head table down."""
    held = facts.play.kind.find_holdings(facts, round_number)
    staked = {stake.entry for stake in facts.stakes if stake.between and stake.round == round_number}
    void = {table.position for table in list_tables(facts, round_number) if table.ending is Ending.VOID}
    pools = group_pools(facts, round_number)
    return tuple(
        _build_table(_mark_stakes(table.players, staked), pools[position], position in void)
        for position, table in build_seated_tables(facts, round_number, held).items()
    )


def _mark_stakes(players: Iterable[SeatedPlayer], entries: Collection[int]) -> tuple[SeatedPlayer, ...]:
    """Return the players; mark those who took a fresh stake between the round's deals."""
    return tuple(replace(player, staked=player.entry in entries) for player in players)


def _build_table(players: tuple[SeatedPlayer, ...], pools: list[Pool], void: bool) -> SeatedTable:
    """Return the table with its last pool. That pool decides who moves and who was in the call."""
    if not pools:
        return SeatedTable(players, void=void)
    last = pools[-1]
    return SeatedTable(players, last.winners, last.in_call, void, last.deal)


POOL, CALLED_CARDS = timedelta(minutes=5), 7
"""The usual length of a deal for a pool; and the number of cards, if the dealer chooses it."""

SHUFFLING, TRICK = timedelta(seconds=90), timedelta(seconds=25)
"""The usual length of a deal of bids: the time before the first trick, and the time for each trick."""

SETTLING = timedelta(minutes=10)
"""The time from the last bell to the last prize."""

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=4)
"""Shorter or longer rounds are ignored: they were simulated, or recorded the day after."""


class LengthSource(StrEnum):
    """The source of a round's length."""

    PAST = "past"
    CLOCK = "clock"
    USUAL = "usual"


@dataclass(frozen=True)
class Pace:
    """A round's length, from its start to the start of the next. ``past_rounds``: past rounds used."""

    round: timedelta
    source: LengthSource
    past_rounds: int = 0


@dataclass(frozen=True)
class Plan:
    """The end of ``rounds``, and changes that would end them at the wished time.

    ``fits``: this many rounds. ``minutes``: a clock of this length, if a clock helps. ``begin``: this
    start.
    """

    ends: datetime
    late: bool
    fits: int
    minutes: int | None
    begin: datetime


def find_pace(play: Play, settings: Settings, players: int, past: Sequence[timedelta]) -> Pace:
    """Return a round's length: the median of ``past`` rounds, else by the clock, else the usual one.

    ``players``: at a table. ``past``: lengths of rounds with the same game, format and clock.
    """
    known = [length for length in past if SHORTEST <= length <= LONGEST]
    if known:
        return Pace(median_high(known), LengthSource.PAST, len(known))
    played = estimate_play_time(play, settings, players)
    if settings.minutes:
        return Pace(played + estimate_rest(play, settings, players), LengthSource.CLOCK)
    return Pace(played + timedelta(seconds=settings.gap), LengthSource.USUAL)


def estimate_play_time(play: Play, settings: Settings, players: int) -> timedelta:
    """Return how long tables play in a round: by its clock, else the usual time."""
    if settings.minutes:
        return timedelta(minutes=settings.minutes)
    return _estimate_deal(play, players) * estimate_deals(play, settings, players)


def estimate_rest(play: Play, settings: Settings, players: int) -> timedelta:
    """Return the time of a round besides its clock: tables finish a deal, and people change seats."""
    return _estimate_deal(play, players) + timedelta(seconds=settings.gap)


def plan_rounds(
    pace: Pace, *, start: datetime, rounds: int, wished: datetime, extra: timedelta, clock: bool
) -> Plan:
    """Return the plan for ``rounds`` from ``start``.

    ``extra``: the time of a round besides its clock. ``clock``: whether a round can have a clock.
    """
    ends = start + rounds * pace.round + SETTLING
    time = wished - SETTLING - start
    minutes = (time / rounds - extra) // timedelta(minutes=1)
    helps = clock and ends > wished and minutes >= 1 and timedelta(minutes=minutes) + extra < pace.round
    return Plan(
        ends=ends,
        late=ends > wished,
        fits=max(0, time // pace.round),
        minutes=minutes if helps else None,
        begin=start - (ends - wished),
    )


def _estimate_deal(play: Play, players: int) -> timedelta:
    """Return the usual length of a deal: the mean over a game's deals."""
    if play.bids is None:
        return POOL
    cards = [deal.cards or CALLED_CARDS for deal in plan_deals(play.bids, players, play.options)]
    return SHUFFLING + TRICK * (sum(cards) / len(cards))


def find_most_rounds(play: Play, players: int) -> int:
    """Return the most rounds that can be planned for ``players`` at a table. Games of bids limit them."""
    if play.format.plays_games:
        return NUMBERS["games"][1]
    return min([NUMBERS["rounds"][1], *play.kind.list_round_counts(play, [players])])


def may_change(play: Play) -> bool:
    """Return whether the number of rounds can change. A knockout's cannot: it ends with one table."""
    return bool(play.format.length)


def estimate_deals(play: Play, settings: Settings, players: int) -> int:
    """Return how many deals a table usually plays in a round."""
    if play.bids is not None and play.format.plays_games:
        return len(plan_deals(play.bids, players, play.options))
    return play.kind.count_deals_in_round(settings)
