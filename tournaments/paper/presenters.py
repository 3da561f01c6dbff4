"""An evening on paper: all that people need if every screen goes dark, and blank slips for coming deals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import assert_never

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.describe import parts as describe_parts
from games.describe import sections
from games.describe.parts import RuleSection, special, trump
from games.rules.deals import Bidding, DealPlan, Trump
from tournaments.attendance.presenters.people import Person, everybody
from tournaments.base.words import clocked, goes_by, prize_title, who_won
from tournaments.console.presenters import Console
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.counters import as_called
from tournaments.core.movement import seating
from tournaments.core.movement.bell import Limits
from tournaments.core.movement.clock import ClockHand
from tournaments.core.movement.clock import shown as seconds_shown
from tournaments.core.movement.seating import pools_by_table
from tournaments.core.record import Pool, Stage
from tournaments.core.results.prizes import Prize, prize_list, roles_undecided, without_roles
from tournaments.core.settings import Counting
from tournaments.evening.presenters.formats import DealAhead, format_pages
from tournaments.evening.presenters.kinds import same_deal
from tournaments.evening.presenters.movers import Mover
from tournaments.evening.presenters.table import Seat, Table, TableState, listed
from tournaments.evening.selectors.deals import OpenBids, open_bids
from tournaments.hall.presenters.tables import Named, names_a_to_z

SPARE_LINES = 1
"""Lines more than people sit at the table now: in a later round somebody may come."""


@dataclass(frozen=True)
class SlipLine:
    """A line of a slip: somebody by name with the counters before the deal, or the bid, where known."""

    name: str = ""
    deals: bool = False
    held: int | None = None
    bid: int | None = None


@dataclass(frozen=True)
class Slip:
    """A deal at a table, to be written down. ``deal`` is 0 where a round has one alone, ``suit`` its trump.

    ``plan`` is how it is dealt, as far as that is known beforehand. ``counts``: what each has after it is
    asked for, where counters are counted at the end; of a ``booby`` table only if somebody is broke.
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
    def known(self) -> bool:
        """Return whether it is known what everybody has before the deal."""
        return all(line.held is not None for line in self.lines)

    @property
    def cards(self) -> int:
        return self.plan.cards if self.plan else 0

    @property
    def by_call(self) -> bool:
        """Return whether the dealer has still to say how the deal is played."""
        return self.plan is not None and self.plan.by_call and not self.plan.cards

    @property
    def no_trump(self) -> bool:
        return self.plan is not None and self.plan.trump is Trump.NONE

    @property
    def turned(self) -> bool:
        """Return whether a suit is found by a card, to be written down."""
        return not self.suit and (self.plan is None or self.plan.trump not in (Trump.NONE, Trump.FIXED))

    @property
    def trump(self) -> str:
        if self.suit:
            return describe_parts.suit(self.suit)
        return trump(self.plan) if self.plan else ""

    @property
    def at_once(self) -> bool:
        """Return whether all bid at once, where others bid in turn."""
        return self.plan is not None and self.plan.bidding is Bidding.SIMULTANEOUS

    @property
    def special(self) -> tuple[str, ...]:
        return special(self.plan) if self.plan else ()


def slips_of(
    facts: Facts,
    views: Sequence[Table],
    number: int,
    coming: int,
    bid: Mapping[tuple[int, int], OpenBids],
) -> tuple[Slip, ...]:
    """Return the slips of every table, from the head table down, each table's in the order of play.

    ``bid``: the deals in play on which bids are known.
    """
    made, of_format = list[Slip](), format_pages(facts.play.format)
    pools = pools_by_table(facts, number)
    for view in views:
        played = pools[view.table]
        last = view.state is TableState.FINISHING
        ahead = of_format.deals_ahead(
            facts, played, len(view.people), coming, out=view.next_deal > 0, last=last
        )
        slips = (_slip(facts, view, played, deal) for deal in ahead)
        made += _with_bids(facts.play, view, slips, bid.get((view.table, view.next_deal)))
    return tuple(made)


def _with_bids(play: Play, view: Table, slips: Iterable[Slip], known: OpenBids | None) -> Iterator[Slip]:
    """Yield the slips, the first with what is known of the deal in play."""
    for at, slip in enumerate(slips):
        if at or known is None:
            yield slip
            continue
        plan = as_called(play, slip.plan, known.call) if slip.plan and known.call else slip.plan
        bids = (known.bids.get(seat.entry) for seat in view.people)
        lines = (replace(line, bid=bid) for line, bid in zip(slip.lines, bids, strict=True))
        yield replace(slip, plan=plan, suit=known.trump, lines=tuple(lines))


