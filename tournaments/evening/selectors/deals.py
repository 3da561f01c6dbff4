"""An evening's deals: its rounds as they were at each bell, and a table's round in a game with bids.

The history leaves later corrections out. ``BidTable`` has the deal in play and its bids.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.describe.parts import join_words
from games.rules.deals import BidGame, DealPlan
from games.rules.game import Outcome, count_zeros
from games.rules.schedules import Orders, find_orders
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.kinds.counters import find_current_outcome, require_bids
from tournaments.core.record import Count, CountKind, Pool, Stake
from tournaments.evening.selectors.evening import (
    LINE,
    STAKE,
    STAKE_CORRECTED,
    build_deal_part,
    build_pools,
    build_stake,
    select_deal_lines,
)
from tournaments.evening.selectors.tables import (
    BID_LINE,
    BidLine,
    ScorerTable,
    load_bids_by_deal,
    load_scorer_table,
)
from tournaments.models import (
    BidRow,
    CountRow,
    DealLine,
    EntryRow,
    Evening,
    Journal,
    OpenDeal,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
)

NEVER = 1 << 62


@dataclass(frozen=True)
class RoundLog:
    """The journal lines of a round's bell and of its moves; NEVER if they are still to come."""

    number: int
    rung_seq: int
    closed_seq: int


@dataclass(frozen=True)
class DealHistory:
    """All versions of a deal, first to last, each with its journal line, and their reasons."""

    versions: tuple[Pool, ...]
    reasons: tuple[str, ...]

    @property
    def first(self) -> Pool:
        return self.versions[0]

    def find_version(self, seq: int) -> Pool:
        """Return the version that was the newest at journal line ``seq``.

        The first version is always older than the bell's moves.
        """
        return [self.first, *(pool for pool in self.versions[1:] if pool.seq <= seq)][-1]


@dataclass(frozen=True)
class CountHistory:
    """A count. ``void``: the journal line that voided it; above NEVER if the count is valid."""

    count: Count
    void: int


@dataclass(frozen=True)
class Struck:
    """A fresh stake that was removed because it was not given. ``void``: the line that removed it."""

    stake: Stake
    void: int


@dataclass(frozen=True)
class EveningHistory:
    rounds: tuple[RoundLog, ...]
    deals: tuple[DealHistory, ...]
    counts: tuple[CountHistory, ...]
    struck: tuple[Struck, ...]

    def find_round(self, seq: int) -> RoundLog:
        """Return the round that was played, moved or settled when the journal line was written."""
        return next((log for log in self.rounds if seq < log.closed_seq), self.rounds[-1])


def load_history(evening: Evening) -> EveningHistory:
    """Load the evening's history, in four queries."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("number")
    counts = CountRow.objects.filter(round__evening=evening, round__void=None).order_by("journal__seq", "id")
    struck = StakeRow.objects.filter(round__evening=evening, round__void=None, void__verb=STAKE_CORRECTED)
    return EveningHistory(
        rounds=tuple(
            RoundLog(number, rung_seq or NEVER, closed_seq or NEVER)
            for number, rung_seq, closed_seq in rounds.values_list("number", "rung__seq", "closed__seq")
        ),
        deals=_load_deals(evening),
        counts=tuple(
            CountHistory(Count(entry, number, CountKind(kind), counters, seq), void or NEVER + 1)
            for entry, number, kind, counters, seq, void in counts.values_list(
                "entry", "round__number", "kind", "counters", "journal__seq", "void__seq"
            )
        ),
        struck=tuple(
            Struck(build_stake(*row), void)
            for void, *row in struck.order_by("journal__seq", "id").values_list("void__seq", *STAKE)
        ),
    )


def _load_deals(evening: Evening) -> tuple[DealHistory, ...]:
    rows = (
        DealLine.objects.filter(version__deal__round__evening=evening, version__deal__void=None)
        .order_by(
            "version__deal__round__number",
            "version__deal__position",
            "version__deal__number",
            "version__version",
            "id",
        )
        .values_list(
            "version__deal__round__number",
            "version__deal__position",
            "version__deal__number",
            "version__version",
            "version__journal__seq",
            "version__journal__reason",
            "version__call",
            "version__trump",
            *LINE,
        )
    )
    deals: dict[tuple[int, int, int], dict[int, tuple[Pool, str]]] = {}
    for round, table, deal, version, seq, reason, call, trump, *line in rows:
        versions = deals.setdefault((round, table, deal), {})
        was, _reason = versions.get(version, (Pool(round, table, deal, (), seq, version, call, trump), ""))
        versions[version] = replace(was, lines=(*was.lines, build_deal_part(*line))), reason
    return tuple(
        DealHistory(
            versions=tuple(pool for pool, _reason in versions.values()),
            reasons=tuple(text for _pool, text in versions.values()),
        )
        for versions in deals.values()
    )


def find_bell_figures(
    facts: Facts, history: EveningHistory, log: RoundLog
) -> Mapping[tuple[int, int, int], AroundDeal]:
    """Return the counters before and after each deal of the round, at its bell, by (table, deal, entry).

    If counters are counted only at the end, the bell's count is the figure after the round's last deal. In
    games with bids, the figures are points.
    """
    return facts.play.kind.compute_around_deals(_rebuild_facts(facts, history, log), log.number)


def find_bell_counts(history: EveningHistory, log: RoundLog) -> tuple[Count, ...]:
    """Return the round's counts as they were at its bell."""
    return tuple(count for count in _list_counts(history, log.closed_seq) if count.round == log.number)


