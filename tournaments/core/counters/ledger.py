"""Everybody's counters in one evening: events, ledger lines, balances, sums, and the law of counters.

No counter is made or lost. The ledger holds facts only: stakes, the pools' counters, what was taken away,
and what was counted. It does not depend on tables, moves, yellow chips or prizes. If counters are counted
at the end only, a balance is unknown (None) from a deal until the next count. A person who leaves in the
middle of a deal leaves counters in its pool. They get them back if the deal becomes void.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, assert_never

from accounts.answers import answers
from tournaments.core.reasons import Reason
from tournaments.core.record import Count, CountKind, Ending, EveningRecord, Pool, Stake, StakeKind
from tournaments.core.settings import Counting, Settings


def count_left_in_pools(facts: EveningRecord, round_number: int) -> dict[int, int]:
    """Return what people who left in the middle of a deal left in its pool, until a deal takes it up."""
    return {
        stake.entry: stake.in_pool
        for stake in list_stakes(facts)
        if stake.in_pool and stake.round == round_number and not any(_find_taking_deal(facts, stake))
    }


def count_left_in_pool(facts: EveningRecord, pool: Pool) -> dict[int, int]:
    """Return what people who left before this pool was decided had left in it."""
    return {s.entry: s.in_pool for s in facts.stakes if s.in_pool and pool in _find_taking_deal(facts, s)}


def _find_taking_deal(facts: EveningRecord, departure: Stake) -> Iterator[Pool]:
    """Yield the deal that took up what a person left in its pool."""
    for pool in facts.pools:
        later = pool.round == departure.round and pool.seq > departure.seq
        if later and any(line.entry == departure.entry for line in pool.lines):
            yield pool


def list_stakes(facts: EveningRecord) -> Iterable[Stake]:
    """Return the stakes. Stakes in the pool of a void deal went back, also to people who have left."""
    ended = [table for table in facts.tables if table.ending is not None]
    void = {(table.round, table.position) for table in ended if table.ending is Ending.VOID}
    return _give_back_stakes(facts, void) if void else facts.stakes


def _give_back_stakes(facts: EveningRecord, void: Collection[tuple[int, int]]) -> Iterator[Stake]:
    sat = {(seat.round, seat.entry): seat.position for seat in facts.seats}
    for stake in facts.stakes:
        at = (stake.round, sat.get((stake.round, stake.entry), 0))
        if stake.in_pool and at in void and not any(_find_taking_deal(facts, stake)):
            yield replace(stake, counters=stake.counters + stake.in_pool, in_pool=0)
        else:
            yield stake


class LineKind(StrEnum):
    """The kinds of ledger lines, in the order in which they happen to a person in a round.

    A count that is corrected later still has its place at its round's bell.
    """

    FIRST = "first"
    RETURN = "return"
    FRESH = "fresh"
    DEAL = "deal"
    COUNTED = "counted"
    DEPARTURE = "departure"


_ORDER = {kind: place for place, kind in enumerate(LineKind)}
_AS_WRITTEN = _ORDER | {LineKind.FRESH: _ORDER[LineKind.DEAL]}
"""A fresh stake comes before a round's deals or between them, as written; one noted later comes before."""


class Event(NamedTuple):
    """A fact as the ledger uses it. ``figure``: the fact's own figure; it is negative in a deal only."""

    seq: int
    kind: LineKind
    round: int
    entry: int
    figure: int | None
    position: int = 0
    deal: int = 0
    final: bool = False
    late: bool = False


def list_events(facts: EveningRecord, entries: Collection[int] | None = None) -> list[Event]:
    """Return what happened to the counters of everybody, or of ``entries``, in order."""
    found = [
        Event(pool.seq, LineKind.DEAL, pool.round, line.entry, line.counters, pool.position, pool.deal)
        for pool in facts.pools
        for line in pool.lines
        if entries is None or line.entry in entries
    ]
    found += [
        Event(c.seq, LineKind.COUNTED, c.round, c.entry, c.counters, final=c.kind is CountKind.FINAL)
        for c in facts.counts
    ]
    for s in list_stakes(facts):
        if entries is None or s.entry in entries:
            found.append(Event(s.seq, LineKind(s.kind), s.round, s.entry, s.counters, late=s.late))

    def place(event: Event) -> tuple[int, ...]:
        order = _ORDER if event.late else _AS_WRITTEN
        return event.round, order[event.kind], event.final, event.seq, event.entry

    return sorted(found, key=place)


