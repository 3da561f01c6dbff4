"""What formats have in common in which the next game depends on how everybody has played so far."""

from functools import partial

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame
from games.rules.ruleset import Ruleset
from tournaments.core.evening import Play
from tournaments.core.formats.whole_games import drawn_games
from tournaments.core.settings import Settings


def _refuse_together(game: Ruleset) -> None:
    """RuleError at ``game`` if a table wins or loses it together."""
    if isinstance(game, BidGame) and game.together:
        raise RuleError(
            "game",
            _(
                "Each table wins or loses this game together, so no standings can decide the seats. "
                "Choose another format."
            ),
        )


def _refuse_uncounted(play: Play, settings: Settings) -> None:
    """RuleError at ``counting`` if it is not known after each deal what everybody has."""
    if not play.kind.counted(settings.counting):
        raise RuleError(
            "counting",
            _("The next opponents depend on the counters. Count the counters after every deal."),
        )


games_by_standing = partial(drawn_games, refuse=_refuse_together, refuse_settings=_refuse_uncounted)
"""Makes a format of drawn games that are known from the results before them."""
