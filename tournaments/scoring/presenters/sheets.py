"""A deal of bids at a table, and the score sheet of a table with all its deals.

The page of a deal shows its rules, the bidding order and the result. The score sheet shows bids, tricks and
points as on paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.utils.translation import ngettext

from games.describe import parts as describe_parts
from games.describe.parts import AT_ONCE, BIDS, HOOK, MADNESS, PLAY, list_rules
from games.rules.deals import Bidding, DealPlan, End, Trump
from tournaments.base import words
from tournaments.core.evening import Facts
from tournaments.core.kinds.counters import call_deal
from tournaments.core.record import Ending, Stage
from tournaments.evening.selectors.deals import BidTable, OfTable, OpenBids, load_bid_table
from tournaments.evening.selectors.tables import (
    ScorerTable,
    find_decided_deal,
    load_first_seats,
    load_written_versions,
    make_table_mark,
)
from tournaments.models import Evening
from tournaments.scoring.presenters.deal_results import (
    UNKNOWN,
    NamedPart,
    ResultVersion,
    Versioned,
    name_part,
    present_versions,
)


@dataclass(frozen=True)
class Bidder:
    """A player of the deal: points before the deal, zero bids in a row, and the bid if recorded."""

    entry: int
    name: str
    chair: int
    deals: bool
    total: int
    zeros: int
    bid: int | None = None

    @property
    def points(self) -> str:
        return ngettext("%(n)s point", "%(n)s points", self.total) % {"n": words.format_counters(self.total)}


@dataclass(frozen=True)
class UpcomingDeal:
    """The deal after this one, and who deals it."""

    number: int
    deal: DealPlan
    dealer: str

    @property
    def cards(self) -> str:
        return describe_parts.format_card_count(self.deal.cards) if self.deal.cards else ""


@dataclass(frozen=True)
class BidSheet(OfTable, Versioned):
    """A deal at a table, before the bids, in play, or scored.

    ``bid_table``: the table now; for a scored deal, the table before that deal. ``playing``: the round is
    being played. ``plan`` includes the ``call``; it is None if the deal is neither scored nor the next one.
    """

    deal: int
    names: Mapping[int, str]
    games: int
    playing: bool
    plan: DealPlan | None = None
    call: Mapping[str, Any] = field(default_factory=dict)
    versions: tuple[ResultVersion, ...] = ()

    @property
    def deals(self) -> int:
        """Return the number of deals in a game, or of rounds in a game won together; 0: not known."""
        return len(self.bid_table.schedule)

    @cached_property
    def rounds(self) -> int | None:
        """Return the number of rounds of the evening, None if not known."""
        if self.facts is not None:
            return self.facts.round_count
        evening = self.bid_table.scorer_table.round.evening
        seats = load_first_seats(evening)
        return Facts(play=evening.play, settings=evening.settings, seats=seats).round_count

    @property
    def announced(self) -> OpenBids | None:
        """Return the recorded bids while the deal is in play, else None."""
        return self.bid_table.open if self.deal == self.bid_table.next_number else None

    @property
    def round_id(self) -> int:
        """Return the round's database id."""
        return self.bid_table.scorer_table.round.pk

    @property
    def table_now(self) -> ScorerTable | None:
        """Return the current table; None for a scored deal, whose ``bid_table`` is from before the deal."""
        return None if self.versions else self.bid_table.scorer_table

    @property
    def people(self) -> tuple[int, ...]:
        """Return the entries of all players in the deal."""
        return self.bid_table.places

    @property
    def mark(self) -> str:
        """Return a mark that changes when the deal's page is outdated."""
        if self.stands is not None:
            return self.stands.mark
        return make_table_mark(self.announced.seq if self.announced else 0, self.people, self.round_id)

    @property
    def awaited(self) -> bool:
        """Return whether this deal is the next one, so that its bids or tricks can be recorded."""
        return self.playing and not self.versions and self.plan is not None

    def rewind_to(self, version: str) -> "BidSheet | None":
        """Return the sheet at an earlier version of the result; None if that version does not exist."""
        versions = self.take_until(version)
        return replace(self.apply_call(versions[-1].call), versions=versions) if versions else None

    @property
    def next_number(self) -> int:
        """Return the number of the table's next deal; 0: there is no next deal."""
        return self.now.next_number if self.playing else 0

    @property
    def is_last(self) -> bool:
        """Return whether this is the table's last scored deal, in a round that is being played."""
        return self.playing and len(self.bid_table.later) == 1

    @property
    def may_withdraw(self) -> bool:
        return self.is_last and not self.rung and self.bid_table.scorer_table.ending is None

    @property
    def by_call(self) -> bool:
        """Return whether the dealer calls how the deal is played."""
        return self.plan is not None and self.plan.by_call

    @property
    def at_once(self) -> bool:
        """Return whether all players bid at the same time. No bidding order and no hook apply then."""
        return self.plan is not None and self.plan.bidding is Bidding.SIMULTANEOUS

    @property
    def is_replayed(self) -> bool:
        """Return whether the table lost this round before and plays it again (games won together)."""
        if self.plan is None:
            return False
        plans = self.bid_table.play.format.list_decided_deals(
            self.bid_table.play, self.round, self.bid_table.decided
        )
        return bool(plans) and plans[-1].round == self.plan.round

    @property
    def enough(self) -> bool:
        """Return whether the table has enough players, and not too many, for a deal."""
        return self.bid_table.play.kind.can_play(self.bid_table.play, len(self.bid_table.places))

    @property
    def ends_by_results(self) -> bool:
        """Return whether the results decide which deal is next and which is the last."""
        return self.bid_table.game.end is not End.ALL_DEALS

    @property
    def revoke(self) -> str:
        """Return the score for each revoke; "" in games that do not score revokes."""
        return words.format_counters(self.bid_table.game.revoke) if self.bid_table.game.revoke else ""

    @property
    def turns_trump(self) -> bool:
        """Return whether a turned-up card decides the trump, which may then be recorded."""
        return (
            self.plan is not None
            and self.plan.trump not in (Trump.NONE, Trump.FIXED)
            and bool(self.plan.cards)
        )

    @property
    def trump(self) -> str:
        """Return the letter of the recorded trump suit, or ""."""
        if self.stands is not None:
            return self.stands.trump
        return self.announced.trump if self.announced else ""

    @property
    def trump_words(self) -> str:
        """Return the trump in words: the suit, how it is found, or all suits in their order."""
        if self.plan is None:
            return ""
        if self.plan.precedence:
            return " ".join(describe_parts.SIGNS[suit] for suit in self.plan.precedence)
        if self.trump:
            return describe_parts.format_suit(self.trump)
        return describe_parts.describe_trump(self.plan)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the special rules of this deal, one sentence each."""
        if self.plan is None or not self.plan.cards:
            return ()
        bids = (*HOOK, *BIDS) if not self.stands else ()
        at_once = [(lambda _deal: self.at_once, AT_ONCE)] if not self.stands else []
        return tuple(list_rules([self.plan], (*at_once, *bids, *PLAY, *MADNESS)))

    @property
    def bidders(self) -> tuple[Bidder, ...]:
        """Return all players of the deal, in bidding order."""
        if self.plan is None:
            return ()
        dealer = self.bid_table.places[self.bid_table.find_dealer(self.deal)]
        bids = self.announced.bids if self.announced else {}
        chairs = {entry: chair for chair, entry in self.bid_table.scorer_table.chairs.items()}
        return tuple(
            Bidder(
                entry,
                self.names[entry],
                chairs.get(entry, 0),
                entry == dealer,
                self.bid_table.totals[entry],
                self.bid_table.zeros[entry],
                bids.get(entry),
            )
            for entry in self.bid_table.list_bidders(self.deal)
        )

    @property
    def dealer(self) -> str:
        return next((bidder.name for bidder in self.bidders if bidder.deals), "")

    @property
    def upcoming(self) -> UpcomingDeal | None:
        """Return the deal after this one. For an unscored deal, only if the schedule is fixed; else None."""
        state = self.now if self.versions else self.bid_table
        number = state.next_number if self.versions else self.deal + 1
        deal = state.plan if self.versions else _plan_next_deal(self)
        if not number or deal is None:
            return None
        place = state.find_dealer(number) if self.versions else state.list_orders(self.deal).next_dealer
        return UpcomingDeal(number, deal, self.names[state.places[place]])

    def apply_call(self, call: Mapping[str, Any]) -> "BidSheet":
        """Return the sheet with the dealer's ``call``. RuleError at ``call.<key>``."""
        bare = self.bid_table.plan
        if bare is None:
            return self
        return replace(self, plan=call_deal(self.bid_table.play, bare, call), call=call)


