"""Blank slips on which a table writes its coming deals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.describe import figures
from games.describe.schedule import special, trump
from games.rules.deals import Bidding, Deal, Trump
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import dealing
from tournaments.core.movement import position, seating
from tournaments.core.record import Pool
from tournaments.evening.presenters.formats.format import DealAhead
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.table import Table, TableState
from tournaments.evening.selectors.bid_tables import OpenBids

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
    plan: Deal | None = None
    counts: bool = False
    suit: str = ""

    @property
    def known(self) -> bool:
        """Whether it is known what everybody has before the deal."""
        return all(line.held is not None for line in self.lines)

    @property
    def cards(self) -> int:
        return self.plan.cards if self.plan else 0

    @property
    def by_call(self) -> bool:
        """Whether the dealer has still to say how the deal is played."""
        return self.plan is not None and self.plan.by_call and not self.plan.cards

    @property
    def no_trump(self) -> bool:
        return self.plan is not None and self.plan.trump is Trump.NONE

    @property
    def turned(self) -> bool:
        """Whether a suit is found by a card, to be written down."""
        return not self.suit and (self.plan is None or self.plan.trump not in (Trump.NONE, Trump.FIXED))

    @property
    def trump(self) -> str:
        if self.suit:
            return figures.suit(self.suit)
        return trump(self.plan) if self.plan else ""

    @property
    def at_once(self) -> bool:
        """Whether all bid at once, where others bid in turn."""
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
    """The slips of every table, from the head table down, each table's in the order of play.

    ``bid``: the deals in play on which bids are known.
    """
    made, of_format = list[Slip](), format_pages(facts.play.format)
    pools = position.pools_by_table(facts, number)
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
    """The slips, the first with what is known of the deal in play."""
    for at, slip in enumerate(slips):
        if at or known is None:
            yield slip
            continue
        plan = dealing.as_called(play, slip.plan, known.call) if slip.plan and known.call else slip.plan
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
    """Everybody's line; also who deals, and what each has, as far as that is known."""
    here = view.people
    if not ahead.here:
        return (SlipLine(),) * min(len(here) + SPARE_LINES, max(facts.play.game.most, len(here)))
    dealer = _dealer(facts, view, pools, ahead.turns) if ahead.turns else 0
    return tuple(SlipLine(s.name, s.chair == dealer, s.held if ahead.turns == 1 else None) for s in here)


def _dealer(facts: Facts, view: Table, pools: Sequence[Pool], turns: int) -> int:
    """The chair that deals so many deals from now, if all who play now go on."""
    number = facts.now.number
    first = next(t.dealer for t in facts.tables if (t.round, t.position) == (number, view.table))
    chairs = {seat.entry: seat.chair for seat in view.seats}
    played = [{chairs[line.entry] for line in pool.lines if line.entry in chairs} for pool in pools]
    ahead = [{seat.chair for seat in view.people}] * turns
    return seating.dealer_of(first, [*played, *ahead], to_right=facts.play.to_right)
