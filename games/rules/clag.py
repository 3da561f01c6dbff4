"""Clag, the airmen's Blackout: clouds low, aircraft grounded. And Caller Clag, where the dealer says how.

What the dealer may call is in ``MODIFIERS``, what he may not call together in ``REFUSED``.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accounts.errors import gettext_noop as _
from games.rules.blackout import deals, down, up
from games.rules.deals import BidGame, Deal, Hand, Hook, Madness, Points, Trump
from games.rules.options import Option, Options

SPECIAL: Mapping[int, Mapping[str, Any]] = {
    8: {"trump": Trump.NONE},
    9: {"bids_before_trump": True},
    10: {"blind": True},
    11: {"blind": True, "pile": True},
    12: {"misere": True, "hook": Hook.NONE},
    13: {"misere": True, "hook": Hook.NONE, "trump": Trump.NONE},
}
"""The deals of Clag that differ, by number; all have seven cards, as the seventh and the fourteenth have."""


def _hook(options: Options) -> Hook:
    return Hook.LAST if options["non_exact"] else Hook.NONE


def _clag(_players: int, options: Options) -> tuple[Deal, ...]:
    """Twenty deals: one card to seven, the special ones with seven, and from seven to one."""
    plain = deals([*up(1, 7), *(7 for _special in SPECIAL), *down(7, 1)], hook=_hook(options))
    return tuple(replace(deal, **SPECIAL.get(deal.number, {})) for deal in plain)


def _madness(hand: Hand, deal: Deal) -> int:
    """Two points for the first trick and two more for each next one; descending, from the last."""
    if deal.madness is Madness.ASCENDING:
        return sum(2 * trick for trick in hand.took)
    if deal.madness is Madness.DESCENDING:
        return sum(2 * (deal.cards - trick + 1) for trick in hand.took)
    return 0


def _exact(hand: Hand, deal: Deal) -> int:
    """Ten and two a trick; in madness the tricks score what they score, and a misere has none."""
    return 10 + (_madness(hand, deal) if deal.madness is not Madness.NONE else 2 * hand.tricks)


def _missed(hand: Hand, deal: Deal) -> int:
    return -2 * hand.tricks if deal.misere else _madness(hand, deal)


NON_EXACT = Option("non_exact", _("Non-exact: the last bid may not make all bids total the cards"))

CLAG = BidGame(
    key="clag",
    title=_("Clag"),
    also_called=("Clagg", "Cleg", "Nomination Whist"),
    document="004",
    about=_(
        "It comes from the Royal Air Force and was most popular in the Second World War; the name is short "
        "for “Clouds Low, Aircraft Grounded”. Everybody draws a card, equal ranks draw again; seats go by "
        "it, highest first, and the highest deals. The cards go singly from the dealer’s left, the deal "
        "passes to the left. A scorer writes down the bids. In the blind deals nobody looks at his hand "
        "before he bids; in the eleventh each hand stays a pile, and is played from the top."
    ),
    fewest=3,
    most=7,
    progressive=True,
    options=(NON_EXACT,),
    schedule=_clag,
    points=Points(
        exact=_exact,
        missed=_missed,
        exact_words=_("10 and 2 for each trick; misere: 10 for no trick"),
        missed_words=_("nothing; misere: minus 2 for each trick"),
    ),
)

CALLER_CLAG = BidGame(
    key="caller-clag",
    title=_("Caller Clag"),
    document="004",
    about=_(
        "A shorter Clag: the players agree on the number of deals beforehand. The dealer is the caller. "
        "Before he deals he says how many cards, three to seven; when he has dealt, and looked at his hand "
        "if he likes, he says what kind of deal it is. In a blind hand everybody bids, shuffles his hand, "
        "and plays it as a pile from the top. Seats and the first dealer are found as in Clag, the deal "
        "passes to the left."
    ),
    fewest=3,
    most=7,
    progressive=False,  # tables would not play the same deals
    options=(NON_EXACT, Option("deals", _("Number of deals"), default=12, least=1, most=60)),
    schedule=lambda _players, options: deals([0] * int(options["deals"]), hook=_hook(options), by_call=True),
    points=Points(
        exact=_exact,
        missed=_missed,
        exact_words=_("10 and 2 for each trick; misere: 10 for no trick; madness: 10 and the tricks’ points"),
        missed_words=_("nothing; misere: minus 2 for each trick; madness: the tricks’ points"),
    ),
)


CALLED = range(3, 8)
"""How many cards the dealer may call."""

PRECEDENCE = "HCDS"
"""The usual order of the suits, highest first."""

MODIFIERS: Mapping[str, str] = {
    "no_trump": _("No trump"),
    "bid_before_trump": _("Bids before the trump is turned"),
    "blind_bid": _("Bids before the hand is looked at"),
    "pile_order": _("The hand is a pile, played from the top"),
    "misere": _("Misere: everybody bids zero"),
    "suit_precedence": _("Suit precedence: the highest suit wins"),
    "nuloss": _("Nuloss: the ranks are reversed, of the trumps too"),
    "blind_hand": _("Blind hand: after the bids the hand is shuffled and played as a pile"),
    "ascending_madness": _("Ascending madness: the first trick earns 2, each next one 2 more"),
    "descending_madness": _("Descending madness: the last trick earns 2, each one before it 2 more"),
}
"""What a dealer may call besides the number of cards, yes or no, by its key."""

REFUSED: Mapping[tuple[str, str], str] = {
    ("ascending_madness", "descending_madness"): _("Madness either ascends or descends."),
    ("misere", "ascending_madness"): _("A misere cannot be madness too."),
    ("misere", "descending_madness"): _("A misere cannot be madness too."),
    ("suit_precedence", "bid_before_trump"): _(
        "With suit precedence no trump is turned: no bid is before it."
    ),
}
"""What is refused together; all else combines."""