def _list_counts(history: EveningHistory, seq: int) -> tuple[Count, ...]:
    return tuple(
        row.count
        for row in history.counts
        if row.count.kind is CountKind.BELL and row.count.seq <= seq < row.void
    )


def _rebuild_facts(facts: Facts, history: EveningHistory, log: RoundLog) -> Facts:
    """Return the facts from which the bell's moves were worked out."""
    return replace(
        facts,
        pools=tuple(
            Pool(first.round, first.position, first.deal, deal.find_version(log.closed_seq).lines, first.seq)
            for deal in history.deals
            if (first := deal.first).round <= log.number
        ),
        counts=tuple(count for count in _list_counts(history, log.closed_seq) if count.round <= log.number),
        stakes=tuple(stake for stake in _rebuild_stakes(facts, history, log) if stake.round <= log.number),
    )


def _rebuild_stakes(facts: Facts, history: EveningHistory, log: RoundLog) -> tuple[Stake, ...]:
    """Return the stakes at the bell: without stakes recorded later, and with stakes removed later."""
    kept_stakes = (stake for stake in facts.stakes if not (stake.late and stake.seq > log.closed_seq))
    since = (strike.stake for strike in history.struck if strike.stake.seq <= log.closed_seq < strike.void)
    return (*kept_stakes, *since)


def load_draw(line: Journal) -> tuple[list[int], list[tuple[int, int, int]], list[int]]:
    """Load the draw of a journal line: the people present, each table, chair and entry, and the dealers."""
    people = EntryRow.objects.filter(evening=line.evening_id, journal__seq__lt=line.seq).order_by("id")
    present = people.filter(Q(void=None) | Q(void__seq__gt=line.seq))
    seats = SeatRow.objects.filter(journal=line).order_by("position", "chair")
    tables = RoundTable.objects.filter(journal=line).order_by("position")
    return (
        list(present.values_list("id", flat=True)),
        list(seats.values_list("position", "chair", "entry")),
        list(tables.values_list("dealer", flat=True)),
    )


@dataclass(frozen=True)
class OpenBids:
    """A deal in play: its call and trump, if recorded, and the bids by entry.

    ``seq``: the journal line that wrote the bids.
    """

    id: int
    seq: int
    call: Mapping[str, Any]
    trump: str
    bids: Mapping[int, int]


