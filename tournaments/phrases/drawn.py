"""What is said where seats are drawn anew for each game."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Keep your seats for %(game)s."): _("Take your new seat for %(game)s."),
}
