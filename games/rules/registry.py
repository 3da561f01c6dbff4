"""Every game by its key. A new game is a value in its family's module and a line here."""

from __future__ import annotations

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
        abroad.NOMINATION_WHIST,
        brag.SINGLE_STAKE_BRAG,
        brag.BRAG,
        brag.THREE_STAKE_BRAG,
        poker.DRAW_POKER,
    )
}  # fmt: skip


def ruleset(key: str) -> Ruleset:
    """The game of that key. RuleError if there is none."""
    try:
        return RULESETS[key]
    except KeyError:
        raise RuleError("game", _("There is no game “%(key)s”."), key=key[:40]) from None
