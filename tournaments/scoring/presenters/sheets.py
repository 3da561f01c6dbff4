"""A deal of bids at a table, and the score sheet of a table with all its deals.

The deal has its rules, the order of bids and its result. The sheet shows bids, tricks and points as on paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.utils.translation import ngettext

from games.describe import parts as describe_parts
from games.describe.parts import AT_ONCE, BIDS, HOOK, MADNESS, PLAY, ruled
from games.rules.deals import Bidding, DealPlan, End, Trump
from tournaments.base import words
from tournaments.core.evening import Facts
from tournaments.core.kinds.counters import as_called
from tournaments.core.record import Ending, Stage
from tournaments.evening.selectors.deals import BidTable, OfTable, OpenBids, bid_table
from tournaments.evening.selectors.tables import (
    AtTable,
    decided_deal,
    mark_of_table,
    seats_at_first,
    written_of,
)
from tournaments.models import Evening
from tournaments.scoring.presenters.deal_results import (
    UNKNOWN,
    Part,
    Version,
    Versioned,
    part_of,
    versions_shown,
)


@dataclass(frozen=True)
class Bidder:
    """Somebody in the deal: points before it, zero bids running, and the bid, once it was recorded."""

    entry: int
    name: str
    deals: bool
    total: int
    zeros: int
    bid: int | None = None

    @property
    def points(self) -> str:
        return ngettext("%(n)s point", "%(n)s points", self.total) % {"n": words.plain(self.total)}


@dataclass(frozen=True)
class Coming:
    """The deal after this one, and who deals it."""

    number: int
    deal: DealPlan
    dealer: str

    @property
    def cards(self) -> str:
        return describe_parts.card_count(self.deal.cards) if self.deal.cards else ""


@dataclass(frozen=True)
class BidSheet(OfTable, Versioned):
    """A deal at a table: to be bid on, in play, or scored.

    ``at``: the table now, or as it was before the deal if that is scored. ``playing``: its round is.
    ``plan``, with the ``call`` in it, is None where the deal is neither scored nor the next one.
    """

    deal: int
    names: Mapping[int, str]
    games: int
    playing: bool
    plan: DealPlan | None = None
    call: Mapping[str, Any] = field(default_factory=dict)
    versions: tuple[Version, ...] = ()

    @property
    def deals(self) -> int:
        """Return how many deals a game has, or rounds that are played until they are won; 0: not known."""
        return len(self.at.schedule)

    @cached_property
    def rounds(self) -> int | None:
        """Return how many rounds the evening has, where that is known."""
        if self.at.at.known is not None:
            return self.at.at.known.facts.round_count
        evening = self.at.at.round.evening
        seats = seats_at_first(evening)
        return Facts(play=evening.play, settings=evening.settings, seats=seats).round_count

    @property
    def announced(self) -> OpenBids | None:
        """Return the bids that stand, while the deal is in play."""
        return self.at.open if self.deal == self.at.next_number else None

    @property
    def opened(self) -> int:
        """Return the round's own number in the database."""
        return self.at.at.round.pk

    @property
    def table_now(self) -> AtTable | None:
        """Return the table as it stands; None where the deal is scored, for it is as it was before that."""
        return None if self.versions else self.at.at

    @property
    def people(self) -> tuple[int, ...]:
        """Return everybody in the deal, by entry."""
        return self.at.places

    @property
    def mark(self) -> str:
        """Return a mark that changes when the page of the deal must be read again."""
        if self.stands is not None:
            return self.stands.mark
        return mark_of_table(self.announced.seq if self.announced else 0, self.people, self.opened)

    @property
    def awaited(self) -> bool:
        """Return whether this deal comes next, to be bid on or scored."""
        return self.playing and not self.versions and self.plan is not None

    def as_in(self, version: str) -> "BidSheet | None":
        """Return the sheet as it stood by an earlier version; None if there is none of that number."""
        found = self.up_to(version)
        return replace(self.called(found[-1].call), versions=found) if found else None

    @property
    def next_number(self) -> int:
        """Return the deal that comes next at the table by now; 0: none."""
        return self.now.next_number if self.playing else 0

    @property
    def is_last(self) -> bool:
        """Return whether the deal was scored, and none after it, in the round that is played."""
        return self.playing and len(self.at.later) == 1

    @property
    def may_withdraw(self) -> bool:
        return self.is_last and not self.rung and self.at.at.ending is None

    @property
    def by_call(self) -> bool:
        """Return whether the dealer says how the deal is played."""
        return self.plan is not None and self.plan.by_call

    @property
    def at_once(self) -> bool:
        """Return whether all bid at once: in no order, and bound by no hook."""
        return self.plan is not None and self.plan.bidding is Bidding.SIMULTANEOUS

    @property
    def again(self) -> bool:
        """Return whether the round, which is won together, was dealt before, and lost."""
        if self.plan is None:
            return False
        dealt = self.at.play.format.dealt(self.at.play, self.round, self.at.decided)
        return bool(dealt) and dealt[-1].round == self.plan.round

    @property
    def enough(self) -> bool:
        """Return whether this number of players can play a deal."""
        return self.at.play.kind.enough(self.at.play, len(self.at.places))

    @property
    def ends_by_results(self) -> bool:
        """Return whether the results decide which deal comes next, and which is the last."""
        return self.at.game.end is not End.ALL_DEALS

    @property
    def revoke(self) -> str:
        """Return what each revoke scores, where that is counted; else ""."""
        return words.plain(self.at.game.revoke) if self.at.game.revoke else ""

    @property
    def turns_trump(self) -> bool:
        """Return whether a suit is found by a card, and may be noted."""
        return (
            self.plan is not None
            and self.plan.trump not in (Trump.NONE, Trump.FIXED)
            and bool(self.plan.cards)
        )

    @property
    def trump(self) -> str:
        """Return the suit that was noted, by its letter."""
        if self.stands is not None:
            return self.stands.trump
        return self.announced.trump if self.announced else ""

    @property
    def trump_words(self) -> str:
        """Return the trump as people say it: the suit, where it comes from, or the suits in their order."""
        if self.plan is None:
            return ""
        if self.plan.precedence:
            return " ".join(describe_parts.SIGNS[suit] for suit in self.plan.precedence)
        if self.trump:
            return describe_parts.suit(self.trump)
        return describe_parts.trump(self.plan)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return what is special in this deal, in sentences."""
        if self.plan is None or not self.plan.cards:
            return ()
        bids = (*HOOK, *BIDS) if not self.stands else ()
        at_once = [(lambda _deal: self.at_once, AT_ONCE)] if not self.stands else []
        return tuple(ruled([self.plan], (*at_once, *bids, *PLAY, *MADNESS)))

    @property
    def bidders(self) -> tuple[Bidder, ...]:
        """Return everybody in the deal, in bidding order."""
        if self.plan is None:
            return ()
        dealer = self.at.places[self.at.dealer(self.deal)]
        bids = self.announced.bids if self.announced else {}
        return tuple(
            Bidder(
                entry,
                self.names[entry],
                entry == dealer,
                self.at.totals[entry],
                self.at.zeros[entry],
                bids.get(entry),
            )
            for entry in self.at.bidders(self.deal)
        )

    @property
    def dealer(self) -> str:
        return next((bidder.name for bidder in self.bidders if bidder.deals), "")

    @property
    def coming(self) -> Coming | None:
        """Return what is played next: once the deal is scored, or before, if the schedule is fixed."""
        at = self.now if self.versions else self.at
        number = at.next_number if self.versions else self.deal + 1
        deal = at.plan if self.versions else _after(self)
        if not number or deal is None:
            return None
        place = at.dealer(number) if self.versions else at.orders(self.deal).next_dealer
        return Coming(number, deal, self.names[at.places[place]])

    def called(self, call: Mapping[str, Any]) -> "BidSheet":
        """Return the sheet of the deal as its dealer calls it. RuleError at ``call.<key>``."""
        bare = self.at.plan
        if bare is None:
            return self
        return replace(self, plan=as_called(self.at.play, bare, call), call=call)


def bid_sheet(evening: Evening, round: int, table: int, deal: int, *, at: AtTable | None = None) -> BidSheet:
    """Return the deal, in at most seven queries. RuleError without such a table, or if its game has no bids.

    ``at``: the table, where it was read already.
    """
    here = bid_table(evening, round, table, deal, at=at)
    _game = here.game
    sheet = BidSheet(
        at=here,
        deal=deal,
        names=here.at.names,
        games=evening.settings.games,
        playing=here.at.round.closed_id is None and evening.stage == Stage.PLAYING,
    )
    if here.later:
        record = decided_deal(here.at, deal)
        written = written_of([record])[record.pk] if record else []
        versions = versions_shown(here.play.kind, written, sheet.names, here.totals)
        return replace(sheet.called(versions[-1].call), versions=versions)
    if deal != here.next_number:
        return sheet
    bare = replace(sheet, plan=here.plan)
    return bare.called(here.open.call) if here.open and here.open.call else bare


def _after(sheet: BidSheet) -> DealPlan | None:
    """Return the deal after this one, where it does not depend on how this one goes; else None."""
    if not sheet.awaited or sheet.ends_by_results:
        return None
    return next(iter(sheet.at.schedule[sheet.deal :]), None)


@dataclass(frozen=True)
class SheetRow:
    """A deal: how it is dealt, who deals it, and a cell for each column; None: not in the deal."""

    number: int
    round: int
    cards: str
    trump: str
    special: tuple[str, ...]
    dealer: str
    cells: tuple[Part | None, ...]
    decided: bool
    corrected: bool = False
    won: bool | None = None  # of a round that is won together


@dataclass(frozen=True)
class Column:
    name: str
    total: str
    leads: bool


@dataclass(frozen=True)
class ScoreSheet(OfTable):
    """A table's deals in a round, or in its whole game. ``next_deal`` is 0 once none comes.

    ``playing``: the round is. ``endings``: how the table may end it without a result, by the settings.
    """

    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    games: int
    next_deal: int
    playing: bool
    endings: tuple[Ending, ...]

    @property
    def done(self) -> bool:
        """Return whether the table has ended, or has nothing more to play."""
        if self.at.at.ending is not None:
            return True
        return bool(self.at.decided) and not self.at.next_number

    @property
    def may_stop(self) -> bool:
        """Return whether the table may end its round here."""
        may_stop = bool(self.endings) and self.at.play.format.may_stop(rung=self.rung)
        return may_stop and self.playing and not self.done


def score_sheet(evening: Evening, round: int, table: int) -> ScoreSheet:
    """Return every deal of the table, in at most six queries. RuleError if there is no such table."""
    at = bid_table(evening, round, table)
    names = at.at.names
    took_part = {line.entry for pool in at.decided for line in pool.lines}
    people = [entry for _chair, entry in sorted(at.at.chairs.items())]
    columns = [entry for entry in people if entry in took_part or entry in at.places]
    gained = _gained(at)
    rows = [*_decided(at, columns, names), *_to_come(at, columns, names)]
    totals = {entry: at.before[entry] + gained[entry] for entry in columns}
    most = max(totals.values(), default=0)
    playing = at.at.round.closed_id is None and evening.stage == Stage.PLAYING
    return ScoreSheet(
        at=at,
        columns=tuple(
            Column(
                names[entry],
                words.plain(totals[entry]),
                bool(gained) and totals[entry] == most,
            )
            for entry in columns
        ),
        rows=tuple(rows),
        games=evening.settings.games,
        next_deal=at.next_number if playing else 0,
        playing=playing,
        endings=at.play.format.endings(evening.settings, len(at.decided)),
    )


def _gained(at: BidTable) -> Counter[int]:
    """Return what each won in the round's decided deals; nobody is in it where a table wins as one."""
    gained = Counter[int]()
    for line in (line for pool in at.decided for line in pool.lines):
        if (brought := at.play.kind.brought(line)) is not None:
            gained[line.entry] += brought
    return gained


