"""The deals of a game as a table: cards, trump, bidding, what is special, who deals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.errors import gettext_noop
from games.describe.figures import course, suit
from games.rules.clag import MODIFIERS
from games.rules.deals import Bidding, BidGame, Deal, End, Madness, Trump
from games.rules.options import Options
from games.rules.schedules import orders, schedule, unseen

TRUMP = {
    Trump.NEXT_CARD: gettext_noop("turned up after the deal"),
    Trump.LAST_CARD: gettext_noop("last card dealt"),
    Trump.SECOND_PACK: gettext_noop("second pack"),
    Trump.BEFORE_DEAL: gettext_noop("shown before the deal"),
    Trump.NONE: gettext_noop("none"),
}


@dataclass(frozen=True)
class Row:
    """One deal of the table. ``dealer`` counts the players from 1, by where they sit."""

    number: str
    cards: str
    trump: str
    bidding: str
    special: tuple[str, ...]
    dealer: int


@dataclass(frozen=True)
class Size:
    """A number of players, with what a game of so many is like."""

    players: int
    pack: int
    removed: int
    deals: str
    cards: str


@dataclass(frozen=True)
class Sheet:
    """A sheet to be filled in: the known deals, and so many ``spare`` rows. ``heads``: its further lines."""

    shape: str
    deals: tuple[Row, ...]
    spare: range
    heads: int

    @property
    def rows(self) -> int:
        return len(self.deals) + len(self.spare) + self.heads


BLANK = Sheet("pool", (), range(20), 0)
"""The sheet of a game whose deals are all alike."""

SPARE_DEALS = {End.TARGET: 20, End.ALL_ROUNDS_WON: 8, End.ALL_DEALS: 0}


def sheet(game: BidGame, players: int, options: Options) -> Sheet:
    """Return the sheet with the game's deals. Its head takes two lines, one with the word on the dealer."""
    deals = () if game.end is End.TARGET else rows(game, players, options)
    return Sheet("bids", deals, range(SPARE_DEALS[game.end]), 2)


def rows(game: BidGame, players: int, options: Options) -> tuple[Row, ...]:
    """Return every deal of the game; player 1 deals the first."""
    made, dealer = [], 0
    for deal in schedule(game, players, options):
        made.append(row(game, deal, dealer + 1))
        dealer = orders(game, players, dealer).next_dealer
    return tuple(made)


def row(game: BidGame, deal: Deal, dealer: int) -> Row:
    return Row(
        number=_("each") if game.end is End.TARGET else str(deal.number),
        cards=str(deal.cards or _("as called")),
        trump=trump(deal),
        bidding=_("at once") if deal.bidding is Bidding.SIMULTANEOUS else _("in turn"),
        special=special(deal),
        dealer=dealer,
    )


def trump(deal: Deal) -> str:
    """Return a deal's trump in a word or two."""
    if deal.by_call and not deal.cards:
        return _("as called")
    return suit(deal.suit) if deal.trump is Trump.FIXED else _(TRUMP[deal.trump])


def special(deal: Deal) -> tuple[str, ...]:
    """Name what is special in this deal, by the words for the dealer's calls."""
    special = {
        "bid_before_trump": deal.bids_before_trump,
        "blind_bid": deal.blind,
        "pile_order": deal.pile and not deal.shuffled,
        "blind_hand": deal.shuffled,
        "misere": deal.misere,
        "suit_precedence": bool(deal.precedence),
        "nuloss": deal.nuloss,
        "ascending_madness": deal.madness is Madness.ASCENDING,
        "descending_madness": deal.madness is Madness.DESCENDING,
    }
    return tuple(_(MODIFIERS[key]) for key, holds in special.items() if holds)


def sizes(game: BidGame, options: Options) -> tuple[Size, ...]:
    """Return the game for each number of players."""
    fewest, most = game.range(options)
    made = []
    for players in range(fewest, most + 1):
        deals = schedule(game, players, options)
        made.append(
            Size(
                players=players,
                pack=len(game.pack(players)),
                removed=unseen(game, players),
                deals=_("to %(target)s") % {"target": game.target}
                if game.end is End.TARGET
                else str(len(deals)),
                cards=_("as called") if deals[0].by_call else course([deal.cards for deal in deals]),
            )
        )
    return tuple(made)
