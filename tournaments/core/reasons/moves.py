"""The sentences of the draw, the next seats and the bell; and sentences that several kinds of reasons use.

They explain why people sit or move, who takes a fresh stake, and who changes seats. A "_bids" reason is the
same reason in games of bids. A "_totals" reason is the same if an exact bid does not protect. A "_before"
reason is for a fresh stake taken between the round's deals.
"""

from accounts.errors import gettext_noop as _

NOT_COUNTED = _("Not counted yet: %(others)s.")
EQUAL_WITH = _("Equal with %(others)s.")
BY_LOT = _("The lot decided, seed “%(seed)s”.")


# Seats drawn for a game
MET = _("Met before, at this table: %(others)s.")
BY_STANDINGS = _(
    "Number %(place)s of the %(players)s players here, by the standings. Equal players are ordered by lot."
)
PLACE_OF_ALL = _("Place %(place)s of the %(players)s players in the knockout.")
DECIDED_BY_LOT = _("The lot decided.")
GOES_ON = _("Stays in the knockout.")
KNOCKED_OUT = _("Is knocked out.")
OUT_EARLIER = _("Was knocked out earlier, or arrived too late.")

# The next seats of a ladder, and of every game
PLACE_AT = _("Place %(place)s at table %(table)s.")
AFTER_CUT = _("A cut decided between equal players.")
UP = _("Moves up one table.")
DOWN = _("Goes down one table.")
STAYS = _("Stays at this table.")
NUMBER = _("Number %(number)s of %(players)s in the list.")
KEEPS_SEAT = _("Keeps their seat as agreed.")

AT_EACH_TABLE = _("Players: %(players)s. At each table: %(sizes)s.")

SEATS: dict[str, tuple[str, ...]] = {
    # Seats drawn for a game
    "drawn_by_lot": (_("The first game: seats by lot."),),
    "met_nobody": (_("Has met nobody at this table before."),),
    "met_some": (MET,),
    "by_standing": (BY_STANDINGS,),
    "by_standing_met": (BY_STANDINGS, MET),
    "by_standing_near": (BY_STANDINGS, _("Sits at the next table, so that fewer players meet again.")),
    "sits_out_least": (_("Sits out this game. Has sat out the fewest games: %(times)s."),),
    "goes_on": (PLACE_AT, GOES_ON),
    "goes_on_all": (PLACE_OF_ALL, GOES_ON),
    "goes_on_lot": (EQUAL_WITH, DECIDED_BY_LOT, GOES_ON),
    "goes_on_filled": (
        _("The best of the other players. A table needs at least %(fewest)s players."),
        GOES_ON,
    ),
    "goes_on_bye": (_("Had a bye."), GOES_ON),
    "knocked_out": (PLACE_AT, KNOCKED_OUT),
    "knocked_out_all": (PLACE_OF_ALL, KNOCKED_OUT),
    "knocked_out_lot": (EQUAL_WITH, DECIDED_BY_LOT, KNOCKED_OUT),
    "bye": (_("Has a bye: %(players)s players do not fit at the tables. The best players get the byes."),),
    "consolation": (OUT_EARLIER, _("Plays the consolation.")),
    "out_of_knockout": (OUT_EARLIER,),
    # The next seats of a ladder
    "ladder_up": (PLACE_AT, UP),
    "ladder_up_cut": (PLACE_AT, AFTER_CUT, UP),
    "ladder_down": (PLACE_AT, DOWN),
    "ladder_down_cut": (PLACE_AT, AFTER_CUT, DOWN),
    "ladder_stays": (PLACE_AT, STAYS),
    "ladder_stays_cut": (PLACE_AT, AFTER_CUT, STAYS),
    "ladder_cut": (
        PLACE_AT,
        _("Players came or left, so the list is divided into tables differently."),
        NUMBER,
    ),
    "ladder_waited": (_("Sat out and kept their place in the list."), NUMBER),
    "ladder_end": (_("Joins at the end of the list."), NUMBER),
    "ladder_keeps": (KEEPS_SEAT,),
    "ladder_gives_way": (_("%(whom)s keeps their seat. The two players change places."),),
    # How players are divided into tables
    "sizes_one_table": (AT_EACH_TABLE,),
    "sizes_two_tables": (AT_EACH_TABLE,),
    "sizes_even": (
        _(
            "Players: %(players)s. Four at each of the head table and the booby table, six at the others: "
            "%(sizes)s."
        ),
    ),
    "sizes_nearest": (
        _(
            "Players: %(players)s. Four at each of the head table and the booby table, about six at the "
            "others: %(sizes)s."
        ),
    ),
    "sizes_wanted": (AT_EACH_TABLE,),
    "sizes_wanted_out": (
        _(
            "The tables that you want have no room for all %(players)s players. Seated: %(sizes)s. Sitting "
            "out: %(out)s."
        ),
    ),
    "sizes_range": (_("Players: %(players)s, at tables of %(range)s: %(sizes)s."),),
    "sizes_sit_out": (
        _(
            "%(players)s players do not all fit at tables of %(range)s. Seated: %(sizes)s. "
            "Sitting out: %(out)s."
        ),
    ),
    # What comes after the game
    "left": (_("Dropped out during the round."),),
    "last_round": (_("Play is over. Nobody moves."),),
    "stays_at_table": (_("Everybody keeps their seat for the next game."),),
    "drawn_when_over": (_("Seats are drawn again when every table has finished its game."),),
    "final_played": (_("The final is played."),),
    "too_few_left": (_("Too few players are left for another game."),),
}


