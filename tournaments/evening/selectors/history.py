"""An evening's rounds as they were reckoned at each bell, though deals were corrected later."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.evening import Facts
from tournaments.core.record import Count, CountKind, Pool, Stake
from tournaments.evening.selectors.evening import LINE, NOTED, STAKE, line_of, stake_of
from tournaments.models import (
    CountRow,
    DealLine,
    EntryRow,
    Evening,
    Journal,
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
        """The version that stood at the journal line ``seq``; the first is older than any bell's moves."""
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
        """The round that was being played, moved or settled as the journal line was written."""
        return next((log for log in self.rounds if seq < log.closed), self.rounds[-1])


def load_history(evening: Evening) -> History:
    """The evening's history, in four queries."""
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
    """Everybody's counters around each deal of the round, by (table, deal, entry), as at its bell.

    Where counters are counted at the end only, the bell's count stands after the round's last deal. Where
    bids are played for, they are points.
    """
    return facts.play.kind.around_deals(_as_at_bell(facts, history, log), log.number)


def counted_at_bell(history: History, log: RoundLog) -> tuple[Count, ...]:
    """What was counted in the round, as it stood at its bell."""
    return tuple(count for count in _counts(history, log.closed) if count.round == log.number)


def _counts(history: History, seq: int) -> tuple[Count, ...]:
    return tuple(
        counted.count
        for counted in history.counts
        if counted.count.kind is CountKind.BELL and counted.count.seq <= seq < counted.void
    )


def _as_at_bell(facts: Facts, history: History, log: RoundLog) -> Facts:
    """The facts that the bell's moves were reckoned from."""
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
    """The stakes as the bell knew them: without those noted since, with those struck since."""
    standing = (stake for stake in facts.stakes if not (stake.noted and stake.seq > log.closed))
    since = (one.stake for one in history.struck if one.stake.seq <= log.closed < one.void)
    return (*standing, *since)


def load_draw(line: Journal) -> tuple[list[int], list[tuple[int, int, int]], list[int]]:
    """The draw of a journal line: the people who were there, each table, chair and entry, and the dealers."""
    people = EntryRow.objects.filter(evening=line.evening_id, journal__seq__lt=line.seq).order_by("id")
    there = people.filter(Q(void=None) | Q(void__seq__gt=line.seq))
    seats = SeatRow.objects.filter(journal=line).order_by("position", "chair")
    tables = RoundTable.objects.filter(journal=line).order_by("position")
    return (
        list(there.values_list("id", flat=True)),
        list(seats.values_list("position", "chair", "entry")),
        list(tables.values_list("dealer", flat=True)),
    )
