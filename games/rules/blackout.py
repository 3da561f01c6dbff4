"""Blackout under its many names: bid the tricks that you will win, and win exactly these.

A game is a value: its players, its schedule, the score of a bid. Related games are values too: Clag in
``clag``, the games of other countries in ``abroad``.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from accounts.errors import gettext_noop as _
from games.rules.cards import PACK
from games.rules.deals import Bidding, BidGame, DealPlan, End, Hook, Points, Trump
from games.rules.options import Option, Options
from games.rules.ruleset import Turn


def count_up(least: int, most: int) -> range:
    """Return the cards of deals that grow by one card."""
    return range(least, most + 1)


def count_down(most: int, least: int) -> range:
    """Return the cards of deals that shrink by one card."""
    return range(most, least - 1, -1)


def find_most_cards(players: int) -> int:
    """Return the most cards that each of ``players`` can be dealt."""
    return len(PACK) // players


def build_deals(cards: Iterable[int], **shared: Any) -> tuple[DealPlan, ...]:
    """Return deals with these numbers of cards, numbered from 1. ``shared``: fields of all deals."""
    return tuple(
        DealPlan(number=number, round=number, cards=each, **shared) for number, each in enumerate(cards, 1)
    )


def change_deals(cards: int, every: tuple[DealPlan, ...], **changes: Any) -> tuple[DealPlan, ...]:
    """Return the deals, with the fields in ``changes`` changed in deals of ``cards`` cards."""
    return tuple(replace(deal, **changes) if deal.cards == cards else deal for deal in every)


def set_last_trump(players: int, every: tuple[DealPlan, ...], trump: Trump) -> tuple[DealPlan, ...]:
    """Return the deals, with this trump in deals that use up the pack and leave no card to turn."""
    return tuple(replace(deal, trump=trump) if players * deal.cards == len(PACK) else deal for deal in every)


# Oh Well: the whole pack is dealt each time. Exact: ten and a point a trick; missed: a point a trick.
# The game ends when somebody has a hundred.
OH_WELL = BidGame(
    key="oh-well",
    title="Oh Well!",
    also_called=("Blackout",),
    document="000",
    about=_(
        "Five players are best. The player who draws the highest card deals first. A scorer, named "
        "before the game, records the bids and then the scores. At any time, anybody may ask what a "
        "player has bid and won. Nobody may show that their own bid is lost: this is a point of honour."
    ),
    fewest=3,
    most=7,
    progressive=False,  # the number of deals is not known in advance
    count_removed=lambda players: len(PACK) % players,
    schedule=lambda players, _options: build_deals([find_most_cards(players)], trump=Trump.LAST_CARD),
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks,
        missed=lambda hand, _deal: hand.tricks,
        exact_words=_("10, plus 1 for each trick"),
        missed_words=_("1 for each trick"),
    ),
    end=End.TARGET,
    target=100,
)


# Nullo: the dealer bids first. A nullo is harder with more cards. So it scores five and a point for each
# trick of the deal.
BLACKOUT_NULLO = BidGame(
    key="blackout-nullo",
    title=_("Blackout with Nullo"),
    also_called=("Oh Hell!", "Oh Pshaw", "Oh Well!", "Blob", "Elevator"),
    document="001",
    about=_(
        "A game of the whist family, for experienced players. The player who draws the highest card "
        "deals first. A bid of zero is called “nullo”. A player named before the game records all "
        "bids, and adds up the scores after each deal."
    ),
    fewest=3,
    most=7,
    progressive=True,
    bidding=Turn.DEALER,
    schedule=lambda players, _options: set_last_trump(
        players, build_deals(count_up(1, find_most_cards(players))), Trump.NONE
    ),
    points=Points(
        exact=lambda hand, deal: 10 + hand.tricks if hand.bid else 5 + deal.cards,
        missed=lambda _hand, _deal: 0,
        exact_words=_("10, plus 1 for each trick; for nullo, 5 plus 1 for each card in the hand"),
        missed_words=_("nothing"),
    ),
)


def _deal_family(players: int, options: Options) -> tuple[DealPlan, ...]:
    """Return deals from ten cards (six players: eight, seven: seven) to one, and back up by option.

    With five cards all show their bids at once: there is no hook, and no bid can be changed.
    """
    most = {6: 8, 7: 7}.get(players, 10)
    cards = [*count_down(most, 1), *(count_up(2, most) if options["return"] else ())]
    return change_deals(
        5,
        build_deals(cards, hook=Hook.LAST, may_change=True),
        bidding=Bidding.SIMULTANEOUS,
        hook=Hook.NONE,
        may_change=False,
    )


BLACKOUT_FAMILY = BidGame(
    key="blackout-family",
    title=_("Family Blackout"),
    document="003",
    about=_(
        "A family’s own game, learned from the grandparents. Four to six players are best. The player "
        "who draws the highest card deals first. The card turned up for trump stays on top of the "
        "rest. On the five-card deals, all look at their cards first, then bid at once. A scorer is "
        "named before the deal. If the scorer also plays, the others may check the record."
    ),
    fewest=3,
    most=7,
    progressive=True,
    options=(Option("return", _("Return to the largest deal")),),
    schedule=_deal_family,
    points=Points(
        exact=lambda hand, _deal: 5 + hand.bid,
        missed=lambda hand, _deal: -hand.bid if hand.bid else -hand.tricks,
        exact_words=_("5 plus the bid"),
        missed_words=_("minus the bid; for a bid of zero, minus 1 for each trick"),
    ),
)


def _deal_blackout(players: int, options: Options) -> tuple[DealPlan, ...]:
    """Return deals from one card to the most, or down, or up and down. The longest deal has no trump."""
    most = find_most_cards(players)
    cards = [*count_up(1, most)]
    if options["reverse"]:
        cards = [*count_down(most, 1)]
    if options["full_rotation"]:
        cards += count_down(most - 1, 1)
    if options["simultaneous"]:  # the total is unknown, so a hook cannot apply
        return change_deals(most, build_deals(cards, bidding=Bidding.SIMULTANEOUS), trump=Trump.NONE)
    return change_deals(most, build_deals(cards, hook=Hook(str(options["hook"]))), trump=Trump.NONE)


BLACKOUT = BidGame(
    key="blackout",
    title="Blackout",
    also_called=("Oh Hell!", "Oh Pshaw", "Blob", "Elevator"),
    document="004",
    rebuilt=True,
    about=_(
        "The basic game. All other games of this family are variants. The player who draws the highest "
        "card deals first. If all bid at once, all first lay their fists on the table. One player, "
        "often the dealer, records the bids."
    ),
    fewest=2,
    most=7,
    progressive=True,
    options=(
        Option("reverse", _("From the largest deal down to one card"), excludes=("full_rotation",)),
        Option("full_rotation", _("Up from one card, and down to one again")),
        Option("simultaneous", _("All bid at once")),
        Option(
            "hook",
            _("Hook: which bid is forbidden"),
            default="none",
            choices={
                "none": _("no bid"),
                "running": _("every bid that brings the sum of the bids to the number of tricks"),
                "last": _("only the last bid, if it brings the sum to the number of tricks"),
            },
            yes="running",
        ),
    ),
    schedule=_deal_blackout,
    points=Points(
        exact=lambda hand, _deal: 10 + hand.bid,
        missed=lambda _hand, _deal: 0,
        exact_words=_("10 plus the bid"),
        missed_words=_("nothing"),
    ),
)


# Cooperative: all bids must total the cards, and a round is repeated until everybody's bid is exact.
BLACKOUT_COOPERATIVE = BidGame(
    key="blackout-cooperative",
    title=_("Cooperative Blackout"),
    document="004",
    about=_(
        "All players win or lose together. The player who draws the highest card deals first. The "
        "second pack is only for the trump. Before the bids, players may speak of their strength and "
        "their sure tricks. They may never speak of particular suits or cards. The aim is to win all "
        "rounds in as few deals as possible."
    ),
    fewest=2,
    most=7,
    progressive=False,  # all win together: nobody moves up
    schedule=lambda players, _options: build_deals(
        count_up(1, find_most_cards(players)), trump=Trump.SECOND_PACK, hook=Hook.TOTAL
    ),
    points=Points(
        exact=lambda _hand, _deal: 0,
        missed=lambda _hand, _deal: 0,
        exact_words="",  # no points: the round is won or lost
        missed_words="",
    ),
    end=End.ALL_ROUNDS_WON,
)


# Jabberwocky: thirteen deals. An exact bid scores one, a revoke costs three. Trumps cannot be led until one
# was played.
JABBERWOCKY = BidGame(
    key="jabberwocky",
    title="Jabberwocky",
    document="004",
    about=_(
        "Probably played in Hawaii and Austria in the early 1980s. The player who draws the highest "
        "card deals first. The dealer shuffles, and the player on the dealer’s right cuts. Record the "
        "bids. A revoke costs three points at once."
    ),
    fewest=3,
    most=5,
    progressive=True,
    schedule=lambda _players, _options: build_deals([*count_up(3, 9), *count_down(8, 3)], hook=Hook.LAST),
    points=Points(
        exact=lambda _hand, _deal: 1,
        missed=lambda _hand, _deal: 0,
        exact_words="1",
        missed_words=_("nothing"),
    ),
    trump_waits=True,
    revoke=-3,
)


# The river: nineteen deals up and down. Extra tricks score the difference; missing tricks cost it.
UP_AND_DOWN_THE_RIVER = BidGame(
    key="up-and-down-the-river",
    title=_("Up and Down the River"),
    document="004",
    about=_(
        "Nineteen deals: up the river from one card to ten, and down again. The player who draws the "
        "highest card deals first. Players who win more tricks than they bid score the difference. "
        "Players who win fewer lose it."
    ),
    fewest=4,
    most=5,
    progressive=True,
    schedule=lambda _players, _options: build_deals([*count_up(1, 10), *count_down(9, 1)]),
    points=Points(
        exact=lambda hand, _deal: 10 + hand.tricks if hand.bid else 5,
        missed=lambda hand, _deal: hand.tricks - hand.bid,
        exact_words=_("10, plus 1 for each trick; for a bid of zero, 5"),
        missed_words=_("the tricks minus the bid"),
    ),
)
