"""The ledger by rounds: each table's pools, who won how much from whom, and what was corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.words import round_title, signed
from tournaments.core.counters.leaving import left_in_pool
from tournaments.core.evening import Facts
from tournaments.core.record import Ending, Pool
from tournaments.evening.presenters.kinds.counter_lines import at_table
from tournaments.evening.selectors.tables import later_versions
from tournaments.models import DealVersion, Evening


@dataclass(frozen=True)
class Fixed:
    """A correction of a deal (round, table, deal), and where that was played."""

    deal: tuple[int, int, int]
    where: str
    made: DealVersion


Fixes = Mapping[tuple[int, int, int], Sequence[Fixed]]


@dataclass(frozen=True)
class PoolLine:
    """Somebody's part in a pool; ``left``: had gone when it was decided, and lost what lay in it."""

    entry: int
    name: str
    amount: str
    won: bool
    shared: bool
    in_call: bool
    left: bool


@dataclass(frozen=True)
class PoolShown:
    """A pool, who won most first; ``sum`` of what was won and lost, None where that was not counted."""

    deal: tuple[int, int, int]
    where: str
    lines: tuple[PoolLine, ...]
    sum: int | None
    fixes: tuple[Fixed, ...]


@dataclass(frozen=True)
class PoolsOf:
    """A round's pools by table; the tables of ``void`` could not finish."""

    number: int
    title: str
    pools: tuple[PoolShown, ...]
    void: tuple[int, ...]


def fixes_of(evening: Evening, facts: Facts) -> Fixes:
    """Every correction of the evening by its deal, in one query."""
    rounds = {pool.round for pool in facts.pools if pool.version > 1}
    found = {}
    for deal, made in later_versions(evening, rounds).items():
        figures = {"round": round_title(facts.play, deal[0]), "table": deal[1], "deal": deal[2]}
        where = gettext("%(round)s, table %(table)s, deal %(deal)s") % figures
        found[deal] = [Fixed(deal, where, one) for one in made]
    return found


def pools_shown(
    facts: Facts, fixes: Fixes, several: bool, person: int | None, round: int | None
) -> tuple[PoolsOf, ...]:
    """The pools of the round, of the person, or of the newest round in which there are any; newest first."""
    pools = [
        pool for pool in facts.pools if person is None or any(line.entry == person for line in pool.lines)
    ]
    numbers = sorted({pool.round for pool in pools}, reverse=True)
    if round is not None:
        numbers = [round]
    elif person is None:
        numbers = numbers[:1]
    names = facts.names
    return tuple(
        PoolsOf(
            number,
            round_title(facts.play, number),
            tuple(
                _shown(facts, pool, names, fixes, several)
                for pool in sorted(pools, key=lambda pool: (pool.position, pool.deal))
                if pool.round == number
            ),
            _void(facts, number) if person is None else (),
        )
        for number in numbers
    )


def _shown(facts: Facts, pool: Pool, names: Mapping[int, str], fixes: Fixes, several: bool) -> PoolShown:
    at, left = (pool.round, pool.position, pool.deal), left_in_pool(facts, pool)
    counted = all(line.counters is not None for line in pool.lines)
    return PoolShown(
        deal=at,
        where=at_table(pool.position, pool.deal, several),
        lines=tuple(
            PoolLine(
                line.entry,
                names.get(line.entry, "?"),
                signed(line.counters),
                line.won,
                len(pool.winners) > 1,
                line.entry in pool.in_call,
                line.entry in left,
            )
            for line in sorted(pool.lines, key=lambda line: (not line.won, -(line.counters or 0)))
        ),
        sum=sum(line.counters or 0 for line in pool.lines) if counted else None,
        fixes=tuple(fixes.get(at, ())),
    )


def _void(facts: Facts, number: int) -> tuple[int, ...]:
    return tuple(t.position for t in facts.tables if t.round == number and t.ending is Ending.VOID)
