"""Sentences for formats that seat players with similar results together."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Repeat meetings are kept to a minimum."): _("Players with similar standings share a table."),
    _("Draw the seats by lot. Keep repeat meetings to a minimum."): _(
        "Write the standings. The best sit at table 1, the next at table 2, and so on. Swap players "
        "who have met."
    ),
}
