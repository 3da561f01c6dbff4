"""Moves that stand, though a corrected result would bring others."""

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.base.arguments import RoundNo
from tournaments.bell.services.bell import open_round
from tournaments.core.record import Stage
from tournaments.evening.selectors.corrected import KEPT, corrected_after_moves, moves_kept
from tournaments.evening.services.journal import Act, journaled


@journaled(KEPT, Stage.PLAYING, title="Let the last moves stand after a correction")
def moves_keep(act: Act, *, round: RoundNo) -> None:
    """Let the moves that opened this round stand after a correction. Nobody changes seats."""
    row = open_round(act, round)
    since = corrected_after_moves(act.evening, row.number)
    if not since or moves_kept(act.evening, since, but=act.line):
        raise StateError("round", _("No correction waits for a decision about the moves."))
    act.note(round=round - 1)
