"""The sentences of what keeps an evening from being finished."""

from __future__ import annotations

from accounts.errors import gettext_noop as _

RESULTS: dict[str, str] = {
    "counters_uncounted": _("Not counted yet at settling up: %(others)s."),
    "counters_over": _(
        "Counters counted: %(counted)s; there must be %(expected)s. Too many: %(difference)s."
    ),
    "counters_short": _(
        "Counters counted: %(counted)s; there must be %(expected)s. Too few: %(difference)s."
    ),
    "counters_over_by_stakes": _(
        "Counters counted: %(counted)s; there must be %(expected)s. Too many: %(difference)s. "
        "Stakes of that size: %(stakes)s. Perhaps a fresh stake was not noted."
    ),
    "counters_short_by_stakes": _(
        "Counters counted: %(counted)s; there must be %(expected)s. Too few: %(difference)s. "
        "Stakes of that size: %(stakes)s. Perhaps a fresh stake was noted, but not given."
    ),
    "counters_negative": _("%(who)s would have fewer than no counters after round %(round)s: %(counters)s."),
    "prize_told": _("It was told so when the result was written down."),
}
