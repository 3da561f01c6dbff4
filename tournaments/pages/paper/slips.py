"""Blank slips on which a table writes its coming deals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from games.describe import figures
from games.describe.schedule import special, trump
from games.rules.deals import Bidding, Deal, Trump
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds import dealing
from tournaments.core.movement import position, seating
from tournaments.core.record import Pool
from tournaments.models import BidRow
from tournaments.pages.kinds.registry import kind_pages
from tournaments.pages.running.round_tables import SeatView, State, TableView

MOST_ROUNDS, MOST_DEALS = 10, 30
"""Rounds ahead for which slips are made; and deals at each table, whatever their rounds."""

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


@dataclass(frozen=True)
class InPlay:
    """A deal that was bid on and is not scored yet: its call and trump, and the bids by entry."""

    call: Mapping[str, Any]
    trump: str
    bids: Mapping[int, int]


def in_play(evening: int, number: int) -> dict[tuple[int, int], InPlay]:
    """The round's deals in play by table and deal, in one query."""
    stand = {"deal__void": None, "deal__round__void": None}
    rows = BidRow.objects.filter(deal__round__evening=evening, deal__round__number=number, **stand)
    found: dict[tuple[int, int], InPlay] = {}
    for table, deal, call, turned, entry, bid in rows.values_list(
        "deal__position", "deal__deal", "deal__call", "deal__trump", "entry", "bid"
    ):
        one = found.get((table, deal), InPlay(call, turned, {}))
        found[table, deal] = replace(one, bids={**one.bids, entry: bid})
    return found


def most_coming(play: Play) -> int:
    """For how many rounds, or at fixed tables deals, slips are made at most."""
    return play.format.of(MOST)


MOST = {"moving": MOST_ROUNDS, "games": MOST_DEALS}


def slips_of(
    facts: Facts,
    views: Sequence[TableView],
    number: int,
    coming: int,
    bid: Mapping[tuple[int, int], InPlay],
) -> tuple[Slip, ...]:
    """The slips of every table, from the head table down, each table's in the order of play.

    ``bid``: the deals in play on which bids are known.
    """
    ends = dealing.rounds_of(facts)
    last = number + coming - 1 if ends is None else min(number + coming - 1, ends)
    made = list[Slip]()
    for view in views:
        slips = facts.play.format.of(COMING)(facts, view, last, coming)
        made += _with_bids(facts.play, view, slips, bid.get((view.position, view.next_deal)))
    return tuple(made)


def _coming_rounds(facts: Facts, view: TableView, last: int, coming: int) -> Iterator[Slip]:
    return islice(_of_rounds(facts, view, last), MOST_DEALS)


def _coming_deals(facts: Facts, view: TableView, last: int, coming: int) -> Iterator[Slip]:
    return islice(_of_game(facts, view, facts.rounds[-1].number), coming)


COMING = {"moving": _coming_rounds, "games": _coming_deals}
"""The slips of a table, by the format."""


def _with_bids(play: Play, view: TableView, slips: Iterable[Slip], known: InPlay | None) -> Iterator[Slip]:
    """The slips, the first with what is known of the deal in play."""
    for at, slip in enumerate(slips):
        if at or known is None:
            yield slip
            continue
        plan = dealing.as_called(play, slip.plan, known.call) if slip.plan and known.call else slip.plan
        bids = (known.bids.get(seat.entry) for seat in _here(view))
        lines = (replace(line, bid=bid) for line, bid in zip(slip.lines, bids, strict=True))
        yield replace(slip, plan=plan, suit=known.trump, lines=tuple(lines))


def _of_rounds(facts: Facts, view: TableView, last: int) -> Iterator[Slip]:
    """The deals still to be played in this round, and all of the rounds up to the ``last``: people move."""
    play, number, here = facts.play, facts.rounds[-1].number, _here(view)
    deals = play.kind.deals_in_round(facts.settings)
    at_the_end = not play.kind.counted(facts.settings.counting)
    blank = (SlipLine(),) * min(len(here) + SPARE_LINES, max(play.game.most, len(here)))
    enough = dealing.enough(play, len(here))
    for round in range(number, last + 1):
        now = round == number
        for deal in _awaited(view, deals) if now else range(1, deals + 1):
            first = now and deal == view.next_deal
            yield Slip(
                view.position,
                round,
                deal if deals > 1 else 0,
                _lines(here, view if first else None) if now else blank,
                view.is_head,
                view.is_booby,
                plan=dealing.bid_deal(play, round, len(here), ()) if enough else None,
                counts=at_the_end and (view.is_head or view.is_booby) and deal == deals,
            )


def _awaited(view: TableView, deals: int) -> Iterable[int]:
    """The deals of this round still to come at the table: after the bell only the one in play."""
    if not view.out:
        return ()
    return range(view.next_deal, (view.next_deal if view.state is State.FINISHING else deals) + 1)


def _of_game(facts: Facts, view: TableView, number: int) -> Iterator[Slip]:
    """The coming deals of the table's game, or of its next one: nobody moves, so that all are known."""
    play, here = facts.play, _here(view)
    pools = position.pools_by_table(facts, number)[view.position] if view.out else []
    round = number if view.out else number + 1
    if round > facts.settings.games or not dealing.enough(play, len(here)):
        return
    began = len(pools[0].lines) if pools else len(here)
    for deal, plan in kind_pages(play.kind).coming_deals(play, facts.settings, began, pools):
        dealer = _dealer(facts, view, pools, deal) if view.out else 0
        first = view.out and deal == view.next_deal
        lines = (SlipLine(s.name, s.chair == dealer, s.held if first else None) for s in here)
        yield Slip(view.position, round, deal, tuple(lines), plan=plan)
        if view.state is State.FINISHING:
            return


def _here(view: TableView) -> list[SeatView]:
    return [seat for seat in view.seats if seat.presence.plays]


def _lines(here: Iterable[SeatView], known: TableView | None) -> tuple[SlipLine, ...]:
    """Everybody's line; of the deal in play also who deals, and what each has."""
    return tuple(SlipLine(s.name, s.deals, s.held) if known else SlipLine(s.name) for s in here)


def _dealer(facts: Facts, view: TableView, pools: Sequence[Pool], deal: int) -> int:
    """The chair that deals the game's ``deal``, if all who play now go on."""
    number = facts.rounds[-1].number
    first = next(t.dealer for t in facts.tables if (t.round, t.position) == (number, view.position))
    chairs = {seat.entry: seat.chair for seat in view.seats}
    played = [{chairs[line.entry] for line in pool.lines if line.entry in chairs} for pool in pools]
    ahead = [{seat.chair for seat in _here(view)}] * (deal - len(pools))
    return seating.dealer_of(first, [*played, *ahead], to_right=facts.play.to_right)
