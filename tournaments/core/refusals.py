"""Refusals of what is read or stored, and refusals whose words depend on the format."""

from dataclasses import dataclass

from accounts.errors import gettext_noop as _

TOO_MANY_COUNTERS = _("There are only %(most)s counters on the tables. Enter fewer.")
BEFORE_PRIZES = _("This is available after all prizes are announced.")
DEAL_RECORDED = _("This deal is already recorded.")
GAME_OVER = _("The game of this table is over.")
HAS_NO_COUNTERS = _("This game has no counters.")
LAST_TABLE_ONLY = _("Only the last table can be closed. Choose table %(last)s.")
MOST_IN_EVENING = _("An evening has at most %(most)s players.")
NOT_AT_TABLE = _("One of these players does not play at this table. Check the names.")
NOT_CHECKED_IN = _("This player is not checked in. Check the player in first.")
NOT_RUNG = _("The bell has not rung yet.")
NO_DEAL = _("No such deal is recorded.")
RESULTS_MISSING = _("Results are missing at tables %(tables)s. Record them first.")
ROUND_OVER = _("Round %(round)s is over.")
RUNG = _("The bell has rung. Undo the bell first.")
SEASON_CLOSED = _("The season “%(season)s” is closed. Reopen it first.")
SEASON_OPEN = _("The season is still open. Close it first.")
TOO_FEW_LEFT = _("After this, table %(table)s would have too few players. Swap two players instead.")

WRONG_KIND = _("This is the wrong kind of value. The API’s description says which kind is needed.")
UNKNOWN_NAME = _("This name is not known. Check the spelling.")

NO_ROUND = _("Round %(round)s is not being played. Perhaps its bell was undone.")
NO_TABLE = _("There is no table %(table)s.")
NO_COUNTERS = _("This game is played for points, not for counters.")
NO_POINTS = _("This game is played for counters, not for points.")
DEAL_STARTED = _("Table %(table)s has started its deal. Change seats after the bell.")
CLOSING = _(
    "Table %(table)s cannot be closed now. It has started to play. Close table %(table)s before the next "
    "round starts."
)
FILLING = _(
    "Table %(table)s cannot be closed now. Its players would go to table %(other)s, which has started to "
    "play. Close table %(table)s before the next round starts."
)
LEFT_IN_POOL = _(
    "A player has left, but the counters of this player are in the pool of table %(table)s. Record the "
    "deal of table %(table)s first."
)
WHO_IS_REMOVED = _(
    "%(name)s is probably a removed player, but another line has the same place and figures. Tick the name "
    "of the line that is not the removed player."
)
PLAYED_HERE = _(
    "This evening was recorded in Headtable deal by deal, so it cannot be imported. To change "
    "it, correct its deals on the evening’s page."
)
DRAWN_WITH = _("The seats are already drawn. This cannot change any more.")
ANOTHER_GAME = _("This evening is recorded with the game %(game)s. Enter the same game.")
ANOTHER_RESULT = _("The club already has “%(name)s” of %(date)s with another result.")
SEASON_NAME_TAKEN = _("The league already has a season of this name. Choose another name.")


@dataclass(frozen=True, kw_only=True)
class Refusals:
    """Why seats cannot be changed now, in the format's words for a round."""

    rung: str
    """The round is over."""
    begun: str = ""
    """The table has a result in the round; "": use the general words."""
