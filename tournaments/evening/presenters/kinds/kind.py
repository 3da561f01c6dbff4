"""Parts of pages that differ by kind of play, the progress of a table, and the counters' ledger in words.

Sums and balances of the ledger come from the core.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.describe.schedule import special, trump
from games.rules.deals import Deal, Trump
from tournaments.base.words import plain, signed
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import LedgerLine, LineKind, left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Line, Pool
from tournaments.core.settings import Settings


@dataclass(frozen=True)
class Progress:
    """One table's round, or its whole game.

    ``deal`` is the one that comes next in words, or what became of the game. ``points`` are those of the
    evening so far, of a ``whole`` game those in it; ``best`` who has the most of them, once there are any.
    ``won``: a game that is won together was; None while it is not over, and in other games.
    """

    deal: str = ""
    cards: str = ""
    points: Mapping[int, int] = field(default_factory=dict)
    best: tuple[int, ...] = ()
    won: bool | None = None
    whole: bool = True


def cards_in_words(deal: Deal | None) -> str:
    """Return the number of cards of a deal and its special rules: "3 cards, no trump"; "": there is none."""
    if deal is None:
        return ""
    if deal.by_call and not deal.cards:
        return gettext("dealer’s choice")
    cards = ngettext("%(n)s card", "%(n)s cards", deal.cards) % {"n": deal.cards}
    if deal.trump is Trump.NONE and not deal.precedence:
        cards = gettext("%(cards)s, no trump") % {"cards": cards}
    elif deal.trump is Trump.FIXED:
        cards = gettext("%(cards)s, trump %(suit)s") % {"cards": cards, "suit": trump(deal)}
    return ", ".join((cards, *special(deal)))


def same_deal(tables: Iterable[Progress | None]) -> str:
    """Return the deal that all tables of a round play, in words.

    Empty where each table plays its own game, or where their deals differ.
    """
    deals = {(at.deal, at.cards) for at in tables if at and at.deal and not at.whole}
    return ": ".join(filter(None, deals.pop())) if len(deals) == 1 else ""


def stood(pools: Sequence[Pool]) -> str:
    """Describe a game that is over, all deals played or not."""
    return ngettext("Over after %(n)s deal", "Over after %(n)s deals", len(pools)) % {"n": len(pools)}


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
    """Return everybody's ledger in words, in the order of play."""
    tell, found = Telling(facts), dict[int, list[CounterLine]]()
    for line in ledger.lines(facts, facts.settings):
        found.setdefault(line.entry, []).append(tell.line(line))
    return {entry: tuple(lines) for entry, lines in found.items()}


class Telling:
    """Words lines of one evening's ledger."""

    def __init__(self, facts: Facts) -> None:
        self.pools = {(pool.round, pool.position, pool.deal): pool for pool in facts.pools}
        self.several = facts.play.several_deals(facts.settings)
        self.now = facts.now.number
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
        """Return whether the count differs from what was written down.

        What lies in a pool is nobody's fault.
        """
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
    """Return where a deal was played, and which, if a table plays several in a round."""
    if several:
        return gettext("Table %(table)s, deal %(deal)s") % {"table": table, "deal": deal}
    return gettext("Table %(n)s") % {"n": table}


def _count_in_words(amount: int | None) -> str:
    if not amount:
        return gettext("Counted")
    if amount > 0:
        return gettext("Counted: %(n)s more than recorded") % {"n": amount}
    return gettext("Counted: %(n)s fewer than recorded") % {"n": -amount}


@dataclass(frozen=True)
class TableWithout:
    """The table of somebody who goes: how many stay, and whether its deal was bid on. 0: they sit at none."""

    table: int = 0
    stays: int = 0
    bid: bool = False


class KindPages(Protocol):
    """The parts of pages that differ by kind of play."""

    best_deal: str
    """The title of a player's record: their best deal."""
    figures: Mapping[str, str]
    """The figures of a player by now: their titles, by key."""
    picture: tuple[str, str]
    """The key and the title of the picture of everybody's figures over the rounds."""

    def result(self, lines: Sequence[Line], name: Callable[[int], str]) -> str:
        """Return a deal's result in words, with the ``name`` of each entry."""

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return somebody's deals with what they brought, in the order of play."""

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        """Return what somebody takes home, by the counters that are ``known``, and what their table does."""

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        """Return what becomes of somebody's counters, seat and table in a pause."""

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        """Return how far each table of a round of single deals is; none where there is nothing to tell."""

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        """Return how far each table is that plays a whole game."""

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, Deal | None]]:
        """Return the deals of a table's game that follow ``pools``: each number, and how it is dealt.

        None: that depends on how those before it go. A game may have any number of deals.
        """
