"""What is said where points are played for and not counters."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(n)s counters"): _("%(n)s points"),
    _("%(where)s could not finish its deal: stakes went back, its players cut."): _(
        "%(where)s could not finish its deal: its players cut."
    ),
    _(
        "A correction divided a pool at the head table: its winners cut for the yellow chip. Then the "
        "corrected result is written; until then the one below stands."
    ): _(
        "By a correction several are equal best at the head table: they cut for the yellow chip. Then "
        "the corrected result is written; until then the one below stands."
    ),
    _("A pool at the head table was divided: its winners cut for the yellow chip."): _(
        "Several were equal best at the head table: they cut for the yellow chip."
    ),
    _("Counters"): _("Points"),
    _("Counters won and lost, in the order of play"): _("Bids and points in the order of play"),
    _("Counters, one by one"): _("Bids, deal by deal"),
    _("Enter deal %(n)s of %(of)s"): _("Enter deal %(n)s"),
    _("Equally many yellow chips: most counters."): _("Equally many yellow chips: most points."),
    _(
        "Everybody goes back to the seat of %(round)s, and who came since waits again; fresh stakes "
        "since then are taken back."
    ): _("Everybody goes back to the seat of %(round)s, and who came since waits again."),
    _(
        "Everybody goes back to the seat of round %(n)s; fresh stakes and yellow chips since then are "
        "taken back."
    ): _("Everybody goes back to the seat of round %(n)s; yellow chips since then are taken back."),
    _("Everybody who came since waits again; fresh stakes since %(round)s are taken back."): _(
        "Everybody who came since waits again."
    ),
    _("Has"): _("In all"),
    _("Has had no stake yet."): _("Has played no deal yet."),
    _("My counters"): _("My points"),
    _("Nobody has played yet: the standings begin with the first stake."): _(
        "Nobody has a seat yet: the standings begin with the draw."
    ),
    _("Settle up"): _("To the result"),
    _("Sits down there at once, on the lowest free seat. The counters come along."): _(
        "Sits down there at once, on the lowest free seat. The points come along."
    ),
    _(
        "Something was written down wrongly? Tap the deal and correct it: what was won, and by whom. "
        "Seats stay as they were."
    ): _(
        "Something was written down wrongly? Tap the deal and correct its bids or tricks. Seats stay as "
        "they were."
    ),
    _("Table %(table)s could not finish: stakes went back, its players cut."): _(
        "Table %(table)s could not finish: its players cut."
    ),
    _("Table 1. Its winner takes a yellow chip and stays; its pool rings the bell."): _(
        "Table 1. Who scores most there on the deal takes a yellow chip and stays; its result rings the bell."
    ),
    _("That was the last bell. Now counters are settled up."): _("Play is over. The prizes come next."),
    _("That was the last bell: counters are settled up."): _("That was the last bell."),
    _("The bell rings by itself when the head table’s pool is decided."): _(
        "The bell rings by itself when the head table’s deal is scored."
    ),
    _("The bell rings when the time is up, or sooner when the head table’s pool is decided."): _(
        "The bell rings when the time is up, or sooner when the head table’s deal is scored."
    ),
    _("The two change seats at once. Each keeps their own counters."): _(
        "The two change seats at once. Each keeps their own points."
    ),
    _("Their counters come along."): _("Their points come along."),
    _("Waits now, and is seated at the next bell with the counters from the banker."): _(
        "Waits now, and is seated at the next bell. The points were kept."
    ),
    _("Waits until the next bell, then gets a free seat and a first stake."): _(
        "Waits until the next bell, then gets a free seat."
    ),
    _("What everybody had on the table at the end of each; fresh stakes are among it."): _(
        "Everybody’s points so far at the end of each."
    ),
    _("Your counters wait with the banker. Tell the organiser when you want to play again."): _(
        "Your points are kept. Tell the organiser when you want to play again."
    ),
    _("not counted"): _("none yet"),
    _("the head table gives one to whoever wins its pool."): _(
        "the head table gives one to whoever scores most on its deal."
    ),
    _("the head table’s pool was decided"): _("the head table’s result was in"),
    _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: more yellow chips. Still equal: the same place."
    ): _("All points of the evening together. Equal there: more exact bids. Still equal: the same place."),
    _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: the same place."
    ): _("All points of the evening together. Equal there: more exact bids. Still equal: the same place."),
}
