"""A deal at a table, all deals of an evening by round, and the slips that are still missing in a round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from tournaments.base.words import round_title
from tournaments.core.counters import ledger
from tournaments.core.counters import ledger as counters_ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.movement.seating import HEAD, pools_by_table
from tournaments.core.record import Ending, Pool, Stage
from tournaments.core.settings import Counting, Settings
from tournaments.evening.presenters.formats import format_pages
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import (
    ScorerTable,
    counted_at_bell,
    decided_deal,
    later_versions,
    left_in_pool,
    mark_of_table,
    scorer_table,
    tables_of,
    third_waiting,
    written_of,
)
from tournaments.models import DealVersion, Evening
from tournaments.scoring.presenters.deal_results import Result, Version, Versioned, parts_of, versions_shown

NOTHING: Mapping[int, int] = {}


@dataclass(frozen=True)
class Sitter:
    """Somebody in the deal. ``had``: counters before it, ``counted``: at this round's bell, if known.

    Who is ``gone`` left in the middle of the deal, and ``had`` is what lies in its pool since.
    """

    entry: int
    name: str
    chair: int
    deals: bool
    had: int | None = None
    gone: bool = False
    counted: int | None = None


@dataclass(frozen=True)
class TableSheet(Versioned):
    """A table in a round, whose row is ``opened``. ``deal`` 0: the round as a whole."""

    table_now: ScorerTable = field(compare=False)
    round: int
    opened: int
    table: int
    deal: int
    deals: int
    sitters: tuple[Sitter, ...]
    counts_each_deal: bool
    open: bool
    rung: bool
    done: bool
    next_deal: int
    endings: tuple[Ending, ...]
    play: Play
    waiting: int = 0
    versions: tuple[Version, ...] = ()
    stopped: bool = False

    @property
    def records_each_stake(self) -> bool:
        return self.play.kind.records_each_stake(counted=self.counts_each_deal)

    @property
    def players(self) -> tuple[Sitter, ...]:
        return tuple(sitter for sitter in self.sitters if not sitter.gone)

    @property
    def people(self) -> tuple[int, ...]:
        """Return everybody in the deal, by entry."""
        return tuple(sitter.entry for sitter in self.players)

    @property
    def mark(self) -> str:
        """Return a mark that changes when the page of the deal must be read again."""
        return self.stands.mark if self.stands else mark_of_table(0, self.people, self.opened)

    @property
    def gone(self) -> tuple[Sitter, ...]:
        return tuple(sitter for sitter in self.sitters if sitter.gone)

    @property
    def left_in_pool(self) -> int:
        return sum(sitter.had or 0 for sitter in self.gone)

    @property
    def is_head(self) -> bool:
        return self.table_now.is_head

    @property
    def is_booby(self) -> bool:
        return self.table_now.is_booby

    @property
    def last_deal(self) -> bool:
        """Return whether counters may be asked for after this deal: none follows it before the moves."""
        return self.deal >= self.deals or self.rung

    @property
    def following(self) -> int:
        """Return the deal to go on to when this one is recorded; 0: none that is known."""
        return self.deal + 1 if not self.versions and self.deal < self.deals and not self.rung else 0

    @property
    def is_last(self) -> bool:
        """Return whether the deal was decided, and none after it, in the round that is played."""
        return self.open and bool(self.versions) and self.deal == self.next_deal - 1

    @property
    def may_withdraw(self) -> bool:
        return self.is_last and not self.rung and not self.stopped

    @property
    def may_enter(self) -> bool:
        """Return whether this deal's result is awaited."""
        return self.open and not self.done and self.deal == self.next_deal

    def as_in(self, version: str) -> "TableSheet | None":
        """Return the sheet as it stood by an earlier version; None if there is none of that number."""
        found = self.up_to(version)
        return replace(self, versions=found) if found else None


