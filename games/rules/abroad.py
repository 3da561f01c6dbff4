"""Games related to Blackout: from India, Romania, Indonesia, Spain and Britain."""

from dataclasses import replace
from itertools import cycle

from accounts.errors import gettext_noop as _
from games.rules.blackout import build_deals, change_deals, count_down, count_up, set_last_trump
from games.rules.cards import ACE, PACK, SUITS, Card
from games.rules.deals import Bidding, BidGame, DealPlan, Hand, Hook, Points, Trump
from games.rules.options import Option, Options
from games.rules.ruleset import Turn


def cut_pack(lowest: int) -> tuple[Card, ...]:
    """Return the pack without the cards below the rank ``lowest``."""
    return tuple(card for card in PACK if card.rank >= lowest)


KACHUFUL_DEALS = {3: 17, 4: 12, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}
"""Deals by players. With four players, the last deal leaves one card per player in the pack."""

KACHUFUL_TRUMPS = "SDCH"


def _deal_kachuful(players: int, _options: Options) -> tuple[DealPlan, ...]:
    """Return deals of one card, then one more each time. Trumps rotate: spades, diamonds, clubs, hearts."""
    every = build_deals(count_up(1, KACHUFUL_DEALS[players]), trump=Trump.FIXED, bidding=Bidding.SIMULTANEOUS)
    return tuple(
        replace(deal, suit=KACHUFUL_TRUMPS[(deal.number - 1) % len(KACHUFUL_TRUMPS)]) for deal in every
    )


def _score_kachuful(hand: Hand, _deal: DealPlan) -> int:
    """Return ten plus a point a trick, but a hundred for an exact bid of ten."""
    return 100 if hand.bid == 10 else 10 + hand.tricks


KACHUFUL = BidGame(
    key="kachuful",
    title="Kachuful",
    also_called=("Judgment",),
    document="004",
    about=_(
        "From India. Everybody draws a card, and equal ranks draw again. Players sit in that order, "
        "highest first, and the highest deals first. For a bid above ten, shout “ten” and show the "
        "other fingers."
    ),
    fewest=3,
    most=10,
    progressive=True,
    schedule=_deal_kachuful,
    points=Points(
        exact=_score_kachuful,
        missed=lambda _hand, _deal: 0,
        exact_words=_("10, plus 1 for each trick; for a bid of ten, 100"),
        missed_words=_("nothing"),
    ),
    zeros=5,
    zeros_above=5,
)


def _deal_romanian(players: int, _options: Options) -> tuple[DealPlan, ...]:
    """Return one-card deals, one per player; 2 to 7 cards; eight-card deals, one per player; and back."""
    cards = [*[1] * players, *count_up(2, 7), *[8] * players, *count_down(7, 2), *[1] * players]
    return change_deals(8, build_deals(cards, hook=Hook.LAST), trump=Trump.NONE)


ROMANIAN_WHIST = BidGame(
    key="romanian-whist",
    title=_("Romanian Whist"),
    also_called=("Whist",),
    document="004",
    about=_(
        "In Romania it is simply called Whist. The pack has only the highest cards, eight for each "
        "player. The player who draws the highest card deals first. Everybody deals one card once, "
        "eight cards once, and one card once again. Record the bids."
    ),
    fewest=3,
    most=6,
    progressive=True,
    pack=lambda players: cut_pack(ACE + 1 - 8 * players // len(SUITS)),
    schedule=_deal_romanian,
    points=Points(
        exact=lambda hand, _deal: 5 + hand.tricks,
        missed=lambda hand, _deal: -abs(hand.tricks - hand.bid),
        exact_words=_("5, plus 1 for each trick"),
        missed_words=_("minus 1 for each trick too many or too few"),
    ),
    must_trump=True,
)


# 7 Truf: the sevens are the lowest of thirty-two cards. An exact bid scores ten for each trick bid. An
# exact pass scores five for each card.
SEVEN_TRUF = BidGame(
    key="seven-truf",
    title="7 Truf",
    document="004",
    about=_(
        "From Indonesia. Truf is another game of that country. The player who draws the highest card "
        "deals first. A bid of zero is called “pass”. The bids are recorded on the score sheet."
    ),
    fewest=4,
    most=4,
    progressive=True,
    pack=lambda _players: cut_pack(7),
    schedule=lambda _players, _options: change_deals(
        8,
        build_deals([*count_up(1, 7), *[8] * 4, *count_down(7, 1), *[8] * 4], hook=Hook.LAST),
        trump=Trump.NONE,
    ),
    points=Points(
        exact=lambda hand, deal: 10 * hand.bid if hand.bid else 5 * deal.cards,
        missed=lambda hand, _deal: hand.tricks,
        exact_words=_(
            "10 points for each trick that was bid; for a bid of zero, 5 points for each card in the deal"
        ),
        missed_words=_("1 for each trick"),
    ),
)


PODRIDA_CARDS = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6}
"""The most cards per player, by number of players."""


def _deal_podrida(players: int, _options: Options) -> tuple[DealPlan, ...]:
    """Return deals down to five cards, one deal of four per player, then deals up again.

    If the whole pack is dealt, the trump is a card shown before the deal and shuffled back.
    """
    most = PODRIDA_CARDS[players]
    cards = [*count_down(most, 5), *[4] * players, *count_up(5, most)]
    return set_last_trump(players, build_deals(cards, hook=Hook.LAST), Trump.BEFORE_DEAL)


LA_PODRIDA = BidGame(
    key="la-podrida",
    title="La Podrida",
    document="004",
    about=_(
        "From Spain. The name means “the rotten one”. Everybody draws a card, and equal ranks draw "
        "again. Players choose their seats in that order, highest first, and the highest deals first. "
        "Cards and deal go to the right. Bids and play go to the left. The scorer of the deal, the "
        "planillero, records the bids and then the scores."
    ),
    fewest=3,
    most=8,
    progressive=True,
    dealing=Turn.RIGHT,
    schedule=_deal_podrida,
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks,
        missed=lambda hand, _deal: hand.tricks,
        exact_words=_("10, plus 1 for each trick"),
        missed_words=_("1 for each trick"),
    ),
    must_trump=True,
)


def _deal_nomination(_players: int, options: Options) -> tuple[DealPlan, ...]:
    """Return deals from seven cards to one, and back by option. Trumps rotate: four suits, then no trump."""
    cards = [*count_down(7, 1), *(count_up(2, 7) if options["return"] else ())]
    trumps = cycle((*"HCDS", ""))
    return tuple(
        replace(deal, suit=suit, trump=Trump.FIXED if suit else Trump.NONE)
        for deal, suit in zip(build_deals(cards, hook=Hook.LAST), trumps, strict=False)
    )


# Not from the documents. Exact: ten and a point a trick; else a point a trick. The trump is known in
# advance.
NOMINATION_WHIST = BidGame(
    key="nomination-whist",
    title="Nomination Whist",
    also_called=("Oh Hell!", "Oh Pshaw"),
    about=_(
        "Played in many British homes. No card is turned up for trump. The suits take turns in a fixed "
        "order, and every fifth deal has no trump."
    ),
    fewest=3,
    most=7,
    progressive=True,
    options=(Option("return", _("Return to the largest deal")),),
    schedule=_deal_nomination,
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks,
        missed=lambda hand, _deal: hand.tricks,
        exact_words=_("10, plus 1 for each trick"),
        missed_words=_("1 for each trick"),
    ),
)
