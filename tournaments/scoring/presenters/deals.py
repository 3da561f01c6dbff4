"""A deal at a table, all deals of an evening by round, and the slips that a round still lacks."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from tournaments.base.words import describe_round
from tournaments.core.counters import ledger
from tournaments.core.counters import ledger as counters_ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import awaited
from tournaments.core.movement.seating import HEAD, group_pools, list_table_numbers
from tournaments.core.record import Ending, Pool, Stage
from tournaments.core.settings import Counting, Settings
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import (
    ScorerTable,
    find_decided_deal,
    find_left_counters,
    find_stakes_before,
    find_third_stake,
    load_bell_counts,
    load_later_versions,
    load_scorer_table,
    load_tables,
    load_written_versions,
    make_table_mark,
)
from tournaments.models import DealVersion, Evening
from tournaments.scoring.presenters.deal_results import (
    DealResult,
    ResultVersion,
    Versioned,
    name_parts,
    present_versions,
)

NOTHING: Mapping[int, int] = {}


@dataclass(frozen=True)
class DealPlayer:
    """A player of the deal. ``had``: counters before the deal. ``bell_count``: counters at the round's bell.

    If ``has_left``, the player left during the deal, and ``had`` is their part of its pool. None: not known.
    """

    entry: int
    name: str
    chair: int
    deals: bool
    had: int | None = None
    has_left: bool = False
    bell_count: int | None = None


@dataclass(frozen=True)
class TableSheet(Versioned):
    """A table in a round. ``round_id``: the round's database id. ``deal`` 0: the round as a whole.

    ``facts``: the evening's, if they were loaded for the sheet.
    """

    table_now: ScorerTable = field(compare=False)
    round: int
    round_id: int
    table: int
    deal: int
    deals: int
    sitters: tuple[DealPlayer, ...]
    counts_each_deal: bool
    open: bool
    rung: bool
    is_done: bool
    next_deal: int
    endings: tuple[Ending, ...]
    play: Play
    waiting_stake: int = 0
    versions: tuple[ResultVersion, ...] = ()
    ended_early: bool = False
    facts: Facts | None = field(default=None, compare=False, repr=False)

    @property
    def stakes_before(self) -> dict[str, int]:
        """Return what each player put up for each stake in the table's last deal that says so."""
        return find_stakes_before(self.table_now)

    @property
    def records_each_stake(self) -> bool:
        return self.play.kind.records_each_stake(counts_each_deal=self.counts_each_deal)

    @property
    def players(self) -> tuple[DealPlayer, ...]:
        return tuple(sitter for sitter in self.sitters if not sitter.has_left)

    @property
    def people(self) -> tuple[int, ...]:
        """Return the entries of all players in the deal."""
        return tuple(sitter.entry for sitter in self.players)

    @property
    def mark(self) -> str:
        """Return a mark that changes when the deal's page is outdated."""
        return self.stands.mark if self.stands else make_table_mark(0, self.people, self.round_id)

    @property
    def leavers(self) -> tuple[DealPlayer, ...]:
        return tuple(sitter for sitter in self.sitters if sitter.has_left)

    @property
    def left_in_pool(self) -> int:
        return sum(sitter.had or 0 for sitter in self.leavers)

    @property
    def is_head(self) -> bool:
        return self.table_now.is_head

    @property
    def is_booby(self) -> bool:
        return self.table_now.is_booby

    @property
    def last_deal(self) -> bool:
        """Return whether this is the last deal before the moves. The form may then request counters."""
        return self.deal >= self.deals or self.rung

    @property
    def following_deal(self) -> int:
        """Return the number of the deal to show after this one is recorded; 0: no such deal is known."""
        return self.deal + 1 if not self.versions and self.deal < self.deals and not self.rung else 0

    @property
    def is_last(self) -> bool:
        """Return whether this deal is the table's last decided deal, in a round that is still open."""
        return self.open and bool(self.versions) and self.deal == self.next_deal - 1

    @property
    def may_withdraw(self) -> bool:
        return self.is_last and not self.rung and not self.ended_early

    @property
    def may_enter(self) -> bool:
        """Return whether this deal's result can be recorded now."""
        return self.open and not self.is_done and self.deal == self.next_deal

    def rewind_to(self, version: str) -> "TableSheet | None":
        """Return the sheet at an earlier version of the result; None if that version does not exist."""
        versions = self.take_until(version)
        return replace(self, versions=versions) if versions else None


