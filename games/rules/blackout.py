"""Blackout under its many names: bid the tricks that you will win, and win just these.

A game is a value: its players, its schedule, what a bid scores. Its relations are values too: Clag in
``clag``, the games of four other countries in ``abroad``.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from accounts.errors import gettext_noop as _
from games.rules.cards import PACK
from games.rules.deals import Bidding, BidGame, Deal, End, Hook, Points, Trump, Turn
from games.rules.options import Option, Options


def up(least: int, most: int) -> range:
    """Cards of deals that grow by one card."""
    return range(least, most + 1)


def down(most: int, least: int) -> range:
    """Cards of deals that shrink by one card."""
    return range(most, least - 1, -1)


def most_cards(players: int) -> int:
    """The most cards that each of so many players can be dealt."""
    return len(PACK) // players


def deals(cards: Iterable[int], **how: Any) -> tuple[Deal, ...]:
    """Deals of so many cards each, numbered from 1; ``how`` are the fields that they share."""
    return tuple(Deal(number=number, round=number, cards=each, **how) for number, each in enumerate(cards, 1))


def where(cards: int, every: tuple[Deal, ...], **how: Any) -> tuple[Deal, ...]:
    """The same deals, those of so many cards changed."""
    return tuple(replace(deal, **how) if deal.cards == cards else deal for deal in every)


def none_left(players: int, every: tuple[Deal, ...], trump: Trump) -> tuple[Deal, ...]:
    """The same deals; where the pack is dealt out, and no card is left to turn, the trump is ``trump``."""
    return tuple(replace(deal, trump=trump) if players * deal.cards == len(PACK) else deal for deal in every)


# Oh Well: the whole pack is dealt each time. Exact: ten and a point a trick; missed: a point a trick.
# Over when somebody has a hundred.
OH_WELL = BidGame(
    key="oh-well",
    title=_("Oh Well!"),
    also_called=("Blackout",),
    document="000",
    about=_(
        "Any number from three to seven may play, and five is best. The first dealer is who draws the "
        "highest card. All cards are dealt, singly, from the dealer’s left; with any number but four a few "
        "are first laid aside unseen, and after the deal they are shuffled in again. The last card, the "
        "dealer’s own, is shown: its suit is trump. A scorer, named beforehand, writes down the bids and "
        "then the scores. At any time anybody may ask what a player has bid and how much of it he has won. "
        "It is a point of honour that nobody shows that his own bid is lost."
    ),
    fewest=3,
    most=7,
    progressive=False,  # nobody can say how many deals it takes
    removed=lambda players: len(PACK) % players,
    schedule=lambda players, _options: deals([most_cards(players)], trump=Trump.LAST_CARD),
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks,
        missed=lambda hand, _deal: hand.tricks,
        exact_words=_("10 and 1 for each trick"),
        missed_words=_("1 for each trick"),
    ),
    end=End.TARGET,
    target=100,
)


# Nullo: the dealer bids first. A nullo gets harder the more cards there are, so it earns five and a
# point for each trick of the deal.
BLACKOUT_NULLO = BidGame(
    key="blackout-nullo",
    title=_("Blackout with Nullo"),
    also_called=("Oh Hell!", "Oh Pshaw", "Oh Well!", "Blob", "Elevator"),
    document="001",
    about=_(
        "One of the whist family, known over the world by many names; better for seasoned players, and a "
        "good way to learn bidding and trumps. Everybody draws a card, and the highest deals first. Cards "
        "go singly from the dealer’s left. A bid of no trick is called “nullo”. One player is asked "
        "beforehand to write down all bids and to add up the scores after each deal."
    ),
    fewest=3,
    most=7,
    progressive=True,
    bidding=Turn.DEALER,
    schedule=lambda players, _options: none_left(players, deals(up(1, most_cards(players))), Trump.NONE),
    points=Points(
        exact=lambda hand, deal: 10 + hand.tricks if hand.bid else 5 + deal.cards,
        missed=lambda _hand, _deal: 0,
        exact_words=_("10 and 1 for each trick; nullo: 5 and 1 for each card of the deal"),
        missed_words=_("nothing"),
    ),
)


def _family(players: int, options: Options) -> tuple[Deal, ...]:
    """From ten cards (six players: eight, seven: seven) down to one, and back up if so chosen.

    With five cards all show their bids at once: nothing is hooked, nothing is changed.
    """
    most = {6: 8, 7: 7}.get(players, 10)
    cards = [*down(most, 1), *(up(2, most) if options["return"] else ())]
    return where(
        5,
        deals(cards, hook=Hook.LAST, may_change=True),
        bidding=Bidding.SIMULTANEOUS,
        hook=Hook.NONE,
        may_change=False,
    )


BLACKOUT_FAMILY = BidGame(
    key="blackout-family",
    title=_("Family Blackout"),
    document="003",
    about=_(
        "The game of one family, handed down from the grandparents; four to six is the best number. "
        "Everybody draws a card, and the highest deals first. Cards go singly from the dealer’s left, the "
        "next card is turned for trump and stays on top of the rest. On the five-card deals all look at "
        "their cards and then show their bids with their fingers at the dealer’s signal, a fist for zero. "
        "The scorer is named before the deal, a player or somebody else; if he plays, the others may check "
        "what he writes."
    ),
    fewest=3,
    most=7,
    progressive=True,
    options=(Option("return", _("And back up to the most cards")),),
    schedule=_family,
    points=Points(
        exact=lambda hand, _deal: 5 + hand.bid,
        missed=lambda hand, _deal: -hand.bid if hand.bid else -hand.tricks,
        exact_words=_("5 and the bid"),
        missed_words=_("minus the bid; a bid of zero: minus 1 for each trick"),
    ),
)


def _blackout(players: int, options: Options) -> tuple[Deal, ...]:
    """One card up to the most, or the reverse, or up and down again; the longest deal has no trump."""
    most = most_cards(players)
    cards = [*up(1, most)]
    if options["reverse"]:
        cards = [*down(most, 1)]
    if options["full_rotation"]:
        cards += down(most - 1, 1)
    if options["simultaneous"]:  # nobody knows the total, so no hook can bind
        return where(most, deals(cards, bidding=Bidding.SIMULTANEOUS), trump=Trump.NONE)
    return where(most, deals(cards, hook=Hook(str(options["hook"]))), trump=Trump.NONE)


BLACKOUT = BidGame(
    key="blackout",
    title=_("Blackout"),
    also_called=("Oh Hell!", "Oh Pshaw", "Blob", "Elevator"),
    document="004",
    rebuilt=True,
    about=_(
        "The plain game from which the others differ: one card each, then one more each deal, up to the "
        "most that the pack allows. The highest card drawn deals first, the deal passes to the left, cards "
        "go singly from the dealer’s left. Where bids are simultaneous all lay their fists on the table, "
        "and at the dealer’s signal each shows as many fingers as he bids; a fist is zero. Somebody, often "
        "the dealer, writes down the bids."
    ),
    fewest=2,
    most=7,
    progressive=True,
    options=(
        Option("reverse", _("From the most cards down to one"), excludes=("full_rotation",)),
        Option("full_rotation", _("From one card up, and down to one again")),
        Option("simultaneous", _("All bid at once")),
        Option(
            "hook",
            _("The hook: which bid is refused"),
            default="none",
            choices={
                "none": _("none"),
                "running": _("that by which the bids so far total the tricks"),
                "last": _("the last one, if all then total the tricks"),
            },
            yes="running",
        ),
    ),
    schedule=_blackout,
    points=Points(
        exact=lambda hand, _deal: 10 + hand.bid,
        missed=lambda _hand, _deal: 0,
        exact_words=_("10 and the bid"),
        missed_words=_("nothing"),
    ),
)


# Cooperative: all bids must total the cards, and a round is played until everybody's bid was exact.
BLACKOUT_COOPERATIVE = BidGame(
    key="blackout-cooperative",
    title=_("Cooperative Blackout"),
    document="004",
    about=_(
        "One of the few games with an ordinary pack in which all win or lose together. The highest card "
        "drawn deals first. A card of a second pack, shuffled, is turned for trump, and no other of its "
        "cards is used. Before the bidding the players may speak of how strong they are and how many tricks "
        "they are sure of, but never of particular suits or cards. Whether a round is won or not, the deal "
        "passes to the left; a round that was lost is dealt again with as many cards. The aim is to win all "
        "rounds in as few hands as possible."
    ),
    fewest=2,
    most=7,
    progressive=False,  # all win together: nobody moves up
    schedule=lambda players, _options: deals(
        up(1, most_cards(players)), trump=Trump.SECOND_PACK, hook=Hook.TOTAL
    ),
    points=Points(
        exact=lambda _hand, _deal: 0,
        missed=lambda _hand, _deal: 0,
        exact_words=_("all exact: on to the next round"),
        missed_words=_("anybody’s miss: the same round again"),
    ),
    end=End.ALL_ROUNDS_WON,
)


# Jabberwocky: thirteen deals. A point for an exact bid, three off for a revoke; trumps wait to be led.
JABBERWOCKY = BidGame(
    key="jabberwocky",
    title=_("Jabberwocky"),
    document="004",
    about=_(
        "Played in Hawaii in the early eighties, it seems, and about then in Austria too. The highest card "
        "drawn deals first. The dealer shuffles, his right-hand neighbour cuts, and cards go singly from "
        "the dealer’s left. Bids are best written down. A trump cannot be led before one has been played, "
        "except by who holds nothing else; a revoke, not to follow suit though one could, costs three "
        "points at once."
    ),
    fewest=3,
    most=5,
    progressive=True,
    schedule=lambda _players, _options: deals([*up(3, 9), *down(8, 3)], hook=Hook.LAST),
    points=Points(
        exact=lambda _hand, _deal: 1,
        missed=lambda _hand, _deal: 0,
        exact_words=_("1"),
        missed_words=_("nothing"),
    ),
    trump_waits=True,
    revoke=-3,
)


# The river: nineteen deals up and down. Too many tricks score the difference, too few cost it.
UP_AND_DOWN_THE_RIVER = BidGame(
    key="up-and-down-the-river",
    title=_("Up and Down the River"),
    document="004",
    about=_(
        "For four or five, in nineteen deals: up the river from one card to ten, and down again. In all "
        "else it is plain Blackout: the highest card drawn deals first, and cards go singly from the "
        "dealer’s left. Who wins more than he bid scores the difference, who wins less loses it."
    ),
    fewest=4,
    most=5,
    progressive=True,
    schedule=lambda _players, _options: deals([*up(1, 10), *down(9, 1)]),
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks if hand.bid else 5,
        missed=lambda hand, _deal: hand.tricks - hand.bid,
        exact_words=_("10 and 1 for each trick; a bid of zero: 5"),
        missed_words=_("tricks minus bid"),
    ),
)
