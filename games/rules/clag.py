"""Clag, the airmen's Blackout: clouds low, aircraft grounded. In Caller Clag the dealer sets the deal.

``MODIFIERS`` are what the dealer may call, ``REFUSED`` what they may not call together.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accounts.errors import gettext_noop as _
from games.rules.blackout import build_deals, count_down, count_up
from games.rules.deals import BidGame, DealPlan, Hand, Hook, Madness, Points, Trump
from games.rules.options import Option, Options

SPECIAL: Mapping[int, Mapping[str, Any]] = {
    8: {"trump": Trump.NONE},
    9: {"bids_before_trump": True},
    10: {"blind": True},
    11: {"blind": True, "pile": True},
    12: {"misere": True, "hook": Hook.NONE},
    13: {"misere": True, "hook": Hook.NONE, "trump": Trump.NONE},
}
"""The special deals of Clag, by number. All have seven cards, like the deals before and after them."""


def _choose_hook(options: Options) -> Hook:
    return Hook.LAST if options["non_exact"] else Hook.NONE


def _deal_clag(_players: int, options: Options) -> tuple[DealPlan, ...]:
    """Return twenty deals: from one card to seven, the special ones with seven, and from seven to one."""
    plain = build_deals(
        [*count_up(1, 7), *(7 for _special in SPECIAL), *count_down(7, 1)], hook=_choose_hook(options)
    )
    return tuple(replace(deal, **SPECIAL.get(deal.number, {})) for deal in plain)


def _score_madness(hand: Hand, deal: DealPlan) -> int:
    """Return two points for the first trick and two more for each next one; descending: from the last."""
    if deal.madness is Madness.ASCENDING:
        return sum(2 * trick for trick in hand.took)
    if deal.madness is Madness.DESCENDING:
        return sum(2 * (deal.cards - trick + 1) for trick in hand.took)
    return 0


def _score_exact(hand: Hand, deal: DealPlan) -> int:
    """Return ten and two a trick; in madness ten and the tricks' own scores; in a misere just ten."""
    return 10 + (_score_madness(hand, deal) if deal.madness is not Madness.NONE else 2 * hand.tricks)


def _score_missed(hand: Hand, deal: DealPlan) -> int:
    return -2 * hand.tricks if deal.misere else _score_madness(hand, deal)


NON_EXACT = Option("non_exact", _("Non-exact: the last bid may not make all bids equal the tricks"))

CLAG = BidGame(
    key="clag",
    title="Clag",
    also_called=("Clagg", "Cleg", "Nomination Whist"),
    document="004",
    about=_(
        "From the Royal Air Force in the Second World War. The name is short for “Clouds Low, Aircraft "
        "Grounded”. Everybody draws a card, and equal ranks draw again. Players sit in that order, "
        "highest first, and the highest deals first. A scorer records the bids."
    ),
    fewest=3,
    most=7,
    progressive=True,
    options=(NON_EXACT,),
    schedule=_deal_clag,
    points=Points(
        exact=_score_exact,
        missed=_score_missed,
        exact_words=_("10, plus 2 for each trick; in misere, 10 for no trick"),
        missed_words=_("nothing; in misere, minus 2 for each trick"),
    ),
)

CALLER_CLAG = BidGame(
    key="caller-clag",
    title="Caller Clag",
    document="004",
    about=_(
        "A shorter Clag. The players agree on the number of deals before the game. The dealer calls "
        "the number of cards before the deal, and the kind of deal after it. The seats and the first "
        "dealer are drawn as in Clag."
    ),
    fewest=3,
    most=7,
    progressive=False,  # tables would not play the same deals
    options=(NON_EXACT, Option("deals", _("Number of deals"), default=12, least=1, most=60)),
    schedule=lambda _players, options: build_deals(
        [0] * int(options["deals"]), hook=_choose_hook(options), by_call=True
    ),
    points=Points(
        exact=_score_exact,
        missed=_score_missed,
        exact_words=_(
            "10, plus 2 for each trick; in misere, 10 for no trick; in madness, 10 plus the points of the "
            "tricks"
        ),
        missed_words=_("nothing; in misere, minus 2 for each trick; in madness, the points of the tricks"),
    ),
)


CALLED = range(3, 8)
"""The numbers of cards that the dealer may call."""

PRECEDENCE = "HCDS"
"""The usual order of the suits, highest first."""

MODIFIERS: Mapping[str, str] = {
    "no_trump": _("No trump"),
    "bid_before_trump": _("Bids before the trump"),
    "blind_bid": _("Bids before looking"),
    "pile_order": _("Hands as piles"),
    "misere": _("Misere"),
    "suit_precedence": _("Suit precedence"),
    "nuloss": _("Nuloss"),
    "blind_hand": _("Blind hand"),
    "ascending_madness": _("Ascending madness"),
    "descending_madness": _("Descending madness"),
}
"""The yes-or-no calls of a dealer, besides the number of cards, by key."""

REFUSED: Mapping[tuple[str, str], str] = {
    ("ascending_madness", "descending_madness"): _("Choose ascending or descending madness, not both."),
    ("misere", "ascending_madness"): _("A misere cannot also be madness."),
    ("misere", "descending_madness"): _("A misere cannot also be madness."),
    ("suit_precedence", "bid_before_trump"): _(
        "With suit precedence no trump is turned up, so no bid can be made before it."
    ),
}
"""Calls that are refused together. All other calls can be combined."""
