"""The sentences of places and prizes, in an evening and a season; and sentences that address the person.

They explain why one person is above another, wins a prize, or cannot win it. ``YOU`` has the sentences in
which the person is addressed.
"""

from accounts.errors import gettext_noop as _
from tournaments.core.reasons import moves
from tournaments.core.reasons.moves import BY_LOT, EQUAL_WITH, NOT_COUNTED

# Why one person stands above another
EQUAL_SO_FAR = _("Equal with %(whom)s so far.")
ABOVE = _("%(metric)s: %(figure)s. %(whom)s has %(next)s.")
FROM_LAST = _("Compared from the last result back, result %(back)s is the first difference.")
SCORE_DIFFERS = _("Score %(at)s is the first difference: %(figure)s against %(next)s.")

# Who wins a prize
NO_OTHER = _("%(metric)s: %(figure)s. No other player could win this prize.")
AS_MANY = _("%(metric)s: %(figure)s (equal with %(others)s).")
TIE_BREAK = _("%(tie_break)s decided: %(by)s against %(next)s.")
STILL_EQUAL = _("The winners are still equal and share the prize.")
NOBODY_HAS_ANY = _("%(metric)s: nobody who can win this prize has any.")
PASSED = _("As good or better, but already with a prize: %(whom)s.")

# Why somebody cannot win a prize
OUT: dict[str, tuple[str, ...]] = {
    "out_left": (_("Left in round %(round)s."),),
    "out_left_game": (_("Left in game %(round)s."),),
    "out_paused": (_("Paused since round %(round)s."),),
    "out_paused_game": (_("Paused since game %(round)s."),),
    "out_late": (_("Arrived after the last bell."),),
    "out_late_game": (_("Arrived after the last game."),),
    "out_absent": (_("Not present at the last bell."),),
    "out_deals": (_("Played %(figure)s of %(most)s deals. A prize needs %(least)s."),),
    "out_evenings": (_("Played %(figure)s of %(most)s evenings. A prize needs %(least)s."),),
    "out_has_prize": (_("Already has a prize."),),
}

# What keeps an evening from being finished
IMBALANCE = _(
    "Counters counted: %(counted)s. Counters expected: %(expected)s. Difference: %(difference)s. "
    "Count the counters again."
)

LEVEL: dict[str, str] = {
    "above_tie_break": _("Equal at %(points)s with %(whom)s; ahead by “%(metric)s”, %(figure)s : %(next)s."),
    "above_countback": _(
        "Equal at %(points)s with %(whom)s; more often at place %(place)s: %(figure)s, the other %(next)s."
    ),
    "above_last": _(
        "Equal at %(points)s with %(whom)s; ahead in the last evening where they differ, place %(figure)s "
        ": %(next)s."
    ),
    "above_last_there": _(
        "Equal at %(points)s with %(whom)s, who missed the last evening where they differ."
    ),
    "above_best_scores": _(
        "Equal at %(points)s with %(whom)s; ahead by the best scores that differ, %(figure)s : %(next)s."
    ),
    "above_last_scores": _(
        "Equal at %(points)s with %(whom)s; ahead by the last scores that differ, %(figure)s : %(next)s."
    ),
    "above_met": _("Equal at %(points)s with %(whom)s; ahead head to head, %(figure)s : %(next)s."),
    "above_met_more": _(
        "Equal at %(points)s with %(whom)s; ahead head to head among all %(equal)s, %(figure)s : %(next)s."
    ),
    "above_lot": _("Equal at %(points)s with %(whom)s; ahead by lot."),
    "equal": _("Equal at %(points)s with %(whom)s in everything that counts."),
}
"""One sentence each, for a season's table, about people with equal points."""
LEVEL_PLACES: dict[int, str] = {
    1: _("Equal at %(points)s with %(whom)s; ahead by first places, %(figure)s : %(next)s."),
    2: _("Equal at %(points)s with %(whom)s; ahead by second places, %(figure)s : %(next)s."),
}
"""The sentences for a countback that the best places decide."""

# Seasons
PLACE = _("Place %(place)s.")
RISES = _("Moves up one division.")
FALLS = _("Goes down one division.")