@dataclass(frozen=True)
class Sums:
    """By entry: counters or points gained; in games of bids also deals and exact bids.

    ``uncounted``: people for whom the counters of some deal are unknown.
    """

    gained: Mapping[int, int]
    deals: Mapping[int, int] = field(default_factory=dict)
    exact: Mapping[int, int] = field(default_factory=dict)
    uncounted: frozenset[int] = frozenset()


def sum_points(pools: Iterable[Pool]) -> Sums:
    """Return the sums of decided deals of bids."""
    gained: defaultdict[int, int] = defaultdict(int)
    deals, exact = Counter[int](), Counter[int]()
    for line in (line for pool in pools for line in pool.lines):
        gained[line.entry] += line.score or 0
        deals[line.entry] += 1
        exact[line.entry] += line.bid is not None and line.bid == line.tricks
    return Sums(gained, deals, exact)


def sum_counters(pools: Iterable[Pool]) -> Sums:
    """Return the sums of decided pools."""
    gained: defaultdict[int, int] = defaultdict(int)
    uncounted = set[int]()
    for line in (line for pool in pools for line in pool.lines):
        if line.counters is None:
            uncounted.add(line.entry)
        gained[line.entry] += line.counters or 0
    return Sums(gained, uncounted=frozenset(uncounted))


def need_journal_order(facts: EveningRecord, settings: Settings) -> frozenset[int]:
    """Return people whose balance is not a plain sum: a count, departure or fresh stake may reset it."""
    sets: tuple[StakeKind, ...] = (StakeKind.DEPARTURE, StakeKind.RETURN)
    if settings.counting is Counting.AT_THE_END:
        sets = (*sets, StakeKind.FRESH)
    gone = (stake.entry for stake in facts.stakes if stake.kind in sets)
    return frozenset(count.entry for count in facts.counts).union(gone)


@answers("seq", "kind", "round", "table", "deal", "amount", "balance")
@dataclass(frozen=True)
class LedgerLine:
    """A line of a person's ledger. ``balance``: what they have after the line.

    ``amount`` of a count: what was found more (+) or less (-) than the lines before add up to. ``table``
    and ``deal``: those of a deal's line.
    """

    # ``table`` and ``deal`` are 0 if the line belongs to no deal.

    entry: int
    seq: int
    kind: LineKind
    round: int
    amount: int | None
    balance: int | None
    table: int = 0
    deal: int = 0


@dataclass(frozen=True)
class AroundDeal:
    """One person's counters or points before and after a deal; None if nobody counted."""

    before: int | None
    change: int | None
    after: int | None


def _apply_event(balance: int | None, event: Event, counting: Counting) -> int | None:
    """Return what a person has after the event. A count replaces the balance; a departure takes it all.

    If a fresh stake comes, an unknown balance is 0, because only a broke player gets one. If the stake was
    noted later, the balance stays unknown, because nobody counted then.
    """
    figure = event.figure
    match event.kind:
        case LineKind.COUNTED:
            return figure
        case LineKind.DEPARTURE:
            return 0
        case LineKind.DEAL if figure is None:
            return balance if counting is Counting.EACH_DEAL else None
        case LineKind.DEAL:
            return None if balance is None else balance + (figure or 0)
        case LineKind.FRESH if event.late and balance is None:
            return None
        case LineKind.FIRST | LineKind.RETURN | LineKind.FRESH:
            return (balance or 0) + (figure or 0)
        case _:
            assert_never(event.kind)


def compute_balances(
    facts: EveningRecord, settings: Settings, upto_seq: int | None = None, *, sums: Sums | None = None
) -> dict[int, int | None]:
    """Return what each person with a ledger line has at the table, after the facts up to ``upto_seq``.

    ``sums``: of all deals, if known. Then only the pools of the people in ``need_journal_order`` are read.
    """
    if upto_seq is not None:
        facts = _filter_facts(facts, lambda fact: fact.seq <= upto_seq)
    sums = sums or sum_counters(facts.pools)
    in_order = need_journal_order(facts, settings)
    held: dict[int, int | None] = {e: gained for e, gained in sums.gained.items() if e not in in_order}
    for stake in list_stakes(facts):
        if stake.entry not in in_order:
            held[stake.entry] = (held.get(stake.entry) or 0) + stake.counters
    if settings.counting is Counting.AT_THE_END:
        held |= dict.fromkeys(sums.uncounted - in_order)
    for event in list_events(facts, in_order) if in_order else ():
        held[event.entry] = _apply_event(held.get(event.entry, 0), event, settings.counting)
    return held


