"""Which bids are allowed. The legal bids are those that ``check_bid`` accepts."""

from collections.abc import Callable, Sequence

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.deals import Bidding, BidGame, DealPlan, Hook
from games.rules.schedules import LAST_NUMBER, check_called, check_players, find_orders

ALL_HAVE_BID = _("Everybody has bid already.")
BID_STANDS = _(
    "A bid may be changed until the next player has bid. The last bid may be changed until the first "
    "card is played."
)
MISERE = _("Misere: everybody bids zero.")


def list_legal_bids(
    game: BidGame, deal: DealPlan, players: int, bids: Sequence[int], zeros: int = 0
) -> tuple[int, ...]:
    """Return the bids that the next bidder may make; none if all have bid.

    ``bids``: the bids so far, in bidding order; they do not matter if all bid at once. ``zeros``: in how
    many successive deals, up to now, the player has bid zero. RuleError at ``players``, ``call``, ``bids``,
    ``made.<index>`` or ``zeros``.
    """
    _check_so_far(game, deal, players, bids, zeros)
    return tuple(
        bid
        for bid in range(deal.cards + 1)
        if _find_refusal(game, deal, players, bids, bid, zeros, "bid") is None
    )


def check_bid(
    game: BidGame,
    deal: DealPlan,
    players: int,
    bids: Sequence[int],
    bid: int,
    zeros: int = 0,
    field: str = "bid",
) -> None:
    """Refuse a bid that is not legal. RuleError at ``field`` with the reason, or as ``list_legal_bids``."""
    _check_so_far(game, deal, players, bids, zeros)
    refusal = _find_refusal(game, deal, players, bids, bid, zeros, field)
    if refusal is not None:
        raise refusal


def check_bids(
    game: BidGame,
    deal: DealPlan,
    bids: Sequence[int],
    zeros: Sequence[int] = (),
    field: Callable[[int], str] = "bids.{}".format,
) -> None:
    """Refuse the first of a deal's bids that is not allowed, or a wrong number of players. RuleError.

    ``bids`` and ``zeros`` are in bidding order, one per player. ``field`` returns the field of each bid.
    """
    runs = checks.read_list(zeros, "zeros")
    check_players(game, len(checks.read_list(bids, "bids")))
    for index, bid in enumerate(bids):
        before = runs[index] if index < len(runs) else 0
        check_bid(game, deal, len(bids), bids[:index], bid, before, field(index))


def check_bids_by_seat(
    game: BidGame, deal: DealPlan, dealer: int, bids: Sequence[int], zeros: Sequence[int]
) -> None:
    """Check bids and zeros by seat. RuleError at ``bids.<seat>``, or as ``find_orders``."""
    order = find_orders(game, len(bids), dealer).bidding
    check_bids(
        game,
        deal,
        [bids[seat] for seat in order],
        [zeros[seat] for seat in order],
        lambda at: f"bids.{order[at]}",
    )


def check_change(
    game: BidGame,
    deal: DealPlan,
    players: int,
    bids: Sequence[int],
    index: int,
    bid: int,
    *,
    bids_made: int | None = None,
    card_played: bool = False,
    field: str = "bid",
) -> None:
    """Refuse the change of a bid to ``bid`` if it is not allowed. RuleError at ``field``, with the reason.

    ``index``: the bidder's place in bidding order. ``bids``: the bids made, of which ``bids_made`` limits the
    number. A bid may be changed until the next player has bid, and the last bid until the first card is
    played.
    """
    so_far = checks.read_list(bids, "bids")
    if bids_made is not None:
        so_far = so_far[: checks.read_whole(bids_made, "made", 0, len(so_far))]
    if not deal.may_change:
        raise RuleError(field, _("Bids cannot be changed in this deal."))
    checks.read_whole(index, "index", 0, players - 1)
    if index >= len(so_far):
        raise RuleError(field, _("This player has not bid yet, so there is no bid to change."))
    if index < len(so_far) - 1 or card_played:
        raise RuleError(
            field,
            BID_STANDS,
        )
    check_bid(game, deal, players, so_far[:index], bid, field=field)


def _check_so_far(game: BidGame, deal: DealPlan, players: int, bids: Sequence[int], zeros: int) -> None:
    """Refuse bids so far after which no bid is possible."""
    check_players(game, players)
    check_called(deal)
    checks.read_whole(zeros, "zeros", 0, LAST_NUMBER)
    if deal.bidding is Bidding.SIMULTANEOUS:
        return
    if len(checks.read_list(bids, "made")) > players:
        raise RuleError("made", ALL_HAVE_BID)
    for index, bid in enumerate(bids):
        checks.read_whole(bid, f"made.{index}", 0, deal.cards)
    if deal.hook is Hook.TOTAL and sum(bids) > deal.cards:
        raise RuleError("made", _("All bids together must be %(cards)s."), cards=deal.cards)


def _find_refusal(
    game: BidGame, deal: DealPlan, players: int, bids: Sequence[int], bid: int, zeros: int, field: str
) -> RuleError | None:
    """Return why the next bidder may not make the bid; None if they may."""
    if type(bid) is not int or not 0 <= bid <= deal.cards:
        return RuleError(field, _("A bid is a whole number from 0 to %(cards)s."), cards=deal.cards)
    if deal.misere and bid:
        return RuleError(field, MISERE)
    if bid == 0 and 0 < game.zeros <= zeros and players > game.zeros_above:
        return RuleError(
            field, _("Bid 1 or more: this player has bid zero in %(zeros)s deals in a row."), zeros=game.zeros
        )
    if deal.bidding is Bidding.SIMULTANEOUS:
        return None
    if len(bids) == players:
        return RuleError(field, ALL_HAVE_BID)
    return _find_hook_refusal(deal, deal.cards - sum(bids), bid, last=len(bids) == players - 1, field=field)


def _find_hook_refusal(
    deal: DealPlan, last_bid: int, bid: int, *, last: bool, field: str
) -> RuleError | None:
    """Return why the hook refuses a bid, or None. After a bid of ``last_bid`` the bids total the tricks."""
    hooked = bid == last_bid and (deal.hook is Hook.RUNNING or (deal.hook is Hook.LAST and last))
    if hooked:
        return RuleError(
            field,
            _("Hook: the bids may not total %(cards)s, the number of tricks. Make another bid."),
            cards=deal.cards,
        )
    if deal.hook is Hook.TOTAL and bid > last_bid:
        return RuleError(
            field,
            _("Bid %(left)s or less. All bids together must be %(cards)s."),
            cards=deal.cards,
            left=last_bid,
        )
    if deal.hook is Hook.TOTAL and last and bid < last_bid:
        return RuleError(
            field, _("Bid %(left)s. All bids together must be %(cards)s."), cards=deal.cards, left=last_bid
        )
    return None
