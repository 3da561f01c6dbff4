"""An evening on paper: all that people need if every screen fails, and blank slips for coming deals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import assert_never

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.describe import describe_rules
from games.describe import parts as describe_parts
from games.describe.parts import RuleSection, describe_trump, list_specials
from games.rules.deals import Bidding, DealPlan, Trump
from tournaments.attendance.presenters.people import Person, list_everybody
from tournaments.base.words import describe_prize_title, describe_steps, describe_winners, format_clock
from tournaments.console.presenters import Console
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import count_left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.counters import call_deal
from tournaments.core.movement import seating
from tournaments.core.movement.bell import Limits
from tournaments.core.movement.clock import ClockHand
from tournaments.core.movement.clock import count_shown_seconds as seconds_shown
from tournaments.core.movement.seating import group_pools
from tournaments.core.record import Pool, Stage
from tournaments.core.results.prizes import Prize, are_roles_undecided, drop_roles, list_prizes
from tournaments.core.settings import Counting
from tournaments.evening.presenters.formats import DealAhead, get_format_pages
from tournaments.evening.presenters.kinds import describe_same_deal
from tournaments.evening.presenters.movers import Mover
from tournaments.evening.presenters.table import Seat, Table, TableState, join_entry_names
from tournaments.evening.selectors.deals import OpenBids, load_open_bids
from tournaments.hall.presenters.tables import ListedName, list_names

SPARE_LINES = 1
"""Spare lines on a later round's slip: another player may come."""


@dataclass(frozen=True)
class SlipLine:
    """A line of a slip: a player's name, with the counters before the deal or the bid, if known."""

    name: str = ""
    deals: bool = False
    counters: int | None = None
    bid: int | None = None


@dataclass(frozen=True)
class PaperSlip:
    """A slip for one deal at a table. ``deal``: 0 if a round has only one deal. ``suit``: the trump.

    ``plan``: how the deal is dealt, as far as known. ``counts``: the slip has a column for the counters after
    the deal. They are needed where counters are counted at the end; at a ``booby`` table only if a player is
    broke.
    """

    table: int
    round: int
    deal: int
    lines: tuple[SlipLine, ...]
    is_head: bool = False
    is_booby: bool = False
    plan: DealPlan | None = None
    counts: bool = False
    suit: str = ""

    @property
    def knows_counters(self) -> bool:
        """Return whether every player's counters before the deal are known."""
        return all(line.counters is not None for line in self.lines)

    @property
    def cards(self) -> int:
        return self.plan.cards if self.plan else 0

    @property
    def by_call(self) -> bool:
        """Return whether the dealer must still choose how the deal is played."""
        return self.plan is not None and self.plan.by_call and not self.plan.cards

    @property
    def no_trump(self) -> bool:
        return self.plan is not None and self.plan.trump is Trump.NONE

    @property
    def turned(self) -> bool:
        """Return whether a card decides the trump, so that the slip has a place for the suit."""
        return not self.suit and (self.plan is None or self.plan.trump not in (Trump.NONE, Trump.FIXED))

    @property
    def trump(self) -> str:
        if self.suit:
            return describe_parts.format_suit(self.suit)
        return describe_trump(self.plan) if self.plan else ""

    @property
    def at_once(self) -> bool:
        """Return whether all players bid at the same time, instead of in turn."""
        return self.plan is not None and self.plan.bidding is Bidding.SIMULTANEOUS

    @property
    def special(self) -> tuple[str, ...]:
        return list_specials(self.plan) if self.plan else ()


def make_slips(
    facts: Facts,
    views: Sequence[Table],
    number: int,
    rounds: int,
    bid: Mapping[tuple[int, int], OpenBids],
) -> tuple[PaperSlip, ...]:
    """Return the slips of every table from the head table down, each table's in the order of play.

    ``bid``: the deals in play with known bids.
    """
    all_slips, of_format = list[PaperSlip](), get_format_pages(facts.play.format)
    pools = group_pools(facts, number)
    for view in views:
        table_pools = pools[view.table]
        last = view.state is TableState.FINISHING
        deals = of_format.plan_deals_ahead(
            facts, table_pools, len(view.people), rounds, is_out=view.next_deal > 0, last=last
        )
        slips = (_make_slip(facts, view, table_pools, deal) for deal in deals)
        all_slips += _add_bids(facts.play, view, slips, bid.get((view.table, view.next_deal)))
    return tuple(all_slips)


def _add_bids(
    play: Play, view: Table, slips: Iterable[PaperSlip], table_bids: OpenBids | None
) -> Iterator[PaperSlip]:
    """Yield the slips. The first one has the known call, trump and bids of the deal in play."""
    for number, slip in enumerate(slips):
        if number or table_bids is None:
            yield slip
            continue
        plan = call_deal(play, slip.plan, table_bids.call) if slip.plan and table_bids.call else slip.plan
        bids = (table_bids.bids.get(seat.entry) for seat in view.people)
        lines = (replace(line, bid=bid) for line, bid in zip(slip.lines, bids, strict=True))
        yield replace(slip, plan=plan, suit=table_bids.trump, lines=tuple(lines))


