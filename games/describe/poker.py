"""Draw Poker in sentences, made from the values that the program judges and settles by."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.describe.figures import card_count
from games.describe.pools import players_and_cards
from games.describe.section import Section
from games.rules import poker
from games.rules.options import Options
from games.rules.ruleset import Ruleset


def summary(game: Ruleset) -> str:
    return _("Five cards, a draw between two rounds of betting; equal hands divide the pool.")


def sections(game: Ruleset, players: int, options: Options) -> tuple[Section, ...]:
    """Draw Poker from its object to its end."""
    return (
        Section(
            "object",
            _("Object"),
            (_("Win the counters in the pool, by the best hand or by the boldest bet."),),
        ),
        Section("cards", _("Players and cards"), tuple(players_and_cards(game, options))),
        Section(
            "deal",
            _("The deal"),
            (
                _("Everybody is dealt %(cards)s, one at a time, from the dealer’s left.")
                % {"cards": card_count(poker.HAND_SIZE)},
                _("The deal passes to the left."),
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
                _("The winner takes the pool. Equal hands divide it, odd counters from the dealer’s left."),
                _(
                    "Who could not put in as much as the others can win only as much from each of them: "
                    "the rest is a side pool for those who did."
                ),
            ),
        ),
    )


def _betting() -> Iterator[str]:
    yield _("There are two rounds of betting, one before the draw and one after it.")
    yield _("Each in turn meets the bet, raises it or drops.")
    yield _("At the draw each may change any number of cards, none or all five, for fresh ones.")
    yield _("If everybody passes, the deal is dealt again and does not count as a round.")


def _showdown() -> Iterator[str]:
    yield _(
        "Those who are still in show their hands, and the best wins. One who is left alone need not show."
    )
    yield _("The ace is high, or low in a straight. Suits are equal. The kinds of hand, the best first:")
