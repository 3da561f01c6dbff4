"""What is said where a table wins or loses together."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Bid and tricks, points"): _("Bid and tricks"),
    _("Counters"): _("Exact"),
    _("My counters"): _("Our table"),
}
