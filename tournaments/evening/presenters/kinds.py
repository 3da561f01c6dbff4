"""The parts of pages that differ by kind of play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from typing import Protocol

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.describe.parts import special, trump
from games.rules.deals import DealPlan, End, Trump
from games.rules.game import outcome
from games.rules.schedules import schedule
from tournaments.base.phrases import phrase
from tournaments.base.words import cards, plain, signed, who_won
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import LedgerLine, LineKind, left_in_pools
from tournaments.core.evening import Facts, Play, ScoringKind
from tournaments.core.kinds.awaited import still_out
from tournaments.core.kinds.counters import played, require_bids
from tournaments.core.kinds.points import NOTHING, scored
from tournaments.core.movement.seating import SeatedPlayer, playing, pools_by_table, positions, tables_seated
from tournaments.core.record import DealPart, Pool
from tournaments.core.settings import Settings

# Sums and balances of the ledger come from the core.


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


def cards_in_words(deal: DealPlan | None) -> str:
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

    def result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
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
    ) -> Iterable[tuple[int, DealPlan | None]]:
        """Return the deals of a table's game that follow ``pools``: each number, and how it is dealt.

        None: that depends on how those before it go. A game may have any number of deals.
        """


class CountersPages(KindPages):
    best_deal = _("Best deal, in counters")
    figures = {"counters": _("Counters"), "fresh": _("Fresh stakes")}
    picture = ("counters", _("Counters, round by round"))

    def result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        """ "Ben won (+12); Ada (−5), Cy (−5) called; Dee (−2)"."""

        def each(some: Iterable[DealPart]) -> list[str]:
            return [" ".join(filter(None, (name(line.entry), *_shown(line)))) for line in some]

        def named(some: Iterable[DealPart]) -> str:
            return ", ".join(each(some))

        winners = each(line for line in lines if line.won)
        callers = named(line for line in lines if line.in_call and not line.won)
        others = named(line for line in lines if not line.in_call and not line.won and line.counters)
        parts = [
            who_won(winners) if winners else gettext("nobody won"),
            gettext("%(names)s called") % {"names": callers} if callers else "",
            others,
        ]
        return "; ".join(filter(None, parts))

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        return ledger_lines(facts).get(entry, ())

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        if paused:
            return gettext("The banker already has the counters.")
        if known is not None:
            return counters_along(known)
        return gettext("Count the player’s counters first.") if plays else ""

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        if known is None and not plays:
            return gettext("The player gets no seat before they are back.")
        counters = gettext("Count the player’s counters first.") if known is None else counters_waiting(known)
        return f"{counters} {phrase(play, 'The seat becomes free at the next bell.')}"

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        return {}

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        out, pools = still_out(facts, number), pools_by_table(facts, number)
        return {
            table: Progress(_next(facts, pools[table]) if table in out else stood(pools[table]))
            for table in positions(facts, number)
        }

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        return ((number, None) for number in range(len(pools) + 1, settings.deals + 1))


def _shown(line: DealPart) -> tuple[str, str]:
    return cards(line.cards), "" if line.counters is None else f"({signed(line.counters)})"


def _next(facts: Facts, pools: Sequence[Pool]) -> str:
    return gettext("Deal %(n)s of %(of)s") % {"n": len(pools) + 1, "of": facts.settings.deals}


def counters_in_words(counters: int) -> str:
    return ngettext("%(counters)s counter", "%(counters)s counters", counters) % {"counters": counters}


def counters_along(counters: int) -> str:
    return gettext("The player takes %(counters)s home.") % {"counters": counters_in_words(counters)}


def counters_waiting(counters: int) -> str:
    return gettext("The banker keeps %(counters)s for this player.") % {
        "counters": counters_in_words(counters)
    }


class PointsPages(KindPages):
    best_deal = _("Best deal, in points")
    figures = {"score": _("Points"), "exact": _("Exact bids")}
    picture = ("points", _("Points, round by round"))

    def result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {bid_in_words(line)} ({signed(line.score)})" for line in lines)

    def lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return the bid, the tricks and the score of each deal. A game won together has no points."""
        several, written, total = facts.play.several_deals(facts.settings), list[CounterLine](), 0
        for pool in sorted(facts.pools, key=lambda pool: (pool.round, pool.deal)):
            for line in pool.lines:
                if line.entry == entry:
                    won = facts.play.kind.brought(line)
                    total += won or 0
                    what = f"{at_table(pool.position, pool.deal, several)}: {bid_in_words(line)}"
                    balance = plain(None if won is None else total)
                    written.append(CounterLine(what, signed(won), balance, round=pool.round, below=False))
        return tuple(written)

    def leaving(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool, paused: bool) -> str:
        if not goes.stays:
            return ""
        if not play.kind.enough(play, goes.stays):
            text = gettext("Table %(table)s has too few players then and cannot play on.")
        elif goes.bid:
            text = gettext(
                "The current deal at table %(table)s is cancelled. It is dealt again without this player."
            )
        else:
            text = gettext("Table %(table)s plays on without this player.")
        return text % {"table": goes.table}

    def pausing(self, play: Play, known: int | None, goes: TableWithout, *, plays: bool) -> str:
        table = self.leaving(play, known, goes, plays=plays, paused=False)
        back = gettext("The player gets no seat before they are back.")
        return f"{table} {back}".lstrip()

    def single_deals(self, facts: Facts, number: int) -> dict[int, Progress]:
        pools, totals = pools_by_table(facts, number), scored(facts)
        points = {entry: totals.get(entry, NOTHING).score for entry in playing(facts, number)}
        return {
            at: _single_deal(facts.play, number, table.playing, pools[at], points)
            for at, table in tables_seated(facts, number).items()
        }

    def whole_games(self, facts: Facts, number: int) -> dict[int, Progress]:
        pools = pools_by_table(facts, number)
        ended = {table.position for table in facts.tables if table.round == number and table.ending}
        return {
            at: self.whole_game(facts.play, table.playing, pools[at], stopped=at in ended)
            for at, table in tables_seated(facts, number).items()
        }

    def whole_game(
        self, play: Play, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], *, stopped: bool
    ) -> Progress:
        """Return how far a table is in its game."""
        points = {player.entry: 0 for player in sitting}
        for line in (line for pool in pools for line in pool.lines):
            points[line.entry] = points.get(line.entry, 0) + (line.score or 0)
        plays = play.kind.enough(play, len(sitting)) and not stopped
        plan = play.format.deal(play, 1, len(sitting), pools) if plays else None
        words = _deal_of(play, plan, began_with(sitting, pools)) if plan else stood(pools)
        return Progress(words, cards_in_words(plan), points, _best(points, pools))

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        game = require_bids(play)
        every, first = schedule(game, began, play.chosen), len(pools) + 1
        if game.end is End.TARGET:
            return ((number, every[0]) for number in count(first))
        return enumerate(every[len(pools) :], first)