@dataclass(frozen=True)
class BidTable:
    """A table in a round: its players by chair, its decided deals of the round, and the deal in play.

    ``zeros``: how many last bids in a row were zero, by entry. ``before``: points before the round; 0 in a
    whole game. ``later``: for a table before one of its deals, that deal and those after it.
    """

    scorer_table: ScorerTable
    decided: tuple[Pool, ...] = ()
    zeros: Mapping[int, int] = field(default_factory=dict)
    before: Mapping[int, int] = field(default_factory=dict)
    open: OpenBids | None = None
    later: tuple[Pool, ...] = ()

    @property
    def play(self) -> Play:
        return self.scorer_table.play

    @property
    def game(self) -> BidGame:
        return require_bids(self.play)

    @property
    def plays_whole_game(self) -> bool:
        """Return whether the table plays a whole game."""
        return self.play.format.may_play_on(bell_rung=True)

    @cached_property
    def totals(self) -> dict[int, int]:
        """Return the points so far of the people who sit there, in the evening or in a whole game."""
        return {entry: had + _sum_points(self.decided, entry) for entry, had in self.before.items()}

    @property
    def places(self) -> tuple[int, ...]:
        """Return the players' entries, clockwise by chair. The rules number these places from 0."""
        return self.scorer_table.playing

    @property
    def next_number(self) -> int:
        """Return the next deal's number in the round; 0: no deal is left."""
        row = self.scorer_table.round
        return awaited.find_next_deal(
            self.play,
            row.evening.settings,
            row.number,
            len(self.places),
            self.decided,
            ending=self.scorer_table.ending,
            bell_rung=row.rung.seq if row.rung else None,
        )

    @cached_property
    def plan(self) -> DealPlan | None:
        """Return the next deal, before any call. None if the game is over."""
        return self.play.format.plan_deal(
            self.play, self.scorer_table.round.number, len(self.places), self.decided
        )

    @property
    def began(self) -> int:
        """Return the number of players at the start of the game. The schedule depends on it."""
        first = [*self.decided, *self.later][:1]
        return len(first[0].lines) if first else len(self.places)

    @property
    def schedule(self) -> Sequence[DealPlan]:
        """Return all deals of the table's whole game, if their number is known; else an empty sequence."""
        return self.play.format.plan_schedule(self.play, self.began)

    def find_dealer(self, number: int) -> int:
        """Return the place of the dealer of the round's deal ``number``."""
        return self.places.index(self.scorer_table.chairs[self.scorer_table.find_dealer(number)])

    def list_orders(self, number: int) -> Orders:
        """Return the places in dealing order, in bidding order, and in playing order."""
        return find_orders(self.game, len(self.places), self.find_dealer(number))

    def list_bidders(self, number: int) -> tuple[int, ...]:
        """Return the entries in bidding order."""
        return tuple(self.places[place] for place in self.list_orders(number).bidding)


@dataclass(frozen=True)
class OfTable:
    """A base for pages about a table: one deal or the whole score sheet."""

    bid_table: BidTable

    @property
    def round(self) -> int:
        return self.bid_table.scorer_table.round.number

    @property
    def table(self) -> int:
        return self.bid_table.scorer_table.table

    @property
    def rung(self) -> bool:
        return self.bid_table.scorer_table.round.rung_id is not None

    @property
    def facts(self) -> Facts | None:
        """Return the evening's facts if they were loaded for the page."""
        data = self.bid_table.scorer_table.round_data
        return data.facts if data is not None else None

    @property
    def target(self) -> int:
        """Return the points that end the game; 0: the game does not end by points."""
        return self.bid_table.game.target

    @property
    def now(self) -> BidTable:
        """Return the table with all its decided deals."""
        return replace(self.bid_table, decided=(*self.bid_table.decided, *self.bid_table.later), later=())

    @property
    def outcome(self) -> Outcome | None:
        """Return the state of the table's whole game. None without one, or if so many cannot play it."""
        now = self.now
        return find_current_outcome(
            now.play, now.began, now.decided, stopped=now.scorer_table.ending is not None
        )

    @property
    def winners(self) -> str:
        """Return the winners of the whole game. Empty before its end, and if all have lost."""
        result, decided = self.outcome, self.now.decided
        if result is None or not result.winners or not decided:
            return ""
        last = decided[-1].lines
        return join_words(self.bid_table.scorer_table.names[last[place].entry] for place in result.winners)

    @property
    def is_head(self) -> bool:
        return self.bid_table.scorer_table.is_head

    @property
    def is_booby(self) -> bool:
        return self.bid_table.scorer_table.is_booby