def deal_sheet(
    evening: Evening, round: int, table: int, deal: int, *, at: ScorerTable | None = None
) -> TableSheet:
    """Return a deal to record, or as it was recorded with its corrections; ``at``: its table, if read.

    RuleError if there is no such table.
    """
    at = at or scorer_table(evening, round, table)
    record = decided_deal(at, deal) if deal <= at.deals else None
    if record is None:
        had = {entry: at.balances[entry] for entry in at.playing} if _each_deal(evening) else {}
        left = left_in_pool(evening, at)
        return _sheet(evening, at, deal, _sitters(evening, at, at.playing, deal, had, left))
    facts = load_facts(evening.pk)
    before = ledger.balances(facts, evening.settings, upto_seq=record.journal.seq - 1)
    standing = next(p for p in facts.pools if (p.round, p.position, p.deal) == (round, table, deal))
    players = [line.entry for line in standing.lines]
    left = counters_ledger.left_in_pool(facts, standing)
    sitters = _sitters(evening, at, [entry for entry in players if entry not in left], deal, before, left)
    names, held = {s.entry: s.name for s in sitters}, {s.entry: s.had for s in sitters}
    versions = versions_shown(at.play.kind, written_of([record])[record.pk], names, held)
    return _sheet(evening, at, deal, sitters, versions)


def table_sheet(evening: Evening, round: int, table: int) -> TableSheet:
    """Return a table in a round, to count it or to end its round. RuleError if there is no such table."""
    at = scorer_table(evening, round, table)
    return _sheet(evening, at, 0, _sitters(evening, at, at.playing, 0, {}))


def _each_deal(evening: Evening) -> bool:
    return evening.settings.counting is Counting.EACH_DEAL


def _sitters(
    evening: Evening,
    at: ScorerTable,
    playing: Sequence[int],
    deal: int,
    had: Mapping[int, int | None],
    left: Mapping[int, int] = NOTHING,
) -> tuple[Sitter, ...]:
    """Return those in the deal, by chair, also those who have gone and ``left`` counters in its pool."""
    players, had = [*playing, *left], {**had, **left}
    chairs = {entry: chair for chair, entry in at.chairs.items()}
    counted = {} if _each_deal(evening) else counted_at_bell(at, players)
    dealer = at.dealer(deal or at.deals + 1)
    sitters = (
        Sitter(
            entry,
            at.names[entry],
            chairs.get(entry, 0),
            chairs.get(entry) == dealer,
            had.get(entry),
            entry in left,
            counted.get(entry),
        )
        for entry in players
    )
    return tuple(sorted(sitters, key=lambda sitter: sitter.chair))


def _sheet(
    evening: Evening,
    at: ScorerTable,
    deal: int,
    sitters: tuple[Sitter, ...],
    versions: tuple[Version, ...] = (),
) -> TableSheet:
    settings = evening.settings
    return TableSheet(
        table_now=at,
        round=at.round.number,
        opened=at.round.pk,
        table=at.table,
        deal=deal,
        deals=settings.deals,
        sitters=sitters,
        counts_each_deal=_each_deal(evening),
        open=at.round.closed_id is None and evening.stage == Stage.PLAYING,
        rung=at.round.rung_id is not None,
        done=not at.next_deal(settings.deals),
        next_deal=at.deals + 1,
        endings=at.play.format.endings(settings, at.deals),
        play=at.play,
        waiting=third_waiting(at, deal) if deal else 0,
        versions=versions,
        stopped=at.ending is not None,
    )


@dataclass(frozen=True, kw_only=True)
class DealShown(Result):
    round: int
    table: int
    deal: int
    corrections: tuple[DealVersion, ...]

    @property
    def won_by(self) -> str:
        """Return who won, and whether they share the pool."""
        names = ", ".join(self.winners)
        return gettext("%(names)s (shared)") % {"names": names} if self.shared else names


@dataclass(frozen=True)
class RoundShown:
    """A round's deals by table; ``void`` could not finish, ``stopped`` ended a whole game early.

    The newest with deals is ``open``.
    """

    number: int
    title: str
    open: bool
    closed: bool
    deals: tuple[DealShown, ...]
    void: tuple[int, ...]
    stopped: tuple[int, ...]


