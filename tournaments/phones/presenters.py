"""Open requests of the tables' phones, beside the recorded results of the same deals."""

from dataclasses import dataclass

from tournaments.core.evening import Facts
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.phones.selectors import Ask, open_asks
from tournaments.scoring.presenters.deal_results import DealResult, parts_of


@dataclass(frozen=True, kw_only=True)
class TableRequest(Ask):
    """A phone's request, with the recorded result (``stands``). ``opens``: the deal has a page."""

    stands: DealResult | None
    opens: bool


def open_requests(evening: Evening) -> tuple[TableRequest, ...]:
    """Return the open requests, first to last. The facts are read only if there is a request."""
    asks = open_asks(evening.pk)
    facts = load_facts(evening.pk) if asks else None
    return tuple(_request(ask, facts) for ask in asks) if facts else ()


def _request(ask: Ask, facts: Facts) -> TableRequest:
    place = (ask.round, ask.table)
    pool = next(
        (pool for pool in facts.pools if (pool.round, pool.position, pool.deal) == (*place, ask.deal)), None
    )
    opens = ask.deal > 0 and any((table.round, table.position) == place for table in facts.tables)
    stands = DealResult(lines=parts_of(facts.play.kind, pool.lines, facts.names)) if pool else None
    return TableRequest(**vars(ask), stands=stands, opens=opens)