def load_deal_sheet(
    evening: Evening, round: int, table: int, deal: int, *, state: ScorerTable | None = None
) -> TableSheet:
    """Return the sheet of a deal, recorded or not, with its corrections.

    ``state``: the table, if the caller has read it. RuleError if the table does not exist.
    """
    state = state or load_scorer_table(evening, round, table)
    record = find_decided_deal(state, deal) if deal <= state.deals else None
    if record is None:
        had = {entry: state.balances[entry] for entry in state.playing} if _counts_each_deal(evening) else {}
        in_pool = find_left_counters(evening, state)
        return _make_sheet(
            evening, state, deal, _list_sitters(evening, state, state.playing, deal, had, in_pool)
        )
    facts = load_facts(evening.pk)
    before = ledger.compute_balances(facts, evening.settings, upto_seq=record.journal.seq - 1)
    pool = next(p for p in facts.pools if (p.round, p.position, p.deal) == (round, table, deal))
    players = [line.entry for line in pool.lines]
    in_pool = counters_ledger.count_left_in_pool(facts, pool)
    sitters = _list_sitters(
        evening, state, [entry for entry in players if entry not in in_pool], deal, before, in_pool
    )
    names, counters_before = {s.entry: s.name for s in sitters}, {s.entry: s.had for s in sitters}
    versions = present_versions(
        state.play.kind, load_written_versions([record])[record.pk], names, counters_before
    )
    return _make_sheet(evening, state, deal, sitters, versions, facts)


def load_table_sheet(evening: Evening, round: int, table: int) -> TableSheet:
    """Return the sheet of a table's round, without a deal. RuleError if the table does not exist."""
    state = load_scorer_table(evening, round, table)
    return _make_sheet(evening, state, 0, _list_sitters(evening, state, state.playing, 0, {}))


def _counts_each_deal(evening: Evening) -> bool:
    return evening.settings.counting is Counting.EACH_DEAL


def _list_sitters(
    evening: Evening,
    state: ScorerTable,
    playing: Sequence[int],
    deal: int,
    had: Mapping[int, int | None],
    in_pool: Mapping[int, int] = NOTHING,
) -> tuple[DealPlayer, ...]:
    """Return the deal's players by chair, also players who left. ``in_pool``: their counters in the pool."""
    players, had = [*playing, *in_pool], {**had, **in_pool}
    chairs = {entry: chair for chair, entry in state.chairs.items()}
    bell_counts = {} if _counts_each_deal(evening) else load_bell_counts(state, players)
    dealer = state.find_dealer(deal or state.deals + 1)
    sitters = (
        DealPlayer(
            entry,
            state.names[entry],
            chairs.get(entry, 0),
            chairs.get(entry) == dealer,
            had.get(entry),
            entry in in_pool,
            bell_counts.get(entry),
        )
        for entry in players
    )
    return tuple(sorted(sitters, key=lambda sitter: sitter.chair))


def _make_sheet(
    evening: Evening,
    state: ScorerTable,
    deal: int,
    sitters: tuple[DealPlayer, ...],
    versions: tuple[ResultVersion, ...] = (),
    facts: Facts | None = None,
) -> TableSheet:
    settings = evening.settings
    return TableSheet(
        table_now=state,
        round=state.round.number,
        round_id=state.round.pk,
        table=state.table,
        deal=deal,
        deals=settings.deals,
        sitters=sitters,
        counts_each_deal=_counts_each_deal(evening),
        open=state.round.closed_id is None and evening.stage == Stage.PLAYING,
        rung=state.round.rung_id is not None,
        is_done=not state.find_next_deal(settings.deals),
        next_deal=state.deals + 1,
        endings=state.play.format.list_endings(settings, state.deals),
        play=state.play,
        waiting_stake=find_third_stake(state, deal) if deal else 0,
        versions=versions,
        ended_early=state.ending is not None,
        facts=facts,
    )


@dataclass(frozen=True, kw_only=True)
class ListedDeal(DealResult):
    round: int
    table: int
    deal: int
    corrections: tuple[DealVersion, ...]

    @property
    def won_by(self) -> str:
        """Return the names of the winners; several winners share the pool."""
        names = ", ".join(self.winners)
        return gettext("%(names)s (shared)") % {"names": names} if self.is_shared else names


@dataclass(frozen=True)
class RoundDeals:
    """A round's deals by table.

    ``void``: tables that could not finish their deal. ``ended_early``: tables that ended a whole game early.
    ``open``: this is the newest round with deals, or the deals are filtered.
    """

    number: int
    title: str
    open: bool
    is_closed: bool
    deals: tuple[ListedDeal, ...]
    void: tuple[int, ...]
    ended_early: tuple[int, ...]


@dataclass(frozen=True)
class DealPage:
    rounds: tuple[RoundDeals, ...]
    numbered: bool
    newer: int | None
    older: int | None


