"""The sentences of places and prizes, of an evening and of a season: why one person stands above another."""

from accounts.errors import gettext_noop as _

PLACES: dict[str, str] = {
    # Why one person stands above another
    "above": _("%(metric)s: %(figure)s against %(next)s of %(whom)s."),
    "above_tie_break": _("Equal with %(whom)s up to here. %(metric)s: %(figure)s against %(next)s."),
    "above_lost": _("Ahead of %(whom)s, whose table has not won its game. %(metric)s: %(figure)s."),
    "above_uncounted": _("%(metric)s: %(figure)s; those of %(whom)s are not known."),
    "above_countback": _(
        "Equal with %(whom)s up to here. Results at place %(place)s: %(figure)s against %(next)s."
    ),
    "above_last": _(
        "Equal with %(whom)s up to here. Counting back from the last, result %(back)s is the first that "
        "differs: place %(figure)s against place %(next)s."
    ),
    "above_last_there": _(
        "Equal with %(whom)s up to here. Counting back from the last, result %(back)s is the first that "
        "differs: place %(figure)s, and the other was not there."
    ),
    "above_last_away": _(
        "Equal with %(whom)s up to here. Counting back from the last, result %(back)s is the first that "
        "differs: not there, against place %(next)s."
    ),
    "above_best_scores": _(
        "Equal with %(whom)s up to here. Scores from the best on: number %(at)s is the first that differs: "
        "%(figure)s against %(next)s."
    ),
    "above_last_scores": _(
        "Equal with %(whom)s up to here. Scores from the last evening back: number %(at)s is the first that "
        "differs: %(figure)s against %(next)s."
    ),
    "above_met": _(
        "Equal with %(whom)s up to here. Meetings: %(met)s; ahead in %(figure)s, behind in %(next)s."
    ),
    "above_met_more": _(
        "Equal with %(whom)s up to here. Where the %(equal)s equals met, times ahead less times behind: "
        "%(figure)s against %(next)s."
    ),
    "above_lot": _("Equal with %(whom)s up to here. By lot, seed “%(seed)s”."),
    "equal": _("Equal with %(whom)s."),
    # Who wins a prize
    "prize_best": _("%(metric)s: %(figure)s. Next: %(next)s."),
    "prize_best_passed": _("%(metric)s: %(figure)s. Next: %(next)s. With a prize already: %(whom)s."),
    "prize_alone": _("%(metric)s: %(figure)s. Nobody else could win this prize."),
    "prize_alone_passed": _(
        "%(metric)s: %(figure)s. Nobody else could win this prize. With a prize already: %(whom)s."
    ),
    "prize_last": _("%(metric)s: %(figure)s. Nobody comes after."),
    "prize_last_passed": _("%(metric)s: %(figure)s. Nobody comes after. With a prize already: %(whom)s."),
    "prize_shared": _("%(metric)s: %(figure)s each. Equal in all that counts, and so shared: %(others)s."),
    "prize_shared_passed": _(
        "%(metric)s: %(figure)s each. Equal in all that counts, and so shared: %(others)s. "
        "With a prize already: %(whom)s."
    ),
    "prize_tie_break": _(
        "%(metric)s: %(figure)s, as many as %(others)s. %(tie_break)s decided: %(by)s against %(next)s."
    ),
    "prize_tie_break_passed": _(
        "%(metric)s: %(figure)s, as many as %(others)s. %(tie_break)s decided: %(by)s against %(next)s. "
        "With a prize already: %(whom)s."
    ),
    "prize_tie_break_shared": _(
        "%(metric)s: %(figure)s, as many as %(others)s. %(tie_break)s decided: %(by)s against %(next)s. "
        "Still equal, and so shared."
    ),
    "prize_tie_break_shared_passed": _(
        "%(metric)s: %(figure)s, as many as %(others)s. %(tie_break)s decided: %(by)s against %(next)s. "
        "Still equal, and so shared. With a prize already: %(whom)s."
    ),
    "prize_lot": _("%(metric)s: %(figure)s, as many as %(others)s. They drew lots, by the seed “%(seed)s”."),
    "prize_lot_passed": _(
        "%(metric)s: %(figure)s, as many as %(others)s. They drew lots, by the seed “%(seed)s”. "
        "With a prize already: %(whom)s."
    ),
    "prize_all_lost": _("Nobody wins it: no table has won its game."),
    "prize_uncounted": _("Not decided: not counted yet: %(others)s."),
    "prize_none_given": _("%(metric)s: nobody has any, so nobody wins this prize."),
    "prize_others_only": _("%(metric)s: nobody who can win this prize has any."),
    "prize_no_role": _("Nobody in the role “%(role)s” can win."),
    "prize_no_group": _("Nobody in the group “%(group)s” can win."),
    "prize_no_division": _("Nobody in the division “%(division)s” can win."),
    "prize_place_shared": _("Several share a place ahead of it, so that there is no place %(place)s."),
    "prize_place_empty": _("Nobody is left for place %(place)s."),
    "prize_nobody": _("Nobody can win this prize."),
    "prize_all_have_one": _("Everybody who could win this prize has one already."),
    # What keeps an evening from being finished
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
    # Seasons: who is ranked, who goes up, who goes down
    "season_minimum": _(
        "Evenings taken part in: %(figure)s; %(whom)s has %(next)s, and %(least)s are needed to be ranked."
    ),
    "season_up": _("Place %(place)s: goes up."),
    "season_up_lot": _("Place %(place)s, equal with %(others)s: by lot, seed “%(seed)s”, goes up."),
    "season_down": _("Place %(place)s: goes down."),
    "season_down_lot": _("Place %(place)s, equal with %(others)s: by lot, seed “%(seed)s”, goes down."),
}
