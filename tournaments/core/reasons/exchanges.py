"""The sentences of fresh stakes and of the exchanges of seats that follow them."""

from __future__ import annotations

from accounts.errors import gettext_noop as _

EXCHANGES: dict[str, str] = {
    "fresh_one_table": _("No counters left: takes a fresh stake and plays on."),
    "fresh_at_booby": _("No counters left: takes a fresh stake, and is at the booby table already."),
    "fresh_keeps_seat": _("No counters left: takes a fresh stake, and keeps their seat as agreed."),
    "fresh_no_partner": _(
        "No counters left: takes a fresh stake. Nobody at the booby table can change seats, so stays."
    ),
    "swap_pending": _(
        "No counters left: takes a fresh stake and changes seats with the richest at the booby table, "
        "once that is known."
    ),
    "swap_broke": _(
        "No counters left: takes a fresh stake and changes seats with %(whom)s "
        "from the booby table (table %(table)s)."
    ),
    "fresh_one_table_before": _("Took a fresh stake between the deals, and plays on."),
    "fresh_at_booby_before": _("Took a fresh stake between the deals, and is at the booby table already."),
    "fresh_keeps_seat_before": _("Took a fresh stake between the deals, and keeps their seat as agreed."),
    "fresh_no_partner_before": _(
        "Took a fresh stake between the deals. Nobody at the booby table can change seats, so stays."
    ),
    "swap_pending_before": _(
        "Took a fresh stake between the deals and changes seats with the richest at the booby table, "
        "once that is known."
    ),
    "swap_broke_before": _(
        "Took a fresh stake between the deals and changes seats with %(whom)s "
        "from the booby table (table %(table)s)."
    ),
    "swap": _("%(whom)s lost all counters. The only one at the booby table who may change seats does."),
    "swap_most": _(
        "%(whom)s lost all counters. Most counters at the booby table (%(counters)s): changes seats."
    ),
    "swap_cut": _(
        "%(whom)s lost all counters. Equal most counters at the booby table (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: changes seats."
    ),
}
"""Those with ``_before``: the stake was taken between the round's deals."""
