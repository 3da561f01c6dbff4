"""Sentences for an evening that was played elsewhere."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("No prize tonight. Thank you for playing."): "",
}
