"""Refusals of what is read or is stored, and those that each format words for itself."""

from dataclasses import dataclass

from accounts.errors import gettext_noop as _

WRONG_KIND = _("This is the wrong kind of value. The API’s description says which kind is needed.")
UNKNOWN_NAME = _("This name is not known. Check the spelling.")
UNKNOWN_VALUE = _("“%(value)s” is not possible here. Choose another value.")

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
ONE_PERSON = _("%(first)s and %(second)s are merged on the player list. Enter only one of them.")
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
    """Why seats are not changed now, as it is called where a round is what it is here."""

    rung: str
    """The round is over."""
    begun: str = ""
    """The table has a result in the round; "": as it is called everywhere."""