def load_round_page(
    evening: Evening, facts: Facts, page: int, *, table: int | None = None, person: int | None = None
) -> DealPage:
    """Return a page of ten rounds, or of one whole game, with the deals. Page 1 has the newest.

    With a ``table`` or a ``person`` it has only their deals, and the rounds with such deals.
    """
    chosen = [
        pool
        for pool in facts.pools
        if table in (None, pool.position)
        and (person is None or any(line.entry == person for line in pool.lines))
    ]
    is_filtered = (table, person) != (None, None)
    numbers = sorted(
        {pool.round for pool in chosen} if is_filtered else {round.number for round in facts.rounds},
        reverse=True,
    )
    of_format = get_format_pages(facts.play.format)
    size = of_format.rounds_a_page
    pages = max(-(-len(numbers) // size), 1)
    page = min(page, pages)
    page_numbers = numbers[(page - 1) * size : page * size]
    corrected, names = load_later_versions(evening, page_numbers), facts.names
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted(chosen, key=lambda pool: (pool.position, pool.deal)):
        pools[pool.round].append(pool)
    newest = next((number for number in page_numbers if pools[number]), None)
    closed_rounds = {round.number for round in facts.rounds if round.closed}
    return DealPage(
        rounds=tuple(
            RoundDeals(
                number,
                describe_round(facts.play, number),
                is_filtered or number == newest,
                number in closed_rounds,
                tuple(_present_deal(facts.play, pool, names, corrected) for pool in pools[number]),
                () if is_filtered else _find_ended_tables(facts, number, Ending.VOID),
                _find_ended_tables(facts, number, Ending.EARLY)
                if of_format.lists_games and not is_filtered
                else (),
            )
            for number in page_numbers
        ),
        numbered=facts.play.has_several_deals(evening.settings),
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _find_ended_tables(facts: Facts, number: int, ending: Ending) -> tuple[int, ...]:
    return tuple(
        sorted(table.position for table in facts.tables if table.round == number and table.ending is ending)
    )


def _present_deal(
    play: Play, pool: Pool, names: dict[int, str], corrected: dict[tuple[int, int, int], list[DealVersion]]
) -> ListedDeal:
    return ListedDeal(
        round=pool.round,
        table=pool.position,
        deal=pool.deal,
        corrections=tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
        lines=name_parts(play.kind, pool.lines, names),
    )


@dataclass(frozen=True)
class TableLink:
    """A table of a round, for the row of tables above its entries. ``deal``: awaited, else the last one."""

    table: int
    deal: int
    out: bool


@dataclass(frozen=True)
class RoundTables:
    """The tables of a round from the head table down, seen from the page of table ``here``."""

    round: int
    tables: tuple[TableLink, ...]
    here: int

    @property
    def next_out(self) -> TableLink | None:
        """Return the next other table without its result, after the last one again from the first."""
        others = sorted(self.tables, key=lambda table: (table.table <= self.here, table.table))
        return next((table for table in others if table.out and table.table != self.here), None)


def load_round_tables(evening: Evening, round: int, here: int, facts: Facts | None = None) -> RoundTables:
    """Return the round's tables and which of them lack a result. ``facts``: if the caller has loaded them."""
    facts = facts or load_facts(evening.pk)
    is_open = evening.stage == Stage.PLAYING and round == facts.now.number and not facts.now.closed
    out, pools = awaited.find_awaited_tables(facts, round) if is_open else (), group_pools(facts, round)
    return RoundTables(
        round,
        tuple(
            TableLink(table, max(len(pools[table]) + (table in out), 1), table in out)
            for table in list_table_numbers(facts, round)
        ),
        here,
    )


SlipKey = tuple[int, int]
"""A slip's table number and deal number."""


@dataclass(frozen=True)
class PendingSlips:
    """The slips that the round still lacks, from the head table down. ``now``: the last round.

    ``undone``: the round does not exist, perhaps because its bell was undone.
    """

    play: Play
    settings: Settings
    round: int
    now: int
    open: bool
    rung: bool
    awaited: tuple[SlipKey, ...]
    states: Mapping[int, ScorerTable]
    undone: bool = False

    @property
    def numbered(self) -> bool:
        """Return whether a table can play several deals in the round."""
        return self.play.has_several_deals(self.settings)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(table for table, _deal in self.awaited)

    @property
    def rings_early(self) -> bool:
        """Return whether the head table's next deal rings although another table lacks several deals."""
        if self.rung or not self.play.format.may_ring(HEAD, self.settings, lambda: self.tables):
            return False
        last = self.play.kind.count_deals_in_round(self.settings)
        return (HEAD, last) in self.awaited and any(deal < last for _table, deal in self.awaited)


def load_pending_slips(evening: Evening, round: int) -> PendingSlips:
    """Return the round's missing slips. Takes two or three queries beyond those of the facts."""
    facts = load_facts(evening.pk)
    last_round = next((row for row in facts.rounds if row.number == round), None)
    is_open = last_round is not None and evening.stage == Stage.PLAYING and not last_round.closed
    tables = awaited.find_awaited_tables(facts, round) if is_open else ()
    states = load_tables(evening.pk, facts, round) if tables else {}
    pools = group_pools(facts, round)
    return PendingSlips(
        play=facts.play,
        settings=evening.settings,
        round=round,
        now=facts.now.number,
        open=is_open,
        rung=last_round is not None and last_round.rung,
        awaited=tuple((table, len(pools[table]) + 1) for table in tables if table in states),
        states=states,
        undone=last_round is None,
    )
