"""Every game by its key. A new game is a value in its family's module and a line here.

A withdrawn game cannot be chosen any more. Old evenings, house rules and exports still use its key.
"""

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import abroad, blackout, brag, clag, poker
from games.rules.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {
    game.key: game
    for game in (
        blackout.OH_WELL,
        blackout.BLACKOUT_NULLO,
        blackout.BLACKOUT_FAMILY,
        blackout.BLACKOUT,
        blackout.BLACKOUT_COOPERATIVE,
        blackout.JABBERWOCKY,
        blackout.UP_AND_DOWN_THE_RIVER,
        clag.CLAG,
        clag.CALLER_CLAG,
        abroad.KACHUFUL,
        abroad.ROMANIAN_WHIST,
        abroad.SEVEN_TRUF,
        abroad.LA_PODRIDA,
        brag.SINGLE_STAKE_BRAG,
        brag.BRAG,
        brag.THREE_STAKE_BRAG,
        poker.DRAW_POKER,
    )
}  # fmt: skip

WITHDRAWN: dict[str, Ruleset] = {game.key: game for game in (abroad.NOMINATION_WHIST,)}
KNOWN: dict[str, Ruleset] = {**RULESETS, **WITHDRAWN}
"""All games whose evenings can be read, including withdrawn games."""


def get_ruleset(key: str) -> Ruleset:
    """Return the game of that key, withdrawn or not. RuleError if there is none."""
    try:
        return KNOWN[key]
    except KeyError:
        raise RuleError("game", _("There is no game “%(key)s”. Choose another game."), key=key[:40]) from None


def refuse_withdrawn(key: str) -> None:
    """Refuse a withdrawn game. RuleError at ``game``."""
    if key in WITHDRAWN:
        raise RuleError(
            "game", _("%(game)s is no longer offered. Choose another game."), game=WITHDRAWN[key].title
        )
