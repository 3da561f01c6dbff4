"""The sentences of the draw and of the bell: why people sit where they sit.

A "_bids" sentence is the same reason where bids are played for and not counters, a "_totals" sentence that
where an exact bid does not protect. With "_before" the fresh stake was taken between the round's deals.
"""

from accounts.errors import gettext_noop as _

SEATS: dict[str, str] = {
    # Seats drawn for a game
    "drawn_by_lot": _("The first game: seats by lot."),
    "met_nobody": _("Has met nobody at this table before."),
    "met_some": _("Met before, at this table: %(others)s."),
    "by_standing": _("Tables by standing: number %(place)s of the %(players)s here, equals by lot."),
    "by_standing_met": _(
        "Tables by standing: number %(place)s of the %(players)s here, equals by lot. Met before: %(others)s."
    ),
    "by_standing_near": _(
        "Number %(place)s of the %(players)s here, equals by lot: one table from that of the standing,"
        " so that fewer meet again."
    ),
    "sits_out_least": _("Sits this game out: has sat out least (%(times)s so far)."),
    "goes_on": _("Goes on: place %(place)s at table %(table)s."),
    "goes_on_all": _("Goes on: place %(place)s of all %(players)s who played to go on."),
    "goes_on_lot": _("Goes on by lot: equal with %(others)s."),
    "goes_on_filled": _("Goes on as best of the others, for a table needs at least %(fewest)s players."),
    "goes_on_bye": _("Goes on after a bye."),
    "knocked_out": _("Knocked out: place %(place)s at table %(table)s."),
    "knocked_out_all": _("Knocked out: place %(place)s of all %(players)s who played to go on."),
    "knocked_out_lot": _("Knocked out by lot: equal with %(others)s."),
    "bye": _("Has a bye, the best first: %(players)s players do not fit at the tables."),
    "consolation": _("Plays the consolation: was knocked out before, or came too late."),
    "out_of_knockout": _("Was knocked out before, or came too late."),
    # The next seats of a ladder
    "ladder_up": _("Place %(place)s at table %(table)s: goes up one table."),
    "ladder_up_cut": _("Place %(place)s at table %(table)s, after a cut: goes up one table."),
    "ladder_down": _("Place %(place)s at table %(table)s: goes down one table."),
    "ladder_down_cut": _("Place %(place)s at table %(table)s, after a cut: goes down one table."),
    "ladder_stays": _("Place %(place)s at table %(table)s: stays there."),
    "ladder_stays_cut": _("Place %(place)s at table %(table)s, after a cut: stays there."),
    "ladder_cut": _(
        "Place %(place)s at table %(table)s. People came or went, so the tables begin elsewhere in the list: "
        "number %(number)s of %(players)s."
    ),
    "ladder_waited": _("Sat out and kept the place in the list: number %(number)s of %(players)s."),
    "ladder_end": _("Comes in at the end of the list: number %(number)s of %(players)s."),
    "ladder_keeps": _("Keeps the seat."),
    "ladder_gives_way": _("%(whom)s keeps the seat, so the two change places."),
    # How players are divided into tables
    "sizes_one_table": _("Players: %(players)s. One table."),
    "sizes_two_tables": _("Players: %(players)s, too few for a table between: %(sizes)s."),
    "sizes_even": _("Players: %(players)s. Four at head and booby, sixes between: %(sizes)s."),
    "sizes_nearest": _("%(players)s players do not fit evenly in tables of six. The nearest is %(sizes)s."),
    "sizes_range": _("Players: %(players)s, at tables of %(range)s: %(sizes)s."),
    "sizes_sit_out": _(
        "%(players)s players cannot all sit at tables of %(range)s. Seated: %(sizes)s. Sitting out: %(out)s."
    ),
    # The bell: who goes up
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
    # Who goes down
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
    # Who stays, and what must be counted first
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
    # Fresh stakes, and the exchanges of seats that follow them
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
