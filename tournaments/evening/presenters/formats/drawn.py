"""Seats are drawn for each game."""

from collections.abc import Collection

from django.utils.translation import gettext

from tournaments.base.words import in_round
from tournaments.core.evening import Play
from tournaments.evening.presenters.formats.games import GamesPages


class DrawnPages(GamesPages):
    draw_listed: Collection[str] = ("moves_applied", "moves_replayed")

    def moves_applied(self, play: Play, opened: int, moved: int) -> str:
        return gettext("New seats for %(next)s.") % {"next": in_round(play, opened)}