def bid_in_words(line: DealPart) -> str:
    """Return a bid, its tricks and its revokes in words."""
    figures = {"bid": line.bid, "tricks": line.tricks}
    if line.bid == line.tricks:
        words = gettext("bid %(bid)s, exact") % figures
    else:
        words = gettext("bid %(bid)s, tricks %(tricks)s") % figures
    if not line.revokes:
        return words
    revokes = ngettext("%(n)s revoke", "%(n)s revokes", line.revokes) % {"n": line.revokes}
    return ", ".join((words, revokes))


def began_with(sitting: Sequence[SeatedPlayer], pools: Sequence[Pool]) -> int:
    """Return with how many a table began its round: its schedule stays theirs."""
    return len(pools[0].lines) if pools else len(sitting)


def _single_deal(
    play: Play, number: int, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], points: Mapping[int, int]
) -> Progress:
    """Return the table's only deal in a round. ``points`` are everybody's of the evening."""
    players = began_with(sitting, pools)
    if not play.kind.enough(play, players):
        return Progress(points=points, whole=False)
    plan = play.format.deal(play, number, players, ())
    return Progress(cards_in_words(plan), points=points, whole=False)


def _deal_of(play: Play, plan: DealPlan, began: int) -> str:
    game = require_bids(play)
    if game.end is End.TARGET:
        return gettext("Deal %(deal)s, up to %(target)s points") % {
            "deal": plan.number,
            "target": game.target,
        }
    deals = len(schedule(game, began, play.chosen))
    return gettext("Deal %(n)s of %(of)s") % {"n": plan.number, "of": deals}


def _best(points: Mapping[int, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """Return the leaders among the players of the last deal; nobody before the first."""
    still = [line.entry for line in pools[-1].lines] if pools else []
    most = max((points[entry] for entry in still), default=0)
    return tuple(entry for entry in still if points[entry] == most)


class TogetherPages(PointsPages):
    figures = {"hands": _("Deals needed")}

    def result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {bid_in_words(line)}" for line in lines)

    def whole_game(
        self, play: Play, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], *, stopped: bool
    ) -> Progress:
        if not play.kind.enough(play, len(sitting)):
            return super().whole_game(play, sitting, pools, stopped=stopped)
        game, began = require_bids(play), began_with(sitting, pools)
        rounds = len(schedule(game, began, play.chosen))
        plan = None if stopped else play.format.deal(play, 1, len(sitting), pools)
        if plan is not None:
            figures = {"round": plan.round, "rounds": rounds, "hand": len(pools) + 1}
            words = gettext("Round %(round)s of %(rounds)s, deal %(hand)s") % figures
            return Progress(words, cards_in_words(plan))
        result = outcome(game, began, play.chosen, played(play, began, pools), stopped=stopped)
        if result.all_win:
            return Progress(_won(result.hands_used), won=True)
        figures = {"won": result.rounds_won, "rounds": rounds}
        return Progress(gettext("Lost: %(won)s of %(rounds)s rounds won") % figures, won=False)

    def coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        plans = chain([play.format.deal(play, 1, began, pools)], repeat(None))
        return zip(count(len(pools) + 1), plans, strict=False)


def _won(hands: int) -> str:
    return ngettext("Won in %(n)s deal", "Won in %(n)s deals", hands) % {"n": hands}


KIND_PAGES: Mapping[str, KindPages] = {
    "counters": CountersPages(),
    "points": PointsPages(),
    "together": TogetherPages(),
}


def kind_pages(kind: ScoringKind) -> KindPages:
    """Return what pages show otherwise for the kind of play."""
    return kind.of(KIND_PAGES)
