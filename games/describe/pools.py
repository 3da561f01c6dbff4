"""Sentences that the games of a pool, Draw Poker and Brag, have in common."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.describe.figures import card_count, how_many
from games.rules.cards import PACK
from games.rules.options import Options
from games.rules.ruleset import Ruleset


def players_and_cards(game: Ruleset, options: Options) -> Iterator[str]:
    """Yield who can play, and with what."""
    fewest, most = game.range(options)
    yield how_many(fewest, most)
    yield _("The pack has %(cards)s. The ace is high. Everybody has counters.") % {
        "cards": card_count(len(PACK))
    }