def compute_balances_at_bell(
    facts: EveningRecord, settings: Settings, round_number: int
) -> dict[int, int | None]:
    """Return what each person had when the round's results were in: before its moves and fresh stakes."""

    def by_then(fact: Pool | Count | Stake) -> bool:
        final = isinstance(fact, Count) and fact.kind is CountKind.FINAL
        return fact.round <= round_number and not final

    return compute_balances(_filter_facts(facts, by_then), settings)


def _filter_facts(facts: EveningRecord, keep: Callable[[Pool | Count | Stake], bool]) -> EveningRecord:
    return replace(
        facts,
        pools=tuple(filter(keep, facts.pools)),
        counts=tuple(filter(keep, facts.counts)),
        stakes=tuple(filter(keep, facts.stakes)),
    )


def list_lines(facts: EveningRecord, settings: Settings) -> tuple[LedgerLine, ...]:
    """Return everybody's ledger, by entry and in the order of play.

    If every deal is counted, a count that only confirms the balance has no line.
    """
    confirmed = settings.counting is Counting.EACH_DEAL
    return tuple(
        line
        for line in _list_all_lines(facts, settings.counting)
        if not (confirmed and line.kind is LineKind.COUNTED and line.amount == 0)
    )


def _list_all_lines(facts: EveningRecord, counting: Counting) -> list[LedgerLine]:
    held: dict[int, int | None] = {}
    written: list[LedgerLine] = []
    for event in list_events(facts):
        before = held.get(event.entry, 0)
        after = held[event.entry] = _apply_event(before, event, counting)
        written += _split_event(event, before, after)
    return sorted(written, key=lambda line: line.entry)


def _split_event(event: Event, before: int | None, after: int | None) -> Iterable[LedgerLine]:
    """Yield the event's lines. A departure also compares what the person took with what they should have."""
    amount = event.figure
    difference = None if before is None or event.figure is None else event.figure - before
    if event.kind is LineKind.COUNTED:
        amount = difference
    elif event.kind is LineKind.DEPARTURE:
        amount = -(event.figure or 0)
        if difference:
            yield LedgerLine(event.entry, event.seq, LineKind.COUNTED, event.round, difference, event.figure)
    yield LedgerLine(
        event.entry, event.seq, event.kind, event.round, amount, after, event.position, event.deal
    )


def list_seated(facts: EveningRecord) -> tuple[int, ...]:
    """Return everybody who ever took a seat."""
    return tuple(sorted({seat.entry for seat in facts.seats}))


def list_staked(facts: EveningRecord) -> tuple[int, ...]:
    """Return everybody who ever took a first stake."""
    first = StakeKind.FIRST
    return tuple(sorted([stake.entry for stake in facts.stakes if stake.kind is first]))


def count_fresh_stakes(facts: EveningRecord) -> dict[int, int]:
    """Return how many fresh stakes each person took, without people who took none."""
    taken: dict[int, int] = {}
    for stake in facts.stakes:
        if stake.kind is StakeKind.FRESH:
            taken[stake.entry] = taken.get(stake.entry, 0) + 1
    return taken


def count_taken_away(facts: EveningRecord) -> dict[int, int]:
    """Return what each person who left, or pauses, took away or left with the banker."""
    gone: dict[int, int] = {}
    departure, back = StakeKind.DEPARTURE, StakeKind.RETURN
    ways = [stake for stake in list_stakes(facts) if stake.kind is departure or stake.kind is back]
    for stake in sorted(ways, key=lambda stake: stake.seq):
        if stake.kind is departure:
            gone[stake.entry] = stake.counters
        else:
            gone.pop(stake.entry, None)
    return gone