CUT = _("Players cut (%(others)s: %(cards)s).")
EQUAL_CUT = _("Equal players cut (%(others)s: %(cards)s).")
HIGHEST = _("%(card)s is the highest card.")
BY_CUT = (EQUAL_CUT, HIGHEST)
ONLY_ONE = _("Nobody else there could move.")

# Who goes up
WON = _("Won at table %(table)s.")
SEVERAL_WON = _("Several players won at table %(table)s.")
UNFINISHED = _("Table %(table)s could not finish.")
WINNER_KEEPS = _("The winner at table %(table)s keeps their seat.")
WINNER_LEFT = _("The winner at table %(table)s has left.")
NO_CALLER = _("No other player who called may move.")
NO_EXACT = _("No other player with an exact bid may move.")
MOST_OF_CALLERS = _("Most counters of the others who called: %(counters)s.")
MOST_OF_EXACT = _("Highest total of the others with an exact bid: %(counters)s.")
MOST_OF_OTHERS = _("Most counters of the others: %(counters)s.")
HIGHEST_OF_OTHERS = _("Highest total of the others: %(counters)s.")
UP_INSTEAD = _("Moves up instead.")

# Who goes down
FEWEST_NOT_CALLED = _("Fewest counters at the head table of those who did not call: %(counters)s.")
LOWEST_MISSED = _("Lowest total at the head table of those with a missed bid: %(counters)s.")
LOWEST_BUT_WINNER = _("Lowest total at the head table without the winner: %(counters)s.")
ONLY_BUT_WINNER = _("Besides the winner, nobody else at the head table could move.")
ALL_CALLED = _("Everybody who could go down from the head table called.")
ALL_EXACT = _("Nobody with a missed bid could go down from the head table.")
FEWEST_CALLER = _("Fewest counters of those who called, without the winner: %(counters)s.")
VOID = _("The head table’s deal is void, so nobody is protected.")
FEWEST = _("Fewest counters: %(counters)s.")
LOWEST = _("Lowest total: %(counters)s.")
GOES_DOWN = _("Goes down to the booby table.")
NOBODY_DOWN = _("Nobody goes down.")

# Fresh stakes, and the exchanges of seats that follow them
COUNT = _("Count the counters at table %(table)s first.")
WAS_OUT = _("%(whom)s was out of counters.")
MOST_AT_BOOBY = _("Most counters at the booby table: %(counters)s.")
CHANGES = _("Changes seats.")
OUT_NOW = _("Is out of counters and takes a fresh stake.")
OUT_BEFORE = _("Took a fresh stake between the deals.")

# Who must cut, for what, and what the highest card does
SHARE = _("%(others)s share the pool at table %(table)s.")
FIRST = _("%(others)s are equal first at table %(table)s.")
EQUAL = _("%(others)s are equal at table %(table)s.")
EQUAL_AT_HEAD = _("%(others)s are equal at the head table.")
HIGHEST_UP = _("The player with the highest card moves up.")
HIGHEST_DOWN = _("The player with the highest card goes down to the booby table.")
HIGHEST_CHIP = _("The player with the highest card gets the yellow chip.")

FRESH: dict[str, tuple[str, ...]] = {
    "fresh_one_table": (_("Plays on."),),
    "fresh_at_booby": (_("Sits at the booby table already."),),
    "fresh_keeps_seat": (KEEPS_SEAT,),
    "fresh_no_partner": (_("Nobody at the booby table may change seats."), STAYS),
    "swap_pending": (_("Changes seats with the player who has the most counters at the booby table."),),
    "swap_broke": (_("Changes seats with %(whom)s from the booby table (table %(table)s)."),),
}
"""The second sentence about a fresh stake, taken at the bell or before it."""

