"""Sentences for formats in which the best of each table go up and the last go down."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Repeat meetings are kept to a minimum."): _("The best of each table move up. The last go down."),
}