def list_banker_stakes(facts: EveningRecord, stake: int, entry: int) -> list[tuple[StakeKind, int]]:
    """Return what the banker gives a person who sits down: a first stake, or what they left at a pause.

    A person who left nothing with the banker is broke and takes a fresh stake. A person who only sat out
    still has counters and takes nothing.
    """
    waited = count_taken_away(facts).get(entry)
    if waited is None:
        sat_out = any(taken.entry == entry for taken in facts.stakes)
        return [] if sat_out else [(StakeKind.FIRST, stake)]
    return [(StakeKind.RETURN, waited)] if waited else [(StakeKind.RETURN, 0), (StakeKind.FRESH, stake)]


def count_on_tables(facts: EveningRecord, settings: Settings) -> int:
    """Return the counters that must be on the tables (docs/rules.md#counters).

    Stake × (everybody who ever started + fresh stakes) - what people took away + what they brought back.
    """
    amounts = dict.fromkeys(StakeKind, 0)
    for stake in list_stakes(facts):
        amounts[stake.kind] += stake.counters
    staked = settings.stake * (len(list_staked(facts)) + sum(count_fresh_stakes(facts).values()))
    return staked - amounts[StakeKind.DEPARTURE] + amounts[StakeKind.RETURN]


@dataclass(frozen=True)
class Imbalance:
    """Counters that were made or lost: how many there are, how many there must be, and the wrong lines."""

    expected: int
    counted: int
    stake: int
    lines: tuple[LedgerLine, ...]

    @property
    def difference(self) -> int:
        """Return how many counters are too many (+) or too few (-)."""
        return self.counted - self.expected

    @property
    def stakes(self) -> int:
        """Return how many whole stakes the difference is; 0 if it is not whole.

        A whole number suggests that a stake was not noted, or was noted twice.
        """
        return abs(self.difference) // self.stake if self.difference % self.stake == 0 else 0

    @property
    def why(self) -> Reason:
        code = "counters_over" if self.difference > 0 else "counters_short"
        figures = {"counted": self.counted, "expected": self.expected, "difference": abs(self.difference)}
        if self.stakes:
            return Reason(f"{code}_by_stakes", {**figures, "stakes": self.stakes})
        return Reason(code, figures)


def find_imbalance(facts: EveningRecord, settings: Settings) -> Imbalance | None:
    """Return how the law of counters is broken; None if it holds, or somebody is not counted yet."""
    counted, expected = 0, count_on_tables(facts, settings)
    for balance in compute_balances(facts, settings).values():
        if balance is None:
            return None
        counted += balance
    if counted == expected:
        return None
    differing = (
        line for line in list_lines(facts, settings) if line.kind is LineKind.COUNTED and line.amount
    )
    return Imbalance(expected, counted, settings.stake, tuple(differing))


def explain_imbalance(facts: EveningRecord, settings: Settings) -> tuple[Reason, ...]:
    """Return the reasons for counters that are uncounted, made, lost, or negative."""
    found: list[Reason] = []
    if uncounted := _find_uncounted(facts, settings):
        found.append(Reason("counters_uncounted", {"others": uncounted}))
    if (broken := find_imbalance(facts, settings)) is not None:
        found.append(broken.why)
    found += [
        Reason("counters_negative", {"who": line.entry, "counters": line.balance or 0, "round": line.round})
        for line in find_negative_lines(facts, settings)
    ]
    return tuple(found)


def _find_uncounted(facts: EveningRecord, settings: Settings) -> tuple[int, ...]:
    """Return people who still have counters on a table but no final count."""
    if settings.counting is Counting.EACH_DEAL:
        return ()
    held, gone = compute_balances(facts, settings), count_taken_away(facts)
    final = {count.entry for count in facts.counts if count.kind is CountKind.FINAL}
    return tuple(
        entry
        for entry in list_staked(facts)
        if entry not in gone and (entry not in final or held.get(entry) is None)
    )


def find_negative_lines(facts: EveningRecord, settings: Settings) -> tuple[LedgerLine, ...]:
    """Return each person's lowest negative balance that no later count or departure has corrected."""
    lowest: dict[int, LedgerLine] = {}
    for line in _list_all_lines(facts, settings.counting):
        if line.kind in (LineKind.COUNTED, LineKind.DEPARTURE):
            lowest.pop(line.entry, None)
        elif line.balance is not None and line.balance < 0:
            worst = lowest.setdefault(line.entry, line)
            if line.balance < (worst.balance or 0):
                lowest[line.entry] = line
    return tuple(lowest[entry] for entry in sorted(lowest))
