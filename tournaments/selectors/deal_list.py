"""All deals of an evening, for looking one up and correcting it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from tournaments.core.facts import Ending, Facts, Pool
from tournaments.models import DealVersion, Evening

ROUNDS_A_PAGE = 10


@dataclass(frozen=True)
class Correction:
    """A later version of a deal: who wrote it, when and why."""

    version: int
    who: str
    at: datetime
    reason: str


@dataclass(frozen=True)
class DealShown:
    round: int
    table: int
    deal: int
    winners: str
    callers: str
    corrections: tuple[Correction, ...]


@dataclass(frozen=True)
class RoundShown:
    """A round's deals by table; ``void`` could not finish. The newest with deals is ``open``."""

    number: int
    open: bool
    closed: bool
    deals: tuple[DealShown, ...]
    void: tuple[int, ...]


@dataclass(frozen=True)
class DealPage:
    rounds: tuple[RoundShown, ...]
    several: bool
    page: int
    newer: int | None
    older: int | None


def page_of_rounds(evening: Evening, facts: Facts, page: int) -> DealPage:
    """Ten rounds with their deals, the newest first; page 1 has the newest."""
    numbers = sorted((played.number for played in facts.rounds), reverse=True)
    pages = max(-(-len(numbers) // ROUNDS_A_PAGE), 1)
    page = min(page, pages)
    wanted = numbers[(page - 1) * ROUNDS_A_PAGE : page * ROUNDS_A_PAGE]
    corrected = _corrections(evening, wanted)
    names, pools = facts.names, defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: (pool.position, pool.deal)):
        pools[pool.round].append(pool)
    newest = next((number for number in wanted if pools[number]), None)
    closed = {played.number for played in facts.rounds if played.closed}
    void = {(table.round, table.position) for table in facts.tables if table.ending is Ending.VOID}
    return DealPage(
        rounds=tuple(
            RoundShown(
                number,
                number == newest,
                number in closed,
                tuple(_shown(pool, names, corrected) for pool in pools[number]),
                tuple(sorted(position for round, position in void if round == number)),
            )
            for number in wanted
        ),
        several=evening.settings.deals > 1,
        page=page,
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _shown(
    pool: Pool, names: dict[int, str], corrected: dict[tuple[int, int, int], list[Correction]]
) -> DealShown:
    def listed(entries: frozenset[int]) -> str:
        return ", ".join(names.get(line.entry, "?") for line in pool.lines if line.entry in entries)

    return DealShown(
        pool.round,
        pool.position,
        pool.deal,
        listed(pool.winners),
        listed(pool.in_call - pool.winners),
        tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
    )


def _corrections(evening: Evening, rounds: list[int]) -> dict[tuple[int, int, int], list[Correction]]:
    rows = (
        DealVersion.objects.filter(
            deal__round__evening=evening, deal__round__number__in=rounds, deal__void=None, version__gt=1
        )
        .select_related("deal__round", "journal__actor")
        .order_by("version")
    )
    found: dict[tuple[int, int, int], list[Correction]] = defaultdict(list)
    for row in rows:
        at, line = row.deal, row.journal
        correction = Correction(row.version, line.author, line.at, line.reason)
        found[at.round.number, at.position, at.number].append(correction)
    return found
