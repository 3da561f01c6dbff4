"""The parts of pages that differ by kind of play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from typing import Protocol

from django.utils.translation import gettext, ngettext

from accounts.errors import gettext_noop as _
from games.describe.parts import describe_trump, list_specials
from games.rules.deals import DealPlan, End, Trump
from games.rules.game import find_outcome
from games.rules.schedules import plan_deals
from tournaments.base.phrases import phrase
from tournaments.base.words import cards, describe_winners, format_counters, format_signed
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import LedgerLine, LineKind, count_left_in_pools
from tournaments.core.evening import Facts, Play, ScoringKind
from tournaments.core.kinds.awaited import find_awaited_tables
from tournaments.core.kinds.counters import list_finished_deals, require_bids
from tournaments.core.kinds.points import NOTHING, tally_bids
from tournaments.core.movement.seating import (
    SeatedPlayer,
    build_seated_tables,
    group_pools,
    list_playing,
    list_table_numbers,
)
from tournaments.core.record import DealPart, Pool
from tournaments.core.settings import Settings

# The core calculates sums and balances of the ledger.


@dataclass(frozen=True)
class TableProgress:
    """The progress of a table in its round or in its whole game.

    ``deal``: the next deal in words, or how the game ended. ``points``: of the evening so far, or of the game
    if ``whole``. ``best``: the players with the most points, empty without points. ``won``: whether the table
    won a game played together; None if not over, and in other games.
    """

    deal: str = ""
    cards: str = ""
    points: Mapping[int, int] = field(default_factory=dict)
    best: tuple[int, ...] = ()
    won: bool | None = None
    whole: bool = True


def describe_cards(deal: DealPlan | None) -> str:
    """Return a deal's number of cards and its special rules: "3 cards, no trump"; "" without a deal."""
    if deal is None:
        return ""
    if deal.by_call and not deal.cards:
        return gettext("dealer’s choice")
    cards = ngettext("%(n)s card", "%(n)s cards", deal.cards) % {"n": deal.cards}
    if deal.trump is Trump.NONE and not deal.precedence:
        cards = gettext("%(cards)s, no trump") % {"cards": cards}
    elif deal.trump is Trump.FIXED:
        cards = gettext("%(cards)s, trump %(suit)s") % {"cards": cards, "suit": describe_trump(deal)}
    return ", ".join((cards, *list_specials(deal)))


def describe_same_deal(tables: Iterable[TableProgress | None]) -> str:
    """Return in words the deal that all tables of a round play.

    Empty if each table plays its own game, or if their deals differ.
    """
    deals = {
        (progress.deal, progress.cards)
        for progress in tables
        if progress and progress.deal and not progress.whole
    }
    return ": ".join(filter(None, deals.pop())) if len(deals) == 1 else ""


def describe_end(pools: Sequence[Pool]) -> str:
    """Describe a game that has ended, with or without all its deals."""
    return ngettext("Over after %(n)s deal", "Over after %(n)s deals", len(pools)) % {"n": len(pools)}


@dataclass(frozen=True)
class CounterLine:
    """A line of the ledger for a reader.

    ``differs``: the count differs from the lines before. ``deal``: round, table and deal if the line is a
    deal. ``version``: the version of that deal's result.
    """

    words: str
    amount: str
    balance: str
    round: int
    below: bool
    differs: bool = False
    deal: tuple[int, int, int] | None = None
    version: int = 1


def describe_ledgers(facts: Facts) -> dict[int, tuple[CounterLine, ...]]:
    """Return each player's ledger in words, in the order of play."""
    tell, lines_by_entry = LedgerWording(facts), dict[int, list[CounterLine]]()
    for line in ledger.list_lines(facts, facts.settings):
        lines_by_entry.setdefault(line.entry, []).append(tell.describe_line(line))
    return {entry: tuple(lines) for entry, lines in lines_by_entry.items()}


