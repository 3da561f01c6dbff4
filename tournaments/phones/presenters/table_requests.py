"""What the tables' phones sent and nobody has answered, beside what is recorded of the same deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.base import words
from tournaments.core.evening import Facts
from tournaments.core.record import Pool
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.phones.selectors.table_requests import Ask, open_asks


class Part(NamedTuple):
    """A player's part in the result that stands."""

    name: str
    net: int | None
    signed: str
    bid: int | None
    tricks: int | None


class Standing(NamedTuple):
    """The result that stands; ``won``: who won, or who share the pool, in words."""

    won: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class TableRequest(Ask):
    """What a phone sent, with the result that ``stands``. ``opens``: the deal has a page."""

    stands: Standing | None
    opens: bool


def open_requests(evening: Evening) -> tuple[TableRequest, ...]:
    """Return what is still to be answered, first to last. Facts are read only if there is any."""
    asks = open_asks(evening.pk)
    facts = load_facts(evening.pk) if asks else None
    return tuple(_request(ask, facts) for ask in asks) if facts else ()


def _request(ask: Ask, facts: Facts) -> TableRequest:
    here = (ask.round, ask.table)
    pool = next(
        (pool for pool in facts.pools if (pool.round, pool.position, pool.deal) == (*here, ask.deal)), None
    )
    opens = ask.deal > 0 and any((table.round, table.position) == here for table in facts.tables)
    return TableRequest(**vars(ask), stands=_standing(pool, facts.names) if pool else None, opens=opens)


def _standing(pool: Pool, names: Mapping[int, str]) -> Standing:
    won = words.who_won([names[line.entry] for line in pool.lines if line.won])
    parts = ((line, names[line.entry], words.signed(line.counters)) for line in pool.lines)
    return Standing(won, tuple(Part(n, line.counters, s, line.bid, line.tricks) for line, n, s in parts))
