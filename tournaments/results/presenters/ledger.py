"""The ledger of counters: the sum, the lines of each player, and the pools of each round.

The ledger marks lines where counters do not add up. It lists the corrections that changed a line.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.errors import gettext_noop as _
from accounts.names import make_sort_key
from tournaments.base.words import describe_in_round, describe_round, format_counters, format_signed
from tournaments.core.counters import ledger
from tournaments.core.counters.checks import Clue, Hint, find_hints
from tournaments.core.counters.ledger import (
    Imbalance,
    LedgerLine,
    LineKind,
    count_left_in_pool,
    count_left_in_pools,
    list_stakes,
)
from tournaments.core.evening import Facts
from tournaments.core.record import CountKind, Ending, Pool, Stage, Stake, StakeKind
from tournaments.evening.presenters.kinds import CounterLine, LedgerWording, describe_table_deal
from tournaments.evening.selectors.tables import load_later_versions
from tournaments.models import DealVersion, Evening


@dataclass(frozen=True)
class Fixed:
    """A correction of a deal (round, table, deal), and the place where the deal was played."""

    deal: tuple[int, int, int]
    location: str
    version: DealVersion


Fixes = Mapping[tuple[int, int, int], Sequence[Fixed]]


@dataclass(frozen=True)
class PoolLine:
    """A player's part in a pool; ``has_left``: the player left before the decision and lost it."""

    entry: int
    name: str
    amount: str
    is_winner: bool
    is_shared: bool
    in_call: bool
    has_left: bool


@dataclass(frozen=True)
class PoolDisplay:
    """A pool, the largest winner first; ``sum``: won minus lost, None if the counters were not counted."""

    deal: tuple[int, int, int]
    location: str
    lines: tuple[PoolLine, ...]
    sum: int | None
    fixes: tuple[Fixed, ...]


@dataclass(frozen=True)
class RoundPools:
    """A round's pools by table; ``void``: the tables that could not finish."""

    number: int
    title: str
    pools: tuple[PoolDisplay, ...]
    void: tuple[int, ...]


def load_fixes(evening: Evening, facts: Facts) -> Fixes:
    """Return every correction of the evening by its deal, in one query."""
    rounds = {pool.round for pool in facts.pools if pool.version > 1}
    fixes = {}
    for deal, versions in load_later_versions(evening, rounds).items():
        figures = {"round": describe_round(facts.play, deal[0]), "table": deal[1], "deal": deal[2]}
        place = gettext("%(round)s, table %(table)s, deal %(deal)s") % figures
        fixes[deal] = [Fixed(deal, place, version) for version in versions]
    return fixes


def list_pools(
    facts: Facts, fixes: Fixes, several: bool, person: int | None, round: int | None
) -> tuple[RoundPools, ...]:
    """Return the pools of the round, of the person, or of the newest round with pools; newest first."""
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
        RoundPools(
            number,
            describe_round(facts.play, number),
            tuple(
                _build_pool(facts, pool, names, fixes, several)
                for pool in sorted(pools, key=lambda pool: (pool.position, pool.deal))
                if pool.round == number
            ),
            _find_void_tables(facts, number) if person is None else (),
        )
        for number in numbers
    )


def _build_pool(
    facts: Facts, pool: Pool, names: Mapping[int, str], fixes: Fixes, several: bool
) -> PoolDisplay:
    deal, entries_left = (pool.round, pool.position, pool.deal), count_left_in_pool(facts, pool)
    is_counted = all(line.counters is not None for line in pool.lines)
    return PoolDisplay(
        deal=deal,
        location=describe_table_deal(pool.position, pool.deal, several),
        lines=tuple(
            PoolLine(
                line.entry,
                names.get(line.entry, "?"),
                format_signed(line.counters),
                line.won,
                len(pool.winners) > 1,
                line.entry in pool.in_call,
                line.entry in entries_left,
            )
            for line in sorted(pool.lines, key=lambda line: (not line.won, -(line.counters or 0)))
        ),
        sum=sum(line.counters or 0 for line in pool.lines) if is_counted else None,
        fixes=tuple(fixes.get(deal, ())),
    )