MOVES: dict[str, tuple[str, ...]] = {
    # Who goes up
    "up_won": (WON, UP),
    "up_won_cut": (SEVERAL_WON, *BY_CUT, UP),
    "up_won_cut_bids": (SEVERAL_WON, *BY_CUT, UP),
    "up_void": (UNFINISHED, ONLY_ONE, UP),
    "up_void_cut": (UNFINISHED, CUT, HIGHEST, UP),
    "up_caller": (WINNER_KEEPS, _("No other player who called could move."), UP_INSTEAD),
    "up_caller_bids": (WINNER_KEEPS, _("No other player with an exact bid could move."), UP_INSTEAD),
    "up_caller_most": (WINNER_KEEPS, MOST_OF_CALLERS, UP_INSTEAD),
    "up_caller_most_bids": (WINNER_KEEPS, MOST_OF_EXACT, UP_INSTEAD),
    "up_caller_cut": (WINNER_KEEPS, MOST_OF_CALLERS, *BY_CUT, UP_INSTEAD),
    "up_caller_cut_bids": (WINNER_KEEPS, MOST_OF_EXACT, *BY_CUT, UP_INSTEAD),
    "up_other": (WINNER_KEEPS, ONLY_ONE, UP_INSTEAD),
    "up_other_most": (WINNER_KEEPS, NO_CALLER, MOST_OF_OTHERS, UP_INSTEAD),
    "up_other_most_bids": (WINNER_KEEPS, NO_EXACT, HIGHEST_OF_OTHERS, UP_INSTEAD),
    "up_other_most_totals": (WINNER_KEEPS, HIGHEST_OF_OTHERS, UP_INSTEAD),
    "up_other_cut": (WINNER_KEEPS, NO_CALLER, MOST_OF_OTHERS, *BY_CUT, UP_INSTEAD),
    "up_other_cut_bids": (WINNER_KEEPS, NO_EXACT, HIGHEST_OF_OTHERS, *BY_CUT, UP_INSTEAD),
    "up_other_cut_totals": (WINNER_KEEPS, HIGHEST_OF_OTHERS, *BY_CUT, UP_INSTEAD),
    "up_heir": (WINNER_LEFT, ONLY_ONE, UP_INSTEAD),
    "up_heir_most": (WINNER_LEFT, MOST_OF_OTHERS, UP_INSTEAD),
    "up_heir_most_bids": (WINNER_LEFT, HIGHEST_OF_OTHERS, UP_INSTEAD),
    "up_heir_cut": (WINNER_LEFT, MOST_OF_OTHERS, *BY_CUT, UP_INSTEAD),
    "up_heir_cut_bids": (WINNER_LEFT, HIGHEST_OF_OTHERS, *BY_CUT, UP_INSTEAD),
    # Who goes down
    "down": (_("Nobody else at the head table who did not call could move."), GOES_DOWN),
    "down_bids": (_("Nobody else at the head table with a missed bid could move."), GOES_DOWN),
    "down_totals": (ONLY_BUT_WINNER, GOES_DOWN),
    "down_fewest": (FEWEST_NOT_CALLED, GOES_DOWN),
    "down_fewest_bids": (LOWEST_MISSED, GOES_DOWN),
    "down_fewest_totals": (LOWEST_BUT_WINNER, GOES_DOWN),
    "down_cut": (FEWEST_NOT_CALLED, *BY_CUT, GOES_DOWN),
    "down_cut_bids": (LOWEST_MISSED, *BY_CUT, GOES_DOWN),
    "down_cut_totals": (LOWEST_BUT_WINNER, *BY_CUT, GOES_DOWN),
    "down_caller": (ALL_CALLED, ONLY_BUT_WINNER, GOES_DOWN),
    "down_caller_bids": (ALL_EXACT, ONLY_BUT_WINNER, GOES_DOWN),
    "down_caller_fewest": (ALL_CALLED, FEWEST_CALLER, GOES_DOWN),
    "down_caller_fewest_bids": (ALL_EXACT, LOWEST_BUT_WINNER, GOES_DOWN),
    "down_caller_cut": (ALL_CALLED, FEWEST_CALLER, *BY_CUT, GOES_DOWN),
    "down_caller_cut_bids": (ALL_EXACT, LOWEST_BUT_WINNER, *BY_CUT, GOES_DOWN),
    "down_void": (VOID, ONLY_ONE, GOES_DOWN),
    "down_void_fewest": (VOID, FEWEST, GOES_DOWN),
    "down_void_fewest_bids": (VOID, LOWEST, GOES_DOWN),
    "down_void_cut": (VOID, FEWEST, *BY_CUT, GOES_DOWN),
    "down_void_cut_bids": (VOID, LOWEST, *BY_CUT, GOES_DOWN),
    # Who stays, and what must be counted first
    "head_won": (_("Won at the head table."), STAYS),
    "head_won_cut": (CUT, HIGHEST, _("Takes the yellow chip."), STAYS),
    "head_called": (_("Called, so stays at the head table."),),
    "head_called_bids": (_("Made an exact bid, so stays at the head table."),),
    "head_more": (_("Counters: %(counters)s. Another player at the head table has fewer."),),
    "head_more_bids": (_("Total: %(counters)s. Another player at the head table has a lower total."),),
    "not_won": (_("Did not win at table %(table)s."), STAYS),
    "won_keeps_seat": (WON, KEEPS_SEAT),
    "keeps_seat": (KEEPS_SEAT,),
    "cut_lower": (CUT, _("%(card)s is not the highest card."), STAYS),
    "must_cut": (_("These players must cut: %(others)s. The highest card decides."),),
    "must_count": (_("The counters decide."), NOT_COUNTED),
    "one_table": (_("There is only one table, so nobody moves."),),
    "held_full": (_("Nobody can move to table %(table)s: it is full, and nobody leaves it."),),
    "held_small": (_("Nobody can leave table %(table)s: nobody joins it, and too few players would stay."),),
    "nobody_may_go": (_("Nobody at table %(table)s may move."),),
    "all_called": (ALL_CALLED, NOBODY_DOWN),
    "all_called_bids": (ALL_EXACT, NOBODY_DOWN),
    "cut_chip": (_("%(others)s share the pool at the head table in round %(round)s."), HIGHEST_CHIP),
    "cut_chip_bids": (_("%(others)s are equal first at the head table in round %(round)s."), HIGHEST_CHIP),
    "cut_chip_later": (
        _("%(others)s share the pool at the head table in round %(round)s, deal %(deal)s."),
        HIGHEST_CHIP,
    ),
    "cut_up_won": (SHARE, HIGHEST_UP),
    "cut_up_won_bids": (FIRST, HIGHEST_UP),
    "cut_up_void": (UNFINISHED, _("These players cut: %(others)s."), HIGHEST_UP),
    "cut_up_equal": (EQUAL, HIGHEST_UP),
    "cut_down": (EQUAL_AT_HEAD, HIGHEST_DOWN),
    "cut_swap": (
        EQUAL,
        _("The player with the highest card changes seats with %(whom)s, who was out of counters."),
    ),
    "cut_place": (EQUAL, _("The player with the highest card gets the higher place.")),
    "closed_up": (_("A table above is empty, so table %(table)s becomes table %(to)s."),),
    "count_up": (COUNT, _("The player with the most counters moves up.")),
    "count_down": (COUNT, _("The player with the fewest counters goes down.")),
    "count_swap": (COUNT, _("A player is out of counters and changes seats with the one who has the most.")),
    **{code: (OUT_NOW, *then) for code, then in FRESH.items()},
    **{f"{code}_before": (OUT_BEFORE, *then) for code, then in FRESH.items()},
    "swap": (WAS_OUT, _("Nobody else at the booby table could change seats."), CHANGES),
    "swap_most": (WAS_OUT, MOST_AT_BOOBY, CHANGES),
    "swap_cut": (WAS_OUT, MOST_AT_BOOBY, *BY_CUT, CHANGES),
}

CUT_WON = {
    "chip": _("%(who)s takes the yellow chip: the highest card in the cut, %(card)s."),
    "up": _("%(who)s moves up: the highest card in the cut, %(card)s."),
    "down": _("%(who)s goes down to the booby table: the highest card in the cut, %(card)s."),
    "exchange": _("%(who)s changes seats: the highest card in the cut, %(card)s."),
    "place": _("%(who)s gets the higher place: the highest card in the cut, %(card)s."),
}
"""The result of a cut, by its purpose."""

CUT_IN_BRIEF = {
    "up": _("Moves up: the highest card in the cut, %(card)s."),
    "down": _("Goes down to the booby table: the highest card in the cut, %(card)s."),
    "swap": _("Changes seats: the highest card in the cut, %(card)s."),
    "head": _("Takes the yellow chip: the highest card in the cut, %(card)s."),
}
BRIEF: dict[str, str] = {
    **{code: CUT_IN_BRIEF[code.split("_")[0]] for code, sentences in MOVES.items() if HIGHEST in sentences},
    "cut_lower": _("Stays at this table: %(card)s is not the highest card in the cut."),
}
"""The result of a cut in one sentence, without the other people's cards."""
