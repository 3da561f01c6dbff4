"""What the tables' phones sent and nobody has answered, beside what is recorded of the same deals."""

from dataclasses import dataclass

from tournaments import words
from tournaments.core.evening import Facts
from tournaments.core.record import Line, Pool
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.table_requests import Ask, open_asks
from tournaments.models import Evening


@dataclass(frozen=True)
class Part:
    """A player's part in the result that stands."""

    name: str
    line: Line

    @property
    def net(self) -> int | None:
        return self.line.counters

    @property
    def signed(self) -> str:
        return words.signed(self.net)

    @property
    def bid(self) -> int:
        return self.line.bid or 0

    @property
    def tricks(self) -> int:
        return self.line.tricks or 0


@dataclass(frozen=True)
class Standing:
    """The result that stands."""

    parts: tuple[Part, ...]

    @property
    def winners(self) -> str:
        return ", ".join(part.name for part in self.parts if part.line.won)


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
    return TableRequest(**vars(ask), stands=_standing(pool, facts) if pool else None, opens=opens)


def _standing(pool: Pool, facts: Facts) -> Standing:
    return Standing(tuple(Part(facts.names[line.entry], line) for line in pool.lines))
