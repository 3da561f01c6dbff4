"""One person's evening: the way through the tables, and the counters line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.core import ledger
from tournaments.core.facts import Facts, Pool
from tournaments.core.ledger import LedgerLine, LineKind
from tournaments.models import Evening, MoveRow
from tournaments.selectors.bell import chips_of
from tournaments.words import moved, plain, signed


@dataclass(frozen=True)
class Stop:
    """Where somebody sat in a round, what happened there, and why the seat changed."""

    round: int
    table: int
    chair: int
    won: bool
    chip: int
    moves: tuple[Way, ...]


@dataclass(frozen=True)
class Way:
    """A change of seats in words, with its sign: up, down or swap (to another seat some other way)."""

    sign: str
    where: str
    why: str


@dataclass(frozen=True)
class CounterLine:
    """A line of the ledger for a reader."""

    what: str
    amount: str
    balance: str
    round: int
    below: bool


@dataclass(frozen=True)
class Life:
    stops: tuple[Stop, ...]
    counters: tuple[CounterLine, ...]


def life_of(evening: Evening, facts: Facts, entry: int) -> Life:
    """The person's evening, newest round first, counters in the order of play."""
    return Life(_stops(evening, facts, entry), ledger_lines(evening, facts, {entry}))


def ledger_lines(evening: Evening, facts: Facts, entries: set[int]) -> tuple[CounterLine, ...]:
    """The ledger of these people in words."""
    pools = {(pool.round, pool.position, pool.deal): pool for pool in facts.pools}
    several = evening.settings.deals > 1
    return tuple(
        counter_line(line, pools, several)
        for line in ledger.lines(facts, evening.settings)
        if line.entry in entries
    )


def counter_line(
    line: LedgerLine, pools: Mapping[tuple[int, int, int], Pool], several_deals: bool
) -> CounterLine:
    return CounterLine(
        what=_what(line, pools.get((line.round, line.position, line.deal)), several_deals),
        amount=signed(line.amount),
        balance=plain(line.balance),
        round=line.round,
        below=(line.balance or 0) < 0,
    )


def _what(line: LedgerLine, pool: Pool | None, several_deals: bool) -> str:
    if line.kind is LineKind.DEAL:
        return _deal_in_words(line, pool, several_deals)
    if line.kind is LineKind.COUNTED:
        return _count_in_words(line.amount)
    return {
        LineKind.FIRST: gettext("Stake from the banker"),
        LineKind.RETURN: gettext("Back again: counters from the banker"),
        LineKind.FRESH: gettext("Fresh stake from the banker"),
        LineKind.DEPARTURE: gettext("Taken along, or left with the banker"),
    }[line.kind]


def _deal_in_words(line: LedgerLine, pool: Pool | None, several_deals: bool) -> str:
    figures = {"table": line.position, "deal": line.deal}
    where = (
        gettext("Table %(table)s, deal %(deal)s") % figures
        if several_deals
        else gettext("Table %(table)s") % figures
    )
    if pool and line.entry in pool.winners:
        how = gettext("pool divided") if len(pool.winners) > 1 else gettext("won the pool")
    elif pool and line.entry in pool.in_call:
        how = gettext("in the call")
    else:
        return where
    return f"{where}: {how}"


def _count_in_words(amount: int | None) -> str:
    if not amount:
        return gettext("Counted")
    if amount > 0:
        return ngettext(
            "Counted: %(n)s more than written down", "Counted: %(n)s more than written down", amount
        ) % {"n": amount}
    return ngettext(
        "Counted: %(n)s fewer than written down", "Counted: %(n)s fewer than written down", -amount
    ) % {"n": -amount}


def _stops(evening: Evening, facts: Facts, entry: int) -> tuple[Stop, ...]:
    names = facts.names
    ways: dict[int, list[Way]] = {}
    rows = MoveRow.objects.filter(entry=entry, round__evening=evening, void=None).order_by(
        "journal__seq", "id"
    )
    for number, start, end, chair, why, figures in rows.values_list(
        "round__number", "from_position", "to_position", "to_chair", "why", "figures"
    ):
        way = Way(_sign(why, start, end), _to(end, chair), moved(why, figures, names))
        ways.setdefault(number, []).append(way)
    chips = [chip.round for chip in chips_of(facts).taken if chip.entry == entry]
    won = {(pool.round, pool.position) for pool in facts.pools if entry in pool.winners}
    mine = sorted((seat for seat in facts.seats if seat.entry == entry), key=lambda seat: -seat.round)
    return tuple(
        Stop(
            seat.round,
            seat.position,
            seat.chair,
            (seat.round, seat.position) in won,
            chips.count(seat.round),
            tuple(ways.get(seat.round, ())),
        )
        for seat in mine
    )


def _sign(why: str, start: int | None, end: int | None) -> str:
    if start is None or end is None or start == end or why.startswith("swap") or why == "by_hand":
        return "swap"
    return "up" if end < start else "down"


def _to(table: int | None, chair: int | None) -> str:
    return gettext("To table %(table)s, seat %(chair)s") % {"table": table, "chair": chair}
