"""The sentences of a bell: who goes up.

A "_bids" sentence is the same reason where bids are played for and not counters, a "_totals" sentence that
where an exact bid does not protect.
"""

from __future__ import annotations

from accounts.errors import gettext_noop as _

GOING_UP: dict[str, str] = {
    "up_won": _("Won at table %(table)s: moves up one table."),
    "up_won_cut": _(
        "The pool at table %(table)s was divided, and its winners cut (%(others)s: %(cards)s). "
        "%(card)s is highest: moves up one table."
    ),
    "up_won_cut_bids": _(
        "Equal best at table %(table)s, and cut for it (%(others)s: %(cards)s). "
        "%(card)s is highest: moves up one table."
    ),
    "up_void": _("Table %(table)s could not finish. Nobody else there may move: moves up."),
    "up_void_cut": _(
        "Table %(table)s could not finish, so its players cut (%(others)s: %(cards)s). "
        "%(card)s is highest: moves up."
    ),
    "up_caller": _(
        "The winner at table %(table)s keeps their seat. "
        "The only other one in the call who may move goes up instead."
    ),
    "up_caller_bids": _(
        "The winner at table %(table)s keeps their seat. "
        "The only other one with an exact bid who may move goes up instead."
    ),
    "up_caller_most": _(
        "The winner at table %(table)s keeps their seat. "
        "Of the others in the call, most counters (%(counters)s): moves up instead."
    ),
    "up_caller_most_bids": _(
        "The winner at table %(table)s keeps their seat. "
        "Of the others with an exact bid, highest total (%(counters)s): moves up instead."
    ),
    "up_caller_cut": _(
        "The winner at table %(table)s keeps their seat. Equal most counters of the others in the call "
        "(%(counters)s), so they cut (%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
    "up_caller_cut_bids": _(
        "The winner at table %(table)s keeps their seat. Equal highest total of the others with an exact "
        "bid (%(counters)s), so they cut (%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
    "up_other": _(
        "The winner at table %(table)s keeps their seat. The only other one who may move goes up instead."
    ),
    "up_other_most": _(
        "The winner at table %(table)s keeps their seat and no other caller may move. "
        "Most counters of the rest (%(counters)s): moves up instead."
    ),
    "up_other_most_bids": _(
        "The winner at table %(table)s keeps their seat and no other exact bidder may move. "
        "Highest total of the rest (%(counters)s): moves up instead."
    ),
    "up_other_most_totals": _(
        "The winner at table %(table)s keeps their seat. "
        "Highest total of the others (%(counters)s): moves up instead."
    ),
    "up_other_cut": _(
        "The winner at table %(table)s keeps their seat and no other caller may move. Equal most counters of "
        "the rest (%(counters)s), so they cut (%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
    "up_other_cut_bids": _(
        "The winner at table %(table)s keeps their seat and no other exact bidder may move. Equal highest "
        "total of the rest (%(counters)s), so they cut (%(others)s: %(cards)s). "
        "%(card)s is highest: moves up instead."
    ),
    "up_other_cut_totals": _(
        "The winner at table %(table)s keeps their seat. Equal highest total of the others (%(counters)s), "
        "so they cut (%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
    "up_heir": _("The winner at table %(table)s has left. The only one who may move goes up instead."),
    "up_heir_most": _(
        "The winner at table %(table)s has left. Most counters there (%(counters)s): moves up instead."
    ),
    "up_heir_most_bids": _(
        "The winner at table %(table)s has left. Highest total there (%(counters)s): moves up instead."
    ),
    "up_heir_cut": _(
        "The winner at table %(table)s has left. Equal most counters there (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
    "up_heir_cut_bids": _(
        "The winner at table %(table)s has left. Equal highest total there (%(counters)s), so they cut "
        "(%(others)s: %(cards)s). %(card)s is highest: moves up instead."
    ),
}
