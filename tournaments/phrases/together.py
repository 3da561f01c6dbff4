"""What is said where a table wins or loses together."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(n)s counters"): _("hands: %(n)s"),
    _("All points of the evening together. Equal there: more exact bids. Still equal: the same place."): _(
        "A table wins or loses its game together. What counts is in how many hands it was won: the "
        "fewer, the better. Who lost comes after all who won."
    ),
    _("Bid and tricks, points"): _("Bid and tricks"),
    _("Counters"): _("Exact"),
    _("My counters"): _("Our table"),
    _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: more yellow chips. Still equal: the same place."
    ): _(
        "A table wins or loses its game together. What counts is in how many hands it was won: the "
        "fewer, the better. Who lost comes after all who won."
    ),
    _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: the same place."
    ): _(
        "A table wins or loses its game together. What counts is in how many hands it was won: the "
        "fewer, the better. Who lost comes after all who won."
    ),
}