WINS: dict[str, tuple[str, ...]] = {
    "prize_best": (_("%(metric)s: %(figure)s. The next player has %(next)s."),),
    "prize_alone": (NO_OTHER,),
    "prize_last": (NO_OTHER,),
    "prize_shared": (
        _("%(metric)s: %(figure)s each. The winners are equal in everything that counts: %(others)s."),
    ),
    "prize_tie_break": (AS_MANY, TIE_BREAK),
    "prize_tie_break_shared": (AS_MANY, TIE_BREAK, STILL_EQUAL),
    "prize_lot": (AS_MANY, BY_LOT),
}
"""Why a person wins a prize. "_passed": an equally good person already had one."""

PLACES: dict[str, tuple[str, ...]] = {
    "above": (ABOVE,),
    "above_tie_break": (EQUAL_SO_FAR, ABOVE),
    "above_lost": (_("%(metric)s: %(figure)s. The table of %(whom)s did not win its game."),),
    "above_uncounted": (_("%(metric)s: %(figure)s. The figure of %(whom)s is not known."),),
    "above_countback": (EQUAL_SO_FAR, _("Results at place %(place)s: %(figure)s against %(next)s.")),
    "above_last": (EQUAL_SO_FAR, FROM_LAST, _("Place %(figure)s against place %(next)s.")),
    "above_last_there": (EQUAL_SO_FAR, FROM_LAST, _("Place %(figure)s; %(whom)s was not there.")),
    "above_last_away": (EQUAL_SO_FAR, FROM_LAST, _("Was not there; %(whom)s had place %(next)s.")),
    "above_best_scores": (EQUAL_SO_FAR, _("Scores are compared from the best down."), SCORE_DIFFERS),
    "above_last_scores": (EQUAL_SO_FAR, _("Scores are compared from the last evening back."), SCORE_DIFFERS),
    "above_met": (EQUAL_SO_FAR, _("Meetings: %(met)s. Ahead in %(figure)s, behind in %(next)s.")),
    "above_met_more": (
        EQUAL_SO_FAR,
        _(
            "Meetings among the %(equal)s equal players, times ahead minus times behind: "
            "%(figure)s against %(next)s."
        ),
    ),
    "above_lot": (EQUAL_SO_FAR, BY_LOT),
    "equal": (_("Equal with %(whom)s."),),
    **WINS,
    **{f"{code}_passed": (*sentences, PASSED) for code, sentences in WINS.items()},
    "prize_all_lost": (_("Nobody wins this prize: no table won its game."),),
    "prize_uncounted": (_("Not decided yet."), NOT_COUNTED),
    "prize_none_given": (NOBODY_HAS_ANY,),
    "prize_others_only": (NOBODY_HAS_ANY,),
    "prize_no_role": (_("Nobody in the role “%(role)s” can win."),),
    "prize_no_group": (_("Nobody in the group “%(group)s” can win."),),
    "prize_no_division": (_("Nobody in the division “%(division)s” can win."),),
    "prize_place_shared": (_("Several players share a higher place, so there is no place %(place)s."),),
    "prize_place_empty": (_("Nobody is left for place %(place)s."),),
    "prize_nobody": (_("Nobody can win this prize."),),
    **OUT,
    "prize_all_have_one": (_("Everybody who could win this prize already has another prize."),),
    "counters_uncounted": (NOT_COUNTED,),
    "counters_over": (IMBALANCE,),
    "counters_short": (IMBALANCE,),
    "counters_over_by_stakes": (
        _(
            "Counters counted: %(counted)s. Counters expected: %(expected)s. Difference: %(difference)s. "
            "Fresh stakes that were perhaps not recorded: %(stakes)s."
        ),
    ),
    "counters_short_by_stakes": (
        _(
            "Counters counted: %(counted)s. Counters expected: %(expected)s. Difference: %(difference)s. "
            "Fresh stakes that were perhaps recorded but not given: %(stakes)s."
        ),
    ),
    "counters_negative": (
        _(
            "%(who)s would have %(counters)s counters after round %(round)s. "
            "Correct the deals or fresh stakes of %(who)s."
        ),
    ),
    "prize_told": (_("The winner was recorded with the result."),),
    "prize_by_hand": (_("Given by hand: %(reason)s."),),
    # Seasons: who is ranked, who goes up, who goes down
    "season_minimum": (
        _("Evenings played: %(figure)s. %(whom)s has %(next)s. A ranked player needs %(least)s."),
    ),
    "season_up": (PLACE, RISES),
    "season_up_lot": (PLACE, EQUAL_WITH, BY_LOT, RISES),
    "season_down": (PLACE, FALLS),
    "season_down_lot": (PLACE, EQUAL_WITH, BY_LOT, FALLS),
}


