"""An evening's deals: its rounds as they stood at each bell, and one table's round in a bidding game.

The first part leaves later corrections out. ``BidTable`` has the deal in play and the bids on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.describe.parts import listed
from games.rules.deals import BidGame, DealPlan
from games.rules.game import Outcome, zeros_running
from games.rules.schedules import Orders, orders
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.kinds.counters import outcome_so_far, require_bids
from tournaments.core.record import Count, CountKind, Pool, Stake
from tournaments.evening.selectors.evening import (
    LINE,
    NOTED,
    STAKE,
    line_of,
    lines_in_order,
    pools_of,
    stake_of,
)
from tournaments.evening.selectors.tables import BID_LINE, AtTable, BidLine, at_table, bids_by_deal
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
    """The journal lines at which a round's bell rang and its moves were applied, NEVER if not yet."""

    number: int
    rung: int
    closed: int


@dataclass(frozen=True)
class DealHistory:
    """A deal in every version, first to last, each with its own journal line; and why it was written."""

    versions: tuple[Pool, ...]
    reasons: tuple[str, ...]

    @property
    def first(self) -> Pool:
        return self.versions[0]

    def at(self, seq: int) -> Pool:
        """Return the version that stood at the journal line ``seq``.

        The first version is older than any bell's moves.
        """
        return [self.first, *(pool for pool in self.versions[1:] if pool.seq <= seq)][-1]


@dataclass(frozen=True)
class Counted:
    """A count, taken back by the journal line ``void``, which is above NEVER if it stands."""

    count: Count
    void: int


@dataclass(frozen=True)
class Struck:
    """A fresh stake that was not given after all: struck by the journal line ``void``."""

    stake: Stake
    void: int


@dataclass(frozen=True)
class History:
    rounds: tuple[RoundLog, ...]
    deals: tuple[DealHistory, ...]
    counts: tuple[Counted, ...]
    struck: tuple[Struck, ...]

    def made_in(self, seq: int) -> RoundLog:
        """Return the round that was being played, moved or settled as the journal line was written."""
        return next((log for log in self.rounds if seq < log.closed), self.rounds[-1])


def load_history(evening: Evening) -> History:
    """Load the evening's history, in four queries."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("number")
    counts = CountRow.objects.filter(round__evening=evening, round__void=None).order_by("journal__seq", "id")
    struck = StakeRow.objects.filter(round__evening=evening, round__void=None, void__verb=NOTED)
    return History(
        rounds=tuple(
            RoundLog(number, rung or NEVER, closed or NEVER)
            for number, rung, closed in rounds.values_list("number", "rung__seq", "closed__seq")
        ),
        deals=_deals(evening),
        counts=tuple(
            Counted(Count(entry, number, CountKind(kind), counters, seq), void or NEVER + 1)
            for entry, number, kind, counters, seq, void in counts.values_list(
                "entry", "round__number", "kind", "counters", "journal__seq", "void__seq"
            )
        ),
        struck=tuple(
            Struck(stake_of(*row), void)
            for void, *row in struck.order_by("journal__seq", "id").values_list("void__seq", *STAKE)
        ),
    )


def _deals(evening: Evening) -> tuple[DealHistory, ...]:
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
        was, _why = versions.get(version, (Pool(round, table, deal, (), seq, version, call, trump), ""))
        versions[version] = replace(was, lines=(*was.lines, line_of(*line))), reason
    return tuple(
        DealHistory(
            versions=tuple(pool for pool, _why in versions.values()),
            reasons=tuple(why for _pool, why in versions.values()),
        )
        for versions in deals.values()
    )


def figures_at_bell(
    facts: Facts, history: History, log: RoundLog
) -> Mapping[tuple[int, int, int], AroundDeal]:
    """Return everybody's counters around each deal of the round, by (table, deal, entry), at its bell.

    Where counters are counted at the end only, the bell's count stands after the round's last deal. Where
    bids are played for, they are points.
    """
    return facts.play.kind.around_deals(_as_at_bell(facts, history, log), log.number)


def counted_at_bell(history: History, log: RoundLog) -> tuple[Count, ...]:
    """Return what was counted in the round, as it stood at its bell."""
    return tuple(count for count in _counts(history, log.closed) if count.round == log.number)


def _counts(history: History, seq: int) -> tuple[Count, ...]:
    return tuple(
        counted.count
        for counted in history.counts
        if counted.count.kind is CountKind.BELL and counted.count.seq <= seq < counted.void
    )


def _as_at_bell(facts: Facts, history: History, log: RoundLog) -> Facts:
    """Return the facts from which the bell's moves were worked out."""
    return replace(
        facts,
        pools=tuple(
            Pool(first.round, first.position, first.deal, deal.at(log.closed).lines, first.seq)
            for deal in history.deals
            if (first := deal.first).round <= log.number
        ),
        counts=tuple(count for count in _counts(history, log.closed) if count.round <= log.number),
        stakes=tuple(stake for stake in _stakes(facts, history, log) if stake.round <= log.number),
    )


