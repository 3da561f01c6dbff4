"""Sentences for games with points instead of counters."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(n)s counters"): _("%(n)s points"),
    _("%(where)s could not finish its deal. Stakes went back."): _("%(where)s could not finish its deal."),
    _("A correction needs a cut first. Until then the earlier result counts."): _(
        "The correction makes several players equal best at the head table. They cut for the yellow "
        "chip. Until then, the result below counts."
    ),
    _("Counters, deal by deal"): _("Bids, deal by deal"),
    _("With equal yellow chips, the most counters win."): _("With equal yellow chips, the most points win."),
    _("Counters"): _("Total"),
    _("My counters"): _("My points"),
    _("There are no standings yet. They appear when play begins."): _(
        "No standings yet. They start with the draw of seats."
    ),
    _("Fresh stakes given since then are undone."): "",
    _("The players take their counters along."): "",
    _("Settling up"): "",
    _("After fresh stakes"): _("Points"),
    _("Settle up"): _("Go to the result"),
    _("Table %(table)s could not finish. Stakes went back."): _("Table %(table)s could not finish."),
    _("Play is over. Settling up comes next."): _("Play is over. The prizes come next."),
    _("Everybody’s counters so far, with fresh stakes."): _("Everybody’s points so far."),
    _("Won or lost"): _("Bid and tricks, points, total"),
    _("not counted"): _("none yet"),
    _(
        "“After fresh stakes” decides: counters after settling up, less %(stake)s for each fresh stake, "
        "which the banker lent. If equal, more yellow chips decide. If still equal, players share the place."
    ): _("All points of the evening. If equal: more exact bids, then the same place."),
    _(
        "“After fresh stakes” is the score: counters minus %(stake)s for each fresh stake. Equal scores "
        "share a place."
    ): _("All points of the evening. If equal: more exact bids, then the same place."),
    _("If everybody at the head table called"): _("If every bid at the head table was exact"),
    _("Most counters, one prize for each role"): _("Most points, one prize for each role"),
    _("The player with the fewest counters goes down, but not the winner."): _(
        "The player with the fewest points goes down, but not the winner."
    ),
    _("The player with the fewest counters."): _("The player with the fewest points."),
}
