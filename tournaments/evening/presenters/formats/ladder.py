"""The best of each table go up, and the last go down."""

from collections.abc import Collection

from tournaments.evening.presenters.formats.drawn import DrawnPages


class LadderPages(DrawnPages):
    draw_listed: Collection[str] = ("moves_applied",)
