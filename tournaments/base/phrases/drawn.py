"""Sentences for formats that draw new seats for each game."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Keep your seats for %(game)s."): _("Stay seated. The tables of %(game)s are being checked."),
    _("%(game)s begins in a moment. Keep your seats."): _("The seats of %(game)s are shown in a moment."),
}