def _make_slip(facts: Facts, view: Table, pools: Sequence[Pool], deal: DealAhead) -> PaperSlip:
    kind, settings = facts.play.kind, facts.settings
    counts_stakes = not kind.counts_each_deal(settings.counting) and deal.deal == kind.count_deals_in_round(
        settings
    )
    return PaperSlip(
        view.table,
        deal.round,
        deal.deal if facts.play.has_several_deals(settings) else 0,
        _make_lines(facts, view, pools, deal),
        view.is_head,
        view.is_booby,
        plan=deal.plan,
        counts=counts_stakes and (view.is_head or view.is_booby),
    )


def _make_lines(facts: Facts, view: Table, pools: Sequence[Pool], deal: DealAhead) -> tuple[SlipLine, ...]:
    """Return the players' lines, with the dealer and the counters as far as they are known."""
    people = view.people
    if not deal.same_players:
        return (SlipLine(),) * min(len(people) + SPARE_LINES, max(facts.play.game.most, len(people)))
    dealer = _find_dealer(facts, view, pools, deal.turns) if deal.turns else 0
    return tuple(SlipLine(s.name, s.chair == dealer, s.held if deal.turns == 1 else None) for s in people)


def _find_dealer(facts: Facts, view: Table, pools: Sequence[Pool], turns: int) -> int:
    """Return the chair that deals ``turns`` deals from now, if all present players go on."""
    number = facts.now.number
    first = next(t.dealer for t in facts.tables if (t.round, t.position) == (number, view.table))
    chairs = {seat.entry: seat.chair for seat in view.seats}
    past_deals = [{chairs[line.entry] for line in pool.lines if line.entry in chairs} for pool in pools]
    next_deals = [{seat.chair for seat in view.people}] * turns
    return seating.find_last_dealer(first, [*past_deals, *next_deals], to_right=facts.play.to_right)


STAGES = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
"""The stages in which people have seats and something to do there."""

BY_SIZE = ("bidding", "end")
"""Rules that name deals by number. The numbers depend on the number of players."""


@dataclass(frozen=True)
class PaperDeal:
    """A decided deal of this round: the winners and who called, or each player's bid and tricks."""

    deal: int
    winners: str
    callers: str
    hands: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class PaperSeat:
    """A seat as the console shows it, and the person on it."""

    seat: Seat
    person: Person


@dataclass(frozen=True)
class PaperTable:
    """A table on paper. ``total``: the table's counters; None unless all of them are known.

    ``in_pool``: counters in the pool from people who left during the deal.
    """

    table: Table
    seats: tuple[PaperSeat, ...]
    results: tuple[PaperDeal, ...]
    in_pool: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int | None:
        stakes = [place.seat.held for place in self.seats if place.seat.state.plays]
        return None if None in stakes else sum(counters or 0 for counters in stakes)


