"""The lines of the counters’ ledger in words. Sums and balances come from the core."""

from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.errors import gettext_noop as _
from tournaments.base.words import plain, signed
from tournaments.core.counters import ledger
from tournaments.core.counters.events import LineKind
from tournaments.core.counters.leaving import left_in_pools
from tournaments.core.counters.ledger import LedgerLine
from tournaments.core.evening import Facts
from tournaments.core.record import Pool


@dataclass(frozen=True)
class CounterLine:
    """A line of the ledger for a reader.

    ``differs``: counted otherwise than the lines before it say. ``deal``: round, table and deal of a deal's
    line, ``version`` that of its result.
    """

    what: str
    amount: str
    balance: str
    round: int
    below: bool
    differs: bool = False
    deal: tuple[int, int, int] | None = None
    version: int = 1


def ledger_lines(facts: Facts) -> dict[int, tuple[CounterLine, ...]]:
    """Everybody's ledger in words, in the order of play."""
    tell, found = Telling(facts), dict[int, list[CounterLine]]()
    for line in ledger.lines(facts, facts.settings):
        found.setdefault(line.entry, []).append(tell.line(line))
    return {entry: tuple(lines) for entry, lines in found.items()}


class Telling:
    """Words lines of one evening's ledger."""

    def __init__(self, facts: Facts) -> None:
        self.pools = {(pool.round, pool.position, pool.deal): pool for pool in facts.pools}
        self.several = facts.play.several_deals(facts.settings)
        self.now = max((played.number for played in facts.rounds), default=0)
        self.in_play = left_in_pools(facts, self.now)

    def line(self, line: LedgerLine) -> CounterLine:
        at = (line.round, line.table, line.deal)
        pool = self.pools.get(at)
        return CounterLine(
            what=self._what(line, pool),
            amount=signed(line.amount),
            balance=plain(line.balance),
            round=line.round,
            below=(line.balance or 0) < 0,
            differs=self.differs(line),
            deal=at if line.kind is LineKind.DEAL else None,
            version=pool.version if pool else 1,
        )

    def differs(self, line: LedgerLine) -> bool:
        """Whether something else was counted than written down; what lies in a pool is nobody's fault."""
        return line.kind is LineKind.COUNTED and bool(line.amount) and not self._lies_in_pool(line)

    def _lies_in_pool(self, line: LedgerLine) -> bool:
        return line.round == self.now and line.amount == -self.in_play.get(line.entry, 0)

    def _what(self, line: LedgerLine, pool: Pool | None) -> str:
        if line.kind is LineKind.DEAL:
            return _deal_in_words(line, pool, self.several)
        if line.kind is LineKind.COUNTED:
            if line.amount and self._lies_in_pool(line):
                return gettext("Still in the pool")
            return _count_in_words(line.amount)
        return gettext(STAKES[line.kind])


STAKES = {
    LineKind.FIRST: _("Stake from the banker"),
    LineKind.RETURN: _("Counters returned by the banker"),
    LineKind.FRESH: _("Fresh stake from the banker"),
    LineKind.DEPARTURE: _("Taken home, or left with the banker"),
}


def _deal_in_words(line: LedgerLine, pool: Pool | None, several: bool) -> str:
    where = at_table(line.table, line.deal, several)
    if pool and line.entry in pool.winners:
        how = gettext("pool divided") if len(pool.winners) > 1 else gettext("won the pool")
    elif pool and line.entry in pool.in_call:
        how = gettext("called")
    else:
        return where
    return f"{where}: {how}"


def at_table(table: int, deal: int, several: bool) -> str:
    """Where a deal was played, and which, if a table plays several in a round."""
    if several:
        return gettext("Table %(table)s, deal %(deal)s") % {"table": table, "deal": deal}
    return gettext("Table %(n)s") % {"n": table}


def _count_in_words(amount: int | None) -> str:
    if not amount:
        return gettext("Counted")
    if amount > 0:
        return gettext("Counted: %(n)s more than recorded") % {"n": amount}
    return gettext("Counted: %(n)s fewer than recorded") % {"n": -amount}
