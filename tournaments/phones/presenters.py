"""The phones at the tables, and their open requests beside the recorded results of the same deals."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.core.evening import Facts
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.phones.selectors import (
    Ask,
    load_open_asks,
    load_phones,
    load_tables_by_link,
    make_people_key,
)
from tournaments.scoring.presenters.deal_results import DealResult, name_parts


@dataclass(frozen=True, kw_only=True)
class TableRequest(Ask):
    """A phone's request, with the recorded result (``stands``). ``opens``: the deal has a page."""

    stands: DealResult | None
    opens: bool


def load_open_requests(evening: Evening) -> tuple[TableRequest, ...]:
    """Return the open requests, first to last. The facts are read only if there is a request."""
    asks = load_open_asks(evening.pk)
    facts = load_facts(evening.pk) if asks else None
    return tuple(_make_request(ask, facts) for ask in asks) if facts else ()


def _make_request(ask: Ask, facts: Facts) -> TableRequest:
    place = (ask.round, ask.table)
    pool = next(
        (pool for pool in facts.pools if (pool.round, pool.position, pool.deal) == (*place, ask.deal)), None
    )
    opens = ask.deal > 0 and any((table.round, table.position) == place for table in facts.tables)
    stands = DealResult(lines=name_parts(facts.play.kind, pool.lines, facts.names)) if pool else None
    return TableRequest(**vars(ask), stands=stands, opens=opens)


@dataclass(frozen=True)
class SeatQuestion:
    """*Who sits here?* on a table's phone. ``people``: their key. ``answer``: None before there is one.

    ``others``: the number of other phones at the table. ``is_asked``: nothing is recorded in the round yet.
    """

    round: int
    people: str
    answer: bool | None
    others: int
    is_asked: bool


def load_seat_question(
    link: int, name: str, now: datetime, *, round: int, entries: Iterable[int], is_asked: bool
) -> SeatQuestion:
    """Return the question of a link's phone ``name``, with the answer of any phone at the table."""
    phones, people = load_phones([link], now).get(link, {}), make_people_key(entries)
    answers = [answer for phone in phones.values() if (answer := phone.answer(round, people)) is not None]
    others = len(phones.keys() - {name})
    return SeatQuestion(
        round, people, answers[0] if answers else None, others, is_asked and True not in answers
    )


@dataclass(frozen=True)
class PhonesAtTables:
    """The number of phones at each table with a link. ``doubts``: tables where somebody else sits."""

    counts: tuple[tuple[int, int], ...]
    doubts: tuple[int, ...]

    @property
    def seen(self) -> tuple[tuple[int, int], ...]:
        return tuple((table, count) for table, count in self.counts if count)

    @property
    def unseen(self) -> tuple[int, ...]:
        return tuple(table for table, count in self.counts if not count)


def load_phones_at_tables(
    evening: Evening, round: int, tables: Iterable[Table], now: datetime
) -> PhonesAtTables | None:
    """Return the phones at the round's tables. None if no table has a link."""
    links = load_tables_by_link(evening.pk)
    people = {
        table.table: make_people_key(seat.entry for seat in table.seats if seat.state.plays)
        for table in tables
    }
    phones = {links[link]: found for link, found in load_phones(links, now).items()} if links else {}
    doubts = (
        table
        for table, found in phones.items()
        if any(phone.answer(round, people.get(table, "")) is False for phone in found.values())
    )
    counts = tuple((table, len(phones.get(table, {}))) for table in sorted({*links.values()} & {*people}))
    return PhonesAtTables(counts, tuple(sorted(doubts))) if links else None