def load_bid_table(
    evening: Evening,
    number: int,
    table: int,
    deal: int | None = None,
    *,
    read_table: ScorerTable | None = None,
) -> BidTable:
    """Return a table in the evening's round; with ``deal``, the table before that recorded deal.

    Takes three queries for any number of players and tables. RuleError if the table does not exist.
    ``read_table``: the table, if the caller has read it.
    """
    read_table = read_table or load_scorer_table(evening, number, table)
    pools = _list_pools(read_table)
    table_pools = [pool for pool in pools if (pool.round, pool.position) == (number, table)]
    record = next((pool for pool in table_pools if pool.deal == deal), None)
    if record is not None:
        read_table = read_table.replace_players([line.entry for line in record.lines])
        pools = [pool for pool in pools if pool.seq < record.seq]
    decided = tuple(pool for pool in table_pools if record is None or pool.seq < record.seq)
    earlier = [pool for pool in pools if pool.round < number]
    return BidTable(
        scorer_table=read_table,
        decided=decided,
        zeros={entry: _count_zeros(pools, entry) for entry in read_table.playing},
        before={entry: _sum_points(earlier, entry) for entry in read_table.chairs.values()},
        open=_find_open_bids(read_table) if record is None else None,
        later=tuple(table_pools[len(decided) :]),
    )


def _list_pools(table: ScorerTable) -> list[Pool]:
    """Return the table's deals of this round, and its players' earlier deals, in order of play."""
    if table.round_data is not None:
        return _list_pools_in(table.round_data.facts, table)
    rounds = table.play.format.list_total_rounds(table.round.number)
    lines = DealLine.objects.filter(
        Q(version__deal__round=table.round, version__deal__position=table.table)
        | Q(entry__in=table.chairs.values(), version__deal__round__number__in=rounds)
    )
    return list(build_pools(select_deal_lines(lines)))


def _list_pools_in(facts: Facts, table: ScorerTable) -> list[Pool]:
    key, people = (table.round.number, table.table), set(table.chairs.values())
    rounds = table.play.format.list_total_rounds(table.round.number)
    return [
        pool
        for pool in facts.pools
        if (pool.round, pool.position) == key
        or (pool.round in rounds and any(line.entry in people for line in pool.lines))
    ]


def _count_zeros(pools: Sequence[Pool], entry: int) -> int:
    mine = (line for pool in pools for line in pool.lines if line.entry == entry)
    return count_zeros([line.bid for line in mine if line.bid is not None])


def _sum_points(pools: Sequence[Pool], entry: int) -> int:
    return sum(line.score or 0 for pool in pools for line in pool.lines if line.entry == entry)


def _find_open_bids(table: ScorerTable) -> OpenBids | None:
    """Return the deal in play: the last one with bids, if it has no result yet."""
    lines: Sequence[BidLine]
    if table.round_data is not None:
        lines = table.round_data.bids.get((table.table, table.deals + 1), ())
    else:
        rows = BidRow.objects.filter(deal__round=table.round, deal__position=table.table, deal__void=None)
        lines = list(rows.filter(deal__deal=table.deals + 1).order_by("id").values_list(*BID_LINE))
    if not lines:
        return None
    return _build_open_bids(lines)


def _build_open_bids(lines: Sequence[BidLine]) -> OpenBids:
    key, seq, call, trump, _entry, _bid = lines[0]
    return OpenBids(key, seq, call, trump, {entry: bid for *_deal, entry, bid in lines})


def load_open_bids(evening: int, number: int) -> dict[tuple[int, int], OpenBids]:
    """Return the round's deals in play by table and deal, in one query."""
    return {deal: _build_open_bids(lines) for deal, lines in load_bids_by_deal(evening, number).items()}


def find_bid_lines(evening: Evening, facts: Facts, number: int) -> dict[int, int]:
    """Return the journal lines of the current bids, by table. Empty in a game without bids."""
    if facts.play.bids is None:
        return {}
    rows = OpenDeal.objects.filter(round__evening=evening, round__number=number, void=None)
    return dict(rows.values_list("position", "journal__seq"))