def _find_void_tables(facts: Facts, number: int) -> tuple[int, ...]:
    return tuple(t.position for t in facts.tables if t.round == number and t.ending is Ending.VOID)


PEOPLE_A_PAGE = 25


@dataclass(frozen=True)
class LedgerFilter:
    """The reader's filter: a person (an entry), a round, or neither for everything."""

    person: int | None = None
    round: int | None = None


class Uncounted(NamedTuple):
    """A player whose counters nobody has counted."""

    entry: int
    name: str

    def __str__(self) -> str:
        return self.name


@answers(
    *("stake", "started", "fresh_stakes", "taken", "back", "expected", "known", "in_play"),
    *("difference", "wrong", "uncounted"),
    component="LawAnswer",
)
@dataclass(frozen=True)
class CounterBalance:
    """The counters that must be on the tables (``expected``), and the counters known to be there.

    ``difference``: too many (+) or too few (−) of the known counters; ``wrong``: counters were made or lost.
    """

    # docs/rules.md#counters. ``uncounted``: players whose counters are unknown. ``in_play``: counters in the
    # pool of an unfinished deal that a player left.

    stake: int
    started: int
    fresh_stakes: int
    taken: int
    back: int
    expected: int
    known: int
    in_play: int
    uncounted: tuple[Uncounted, ...]

    @property
    def issued(self) -> int:
        return self.stake * (self.started + self.fresh_stakes)

    @property
    def held(self) -> int:
        return self.known + self.in_play

    @property
    def difference(self) -> int:
        """Return how many known counters are too many (+) or too few (-)."""
        return self.held - self.expected

    @property
    def size(self) -> int:
        return abs(self.difference)

    @property
    def wrong(self) -> bool:
        """Return whether counters were made or lost. While some are uncounted, only a surplus is known."""
        return self.difference > 0 or (self.difference < 0 and not self.uncounted)


@answers("entry", "name", "has", "lines")
@dataclass(frozen=True)
class PersonsLedger:
    """A player's lines in the order of play; ``has``: their sum."""

    entry: int
    name: str
    lines: tuple[LedgerLine, ...]

    @property
    def has(self) -> int | None:
        return self.lines[-1].balance if self.lines else None


@answers("law", "people", component="LedgerAnswer")
@dataclass(frozen=True)
class Ledger:
    """The ledger, with everybody in order of arrival."""

    law: CounterBalance
    people: tuple[PersonsLedger, ...]


@dataclass(frozen=True)
class Passed:
    """Counters that a player got from the banker, gave back to the banker, or took home."""

    entry: int
    name: str
    round_title: str
    counters: int


@dataclass(frozen=True)
class Bank:
    """Counters that the banker gave after first stakes, and counters that left the tables."""

    fresh: tuple[Passed, ...]
    departures: tuple[Passed, ...]
    returns: tuple[Passed, ...]


@dataclass(frozen=True)
class LineDisplay:
    """A player's line. ``fixes``: corrections of deals that affect it; ``deals``: deals that may be wrong.

    ``recount``: the line is a count at settling up, which can be repeated.
    """

    entry: int
    name: str
    round_title: str
    line: CounterLine
    fixes: tuple[Fixed, ...] = ()
    deals: tuple[tuple[int, int, int], ...] = ()
    recount: bool = False


@dataclass(frozen=True)
class PersonDisplay:
    """A player's lines and their sums: ``fresh`` stakes taken, ``won`` in all, and ``has`` now."""

    entry: int
    name: str
    has: str
    won: str
    fresh: int
    below: bool
    differs: bool
    has_left: bool
    lines: tuple[LineDisplay, ...]