def load_bid_sheet(
    evening: Evening, round: int, table: int, deal: int, *, state: ScorerTable | None = None
) -> BidSheet:
    """Return the sheet of the deal, in at most seven queries.

    ``state``: the table, if the caller has read it. RuleError if the table does not exist or its game has no
    bids.
    """
    current = load_bid_table(evening, round, table, deal, read_table=state)
    _game = current.game
    sheet = BidSheet(
        bid_table=current,
        deal=deal,
        names=current.scorer_table.names,
        games=evening.settings.games,
        playing=current.scorer_table.round.closed_id is None and evening.stage == Stage.PLAYING,
    )
    if current.later:
        record = find_decided_deal(current.scorer_table, deal)
        rows = load_written_versions([record])[record.pk] if record else []
        versions = present_versions(current.play.kind, rows, sheet.names, current.totals)
        return replace(sheet.apply_call(versions[-1].call), versions=versions)
    if deal != current.next_number:
        return sheet
    bare = replace(sheet, plan=current.plan)
    return bare.apply_call(current.open.call) if current.open and current.open.call else bare


def _plan_next_deal(sheet: BidSheet) -> DealPlan | None:
    """Return the deal after this one if it does not depend on this deal's result; else None."""
    if not sheet.awaited or sheet.ends_by_results:
        return None
    return next(iter(sheet.bid_table.schedule[sheet.deal :]), None)