LATE = _("Arrived late and took a free seat.")

YOU: dict[str, str] = {
    LATE: _("You arrived late and took a free seat."),
    moves.UP_INSTEAD: _("You move up instead."),
    moves.GOES_DOWN: _("You go down to the booby table."),
    moves.CHANGES: _("You change seats."),
    moves.OUT_NOW: _("You are out of counters and take a fresh stake."),
    moves.OUT_BEFORE: _("You took a fresh stake between the deals."),
    "Plays on.": _("You play on."),
    "Sits at the booby table already.": _("You sit at the booby table already."),
    "Changes seats with the player who has the most counters at the booby table.": _(
        "You change seats with the player who has the most counters at the booby table."
    ),
    "Changes seats with %(whom)s from the booby table (table %(table)s).": _(
        "You change seats with %(whom)s from the booby table (table %(table)s)."
    ),
    moves.WON: _("You won at table %(table)s."),
    "Won at the head table.": _("You won at the head table."),
    "Takes the yellow chip.": _("You take the yellow chip."),
    "Takes the yellow chip: the highest card in the cut, %(card)s.": _(
        "You take the yellow chip: the highest card in the cut, %(card)s."
    ),
    "Called, so stays at the head table.": _("You called, so you stay at the head table."),
    "Made an exact bid, so stays at the head table.": _(
        "You made an exact bid, so you stay at the head table."
    ),
    "Counters: %(counters)s. Another player at the head table has fewer.": _(
        "Your counters: %(counters)s. Another player at the head table has fewer."
    ),
    "Total: %(counters)s. Another player at the head table has a lower total.": _(
        "Your total: %(counters)s. Another player at the head table has a lower total."
    ),
    "Did not win at table %(table)s.": _("You did not win at table %(table)s."),
    moves.CUT_IN_BRIEF["up"]: _("You move up: the highest card in the cut, %(card)s."),
    moves.CUT_IN_BRIEF["down"]: _("You go down to the booby table: the highest card in the cut, %(card)s."),
    moves.CUT_IN_BRIEF["swap"]: _("You change seats: the highest card in the cut, %(card)s."),
    moves.BRIEF["cut_lower"]: _("You stay at this table: %(card)s is not the highest card in the cut."),
    moves.UP: _("You move up one table."),
    moves.DOWN: _("You go down one table."),
    moves.STAYS: _("You stay at this table."),
    moves.KEEPS_SEAT: _("You keep your seat as agreed."),
    moves.GOES_ON: _("You stay in the knockout."),
    moves.KNOCKED_OUT: _("You are knocked out."),
    moves.OUT_EARLIER: _("You were knocked out earlier, or arrived too late."),
    "Has met nobody at this table before.": _("You have met nobody at this table before."),
    "Sits at the next table, so that fewer players meet again.": _(
        "You sit at the next table, so that fewer players meet again."
    ),
    "Sits out this game. Has sat out the fewest games: %(times)s.": _(
        "You have sat out the fewest games: %(times)s."
    ),
    "Had a bye.": _("You had a bye."),
    "Has a bye: %(players)s players do not fit at the tables. The best players get the byes.": _(
        "%(players)s players do not fit at the tables. The best players get the byes."
    ),
    "Plays the consolation.": _("You play the consolation."),
    "Sat out and kept their place in the list.": _("You sat out and kept your place in the list."),
    "Joins at the end of the list.": _("You join at the end of the list."),
    "Dropped out during the round.": _("You dropped out during the round."),
}
"""The sentence addressed to the person, by the sentence about them. Only sentences with names."""
