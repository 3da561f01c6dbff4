"""What is refused where the next game depends on how everybody has played so far."""

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, End
from games.rules.ruleset import Ruleset
from tournaments.core.play import Play
from tournaments.core.settings import Settings


def refuse_together(game: Ruleset) -> None:
    """RuleError at ``game`` if a table wins or loses it together."""
    if isinstance(game, BidGame) and game.end is End.ALL_ROUNDS_WON:
        raise RuleError(
            "game", _("A table wins or loses this game together, so there is no standing to go by.")
        )


def refuse_uncounted(play: Play, settings: Settings) -> None:
    """RuleError at ``counting`` if it is not known after each deal what everybody has."""
    if not play.kind.counted(settings.counting):
        raise RuleError(
            "counting",
            _("Who plays whom next depends on everybody’s counters: they are counted after every deal."),
        )