def _decided(at: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """Yield the deals that have a result."""
    plans = at.play.format.dealt(at.play, at.at.round.number, at.decided)
    totals = Counter(at.before)
    for place, pool in enumerate(at.decided):
        cells = dict[int, Part]()
        for line in pool.lines:
            cells[line.entry] = part = part_of(
                at.play.kind, line, names.get(line.entry, UNKNOWN), totals[line.entry]
            )
            totals[line.entry] += part.brought or 0
        plan = plans[place] if place < len(plans) else None
        yield SheetRow(
            number=pool.deal,
            round=plan.round if plan else pool.deal,
            cards=str(plan.cards) if plan else "",
            trump=_trump(plan, pool.trump),
            special=describe_parts.special(plan) if plan else (),
            dealer=_dealer(at, names, pool.deal),
            cells=tuple(map(cells.get, columns)),
            decided=True,
            corrected=pool.version > 1,
            won=at.play.kind.table_won(pool),
        )


def _to_come(at: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """Yield the deal in play with its bids, and those that follow, where they are known."""
    number = at.next_number
    plan = at.plan if number else None
    if plan is None:
        return
    bids = at.open.bids if at.open else {}
    call = at.open.call if at.open else {}
    now = as_called(at.play, plan, call) if call else plan
    later = at.schedule[number:] if at.game.end is End.ALL_DEALS else ()
    for deal in (now, *later):
        first = deal is now
        yield SheetRow(
            number=number if first else deal.number,
            round=deal.round,
            cards=str(deal.cards or ""),
            trump=_trump(deal, at.open.trump if first and at.open else ""),
            special=describe_parts.special(deal),
            dealer=_dealer(at, names, number) if first else "",
            cells=tuple(Part(e, bid=bids[e]) if first and e in bids else None for e in columns),
            decided=False,
        )


def _trump(plan: DealPlan | None, noted: str) -> str:
    """Return the suit that was noted or that is fixed, as a sign; or that there is none."""
    if plan is None:
        return ""
    if plan.precedence:
        return "".join(describe_parts.SIGNS[suit] for suit in plan.precedence)
    suit = noted or plan.suit
    return (
        describe_parts.SIGNS[suit] if suit else (describe_parts.trump(plan) if plan.trump == "none" else "")
    )


def _dealer(at: BidTable, names: Mapping[int, str], number: int) -> str:
    return names.get(at.at.chairs.get(at.at.dealer(number), 0), "")
