"""Bids and tricks that a table could have made, as a scorer tells them: as asked for, or made up."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from accounts.errors import RuleError
from games.rules.bidding import list_legal_bids
from games.rules.deals import DealPlan, Madness
from tournaments.core.kinds.counters import call_deal
from tournaments.evening.selectors.deals import BidTable
from tournaments.scoring.services.bids import DealBids, TrickResult

Call = Mapping[str, Any]


def order(at: BidTable) -> tuple[int, ...]:
    """Who bids on the table's deal, in bidding order."""
    return at.list_bidders(len(at.decided) + 1)


def deal_of(at: BidTable, call: Call) -> DealPlan:
    """The table's deal as it was called."""
    if at.plan is None:
        raise RuleError("deal", "The table has no deal to play.")
    return call_deal(at.play, at.plan, call)


def told(
    at: BidTable,
    bids: Sequence[int] = (),
    call: Call | None = None,
    trump: str = "",
    chance: Random | None = None,
) -> DealBids:
    """Bids in bidding order: these, the lowest that are allowed, or any by chance. Uncalled: three cards."""
    if call is None:
        call = {"cards": 3} if at.plan is not None and at.plan.by_call else {}
    if not bids:
        deal, made = deal_of(at, call), list[int]()
        for entry in order(at):
            legal = list_legal_bids(at.game, deal, len(at.places), made, at.zeros[entry])
            made.append(chance.choice(legal) if chance else legal[0])
        bids = made
    return DealBids(dict(zip(order(at), bids, strict=True)), call, trump)


def taken(
    at: BidTable, bids: DealBids, tricks: Sequence[int] = (), chance: Random | None = None
) -> TrickResult:
    """Tricks in bidding order: these, those by which most bids are exact, or any by chance."""
    deal = deal_of(at, bids.call)
    if not tricks:
        tricks = (
            _by_chance(deal, len(at.places), chance) if chance else _exact(deal, [*bids.by_entry.values()])
        )
    won = dict(zip(order(at), tricks, strict=True))
    if deal.madness is Madness.NONE:
        return TrickResult(won)
    numbers = list(range(1, deal.cards + 1))
    if chance:
        chance.shuffle(numbers)
    return TrickResult(
        won, {entry: tuple(sorted(numbers.pop() for _trick in range(n))) for entry, n in won.items()}
    )


def _exact(deal: DealPlan, bids: Sequence[int]) -> list[int]:
    """Everybody wins what they bid, from the first bidder on, and the last one what is left."""
    left, tricks = deal.cards, list[int]()
    for bid in bids:
        tricks.append(min(bid, left))
        left -= tricks[-1]
    tricks[-1] += left
    return tricks


def _by_chance(deal: DealPlan, players: int, chance: Random) -> list[int]:
    tricks = [0] * players
    for _trick in range(deal.cards):
        tricks[chance.randrange(players)] += 1
    return tricks