@dataclass(frozen=True)
class LedgerPage:
    """The page. ``hints`` name players whose fresh stake may not have been recorded."""

    law: CounterBalance
    whole_stakes: int
    bank: Bank
    differing: tuple[LineDisplay, ...]
    negative: tuple[LineDisplay, ...]
    hints: tuple[tuple[int, str], ...]
    people: tuple[PersonDisplay, ...]
    pools: tuple[RoundPools, ...]
    newer: int | None
    older: int | None


CLUES = {
    Clue.BROKE: _("%(name)s had no counters left in %(round)s. No fresh stake is recorded since then."),
    Clue.MORE: _("%(name)s: %(n)s more than recorded. Is a fresh stake missing?"),
    Clue.FEWER: _("%(name)s: %(n)s fewer than recorded. Was the fresh stake of %(round)s not given?"),
    Clue.NOTED: _("%(name)s: a fresh stake is recorded in %(round)s. Was it given?"),
}


def build_ledger_page(evening: Evening, facts: Facts, filters: LedgerFilter, page: int) -> LedgerPage:
    """Return the filtered ledger, 25 people a page; one query in addition to those of the facts."""
    return _Ledger(evening, facts, load_fixes(evening, facts)).build_page(filters, page)


def compute_balance(evening: Evening, facts: Facts) -> CounterBalance:
    """Return the balance of counters in figures."""
    settings, names = evening.settings, facts.names
    amounts = dict.fromkeys(StakeKind, 0)
    for stake in list_stakes(facts):
        amounts[stake.kind] += stake.counters
    balances = ledger.compute_balances(facts, settings)
    now = facts.now.number
    unknown = [entry for entry, counters in balances.items() if counters is None]
    return CounterBalance(
        stake=settings.stake,
        started=len(facts.starters),
        fresh_stakes=sum(ledger.count_fresh_stakes(facts).values()),
        taken=amounts[StakeKind.DEPARTURE],
        back=amounts[StakeKind.RETURN],
        expected=ledger.count_on_tables(facts, settings),
        known=sum(counters or 0 for counters in balances.values()),
        in_play=sum(count_left_in_pools(facts, now).values()),
        uncounted=tuple(Uncounted(entry, names[entry]) for entry in unknown),
    )


def build_ledger(evening: Evening, facts: Facts) -> Ledger:
    """Return the ledger of all players who took part."""
    lines: dict[int, list[LedgerLine]] = defaultdict(list)
    for line in ledger.list_lines(facts, evening.settings):
        lines[line.entry].append(line)
    people = (PersonsLedger(entry.id, entry.name, tuple(lines[entry.id])) for entry in facts.entries)
    return Ledger(compute_balance(evening, facts), tuple(people))


