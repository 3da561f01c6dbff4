"""The sentences of a bell: who stays, and what must be counted first.

A "_bids" sentence is the same reason where bids are played for and not counters, a "_totals" sentence that
where an exact bid does not protect.
"""

from __future__ import annotations

from accounts.errors import gettext_noop as _

STAYING: dict[str, str] = {
    "head_won": _("Won at the head table: stays there."),
    "head_called": _("Was in the call, so stays at the head table."),
    "head_called_bids": _("Bid was exact, so stays at the head table."),
    "head_more": _("Counters: %(counters)s. Somebody else at the head table has fewer."),
    "head_more_bids": _("Total: %(counters)s. Somebody else at the head table has a lower one."),
    "not_won": _("Did not win at table %(table)s: stays there."),
    "won_keeps_seat": _("Won at table %(table)s, but keeps their seat as agreed."),
    "keeps_seat": _("Keeps their seat as agreed."),
    "cut_lower": _("They cut (%(others)s: %(cards)s). %(card)s was not highest: stays."),
    "must_cut": _("Equal. The highest card decides; to cut: %(others)s."),
    "must_count": _("It depends on who has how many counters. Still to be counted: %(others)s."),
    "left": _("Dropped out during the round."),
    "last_round": _("Play is over: nobody moves any more."),
    "stays_at_table": _("Everybody keeps table and seat for the next game."),
    "drawn_when_over": _("Seats are drawn anew when every table has played its game."),
    "final_played": _("The final is played."),
    "too_few_left": _("Too few players are left for another game."),
    "one_table": _("There is only one table, so nobody moves."),
    "held_full": _("Would move to table %(table)s, but it is full and nobody leaves it: stays."),
    "held_small": _("Stays all the same: nobody comes to table %(table)s, and too few would be left there."),
    "nobody_may_go": _("Nobody at table %(table)s may move."),
    "all_called": _("Everybody at the head table who may move was in the call: nobody goes down."),
    "all_called_bids": _("Every bid at the head table was exact: nobody there goes down."),
    "closed_up": _("A table above has nobody left, so table %(table)s is table %(to)s from now on."),
    "count_up": _("Count the counters at table %(table)s: whoever has the most moves up."),
    "count_down": _("Count the counters at table %(table)s: whoever has the fewest goes down."),
    "count_swap": _(
        "Somebody lost all counters. Count those at table %(table)s, "
        "to see who has the most at the booby table."
    ),
}
