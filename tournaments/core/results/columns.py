"""The columns of a settlement: what is kept of everybody when an evening is finished, told or imported.

What a file, a form, the API or a page has of somebody's figures is made from this list.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.errors import gettext_noop as _

MOST = 1_000_000_000
WHOLE_SHARE = 10_000


@dataclass(frozen=True)
class Column:
    """A figure by its key, from ``least`` to ``most``.

    ``exported``: its name in an evening's file, where that is another. ``of_games``: it is found from games
    and not from the settlement itself.
    """

    key: str
    title: str
    exported: str = ""
    least: int = 0
    most: int = MOST
    of_games: bool = False

    @property
    def name(self) -> str:
        """Its name in an evening's file."""
        return self.exported or self.key


COLUMNS: tuple[Column, ...] = (
    Column("place", _("Place"), least=1),
    Column("counters", _("Counters")),
    Column("fresh", _("Fresh stakes"), "fresh_stakes"),
    Column("net", _("After fresh stakes"), least=-MOST),
    Column("yellow", _("Yellow chips")),
    Column("score", _("Points"), "points", least=-MOST),
    Column("exact", _("Exact bids"), "exact_bids"),
    Column("hands", _("Deals needed"), "hands_used"),
    Column("deals", _("Deals played"), of_games=True),
    Column("wins", _("Deals won"), of_games=True),
    Column("best", _("Best deal"), "best_deal", least=-MOST, of_games=True),
    Column("share", _("Share of the tables"), most=WHOLE_SHARE, of_games=True),
    Column("reached", _("Games reached"), of_games=True),
)
FIGURES = tuple(column.key for column in COLUMNS)
CALLED: Mapping[str, str] = {
    "fresh": "fresh_stakes",
    "yellow": "yellow_chips",
    "exact": "exact_bids",
    "best": "best_deal",
}
"""What people and programs call a figure whose column has a shorter name."""
