"""The sentences that speak of a person, as they are said to that person."""

from accounts.errors import gettext_noop as _
from tournaments.core.reasons import moves, seats

LATE = _("Arrived late and took a free seat.")

YOU: dict[str, str] = {
    LATE: _("You arrived late and took a free seat."),
    moves.UP_INSTEAD: _("You move up instead."),
    moves.GOES_DOWN: _("You go down to the booby table."),
    moves.CHANGES: _("You change seats."),
    moves.OUT_NOW: _("You are out of counters and take a fresh stake."),
    moves.OUT_BEFORE: _("You took a fresh stake between the deals."),
    "Plays on.": _("You play on."),
    "Sits at the booby table already.": _("You sit at the booby table already."),
    "Changes seats with the player who has the most counters at the booby table.": _(
        "You change seats with the player who has the most counters at the booby table."
    ),
    "Changes seats with %(whom)s from the booby table (table %(table)s).": _(
        "You change seats with %(whom)s from the booby table (table %(table)s)."
    ),
    moves.WON: _("You won at table %(table)s."),
    "Won at the head table.": _("You won at the head table."),
    "Takes the yellow chip.": _("You take the yellow chip."),
    "Takes the yellow chip: the highest card in the cut, %(card)s.": _(
        "You take the yellow chip: the highest card in the cut, %(card)s."
    ),
    "Called, so stays at the head table.": _("You called, so you stay at the head table."),
    "Made an exact bid, so stays at the head table.": _(
        "You made an exact bid, so you stay at the head table."
    ),
    "Counters: %(counters)s. Another player at the head table has fewer.": _(
        "Your counters: %(counters)s. Another player at the head table has fewer."
    ),
    "Total: %(counters)s. Another player at the head table has a lower total.": _(
        "Your total: %(counters)s. Another player at the head table has a lower total."
    ),
    "Did not win at table %(table)s.": _("You did not win at table %(table)s."),
    moves.CUT_IN_BRIEF["up"]: _("You move up: the highest card in the cut, %(card)s."),
    moves.CUT_IN_BRIEF["down"]: _("You go down to the booby table: the highest card in the cut, %(card)s."),
    moves.CUT_IN_BRIEF["swap"]: _("You change seats: the highest card in the cut, %(card)s."),
    moves.BRIEF["cut_lower"]: _("You stay at this table: %(card)s is not the highest card in the cut."),
    seats.UP: _("You move up one table."),
    seats.DOWN: _("You go down one table."),
    seats.STAYS: _("You stay at this table."),
    seats.KEEPS_SEAT: _("You keep your seat as agreed."),
    seats.GOES_ON: _("You stay in the knockout."),
    seats.KNOCKED_OUT: _("You are knocked out."),
    seats.OUT_BEFORE: _("You were knocked out earlier, or arrived too late."),
    "Has met nobody at this table before.": _("You have met nobody at this table before."),
    "Sits at the next table, so that fewer players meet again.": _(
        "You sit at the next table, so that fewer players meet again."
    ),
    "Sits out this game. Has sat out the fewest games: %(times)s.": _(
        "You have sat out the fewest games: %(times)s."
    ),
    "Had a bye.": _("You had a bye."),
    "Has a bye: %(players)s players do not fit at the tables. The best players get the byes.": _(
        "%(players)s players do not fit at the tables. The best players get the byes."
    ),
    "Plays the consolation.": _("You play the consolation."),
    "Sat out and kept their place in the list.": _("You sat out and kept your place in the list."),
    "Joins at the end of the list.": _("You join at the end of the list."),
    "Dropped out during the round.": _("You dropped out during the round."),
}
"""By the sentence about a person, the same to them. A sentence that names nobody is not here."""