@dataclass(frozen=True)
class SheetRow:
    """A row of the score sheet: the deal, the dealer, and one cell for each column. None: not in the deal."""

    number: int
    round: int
    cards: str
    trump: str
    special: tuple[str, ...]
    dealer: str
    cells: tuple[NamedPart | None, ...]
    decided: bool
    corrected: bool = False
    table_won: bool | None = None  # of a round that is won together


@dataclass(frozen=True)
class PlayerColumn:
    name: str
    total: str
    leads: bool


@dataclass(frozen=True)
class ScoreSheet(OfTable):
    """A table's deals in a round, or in its whole game. ``next_deal`` 0: no deal is left.

    ``playing``: the round is being played. ``endings``: the ways to end the table's round without a result
    that the settings allow.
    """

    columns: tuple[PlayerColumn, ...]
    rows: tuple[SheetRow, ...]
    games: int
    next_deal: int
    playing: bool
    endings: tuple[Ending, ...]

    @property
    def is_done(self) -> bool:
        """Return whether the table's round has ended, or no deal is left."""
        if self.bid_table.scorer_table.ending is not None:
            return True
        return bool(self.bid_table.decided) and not self.bid_table.next_number

    @property
    def may_stop(self) -> bool:
        """Return whether the table may end its round now, without a result."""
        may_stop = bool(self.endings) and self.bid_table.play.format.may_stop(bell_rung=self.rung)
        return may_stop and self.playing and not self.is_done