def _stakes(facts: Facts, history: History, log: RoundLog) -> tuple[Stake, ...]:
    """Return the stakes as the bell knew them: without those noted since, with those struck since."""
    standing = (stake for stake in facts.stakes if not (stake.noted and stake.seq > log.closed))
    since = (one.stake for one in history.struck if one.stake.seq <= log.closed < one.void)
    return (*standing, *since)


def load_draw(line: Journal) -> tuple[list[int], list[tuple[int, int, int]], list[int]]:
    """Load the draw of a journal line: the people present, each table, chair and entry, and the dealers."""
    people = EntryRow.objects.filter(evening=line.evening_id, journal__seq__lt=line.seq).order_by("id")
    there = people.filter(Q(void=None) | Q(void__seq__gt=line.seq))
    seats = SeatRow.objects.filter(journal=line).order_by("position", "chair")
    tables = RoundTable.objects.filter(journal=line).order_by("position")
    return (
        list(there.values_list("id", flat=True)),
        list(seats.values_list("position", "chair", "entry")),
        list(tables.values_list("dealer", flat=True)),
    )


@dataclass(frozen=True)
class OpenBids:
    """The deal in play: its call and trump, if they were noted, and what everybody bid, by entry.

    ``seq`` is the journal line that wrote it.
    """

    id: int
    seq: int
    call: Mapping[str, Any]
    trump: str
    bids: Mapping[int, int]


@dataclass(frozen=True)
class BidTable:
    """A table in a round: who plays there, by chair, what it has decided in the round, the deal in play.

    ``zeros``: how many of somebody's last bids in a row were zero. ``before``: points before the
    round, none where it is a whole game. As it was before a deal: ``later`` are that deal and those after it.
    """

    at: AtTable
    decided: tuple[Pool, ...] = ()
    zeros: Mapping[int, int] = field(default_factory=dict)
    before: Mapping[int, int] = field(default_factory=dict)
    open: OpenBids | None = None
    later: tuple[Pool, ...] = ()

    @property
    def play(self) -> Play:
        return self.at.play

    @property
    def game(self) -> BidGame:
        return require_bids(self.play)

    @property
    def fixed(self) -> bool:
        """Return whether the table plays a whole game."""
        return self.play.format.plays_on(rung=True)

    @cached_property
    def totals(self) -> dict[int, int]:
        """Return the points so far of everybody who sits there, in the evening or in a whole game."""
        return {entry: had + _total(self.decided, entry) for entry, had in self.before.items()}

    @property
    def places(self) -> tuple[int, ...]:
        """Return who plays, clockwise by chair. The rules number these places from 0."""
        return self.at.playing

    @property
    def next_number(self) -> int:
        """Return the next deal's number in the round, 0 when the table has played its round."""
        row = self.at.round
        return awaited.next_deal(
            self.play,
            row.evening.settings,
            row.number,
            len(self.places),
            self.decided,
            ending=self.at.ending,
            rung=row.rung.seq if row.rung else None,
        )

    @cached_property
    def plan(self) -> DealPlan | None:
        """Return the deal that comes next, before any call. None when the game is over."""
        return self.play.format.deal(self.play, self.at.round.number, len(self.places), self.decided)

    @property
    def began(self) -> int:
        """Return with how many the game began: its schedule stays theirs."""
        first = [*self.decided, *self.later][:1]
        return len(first[0].lines) if first else len(self.places)

    @property
    def schedule(self) -> Sequence[DealPlan]:
        """Return the deals of the table's whole game, where it has a known number of them."""
        return self.play.format.schedule(self.play, self.began)

    def dealer(self, number: int) -> int:
        """Return the place that deals the round's deal ``number``."""
        return self.places.index(self.at.chairs[self.at.dealer(number)])

    def orders(self, number: int) -> Orders:
        """Return in which order the places are dealt to, bid and play."""
        return orders(self.game, len(self.places), self.dealer(number))

    def bidders(self, number: int) -> tuple[int, ...]:
        """Return who bids, in bidding order, by entry."""
        return tuple(self.places[place] for place in self.orders(number).bidding)


