"""The deals of a bidding game: its schedule, the dealer's calls, and the order in which people act."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import checks
from games.rules.cards import SUITS
from games.rules.checks import WRONG_PLAYERS, YES_OR_NO
from games.rules.clag import CALLED, MODIFIERS, PRECEDENCE, REFUSED
from games.rules.deals import BidGame, DealPlan, End, Hook, Madness, Trump
from games.rules.options import Options, Value
from games.rules.ruleset import Turn

LAST_NUMBER = 9999
"""The highest number of a deal, far above any real one: a game with a target has no last deal."""


def plan_deals(
    game: BidGame, players: int, options: Mapping[str, object] | None = None
) -> tuple[DealPlan, ...]:
    """Return the deals of a whole game. A game with a target has one deal, which is repeated.

    RuleError at ``players``, ``options`` or ``options.<key>``.
    """
    check_players(game, players)
    chosen = game.choose({} if options is None else options)
    return _plan_deals(game.schedule, players, tuple(chosen.items()))


@lru_cache(maxsize=200)
def _plan_deals(
    made_by: Callable[[int, Options], tuple[DealPlan, ...]],
    players: int,
    options: tuple[tuple[str, Value], ...],
) -> tuple[DealPlan, ...]:
    """Return the deals, cached, because every deal in play needs them."""
    return made_by(players, dict(options))


def get_deal(
    game: BidGame,
    players: int,
    options: Mapping[str, object] | None,
    number: int,
    *,
    strict: bool = False,
) -> DealPlan:
    """Return deal ``number``, from 1. Past the end: the last deal with this number.

    An evening needs this: a table that has grown plays on past its schedule. If ``strict``, a number past
    the end is a RuleError at ``deal``. RuleError also as ``schedule``.
    """
    deals = plan_deals(game, players, options)
    endless = game.end is End.TARGET or not strict
    checks.read_whole(number, "deal", 1, LAST_NUMBER if endless else len(deals))
    return replace(deals[min(number, len(deals)) - 1], number=number)


def count_unseen(game: BidGame, players: int) -> int:
    """Return how many cards are removed from the pack unseen before each deal. RuleError at ``players``."""
    check_players(game, players)
    return game.count_removed(players)


@answers("dealing", "bidding", "playing", "next_dealer", component="OrdersAnswer")
@dataclass(frozen=True)
class Orders:
    """The order of seats for dealing, bidding and the first trick; and the next deal's dealer."""

    dealing: tuple[int, ...]
    bidding: tuple[int, ...]
    playing: tuple[int, ...]
    next_dealer: int


def find_orders(game: BidGame, players: int, dealer: int) -> Orders:
    """Return the orders of a deal. Seats count from 0, clockwise. RuleError at ``players``, ``dealer``."""
    check_players(game, players)
    checks.read_whole(dealer, "dealer", 0, players - 1)
    dealing = list_turns(game.dealing, players, dealer)
    return Orders(
        dealing=dealing,
        bidding=list_turns(game.bidding, players, dealer),
        playing=list_turns(Turn.LEFT, players, dealer),
        next_dealer=dealing[0],  # the dealer changes in the direction of dealing
    )


def list_turns(turn: Turn, players: int, dealer: int) -> tuple[int, ...]:
    """Return each seat once, in the order of turns. Seats count from 0, clockwise."""
    first, step = {Turn.LEFT: (1, 1), Turn.DEALER: (0, 1), Turn.RIGHT: (-1, -1)}[turn]
    return tuple((dealer + first + step * place) % players for place in range(players))


def apply_call(game: BidGame, deal: DealPlan, call: Mapping[str, object]) -> DealPlan:
    """Return the deal as called: ``cards``, any of ``MODIFIERS``, and ``suits``, their order ("HCDS").

    ``deal``: the scheduled deal. RuleError at ``call`` or ``call.<key>``.
    """
    if not deal.by_call:
        raise RuleError("call", _("In this game the dealer calls nothing."))
    if not isinstance(call, Mapping):
        raise RuleError("call", _("Enter the call: the number of cards, and the kind of deal."))
    for key in call:
        if key not in ("cards", "suits", *MODIFIERS):
            raise RuleError(f"call.{str(key)[:40]}", _("This game has no such call. Remove it."))
    cards = checks.read_whole(call.get("cards"), "call.cards", min(CALLED), max(CALLED))
    on = {key: _read_flag(call, key) for key in MODIFIERS}
    for (one, other), why in REFUSED.items():
        if on[one] and on[other]:
            raise RuleError(f"call.{other}", why)
    return replace(
        deal,
        cards=cards,
        trump=Trump.NONE if on["no_trump"] or on["suit_precedence"] else Trump.NEXT_CARD,
        hook=Hook.NONE if on["misere"] else deal.hook,
        bids_before_trump=on["bid_before_trump"],
        blind=on["blind_bid"],
        pile=on["pile_order"] or on["blind_hand"],
        shuffled=on["blind_hand"],
        misere=on["misere"],
        precedence=_read_precedence(call.get("suits", ""), on["suit_precedence"]),
        nuloss=on["nuloss"],
        madness=_read_madness(on),
    )


def _read_flag(call: Mapping[str, object], key: str) -> bool:
    given = call.get(key, False)
    if not isinstance(given, bool):
        raise RuleError(f"call.{key}", YES_OR_NO)
    return given


def _read_precedence(suits: object, precedes: bool) -> str:
    """Return the suits, highest first; "" without precedence. The default is the usual order."""
    if not isinstance(suits, str) or (suits and sorted(suits) != sorted(SUITS)):
        raise RuleError(
            "call.suits",
            _("Enter each suit once, highest first. The usual order is %(usual)s."),
            usual=PRECEDENCE,
        )
    if suits and not precedes:
        raise RuleError("call.suits", _("Suits have an order only with suit precedence."))
    return (suits or PRECEDENCE) if precedes else ""


def _read_madness(is_on: Mapping[str, bool]) -> Madness:
    if is_on["ascending_madness"]:
        return Madness.ASCENDING
    return Madness.DESCENDING if is_on["descending_madness"] else Madness.NONE


def check_players(game: BidGame, players: int) -> None:
    """Refuse a number of players that the game does not allow. RuleError at ``players``."""
    if type(players) is int and game.fewest <= players <= game.most:
        return
    if game.fewest == game.most:
        raise RuleError("players", _("This game is for %(players)s players."), players=game.most)
    raise RuleError(
        "players",
        WRONG_PLAYERS,
        fewest=game.fewest,
        most=game.most,
    )


def check_called(deal: DealPlan) -> None:
    """Refuse a deal that the dealer still has to call. RuleError at ``call``."""
    if not deal.cards:
        raise RuleError("call", _("The dealer has not called this deal yet. Enter the call first."))
