"""The sentences of a bell: who goes down.

A "_bids" sentence is the same reason where bids are played for and not counters, a "_totals" sentence that
where an exact bid does not protect.
"""

from __future__ import annotations

from accounts.errors import gettext_noop as _

GOING_DOWN: dict[str, str] = {
    "down": _("The only one at the head table who was not in the call and may move: goes down."),
    "down_bids": _("The only one at the head table whose bid missed and who may move: goes down."),
    "down_totals": _("The only one at the head table besides its winner who may move: goes down."),
    "down_fewest": _("Fewest counters at the head table of those not in the call (%(counters)s): goes down."),
    "down_fewest_bids": _(
        "Lowest total at the head table of those whose bid missed (%(counters)s): goes down."
    ),
    "down_fewest_totals": _("Lowest total at the head table, its winner excepted (%(counters)s): goes down."),
    "down_cut": _(
        "Equal fewest counters at the head table of those not in the call (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
    "down_cut_bids": _(
        "Equal lowest total at the head table of those whose bid missed (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
    "down_cut_totals": _(
        "Equal lowest total at the head table, its winner excepted (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
    "down_caller": _(
        "Everybody who could go down from the head table was in the call, and the winner stays: "
        "the only caller left who may move goes down."
    ),
    "down_caller_bids": _(
        "Nobody with a missed bid could go down from the head table, and the winner stays: "
        "the only other one who may move goes down."
    ),
    "down_caller_fewest": _(
        "Everybody who could go down from the head table was in the call. "
        "Fewest counters of the callers, the winner excepted (%(counters)s): goes down."
    ),
    "down_caller_fewest_bids": _(
        "Nobody with a missed bid could go down from the head table. "
        "Lowest total, the winner excepted (%(counters)s): goes down."
    ),
    "down_caller_cut": _(
        "Everybody who could go down from the head table was in the call. "
        "Equal fewest counters of the callers, the winner excepted (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
    "down_caller_cut_bids": _(
        "Nobody with a missed bid could go down from the head table. Equal lowest total, the winner "
        "excepted (%(counters)s), so they cut (%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
    "down_void": _("The head table’s deal is void, and nobody else there may move: goes down."),
    "down_void_fewest": _(
        "The head table’s deal is void, so nobody is protected. Fewest counters (%(counters)s): goes down."
    ),
    "down_void_fewest_bids": _(
        "The head table’s deal is void, so nobody is protected. Lowest total (%(counters)s): goes down."
    ),
    "down_void_cut": _(
        "The head table’s deal is void, so nobody is protected. "
        "Equal fewest counters (%(counters)s), so they cut (%(others)s: %(cards)s). "
        "%(card)s is highest: goes down."
    ),
    "down_void_cut_bids": _(
        "The head table’s deal is void, so nobody is protected. Equal lowest total (%(counters)s), so they "
        "cut (%(others)s: %(cards)s). %(card)s is highest: goes down."
    ),
}
