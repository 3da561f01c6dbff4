"""What somebody who goes in the middle of a deal leaves in its pool, and gets back if it becomes void."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from tournaments.core.record import Ending, EveningRecord, Pool, Stake


def left_in_pools(facts: EveningRecord, round_number: int) -> dict[int, int]:
    """What those who went in the middle of a deal left in its pool, until the deal takes it up."""
    return {
        stake.entry: stake.in_pool
        for stake in stakes(facts)
        if stake.in_pool and stake.round == round_number and not any(_taken_up(facts, stake))
    }


def left_in_pool(facts: EveningRecord, pool: Pool) -> dict[int, int]:
    """What people who had gone when this pool was decided had left in it."""
    return {s.entry: s.in_pool for s in facts.stakes if s.in_pool and pool in _taken_up(facts, s)}


def _taken_up(facts: EveningRecord, departure: Stake) -> Iterator[Pool]:
    """The deal that took up what somebody left in its pool."""
    for pool in facts.pools:
        later = pool.round == departure.round and pool.seq > departure.seq
        if later and any(line.entry == departure.entry for line in pool.lines):
            yield pool


def stakes(facts: EveningRecord) -> Iterable[Stake]:
    """The stakes; what lay in the pool of a deal that became void went back, also to who has gone."""
    ended = [table for table in facts.tables if table.ending is not None]
    void = {(table.round, table.position) for table in ended if table.ending is Ending.VOID}
    return _given_back(facts, void) if void else facts.stakes


def _given_back(facts: EveningRecord, void: Collection[tuple[int, int]]) -> Iterator[Stake]:
    sat = {(seat.round, seat.entry): seat.position for seat in facts.seats}
    for stake in facts.stakes:
        at = (stake.round, sat.get((stake.round, stake.entry), 0))
        if stake.in_pool and at in void and not any(_taken_up(facts, stake)):
            yield replace(stake, counters=stake.counters + stake.in_pool, in_pool=0)
        else:
            yield stake
