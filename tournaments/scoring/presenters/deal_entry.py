"""One deal at one table, as whoever writes down its result sees it: who sits there, and what stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.core.counters import leaving, ledger
from tournaments.core.evening import Play
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import (
    AtTable,
    at_table,
    counted_at_bell,
    decided_deal,
    left_in_pool,
    mark_of_table,
    third_waiting,
    written_of,
)
from tournaments.models import Evening
from tournaments.scoring.presenters.deal_results import Version, Versioned, versions_shown

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

    table_now: AtTable = field(compare=False)
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
        """Everybody in the deal, by entry."""
        return tuple(sitter.entry for sitter in self.players)

    @property
    def mark(self) -> str:
        """What changes when the page of the deal must be read again."""
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
        """The one after which counters may be asked for: no deal follows it before the moves."""
        return self.deal >= self.deals or self.rung

    @property
    def following(self) -> int:
        """The deal to go on to when this one is recorded; 0: none that is known."""
        return self.deal + 1 if not self.versions and self.deal < self.deals and not self.rung else 0

    @property
    def is_last(self) -> bool:
        """Whether the deal was decided, and none after it, in the round that is played."""
        return self.open and bool(self.versions) and self.deal == self.next_deal - 1

    @property
    def may_withdraw(self) -> bool:
        """Whether it can be taken back."""
        return self.is_last and not self.rung and not self.stopped

    @property
    def may_enter(self) -> bool:
        """Whether this deal's result is awaited."""
        return self.open and not self.done and self.deal == self.next_deal

    def as_in(self, version: str) -> "TableSheet | None":
        """The sheet as it stood by an earlier version, if there is one of that number."""
        found = self.up_to(version)
        return replace(self, versions=found) if found else None


def deal_sheet(
    evening: Evening, round: int, table: int, deal: int, *, at: AtTable | None = None
) -> TableSheet:
    """A deal to record, or as it was recorded with its corrections; ``at``: its table, if that was read.

    RuleError if there is no such table.
    """
    at = at or at_table(evening, round, table)
    record = decided_deal(at, deal) if deal <= at.deals else None
    if record is None:
        had = {entry: at.held[entry] for entry in at.playing} if _each_deal(evening) else {}
        left = left_in_pool(evening, at)
        return _sheet(evening, at, deal, _sitters(evening, at, at.playing, deal, had, left))
    facts = load_facts(evening.pk)
    before = ledger.balances(facts, evening.settings, upto_seq=record.journal.seq - 1)
    standing = next(p for p in facts.pools if (p.round, p.position, p.deal) == (round, table, deal))
    players = [line.entry for line in standing.lines]
    left = leaving.left_in_pool(facts, standing)
    sitters = _sitters(evening, at, [entry for entry in players if entry not in left], deal, before, left)
    names, held = {s.entry: s.name for s in sitters}, {s.entry: s.had for s in sitters}
    versions = versions_shown(at.play.kind, written_of([record])[record.pk], names, held)
    return _sheet(evening, at, deal, sitters, versions)


def table_sheet(evening: Evening, round: int, table: int) -> TableSheet:
    """A table in a round, to count it or to end its round. RuleError if there is no such table."""
    at = at_table(evening, round, table)
    return _sheet(evening, at, 0, _sitters(evening, at, at.playing, 0, {}))


def _each_deal(evening: Evening) -> bool:
    return evening.settings.counting is Counting.EACH_DEAL


def _sitters(
    evening: Evening,
    at: AtTable,
    playing: Sequence[int],
    deal: int,
    had: Mapping[int, int | None],
    left: Mapping[int, int] = NOTHING,
) -> tuple[Sitter, ...]:
    """Those in the deal, by chair, also those who have gone and ``left`` counters in its pool."""
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
    at: AtTable,
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
