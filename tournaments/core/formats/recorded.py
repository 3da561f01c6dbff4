"""Recorded: played elsewhere or before; only its result is known."""

from accounts.errors import gettext_noop as _
from tournaments.core.formats.progressive import Moving


class Recorded(Moving):
    """No evening is planned in it: what is asked of one is as where people move."""

    key = "recorded"
    title = _("Imported result")
    sentence = _("Played elsewhere or earlier. Only the result is kept.")
    planned = False

    def metrics(self, of_kind: frozenset[str]) -> frozenset[str]:
        return frozenset()