class LedgerWording:
    """Puts the lines of an evening's ledger into words."""

    def __init__(self, facts: Facts) -> None:
        self.pools = {(pool.round, pool.position, pool.deal): pool for pool in facts.pools}
        self.several = facts.play.has_several_deals(facts.settings)
        self.now = facts.now.number
        self.in_play = count_left_in_pools(facts, self.now)

    def describe_line(self, line: LedgerLine) -> CounterLine:
        deal = (line.round, line.table, line.deal)
        pool = self.pools.get(deal)
        return CounterLine(
            words=self._describe_entry(line, pool),
            amount=format_signed(line.amount),
            balance=format_counters(line.balance),
            round=line.round,
            below=(line.balance or 0) < 0,
            differs=self.is_miscounted(line),
            deal=deal if line.kind is LineKind.DEAL else None,
            version=pool.version if pool else 1,
        )

    def is_miscounted(self, line: LedgerLine) -> bool:
        """Return whether the count differs from what was recorded.

        Counters in a pool are not a difference.
        """
        return line.kind is LineKind.COUNTED and bool(line.amount) and not self._is_in_pool(line)

    def _is_in_pool(self, line: LedgerLine) -> bool:
        return line.round == self.now and line.amount == -self.in_play.get(line.entry, 0)

    def _describe_entry(self, line: LedgerLine, pool: Pool | None) -> str:
        if line.kind is LineKind.DEAL:
            return _describe_line_deal(line, pool, self.several)
        if line.kind is LineKind.COUNTED:
            if line.amount and self._is_in_pool(line):
                return gettext("Still in the pool")
            return _describe_count(line.amount)
        return gettext(STAKES[line.kind])


STAKES = {
    LineKind.FIRST: _("Stake from the banker"),
    LineKind.RETURN: _("Counters returned by the banker"),
    LineKind.FRESH: _("Fresh stake from the banker"),
    LineKind.DEPARTURE: _("Taken home, or left with the banker"),
}


def _describe_line_deal(line: LedgerLine, pool: Pool | None, several: bool) -> str:
    table = describe_table_deal(line.table, line.deal, several)
    if pool and line.entry in pool.winners:
        result = gettext("pool divided") if len(pool.winners) > 1 else gettext("won the pool")
    elif pool and line.entry in pool.in_call:
        result = gettext("called")
    else:
        return table
    return f"{table}: {result}"


def describe_table_deal(table: int, deal: int, several: bool) -> str:
    """Return the table in words, with the deal if a table plays several deals in a round."""
    if several:
        return gettext("Table %(table)s, deal %(deal)s") % {"table": table, "deal": deal}
    return gettext("Table %(n)s") % {"n": table}


def _describe_count(amount: int | None) -> str:
    if not amount:
        return gettext("Counted")
    if amount > 0:
        return gettext("Counted: %(n)s more than recorded") % {"n": amount}
    return gettext("Counted: %(n)s fewer than recorded") % {"n": -amount}


@dataclass(frozen=True)
class TableWithout:
    """A leaving player's table. ``stays``: how many stay. ``bid``: a deal is bid on. ``table`` 0: no seat."""

    table: int = 0
    stays: int = 0
    bid: bool = False


