"""The sentences of seasons: who is ranked, who goes up, who goes down."""

from __future__ import annotations

from accounts.errors import gettext_noop as _

SEASONS: dict[str, str] = {
    "season_minimum": _(
        "Evenings taken part in: %(figure)s; %(whom)s has %(next)s, and %(least)s are needed to be ranked."
    ),
    "season_up": _("Place %(place)s: goes up."),
    "season_up_lot": _("Place %(place)s, equal with %(others)s: by lot, seed “%(seed)s”, goes up."),
    "season_down": _("Place %(place)s: goes down."),
    "season_down_lot": _("Place %(place)s, equal with %(others)s: by lot, seed “%(seed)s”, goes down."),
}
