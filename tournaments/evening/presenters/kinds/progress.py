"""The progress of a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from games.describe.schedule import special, trump
from games.rules.deals import Deal, Trump
from tournaments.core.record import Pool


@dataclass(frozen=True)
class Progress:
    """One table's round, or its whole game.

    ``deal`` is the one that comes next in words, or what became of the game. ``points`` are those of the
    evening so far, of a ``whole`` game those in it; ``best`` who has the most of them, once there are any.
    ``won``: a game that is won together was; None while it is not over, and in other games.
    """

    deal: str = ""
    cards: str = ""
    points: Mapping[int, int] = field(default_factory=dict)
    best: tuple[int, ...] = ()
    won: bool | None = None
    whole: bool = True


def cards_in_words(deal: Deal | None) -> str:
    """Return the number of cards of a deal and its special rules: "3 cards, no trump"; "": there is none."""
    if deal is None:
        return ""
    if deal.by_call and not deal.cards:
        return gettext("dealer’s choice")
    cards = ngettext("%(n)s card", "%(n)s cards", deal.cards) % {"n": deal.cards}
    if deal.trump is Trump.NONE and not deal.precedence:
        cards = gettext("%(cards)s, no trump") % {"cards": cards}
    elif deal.trump is Trump.FIXED:
        cards = gettext("%(cards)s, trump %(suit)s") % {"cards": cards, "suit": trump(deal)}
    return ", ".join((cards, *special(deal)))


def same_deal(tables: Iterable[Progress | None]) -> str:
    """The deal that all tables of a round play, in words; "" where each plays its game, or another deal."""
    deals = {(at.deal, at.cards) for at in tables if at and at.deal and not at.whole}
    return ": ".join(filter(None, deals.pop())) if len(deals) == 1 else ""


def stood(pools: Sequence[Pool]) -> str:
    """A game that is over, all deals played or not."""
    return ngettext("Over after %(n)s deal", "Over after %(n)s deals", len(pools)) % {"n": len(pools)}