class KindPages(Protocol):
    """The parts of pages that differ by kind of play."""

    best_deal: str
    """The title for a player's best deal, in the player's record."""
    figures: Mapping[str, str]
    """The titles of a player's current figures, by key."""
    picture: tuple[str, str]
    """The key and title of the picture that shows all players' figures over the rounds."""

    def describe_result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        """Return a deal's result in words; ``name`` returns a player's name."""

    def list_lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return a player's deals with their gains, in the order of play."""

    def describe_leaving(
        self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool, paused: bool
    ) -> str:
        """Return what a leaving player takes home of their ``balance``, and what their table does."""

    def describe_pause(self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool) -> str:
        """Return what happens to a player's counters, seat and table during a pause."""

    def track_single_deals(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        """Return the progress of each table in a round of single deals. Empty if pages show none."""

    def track_whole_games(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        """Return the progress of each table that plays a whole game."""

    def plan_coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        """Return the deals of a table's game after ``pools``: each number with its plan.

        The plan is None if it depends on the deals before. A game may have any number of deals.
        """


class CountersPages(KindPages):
    best_deal = _("Best deal, in counters")
    figures = {"counters": _("Counters"), "fresh": _("Fresh stakes")}
    picture = ("counters", _("Counters, round by round"))

    def describe_result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        """ "Ben won (+12); Ada (−5), Cy (−5) called; Dee (−2)"."""

        def describe_each(rows: Iterable[DealPart]) -> list[str]:
            return [" ".join(filter(None, (name(line.entry), *_describe_figures(line)))) for line in rows]

        def join_names(rows: Iterable[DealPart]) -> str:
            return ", ".join(describe_each(rows))

        winners = describe_each(line for line in lines if line.won)
        callers = join_names(line for line in lines if line.in_call and not line.won)
        rest = join_names(line for line in lines if not line.in_call and not line.won and line.counters)
        parts = [
            describe_winners(winners) if winners else gettext("nobody won"),
            gettext("%(names)s called") % {"names": callers} if callers else "",
            rest,
        ]
        return "; ".join(filter(None, parts))

    def list_lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        return describe_ledgers(facts).get(entry, ())

    def describe_leaving(
        self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool, paused: bool
    ) -> str:
        if paused:
            return gettext("The banker already has the counters.")
        if balance is not None:
            return describe_counters_home(balance)
        return gettext("Count the player’s counters first.") if plays else ""

    def describe_pause(self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool) -> str:
        if balance is None and not plays:
            return gettext("The player gets no seat before they are back.")
        counters = (
            gettext("Count the player’s counters first.")
            if balance is None
            else describe_counters_kept(balance)
        )
        return f"{counters} {phrase(play, 'The seat becomes free at the next bell.')}"

    def track_single_deals(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        return {}

    def track_whole_games(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        awaited, pools = find_awaited_tables(facts, number), group_pools(facts, number)
        return {
            table: TableProgress(
                _describe_next_deal(facts, pools[table]) if table in awaited else describe_end(pools[table])
            )
            for table in list_table_numbers(facts, number)
        }

    def plan_coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        return ((number, None) for number in range(len(pools) + 1, settings.deals + 1))


def _describe_figures(line: DealPart) -> tuple[str, str]:
    return cards(line.cards), "" if line.counters is None else f"({format_signed(line.counters)})"


def _describe_next_deal(facts: Facts, pools: Sequence[Pool]) -> str:
    return gettext("Deal %(n)s of %(of)s") % {"n": len(pools) + 1, "of": facts.settings.deals}


def describe_counters(counters: int) -> str:
    return ngettext("%(counters)s counter", "%(counters)s counters", counters) % {"counters": counters}


def describe_counters_home(counters: int) -> str:
    return gettext("The player takes %(counters)s home.") % {"counters": describe_counters(counters)}


def describe_counters_kept(counters: int) -> str:
    return gettext("The banker keeps %(counters)s for this player.") % {
        "counters": describe_counters(counters)
    }


class PointsPages(KindPages):
    best_deal = _("Best deal, in points")
    figures = {"score": _("Points"), "exact": _("Exact bids")}
    picture = ("points", _("Points, round by round"))

    def describe_result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        return "; ".join(
            f"{name(line.entry)} {describe_bid(line)} ({format_signed(line.score)})" for line in lines
        )

    def list_lines(self, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
        """Return each deal's bid, tricks and score. A game won together has no score."""
        several, lines, total = facts.play.has_several_deals(facts.settings), list[CounterLine](), 0
        for pool in sorted(facts.pools, key=lambda pool: (pool.round, pool.deal)):
            for line in pool.lines:
                if line.entry == entry:
                    points = facts.play.kind.find_deal_gain(line)
                    total += points or 0
                    words = f"{describe_table_deal(pool.position, pool.deal, several)}: {describe_bid(line)}"
                    balance = format_counters(None if points is None else total)
                    lines.append(
                        CounterLine(words, format_signed(points), balance, round=pool.round, below=False)
                    )
        return tuple(lines)

    def describe_leaving(
        self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool, paused: bool
    ) -> str:
        if not goes.stays:
            return ""
        if not play.kind.can_play(play, goes.stays):
            text = gettext("Table %(table)s has too few players then and cannot play on.")
        elif goes.bid:
            text = gettext(
                "The current deal at table %(table)s is cancelled. It is dealt again without this player."
            )
        else:
            text = gettext("Table %(table)s plays on without this player.")
        return text % {"table": goes.table}

    def describe_pause(self, play: Play, balance: int | None, goes: TableWithout, *, plays: bool) -> str:
        table = self.describe_leaving(play, balance, goes, plays=plays, paused=False)
        no_seat = gettext("The player gets no seat before they are back.")
        return f"{table} {no_seat}".lstrip()

    def track_single_deals(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        pools, totals = group_pools(facts, number), tally_bids(facts)
        points = {entry: totals.get(entry, NOTHING).score for entry in list_playing(facts, number)}
        return {
            position: _track_single_deal(facts.play, number, table.playing, pools[position], points)
            for position, table in build_seated_tables(facts, number).items()
        }

    def track_whole_games(self, facts: Facts, number: int) -> dict[int, TableProgress]:
        pools = group_pools(facts, number)
        ended_tables = {table.position for table in facts.tables if table.round == number and table.ending}
        return {
            position: self.track_whole_game(
                facts.play, table.playing, pools[position], is_stopped=position in ended_tables
            )
            for position, table in build_seated_tables(facts, number).items()
        }

    def track_whole_game(
        self, play: Play, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], *, is_stopped: bool
    ) -> TableProgress:
        """Return the progress of a table in its game."""
        points = {player.entry: 0 for player in sitting}
        for line in (line for pool in pools for line in pool.lines):
            points[line.entry] = points.get(line.entry, 0) + (line.score or 0)
        plays = play.kind.can_play(play, len(sitting)) and not is_stopped
        plan = play.format.plan_deal(play, 1, len(sitting), pools) if plays else None
        words = _name_deal(play, plan, count_starters(sitting, pools)) if plan else describe_end(pools)
        return TableProgress(words, describe_cards(plan), points, _find_leaders(points, pools))

    def plan_coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        game = require_bids(play)
        every, first = plan_deals(game, began, play.options), len(pools) + 1
        if game.end is End.TARGET:
            return ((number, every[0]) for number in count(first))
        return enumerate(every[len(pools) :], first)


def describe_bid(line: DealPart) -> str:
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


def count_starters(sitting: Sequence[SeatedPlayer], pools: Sequence[Pool]) -> int:
    """Return the number of players at the start of the table's round. The schedule depends on it."""
    return len(pools[0].lines) if pools else len(sitting)


def _track_single_deal(
    play: Play, number: int, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], points: Mapping[int, int]
) -> TableProgress:
    """Return the progress of the table's only deal in a round. ``points``: all points of the evening."""
    players = count_starters(sitting, pools)
    if not play.kind.can_play(play, players):
        return TableProgress(points=points, whole=False)
    plan = play.format.plan_deal(play, number, players, ())
    return TableProgress(describe_cards(plan), points=points, whole=False)


def _name_deal(play: Play, plan: DealPlan, began: int) -> str:
    game = require_bids(play)
    if game.end is End.TARGET:
        return gettext("Deal %(deal)s, up to %(target)s points") % {
            "deal": plan.number,
            "target": game.target,
        }
    deals = len(plan_deals(game, began, play.options))
    return gettext("Deal %(n)s of %(of)s") % {"n": plan.number, "of": deals}


def _find_leaders(points: Mapping[int, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """Return the leaders among the players of the last deal. Empty before the first deal."""
    players = [line.entry for line in pools[-1].lines] if pools else []
    most = max((points[entry] for entry in players), default=0)
    return tuple(entry for entry in players if points[entry] == most)


class TogetherPages(PointsPages):
    figures = {"hands": _("Deals needed")}

    def describe_result(self, lines: Sequence[DealPart], name: Callable[[int], str]) -> str:
        return "; ".join(f"{name(line.entry)} {describe_bid(line)}" for line in lines)

    def track_whole_game(
        self, play: Play, sitting: Sequence[SeatedPlayer], pools: Sequence[Pool], *, is_stopped: bool
    ) -> TableProgress:
        if not play.kind.can_play(play, len(sitting)):
            return super().track_whole_game(play, sitting, pools, is_stopped=is_stopped)
        game, began = require_bids(play), count_starters(sitting, pools)
        rounds = len(plan_deals(game, began, play.options))
        plan = None if is_stopped else play.format.plan_deal(play, 1, len(sitting), pools)
        if plan is not None:
            figures = {"round": plan.round, "rounds": rounds, "hand": len(pools) + 1}
            words = gettext("Round %(round)s of %(rounds)s, deal %(hand)s") % figures
            return TableProgress(words, describe_cards(plan))
        result = find_outcome(
            game, began, play.options, list_finished_deals(play, began, pools), stopped=is_stopped
        )
        if result.all_win:
            return TableProgress(_describe_win(result.hands_used), won=True)
        figures = {"won": result.rounds_won, "rounds": rounds}
        return TableProgress(gettext("Lost: %(won)s of %(rounds)s rounds won") % figures, won=False)

    def plan_coming_deals(
        self, play: Play, settings: Settings, began: int, pools: Sequence[Pool]
    ) -> Iterable[tuple[int, DealPlan | None]]:
        plans = chain([play.format.plan_deal(play, 1, began, pools)], repeat(None))
        return zip(count(len(pools) + 1), plans, strict=False)


def _describe_win(hands: int) -> str:
    return ngettext("Won in %(n)s deal", "Won in %(n)s deals", hands) % {"n": hands}


KIND_PAGES: Mapping[str, KindPages] = {
    "counters": CountersPages(),
    "points": PointsPages(),
    "together": TogetherPages(),
}


def get_kind_pages(kind: ScoringKind) -> KindPages:
    """Return the parts of pages that belong to the kind of play."""
    return kind.choose_adapter(KIND_PAGES)
