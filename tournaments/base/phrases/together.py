"""Sentences for games that a table wins or loses together."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(n)s counters"): _("deals: %(n)s"),
    _("Counters"): _("Exact"),
    _("After fresh stakes"): _("Deals"),
    _("Score"): _("Won?"),
    _("Total"): "",
    _("Won or lost"): _("Bid and tricks"),
    _("My counters"): _("Our table"),
    _(
        "“After fresh stakes” decides: counters after settling up, less %(stake)s for each fresh stake, "
        "which the banker lent. If equal, more yellow chips decide. If still equal, players share the place."
    ): _(
        "A table wins or loses together. The fewer deals it needs to win, the better. Players who lost "
        "come last."
    ),
    _(
        "“After fresh stakes” is the score: counters minus %(stake)s for each fresh stake. Equal scores "
        "share a place."
    ): _(
        "A table wins or loses together. The fewer deals it needs to win, the better. Players who lost "
        "come last."
    ),
    _("Booby prize"): "",
    _("Most yellow chips"): "",
    _("Most counters, one prize for each role"): _("Fewest deals"),
}
