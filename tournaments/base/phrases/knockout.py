"""Sentences for formats in which players drop out from game to game."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("Repeat meetings are kept to a minimum."): _("The best players go on."),
    _("They get a seat in the next round if a table has room."): _(
        "They have a bye. They play from game 2 on."
    ),
    _("Late players wait for a seat until the next round."): _(
        "The knockout has started. Late players join the consolation, or you seat them by hand."
    ),
}