@dataclass(frozen=True)
class OfTable:
    """What is shown of a table, one deal or its whole sheet: which table of which round it is."""

    at: BidTable

    @property
    def round(self) -> int:
        return self.at.at.round.number

    @property
    def table(self) -> int:
        return self.at.at.table

    @property
    def rung(self) -> bool:
        return self.at.at.round.rung_id is not None

    @property
    def target(self) -> int:
        """Return the points that end the game, 0 where no points do."""
        return self.at.game.target

    @property
    def now(self) -> BidTable:
        """Return the table with everything that it has decided by now."""
        return replace(self.at, decided=(*self.at.decided, *self.at.later), later=())

    @property
    def outcome(self) -> Outcome | None:
        """Return the state of the table's whole game. None where it plays none, or so many cannot."""
        now = self.now
        return outcome_so_far(now.play, now.began, now.decided, stopped=now.at.ending is not None)

    @property
    def winners(self) -> str:
        """Return the winners of the whole game, once it is over. Empty before, and where all have lost."""
        result, decided = self.outcome, self.now.decided
        if result is None or not result.winners or not decided:
            return ""
        last = decided[-1].lines
        return listed(self.at.at.names[last[place].entry] for place in result.winners)

    @property
    def is_head(self) -> bool:
        return self.at.at.is_head

    @property
    def is_booby(self) -> bool:
        return self.at.at.is_booby


def bid_table(
    evening: Evening, number: int, table: int, deal: int | None = None, *, at: AtTable | None = None
) -> BidTable:
    """Return the table in the evening's round, or as it was before its ``deal``, if that was recorded.

    In three queries, whatever the number of players and tables. RuleError if there is no such table.
    ``at``: the table, where it was read already.
    """
    at = at or at_table(evening, number, table)
    pools = _pools(at)
    here = [pool for pool in pools if (pool.round, pool.position) == (number, table)]
    record = next((pool for pool in here if pool.deal == deal), None)
    if record is not None:
        at = at.of([line.entry for line in record.lines])
        pools = [pool for pool in pools if pool.seq < record.seq]
    decided = tuple(pool for pool in here if record is None or pool.seq < record.seq)
    earlier = [pool for pool in pools if pool.round < number]
    return BidTable(
        at=at,
        decided=decided,
        zeros={entry: _zeros(pools, entry) for entry in at.playing},
        before={entry: _total(earlier, entry) for entry in at.chairs.values()},
        open=_open(at) if record is None else None,
        later=tuple(here[len(decided) :]),
    )


def _pools(at: AtTable) -> list[Pool]:
    """Return what the table decided in this round and what its people did before, in order of play."""
    if at.known is not None:
        return _pools_in(at.known.facts, at)
    rounds = at.play.format.rounds_of_total(at.round.number)
    lines = DealLine.objects.filter(
        Q(version__deal__round=at.round, version__deal__position=at.table)
        | Q(entry__in=at.chairs.values(), version__deal__round__number__in=rounds)
    )
    return list(pools_of(lines_in_order(lines)))


def _pools_in(facts: Facts, at: AtTable) -> list[Pool]:
    here, people = (at.round.number, at.table), set(at.chairs.values())
    rounds = at.play.format.rounds_of_total(at.round.number)
    return [
        pool
        for pool in facts.pools
        if (pool.round, pool.position) == here
        or (pool.round in rounds and any(line.entry in people for line in pool.lines))
    ]


def _zeros(pools: Sequence[Pool], entry: int) -> int:
    mine = (line for pool in pools for line in pool.lines if line.entry == entry)
    return zeros_running([line.bid for line in mine if line.bid is not None])


def _total(pools: Sequence[Pool], entry: int) -> int:
    return sum(line.score or 0 for pool in pools for line in pool.lines if line.entry == entry)


def _open(at: AtTable) -> OpenBids | None:
    """Return the deal that was bid on last and has no result yet."""
    found: Sequence[BidLine]
    if at.known is not None:
        found = at.known.bids.get((at.table, at.deals + 1), ())
    else:
        rows = BidRow.objects.filter(deal__round=at.round, deal__position=at.table, deal__void=None)
        found = list(rows.filter(deal__deal=at.deals + 1).order_by("id").values_list(*BID_LINE))
    if not found:
        return None
    return _bids_in(found)


def _bids_in(lines: Sequence[BidLine]) -> OpenBids:
    key, seq, call, trump, _entry, _bid = lines[0]
    return OpenBids(key, seq, call, trump, {entry: bid for *_deal, entry, bid in lines})


def open_bids(evening: int, number: int) -> dict[tuple[int, int], OpenBids]:
    """Return the round's deals in play by table and deal, in one query."""
    return {deal: _bids_in(lines) for deal, lines in bids_by_deal(evening, number).items()}


def tables_bid(evening: Evening, facts: Facts, number: int) -> dict[int, int]:
    """Return the journal line of the bids that stand, by table. Empty in a game without bids."""
    if facts.play.bids is None:
        return {}
    rows = OpenDeal.objects.filter(round__evening=evening, round__number=number, void=None)
    return dict(rows.values_list("position", "journal__seq"))