def _slip(facts: Facts, view: Table, pools: Sequence[Pool], ahead: DealAhead) -> Slip:
    kind, settings = facts.play.kind, facts.settings
    counted = not kind.counted(settings.counting) and ahead.deal == kind.deals_in_round(settings)
    return Slip(
        view.table,
        ahead.round,
        ahead.deal if facts.play.several_deals(settings) else 0,
        _lines(facts, view, pools, ahead),
        view.is_head,
        view.is_booby,
        plan=ahead.plan,
        counts=counted and (view.is_head or view.is_booby),
    )


def _lines(facts: Facts, view: Table, pools: Sequence[Pool], ahead: DealAhead) -> tuple[SlipLine, ...]:
    """Return everybody's line; also who deals, and what each has, as far as that is known."""
    here = view.people
    if not ahead.here:
        return (SlipLine(),) * min(len(here) + SPARE_LINES, max(facts.play.game.most, len(here)))
    dealer = _dealer(facts, view, pools, ahead.turns) if ahead.turns else 0
    return tuple(SlipLine(s.name, s.chair == dealer, s.held if ahead.turns == 1 else None) for s in here)


def _dealer(facts: Facts, view: Table, pools: Sequence[Pool], turns: int) -> int:
    """Return the chair that deals ``turns`` deals from now, if all who play now go on."""
    number = facts.now.number
    first = next(t.dealer for t in facts.tables if (t.round, t.position) == (number, view.table))
    chairs = {seat.entry: seat.chair for seat in view.seats}
    played = [{chairs[line.entry] for line in pool.lines if line.entry in chairs} for pool in pools]
    ahead = [{seat.chair for seat in view.people}] * turns
    return seating.dealer_of(first, [*played, *ahead], to_right=facts.play.to_right)


STAGES = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
"""While there are seats, and something is still to be done at them."""

BY_SIZE = ("bidding", "end")
"""Of a game's rules those that name deals by their number, which depends on how many play."""


@dataclass(frozen=True)
class Result:
    """A deal that the table has decided in this round: who won and called, or what each bid and won."""

    deal: int
    won: str
    callers: str
    hands: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class PaperSeat:
    """Somebody at a table: the seat as the console has it, and who it is."""

    seat: Seat
    who: Person


@dataclass(frozen=True)
class PaperTable:
    """A table as it is written down. ``together``: its counters, where all of them are known.

    ``left``: what people who went away in the middle of its deal have in the pool.
    """

    at: Table
    seats: tuple[PaperSeat, ...]
    results: tuple[Result, ...]
    left: tuple[tuple[str, int], ...] = ()

    @property
    def together(self) -> int | None:
        held = [one.seat.held for one in self.seats if one.seat.state.plays]
        return None if None in held else sum(counters or 0 for counters in held)