@dataclass(frozen=True)
class _Ledger:
    """One evening's ledger, read once."""

    evening: Evening
    facts: Facts
    fixes: Fixes

    @cached_property
    def lines(self) -> tuple[LedgerLine, ...]:
        return ledger.list_lines(self.facts, self.evening.settings)

    @cached_property
    def negative(self) -> tuple[LedgerLine, ...]:
        return ledger.find_negative_lines(self.facts, self.evening.settings)

    @cached_property
    def low(self) -> set[int]:
        return {line.entry for line in self.negative}

    @cached_property
    def wording(self) -> LedgerWording:
        return LedgerWording(self.facts)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return self.facts.names

    def build_page(self, filters: LedgerFilter, page: int) -> LedgerPage:
        law = compute_balance(self.evening, self.facts)
        differing = tuple(line for line in self.lines if self.wording.is_miscounted(line))
        broken = Imbalance(law.expected, law.held, law.stake, differing)
        ledger_hints = find_hints(self.facts, self.evening.settings, broken) if law.wrong else ()
        people = self.select_people(filters)
        pages = max(-(-len(people) // PEOPLE_A_PAGE), 1)
        page = min(page, pages)
        return LedgerPage(
            law=law,
            whole_stakes=broken.stakes if law.wrong else 0,
            bank=self.build_bank(),
            differing=tuple(map(self.build_odd_line, differing)),
            negative=tuple(map(self.build_odd_line, self.negative)),
            hints=tuple((hint.entry, self.describe_clue(hint)) for hint in ledger_hints),
            people=tuple(
                self.build_person(entry, filters.round)
                for entry in people[(page - 1) * PEOPLE_A_PAGE : page * PEOPLE_A_PAGE]
            ),
            pools=list_pools(self.facts, self.fixes, self.wording.several, filters.person, filters.round),
            newer=page - 1 if page > 1 else None,
            older=page + 1 if page < pages else None,
        )

    def select_people(self, filters: LedgerFilter) -> Sequence[int]:
        """Return the people with lines for the filter: first those with a wrong line, then by name."""
        odd = {line.entry for line in self.lines if self.wording.is_miscounted(line)} | self.low
        entries = {
            line.entry
            for line in self.lines
            if filters.person in (None, line.entry) and filters.round in (None, line.round)
        }
        return sorted(entries, key=lambda entry: (entry not in odd, make_sort_key(self.names[entry]), entry))

    def build_person(self, entry: int, round: int | None) -> PersonDisplay:
        lines = [line for line in self.lines if line.entry == entry]
        amounts = [line.amount for line in lines if line.kind is LineKind.DEAL]
        in_all = None if None in amounts else sum(amount or 0 for amount in amounts)
        return PersonDisplay(
            entry=entry,
            name=self.names[entry],
            has=format_counters(lines[-1].balance),
            won=format_signed(in_all),
            fresh=sum(line.kind is LineKind.FRESH for line in lines),
            below=entry in self.low,
            differs=any(self.wording.is_miscounted(line) for line in lines),
            has_left=lines[-1].kind is LineKind.DEPARTURE,
            lines=tuple(self.build_line(line) for line in lines if round in (None, line.round)),
        )

    def build_line(self, line: LedgerLine) -> LineDisplay:
        deal = (line.round, line.table, line.deal)
        return LineDisplay(
            line.entry,
            self.names[line.entry],
            describe_in_round(self.facts.play, line.round),
            self.wording.describe_line(line),
            fixes=tuple(self.fixes.get(deal, ())),
        )

    def build_odd_line(self, line: LedgerLine) -> LineDisplay:
        """Return a line that differs or is negative, with all its possible causes."""
        mine = [
            pool
            for pool in self.facts.pools
            if any(pool_line.entry == line.entry for pool_line in pool.lines)
        ]
        deals = [(pool.round, pool.position, pool.deal) for pool in mine if pool.round <= line.round]
        finals = {(c.entry, c.seq) for c in self.facts.counts if c.kind is CountKind.FINAL}
        return LineDisplay(
            line.entry,
            self.names[line.entry],
            describe_in_round(self.facts.play, line.round),
            self.wording.describe_line(line),
            fixes=tuple(fix for deal in deals for fix in self.fixes.get(deal, ())),
            deals=tuple(deal for deal in deals if deal[0] == line.round),
            recount=(line.entry, line.seq) in finals and self.evening.stage == Stage.SETTLING,
        )

    def build_bank(self) -> Bank:
        def passed(kind: StakeKind) -> tuple[Passed, ...]:
            return tuple(self.build_passed(stake) for stake in list_stakes(self.facts) if stake.kind is kind)

        return Bank(passed(StakeKind.FRESH), passed(StakeKind.DEPARTURE), passed(StakeKind.RETURN))

    def build_passed(self, stake: Stake) -> Passed:
        round_title = describe_in_round(self.facts.play, stake.round)
        return Passed(stake.entry, self.names[stake.entry], round_title, stake.counters)

    def describe_clue(self, hint: Hint) -> str:
        figures = {
            "name": self.names[hint.entry],
            "round": describe_in_round(self.facts.play, hint.round),
            "n": hint.counters,
        }
        return gettext(CLUES[hint.clue]) % figures
