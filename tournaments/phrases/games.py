"""What is said where a round is a whole game of each table."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(name)s: round %(done)s of %(rounds)s"): _("%(name)s: game %(done)s of %(rounds)s"),
    _("%(round)s: every result is in"): _("%(round)s: every table has played"),
    _("%(where)s could not finish its deal: stakes went back, its players cut."): _(
        "%(where)s stopped its game early."
    ),
    _("%(where)s had no deal in play: its last result stands."): _("%(where)s stopped its game early."),
    _("A table can be opened while a round is being played, before its bell rings."): _(
        "A table can be opened while a game is being played, before all tables are done."
    ),
    _("After the last bell"): _("After play"),
    _("At the beginning of round"): _("In game"),
    _("Counters are counted at the end of this evening. Until then only yellow chips rank."): _(
        "Counters are counted at the end of this evening. Until then they compare nobody."
    ),
    _("Counters, round by round"): _("Counters, game by game"),
    _("Earlier rounds"): _("Earlier games"),
    _("Every deal of the game is played: nobody moves any more."): _("Every table has played all its games."),
    _("Everybody sits. %(game)s is open."): _("%(game)s has begun."),
    _(
        "Finish your deal if it is not decided, then stay seated: who moves is told when every result is in."
    ): _("Finish the deal that is in play, then stop."),
    _("For how many rounds"): _("For how many deals"),
    _("From table to table"): _("Where and when"),
    _("Hold the moves"): _("Hold the next game"),
    _(
        "If you do not sit at the booby table then, you change seats with the player there who has the "
        "most counters."
    ): "",
    _("It had no deal in play at the bell: its last one decides."): _("Its game was stopped."),
    _("Last bell"): _("Last game"),
    _("Later rounds"): _("Later games"),
    _("Let them go on"): _("Let it go on"),
    _("More rounds"): _("More games"),
    _("More: rounds, bell, roles, prizes"): _("More: time, roles, prizes"),
    _("My evening, table by table"): _("My evening, game by game"),
    _(
        "New counters from the banker when you have lost all. You change seats with the richest at the "
        "booby table. At the end it is paid back."
    ): _("New counters from the banker when you have lost all. At the end it is paid back."),
    _("New seats in"): _("Game {n} is over: the next comes in"),
    _("No bell has rung yet: there is nothing to undo."): _("No game is over yet: there is nothing to undo."),
    _("Nobody can be chosen just now: every table has its result in this round."): _(
        "Nobody can be chosen just now: every table has begun its game."
    ),
    _("One table is left then: nobody moves any more at the bell."): "",
    _("Points, round by round"): _("Points, game by game"),
    _("Round"): _("Game"),
    _("Round %(n)s"): _("Game %(n)s"),
    _("Round %(n)s of %(of)s"): _("Game %(n)s of %(of)s"),
    _("Round {n} ends in"): _("Game {n} ends in"),
    _("Round {n} starts in"): _("Game {n} starts in"),
    _(
        "Seats at the head table are earned: it gives and takes only where it has too many or too few itself."
    ): "",
    _("Slips for how many rounds (1 to %(most)s)?"): _(
        "Slips for how many deals at each table (1 to %(most)s)?"
    ),
    _("Table %(n)s has no result"): _("Table %(n)s has no deal in play"),
    _("Tables, from the head table down"): _("Tables"),
    _("That was not the last bell: take it back"): _("That was not the last game: take it back"),
    _("That was the last bell: counters are settled up."): _("That was the last game."),
    _("That was the last bell: settle up"): _("That was the last game: settle up"),
    _("That was the last round"): _("That was the last game"),
    _("The bell decides what comes next."): _("When every table has played its game, the next one begins."),
    _("The bell has rung, and this table is done."): _("This table is done."),
    _("The bell has rung: this is the last deal here."): _("Play stops: this is the last deal here."),
    _("The bell is undone: %(round)s is open again."): _("Undone: %(round)s is open again."),
    _("The bell of round %(n)s rang: %(cause)s."): _("%(round)s is over: %(cause)s."),
    _("The bell of round %(n)s was undone: the round is open again."): _("%(round)s goes on after all."),
    _("The bell was asked for."): _("The end of the game was asked for."),
    _("The bell!"): _("Play stops: finish the deal"),
    _("The bell, cuts and moves"): _("Games begun and ended"),
    _("The last bell has rung: the evening is being settled."): _(
        "That was the last game: the evening is being settled."
    ),
    _("The moves are held: they are made when the organiser says so."): _(
        "The next game is held: it begins when the organiser says so."
    ),
    _("The moves are held: they are made when you say so."): _(
        "The next game is held: it begins when you say so."
    ),
    _("The moves were held: they are made when the organiser says so."): _(
        "The next game was held: it begins when the organiser says so."
    ),
    _("The moves were let go on: they are made by themselves once everything is decided."): _(
        "The next game was let go on: it begins by itself once every table has finished."
    ),
    _("The new booby table is open."): _("The new table is open."),
    _(
        "The new table becomes the booby table, the lowest one. Choose %(fewest)s to %(most)s people; "
        "each table that they leave keeps at least %(fewest)s."
    ): _(
        "The new table begins a game of its own. Choose %(fewest)s to %(most)s people; each table that "
        "they leave keeps at least %(fewest)s."
    ),
    _("The organiser rings the bell next."): _("The organiser goes on from here."),
    _("The seat is empty from the next bell. What was played stays."): _("What was played stays."),
    _("The seat is given up at the next bell."): _("The seat is given up when the next game begins."),
    _(
        "There is nothing to draw yet: the pictures begin with the first result, and the paths through "
        "the tables with the first bell."
    ): _("There is nothing to draw yet: the pictures begin with the first result."),
    _("They come in at a bell, as soon as a table has room."): _(
        "They come in when a game begins and a table has room."
    ),
    _("This is your seat for the first round. Take it: play begins soon."): _(
        "This is your seat for the evening. Take it: play begins soon."
    ),
    _(
        "Type in what the slips say; a table left empty stays out. If several rounds were played on "
        "paper: enter one, apply its moves, see that they are where people went, then enter the next."
    ): _(
        "Type in each table’s next deal from its slip; a table left empty stays out. Then its following "
        "deal is asked for."
    ),
    _("Undo the bell"): _("Undo it"),
    _("Undo the last bell"): _("Undo the end of the last game"),
    _("Waits now, and is seated at the next bell with the counters from the banker."): _(
        "Waits now, and is seated when the next game begins."
    ),
    _("Waits until the next bell, then gets a free seat and a first stake."): _(
        "Waits until the next game begins, then gets a free seat."
    ),
    _("When every table is, everybody moves, and this page goes on by itself."): _(
        "When every table is, the next game begins, and this page goes on by itself."
    ),
    _("Who leaves before the last bell wins no prize."): _(
        "Who leaves before the last game is over wins no prize."
    ),
    _("Who was here at the last bell can still win a prize."): _(
        "Who was here to the end can still win a prize."
    ),
    _("Whoever comes now is given a free seat at once, at the booby table if it has one."): _(
        "Whoever comes now is given a free seat at once, at the last table if it has one."
    ),
    _("Whoever comes now waits until the round is over, and is then given a seat."): _(
        "Whoever comes now waits until the game is over, and is then given a seat."
    ),
    _("You come in at the next bell. This page shows your seat by itself."): _(
        "You come in with the next game. This page shows your seat by itself."
    ),
    _("by hand"): _("it was stopped by hand"),
    _("not just now. Tables that have their result in this round change after the bell."): _(
        "not just now. A table that has begun its game changes when the next one begins."
    ),
    _("round %(n)s"): _("game %(n)s"),
    _("the head table’s pool was decided"): _("every table has finished"),
    _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: more yellow chips. Still equal: the same place."
    ): _(
        "“Settled” is what counts: counters less %(stake)s for each fresh stake, because those were "
        "lent by the banker. Equal there: the same place."
    ),
    _("✓ no deal in play"): _("✓ stopped"),
    _("✓ result in"): _("✓ game over"),
}