@dataclass(frozen=True)
class DealPage:
    rounds: tuple[RoundShown, ...]
    numbered: bool
    newer: int | None
    older: int | None


def page_of_rounds(evening: Evening, facts: Facts, page: int) -> DealPage:
    """Return ten rounds with their deals, or one whole game, the newest first; page 1 has the newest."""
    numbers = sorted((played.number for played in facts.rounds), reverse=True)
    of_format = format_pages(facts.play.format)
    size = of_format.rounds_a_page
    pages = max(-(-len(numbers) // size), 1)
    page = min(page, pages)
    wanted = numbers[(page - 1) * size : page * size]
    corrected, names = later_versions(evening, wanted), facts.names
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: (pool.position, pool.deal)):
        pools[pool.round].append(pool)
    newest = next((number for number in wanted if pools[number]), None)
    closed = {played.number for played in facts.rounds if played.closed}
    return DealPage(
        rounds=tuple(
            RoundShown(
                number,
                round_title(facts.play, number),
                number == newest,
                number in closed,
                tuple(_shown(facts.play, pool, names, corrected) for pool in pools[number]),
                _ended(facts, number, Ending.VOID),
                _ended(facts, number, Ending.EARLY) if of_format.lists_games else (),
            )
            for number in wanted
        ),
        numbered=facts.play.several_deals(evening.settings),
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _ended(facts: Facts, number: int, ending: Ending) -> tuple[int, ...]:
    """Return the round's tables that ended by ``ending``."""
    return tuple(
        sorted(table.position for table in facts.tables if table.round == number and table.ending is ending)
    )


def _shown(
    play: Play, pool: Pool, names: dict[int, str], corrected: dict[tuple[int, int, int], list[DealVersion]]
) -> DealShown:
    return DealShown(
        round=pool.round,
        table=pool.position,
        deal=pool.deal,
        corrections=tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
        lines=parts_of(play.kind, pool.lines, names),
    )


SlipKey = tuple[int, int]
"""A slip in a round: the table, and the number of its deal."""


@dataclass(frozen=True)
class Heap:
    """The slips that are awaited in the round, from the head table down. ``now`` is the last round.

    ``undone``: there is no such round, perhaps no longer.
    """

    play: Play
    settings: Settings
    round: int
    now: int
    open: bool
    rung: bool
    awaited: tuple[SlipKey, ...]
    at: Mapping[int, ScorerTable]
    undone: bool = False

    @property
    def numbered(self) -> bool:
        """Return whether a table may play more than one deal in the round."""
        return self.play.several_deals(self.settings)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(table for table, _deal in self.awaited)

    @property
    def rings_early(self) -> bool:
        """Return whether the head table's next deal rings, though another table has more than one to come."""
        if self.rung or not self.play.format.rings(HEAD, self.settings, lambda: self.tables):
            return False
        last = self.play.kind.deals_in_round(self.settings)
        return (HEAD, last) in self.awaited and any(deal < last for _table, deal in self.awaited)


def heap_of(evening: Evening, round: int) -> Heap:
    """Return the round's heap, in the queries of the evening's facts and two or three more."""
    facts = load_facts(evening.pk)
    found = next((one for one in facts.rounds if one.number == round), None)
    is_open = found is not None and evening.stage == Stage.PLAYING and not found.closed
    out = awaited.still_out(facts, round) if is_open else ()
    at = tables_of(evening.pk, facts, round) if out else {}
    pools = pools_by_table(facts, round)
    return Heap(
        play=facts.play,
        settings=evening.settings,
        round=round,
        now=facts.now.number,
        open=is_open,
        rung=found is not None and found.rung,
        awaited=tuple((table, len(pools[table]) + 1) for table in out if table in at),
        at=at,
        undone=found is None,
    )