class PaperPage:
    """The evening on paper, with slips for so many ``coming`` rounds, or at fixed tables deals."""

    def __init__(self, view: Console, now: datetime, coming: int) -> None:
        self.view, self.now, self.coming = view, now, coming
        self.play, self.settings, self.stage, self.names = view.play, view.settings, view.stage, view.names
        self.facts, self.round, self.preview, self.pulse = view.facts, view.round, view.preview, view.pulse
        self.seq = view.evening.seq

    @cached_property
    def people(self) -> tuple[Person, ...]:
        return everybody(self.facts)

    @cached_property
    def deal(self) -> str:
        return same_deal(view.progress for view in self.view.tables)

    @cached_property
    def tables(self) -> tuple[PaperTable, ...]:
        who = {person.entry: person for person in self.people}
        pools = pools_by_table(self.facts, self.round)
        left = left_in_pools(self.facts, self.round)
        return tuple(
            PaperTable(
                view,
                tuple(PaperSeat(seat, who[seat.entry]) for seat in view.seats),
                tuple(_result(pool, self.names) for pool in pools[view.table]),
                tuple((seat.name, left[seat.entry]) for seat in view.seats if seat.entry in left),
            )
            for view in self.view.tables
        )

    @cached_property
    def wall(self) -> tuple[tuple[Named, Person], ...]:
        """Return everybody who has not left, by name from A to Z."""
        here = {person.entry: person for person in self.people if person.state != "left"}
        names = names_a_to_z(self.view.evening)
        return tuple((named, here[named.entry]) for named in names if named.entry in here)

    @property
    def total(self) -> int:
        """Return the counters that must be on the tables, with those in a pool that somebody left there."""
        return ledger.on_tables(self.facts, self.settings)

    @cached_property
    def banked(self) -> tuple[tuple[str, int], ...]:
        """Return the counters of everybody who pauses, at the banker."""
        away = ledger.taken_away(self.facts)
        paused = (person for person in self.people if person.state == "paused" and person.entry in away)
        return tuple((person.name, away[person.entry]) for person in paused)

    @property
    def moves(self) -> tuple[Mover, ...]:
        return self.view.outcome.moves if self.preview.ready else ()

    @cached_property
    def rules(self) -> tuple[RuleSection, ...]:
        return tuple(_rules(self.play, self.view.tables))

    @cached_property
    def listed(self) -> tuple[Prize, ...]:
        """Return the prizes; where nobody has a role, those for roles are one for everybody."""
        roles = [entry.role for entry in self.facts.entries]
        undecided = roles_undecided(self.settings, self.play, roles)
        return prize_list(without_roles(self.settings) if undecided else self.settings, self.play)

    @cached_property
    def slips(self) -> tuple[Slip, ...]:
        if self.stage is Stage.SETTLING:
            return ()
        bids = open_bids(self.view.evening.pk, self.round)
        return slips_of(self.facts, self.view.tables, self.round, self.coming, bids)

    @property
    def counts_each_deal(self) -> bool:
        return self.settings.counting is Counting.EACH_DEAL

    @property
    def records_each_stake(self) -> bool:
        return self.play.kind.records_each_stake(counted=self.counts_each_deal)

    @property
    def prizes(self) -> tuple[str, ...]:
        """Return the titles of the prizes; for the club's own, also what decides them."""
        return tuple(
            f"{prize_title(prize)} ({goes_by(prize.steps)})" if prize.own else prize_title(prize)
            for prize in self.listed
        )

    @property
    def prize_deals(self) -> int:
        """Return how many deals a prize needs; 0: none."""
        return self.settings.prize_deals

    @property
    def chips(self) -> bool:
        """Return whether one of the prizes is the usual one for yellow chips."""
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
        """Return where the round's clock stands; empty where there is none."""
        left = clocked(seconds_shown(self.pulse.clock.remaining(self.now)))
        figures = {
            "from": _hour(self.pulse.clock.starts_at),
            "to": _hour(self.pulse.clock.ends_at),
            "left": left,
        }
        match hand := self.pulse.hand(self.now):
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
    def out(self) -> str:
        """Return the tables whose results are still awaited."""
        return ", ".join(map(str, self.preview.still_out))

    @property
    def fresh(self) -> str:
        """Return who takes a fresh stake at the bell, once it is settled; empty before."""
        return listed(self.preview.bell.fresh, self.names) if self.settled else ""

    @property
    def settled(self) -> bool:
        """Return whether the bell's moves are all known, and only to be made."""
        return self.stage is Stage.PLAYING and self.preview.ready and not self.preview.is_last

    def those(self, *states: str) -> str:
        """Return the names of all who are in one of these states."""
        return ", ".join(person.name for person in self.people if person.state in states)

    @property
    def waits(self) -> str:
        return self.those("waits")

    @property
    def byes(self) -> str:
        return self.those("bye")

    @property
    def knocked_out(self) -> str:
        return self.those("out")

    @property
    def pauses(self) -> str:
        return self.those("paused")

    @property
    def keeps(self) -> str:
        return self.those("keeps")


def _hour(when: datetime | None) -> str:
    return date_format(timezone.localtime(when), "TIME_FORMAT") if when else ""


def _result(pool: Pool, names: Mapping[int, str]) -> Result:
    return Result(
        pool.deal,
        who_won([names.get(entry, "?") for entry in sorted(pool.winners)]),
        listed(sorted(pool.in_call - pool.winners), names),
        tuple((names[line.entry], line.bid, line.tricks or 0) for line in pool.lines if line.bid is not None),
    )


def _rules(play: Play, views: Sequence[Table]) -> Iterator[RuleSection]:
    """Yield the rules of bidding and scoring, for the usual size of a table.

    That is said where tables of other sizes play other deals.
    """
    sizes = Counter(sum(seat.state.plays for seat in view.seats) for view in views)
    fitting = [size for size in sizes if play.kind.enough(play, size)]
    if play.bids is None or not fitting:
        return
    usual = max(fitting, key=lambda size: (sizes[size], size))
    for section in sections(play.game, usual, play.chosen):
        title = section.title
        if len(sizes) > 1 and section.key in BY_SIZE:
            title = gettext("%(title)s (table of %(players)s)") % {"title": title, "players": usual}
        if section.key in format_pages(play.format).rules_printed:
            yield replace(section, title=title, tables=())
