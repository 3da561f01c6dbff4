"""The one line by which the projector says how things stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.core.facts import Stage
from tournaments.core.formats.preview import Preview
from tournaments.core.play import Play
from tournaments.words import in_round, round_title

NAMED_AT_MOST = 10


@dataclass(frozen=True)
class Now:
    """The round, how many there are, which of its tables are still out, and what its bell brings.

    ``waits``: its clock has still to start.
    """

    number: int
    rounds: int | None
    out: Sequence[int]
    tables: int
    preview: Preview | None
    waits: bool


def state_line(play: Play, stage: Stage, now: Now) -> str:
    """The one line that says how things stand."""
    match stage:
        case Stage.DRAFT | Stage.CHECK_IN:
            return gettext("Welcome! Seats are drawn soon.")
        case Stage.SEATED:
            return gettext("Find your table. Play begins soon.")
        case Stage.SETTLING if not play.staked:
            return gettext("Play is over. The prizes come next.")
        case Stage.SETTLING:
            return gettext("That was the last bell. Now counters are settled up.")
        case Stage.FINISHED:
            return gettext("The evening is decided.")
    if now.preview is not None:
        return _at_bell(play, now.preview)
    figures = {"round": round_title(play, now.number, now.rounds), "tables": tables_in_words(now.out)}
    if now.waits:
        return gettext("%(round)s: take your seats") % figures
    if len(now.out) == now.tables:
        return gettext("%(round)s is being played") % figures
    if not now.out:
        return gettext("%(round)s: all results are in") % figures
    return gettext("%(round)s: %(tables)s still playing") % figures


def _at_bell(play: Play, preview: Preview) -> str:
    if play.whole_games:
        return _game_over(play, preview)
    if preview.still_out:
        return gettext("The bell! Still playing: %(tables)s") % {"tables": tables_in_words(preview.still_out)}
    if preview.cuts:
        cutting = sorted({need.position for _round, need in preview.cuts})
        return gettext("The bell! Cut the cards: %(tables)s") % {"tables": tables_in_words(cutting)}
    if preview.counts:
        counting = sorted({need.position for need in preview.counts})
        return gettext("The bell! Count your counters: %(tables)s") % {"tables": tables_in_words(counting)}
    if preview.is_last:
        return gettext("The bell! That was the last round.")
    if not preview.bell.moves:
        return gettext("The bell! Everybody stays.")
    return gettext("The bell! Take your new seats now.")


def _game_over(play: Play, preview: Preview) -> str:
    """What the end of a game brings."""
    if preview.still_out:
        return gettext("Finish your deal, then stop: %(tables)s") % {
            "tables": tables_in_words(preview.still_out)
        }
    if preview.over is not None and preview.over.code == "final_played":
        return gettext("The final is over.")
    if preview.is_last:
        return gettext("That was the last game.")
    if play.drawn:
        return gettext("Find your new seat: %(game)s comes next.") % {
            "game": in_round(play, preview.round + 1)
        }
    return gettext("Keep your seats: %(game)s comes next.") % {"game": in_round(play, preview.round + 1)}


def tables_in_words(tables: Sequence[int]) -> str:
    """ "table 3", "tables 2 and 4", or how many where they are too many to be read."""
    if len(tables) > NAMED_AT_MOST:
        return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    if not tables:
        return ""
    *most, last = map(str, tables)
    return gettext("tables %(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