def load_score_sheet(evening: Evening, round: int, table: int) -> ScoreSheet:
    """Return the table's score sheet, in at most six queries. RuleError if the table does not exist."""
    state = load_bid_table(evening, round, table)
    names = state.scorer_table.names
    took_part = {line.entry for pool in state.decided for line in pool.lines}
    people = [entry for _chair, entry in sorted(state.scorer_table.chairs.items())]
    columns = [entry for entry in people if entry in took_part or entry in state.places]
    gained = _sum_gains(state)
    rows = [*_list_decided(state, columns, names), *_list_upcoming(state, columns, names)]
    totals = {entry: state.before[entry] + gained[entry] for entry in columns}
    most = max(totals.values(), default=0)
    playing = state.scorer_table.round.closed_id is None and evening.stage == Stage.PLAYING
    return ScoreSheet(
        bid_table=state,
        columns=tuple(
            PlayerColumn(
                names[entry],
                words.format_counters(totals[entry]),
                bool(gained) and totals[entry] == most,
            )
            for entry in columns
        ),
        rows=tuple(rows),
        games=evening.settings.games,
        next_deal=state.next_number if playing else 0,
        playing=playing,
        endings=state.play.format.list_endings(evening.settings, len(state.decided)),
    )


def _sum_gains(state: BidTable) -> Counter[int]:
    """Return each player's points from the round's decided deals. Empty if tables win together."""
    gained = Counter[int]()
    for line in (line for pool in state.decided for line in pool.lines):
        if (gain := state.play.kind.find_deal_gain(line)) is not None:
            gained[line.entry] += gain
    return gained


def _list_decided(state: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    plans = state.play.format.list_decided_deals(state.play, state.scorer_table.round.number, state.decided)
    totals = Counter(state.before)
    for place, pool in enumerate(state.decided):
        cells = dict[int, NamedPart]()
        for line in pool.lines:
            cells[line.entry] = part = name_part(
                state.play.kind, line, names.get(line.entry, UNKNOWN), totals[line.entry]
            )
            totals[line.entry] += part.gain or 0
        plan = plans[place] if place < len(plans) else None
        yield SheetRow(
            number=pool.deal,
            round=plan.round if plan else pool.deal,
            cards=str(plan.cards) if plan else "",
            trump=_describe_trump(plan, pool.trump),
            special=describe_parts.list_specials(plan) if plan else (),
            dealer=_name_dealer(state, names, pool.deal),
            cells=tuple(map(cells.get, columns)),
            decided=True,
            corrected=pool.version > 1,
            table_won=state.play.kind.has_table_won(pool),
        )


def _list_upcoming(state: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """Yield the deal in play with its bids, then the deals after it, as far as they are known."""
    number = state.next_number
    plan = state.plan if number else None
    if plan is None:
        return
    bids = state.open.bids if state.open else {}
    call = state.open.call if state.open else {}
    now = call_deal(state.play, plan, call) if call else plan
    later = state.schedule[number:] if state.game.end is End.ALL_DEALS else ()
    for deal in (now, *later):
        first = deal is now
        yield SheetRow(
            number=number if first else deal.number,
            round=deal.round,
            cards=str(deal.cards or ""),
            trump=_describe_trump(deal, state.open.trump if first and state.open else ""),
            special=describe_parts.list_specials(deal),
            dealer=_name_dealer(state, names, number) if first else "",
            cells=tuple(NamedPart(e, bid=bids[e]) if first and e in bids else None for e in columns),
            decided=False,
        )


def _describe_trump(plan: DealPlan | None, suit_noted: str) -> str:
    """Return the sign of the recorded or fixed trump suit, or of "no trump"."""
    if plan is None:
        return ""
    if plan.precedence:
        return "".join(describe_parts.SIGNS[suit] for suit in plan.precedence)
    suit = suit_noted or plan.suit
    return (
        describe_parts.SIGNS[suit]
        if suit
        else (describe_parts.describe_trump(plan) if plan.trump == "none" else "")
    )


def _name_dealer(state: BidTable, names: Mapping[int, str], number: int) -> str:
    return names.get(state.scorer_table.chairs.get(state.scorer_table.find_dealer(number), 0), "")
