"""Draw Poker in sentences, made from the values that the program judges and settles by."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.describe.deals import DEALT_LEFT
from games.describe.figures import card_count
from games.describe.pools import players_and_cards
from games.describe.section import Section
from games.rules import poker
from games.rules.options import Options
from games.rules.ruleset import Ruleset


def summary(game: Ruleset) -> str:
    return _("Five cards, with a draw between two rounds of betting. Equal hands divide the pool.")


def sections(game: Ruleset, players: int, options: Options) -> tuple[Section, ...]:
    """Draw Poker from its object to its end."""
    return (
        Section(
            "object",
            _("Object"),
            (_("Win the counters in the pool, with the best hand or the boldest bet."),),
        ),
        Section("cards", _("Players and cards"), tuple(players_and_cards(game, options))),
        Section(
            "deal",
            _("Dealing"),
            (
                _("Everybody is dealt %(cards)s.") % {"cards": card_count(poker.HAND_SIZE)},
                _(DEALT_LEFT),
            ),
        ),
        Section("bidding", _("Betting"), tuple(_betting())),
        Section(
            "play",
            _("The showdown"),
            tuple(_showdown()),
            listed=tuple(_(poker.NAMES[kind]) for kind in reversed(poker.HandKind)),
        ),
        Section(
            "score",
            _("The pool"),
            (
                _(
                    "The best hand takes the pool. Equal hands divide it. Odd counters go in turn, "
                    "starting left of the dealer."
                ),
                _(
                    "A player who cannot put in as much as the others wins at most that amount from "
                    "each of them. The rest is a side pool for the others."
                ),
            ),
        ),
    )


def _betting() -> Iterator[str]:
    yield _("There are two rounds of betting: before the draw and after it.")
    yield _("Players meet the bet, raise it or drop in turn.")
    yield _("At the draw, each player may exchange any number of cards, from none to all five.")
    yield _("If everybody passes, the cards are dealt again. Such a deal is no round.")


def _showdown() -> Iterator[str]:
    yield _("Players still in show their hands, and the best wins. A player who is alone need not show.")
    yield _("The ace is high, or low in a straight. Suits are equal. The kinds of hand, best first:")