class PaperPage:
    """The evening on paper. ``slip_rounds``: the number of rounds with slips; at fixed tables, of deals."""

    def __init__(self, view: Console, now: datetime, slip_rounds: int) -> None:
        self.view, self.now, self.slip_rounds = view, now, slip_rounds
        self.play, self.settings, self.stage, self.names = view.play, view.settings, view.stage, view.names
        self.facts, self.round, self.preview, self.pulse = view.facts, view.round, view.preview, view.pulse
        self.seq = view.evening.seq

    @cached_property
    def people(self) -> tuple[Person, ...]:
        return list_everybody(self.facts)

    @cached_property
    def deal(self) -> str:
        return describe_same_deal(view.progress for view in self.view.tables)

    @cached_property
    def tables(self) -> tuple[PaperTable, ...]:
        people = {person.entry: person for person in self.people}
        pools = group_pools(self.facts, self.round)
        in_pool = count_left_in_pools(self.facts, self.round)
        return tuple(
            PaperTable(
                view,
                tuple(PaperSeat(seat, people[seat.entry]) for seat in view.seats),
                tuple(_make_result(pool, self.names) for pool in pools[view.table]),
                tuple((seat.name, in_pool[seat.entry]) for seat in view.seats if seat.entry in in_pool),
            )
            for view in self.view.tables
        )

    @cached_property
    def wall(self) -> tuple[tuple[ListedName, Person], ...]:
        """Return all people who have not left, sorted by name."""
        people = {person.entry: person for person in self.people if person.state != "left"}
        names = list_names(self.view.evening)
        return tuple((row, people[row.entry]) for row in names if row.entry in people)

    @property
    def total(self) -> int:
        """Return the counters that must be on the tables, including pools of people who left."""
        return ledger.count_on_tables(self.facts, self.settings)

    @cached_property
    def banked(self) -> tuple[tuple[str, int], ...]:
        """Return the counters that the banker keeps for people who pause."""
        counters = ledger.count_taken_away(self.facts)
        paused = (person for person in self.people if person.state == "paused" and person.entry in counters)
        return tuple((person.name, counters[person.entry]) for person in paused)

    @property
    def moves(self) -> tuple[Mover, ...]:
        return self.view.outcome.moves if self.preview.ready else ()

    @cached_property
    def rules(self) -> tuple[RuleSection, ...]:
        return tuple(_list_rules(self.play, self.view.tables))

    @cached_property
    def listed(self) -> tuple[Prize, ...]:
        """Return the prizes. If nobody has a role, the prizes for roles are one prize for everybody."""
        roles = [entry.role for entry in self.facts.entries]
        undecided = are_roles_undecided(self.settings, self.play, roles)
        return list_prizes(drop_roles(self.settings) if undecided else self.settings, self.play)

    @cached_property
    def slips(self) -> tuple[PaperSlip, ...]:
        if self.stage is Stage.SETTLING:
            return ()
        bids = load_open_bids(self.view.evening.pk, self.round)
        return make_slips(self.facts, self.view.tables, self.round, self.slip_rounds, bids)

    @property
    def counts_each_deal(self) -> bool:
        return self.settings.counting is Counting.EACH_DEAL

    @property
    def records_each_stake(self) -> bool:
        return self.play.kind.records_each_stake(counts_each_deal=self.counts_each_deal)

    @property
    def prizes(self) -> tuple[str, ...]:
        """Return the titles of the prizes. The club's own prizes also have their deciding figures."""
        return tuple(
            f"{describe_prize_title(prize)} ({describe_steps(prize.steps)})"
            if prize.own
            else describe_prize_title(prize)
            for prize in self.listed
        )

    @property
    def prize_deals(self) -> int:
        """Return how many deals a player must have played to win a prize. 0: no minimum."""
        return self.settings.prize_deals

    @property
    def chips(self) -> bool:
        """Return whether one of the prizes is the usual prize for yellow chips."""
        return any(prize.key == "yellow" for prize in self.listed)

    @property
    def limits(self) -> Limits:
        return self.preview.limits

    @property
    def rounds(self) -> int | None:
        return self.preview.rounds

    @property
    def rung(self) -> bool:
        return self.preview.rung

    @property
    def clock(self) -> str:
        """Return the round's clock in words. Empty if there is none."""
        minutes_left = format_clock(seconds_shown(self.pulse.clock.measure_remaining(self.now)))
        figures = {
            "from": _format_hour(self.pulse.clock.starts_at),
            "to": _format_hour(self.pulse.clock.ends_at),
            "left": minutes_left,
        }
        match hand := self.pulse.get_hand(self.now):
            case ClockHand.WAITING:
                return gettext("starts at %(from)s and rings at %(to)s") % figures
            case ClockHand.RUNNING:
                return gettext("rings at %(to)s, in %(left)s minutes") % figures
            case ClockHand.PAUSED:
                return gettext("paused, %(left)s minutes left") % figures
            case ClockHand.UP:
                return gettext("the time is up")
            case ClockHand.OFF:
                return ""
            case _:
                assert_never(hand)

    @property
    def tables_awaited(self) -> str:
        """Return the tables whose results are still awaited."""
        return ", ".join(map(str, self.preview.still_out))

    @property
    def fresh(self) -> str:
        """Return the players who take a fresh stake at the bell. Empty until this is decided."""
        return join_entry_names(self.preview.bell.fresh, self.names) if self.settled else ""

    @property
    def settled(self) -> bool:
        """Return whether the bell's moves are all known, but not made yet."""
        return self.stage is Stage.PLAYING and self.preview.ready and not self.preview.is_last

    def list_names(self, *states: str) -> str:
        """Return the names of all people in one of these states."""
        return ", ".join(person.name for person in self.people if person.state in states)

    @property
    def waits(self) -> str:
        return self.list_names("waits")

    @property
    def byes(self) -> str:
        return self.list_names("bye")

    @property
    def knocked_out(self) -> str:
        return self.list_names("out")

    @property
    def pauses(self) -> str:
        return self.list_names("paused")

    @property
    def keeps(self) -> str:
        return self.list_names("keeps")


def _format_hour(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "TIME_FORMAT") if moment else ""


def _make_result(pool: Pool, names: Mapping[int, str]) -> PaperDeal:
    return PaperDeal(
        pool.deal,
        describe_winners([names.get(entry, "?") for entry in sorted(pool.winners)]),
        join_entry_names(sorted(pool.in_call - pool.winners), names),
        tuple((names[line.entry], line.bid, line.tricks or 0) for line in pool.lines if line.bid is not None),
    )


def _list_rules(play: Play, views: Sequence[Table]) -> Iterator[RuleSection]:
    """Yield the rules of bidding and scoring for the usual size of a table.

    Where tables of other sizes play other deals, the section's title has the size.
    """
    sizes = Counter(sum(seat.state.plays for seat in view.seats) for view in views)
    fitting = [size for size in sizes if play.kind.can_play(play, size)]
    if play.bids is None or not fitting:
        return
    usual = max(fitting, key=lambda size: (sizes[size], size))
    for section in describe_rules(play.game, usual, play.options):
        title = section.title
        if len(sizes) > 1 and section.key in BY_SIZE:
            title = gettext("%(title)s (table of %(players)s)") % {"title": title, "players": usual}
        if section.key in get_format_pages(play.format).rules_printed:
            yield replace(section, title=title, tables=())
