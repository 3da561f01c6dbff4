"""Sentences for formats in which a round is a whole game at each table."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(action)s: not possible now. Tables with a result must wait for the bell."): _(
        "%(action)s: not possible now. Tables that have started must wait for the next game."
    ),
    _("%(name)s: round %(done)s of %(rounds)s"): _("%(name)s: game %(done)s of %(rounds)s"),
    _("%(round)s ended because the head table had its result."): _(
        "%(round)s ended because every table was done."
    ),
    _("%(where)s could not finish its deal. Stakes went back."): _("%(where)s stopped its game early."),
    _("%(where)s had no deal in play. Its last result counts."): _("%(where)s stopped its game early."),
    _("A table cannot be opened now. Try again in the next round."): _(
        "A table cannot be opened now. Try again in the next game."
    ),
    _("At the start of round"): _("In game"),
    _("Counters, round by round"): _("Counters, game by game"),
    _("Number of rounds"): _("Number of deals"),
    _("No deal was in play here at the bell. The last deal decides."): _("Its game was stopped."),
    _("Last bell"): _("Last game"),
    _("Last round"): _("Last game"),
    _("Next round starts in"): _("Next game starts in"),
    _("Nobody can be chosen now. Every table has its result."): _(
        "Nobody can be chosen now. Every table has started its game."
    ),
    _("One table is left. Nobody moves at the bell any more."): "",
    _("Points, round by round"): _("Points, game by game"),
    _("Record it"): _("Stop the game"),
    _("Round"): _("Game"),
    _("Round %(n)s"): _("Game %(n)s"),
    _("Round %(n)s is closed."): _("The game at this table is over."),
    _("Round %(n)s of %(of)s"): _("Game %(n)s of %(of)s"),
    _("Round {n} ends in"): _("Game {n} ends in"),
    _("Round {n} starts in"): _("Game {n} starts in"),
    _("The head table changes only if it has too many or too few players."): "",
    _("Slips for how many rounds (1 to %(most)s)"): _(
        "Slips for how many deals at each table (1 to %(most)s)"
    ),
    _("Undo the last bell"): _("Undo the end of the game"),
    _("Yellow chips won since then are undone."): "",
    _("That was the last round"): _("That was the last game"),
    _("Wait for the bell."): _("This page continues when every table is done."),
    _("The bell has rung. This table is done."): _("This table is done."),
    _("Table %(n)s has finished %(this)s."): _("The game at this table is over."),
    _("The table cannot finish its deal"): _("Stop the game at this table?"),
    _("A deal that cannot be finished is void: nobody wins or loses anything."): _(
        "The finished deals count as the result of the game. The deal in play does not count."
    ),
    _("All at the table cut. The player with the highest card moves up."): "",
    _("The bell has rung. This is the last deal here."): _("Play stops. This is the last deal here."),
    _("The bell was rung by hand."): _("The game was stopped by hand."),
    _("The bell was undone."): _("The end of the game was undone."),
    _("The bell was undone. %(round)s goes on."): _("The end of the game was undone. %(round)s goes on."),
    _("Rounds that were planned and are not played: %(n)s."): _(
        "Games that were planned and are not played: %(n)s."
    ),
    _("Ring the bell now"): _("Stop all tables after this deal"),
    _("The hall hears the bell at once. Tables in play finish their deal."): _(
        "Every table stops after the deal in play. Deals that are recorded count."
    ),
    _("This is the last round. Nobody moves after it."): _("This is the last game."),
    _("“Undo the last bell” takes it back, but the hall has heard it."): _(
        "“Let the tables play on” takes it back, but the hall was told."
    ),
    _("“Undo the last bell” takes it back."): _("“Undo the end of the game” takes it back."),
    _("Yes, ring the bell"): _("Yes, stop all tables"),
    _("The bell!"): _("Play stops. Finish the deal."),
    _("Bells, cuts and moves"): _("Start and end of games"),
    _("The last bell has rung. Settling up has started."): _(
        "That was the last game. Settling up has started."
    ),
    _("The seat becomes free at the next bell. Results stay."): _("Results stay."),
    _("The seat becomes free at the next bell."): _("The seat becomes free when the next game starts."),
    _("There are no pictures yet. They appear with the first results."): _(
        "No pictures yet. They start with the first result."
    ),
    _("They get a seat in the next round if a table has room."): _(
        "They get a seat in the next game if a table has room."
    ),
    _(
        "Enter the slips. Leave a table empty if its slip is missing. If several rounds were played on "
        "paper, enter one round. Start the next round and check the seats. Then enter the next slips."
    ): _(
        "Enter each table’s next deal from its slip. Leave a table empty to skip it. After saving, each "
        "table’s next deal appears."
    ),
    _("Undo the last bell"): _("Undo the end of the game"),
    _("Waits for a seat until the next round."): _("Waits for a seat until the next game."),
    _("Late players wait for a seat until the next round."): _(
        "Late players wait for a seat until the next game."
    ),
    _("round %(n)s"): _("game %(n)s"),
    _(
        "“After fresh stakes” decides: counters after settling up, less %(stake)s for each fresh stake, "
        "which the banker lent. If equal, more yellow chips decide. If still equal, players share the place."
    ): _(
        "“After fresh stakes” is the score: counters minus %(stake)s for each fresh stake. Equal scores "
        "share a place."
    ),
    _("Deals in a round"): _("Deals in a game"),
    _("Minutes in a round"): _("Minutes in a game"),
    _("The bell rings when the time is up, if not before. Empty: no clock."): _(
        "When the time is up, each table finishes its deal. Empty: no clock."
    ),
    _("Seconds until the next round starts automatically"): _(
        "Seconds until the next game starts automatically"
    ),
}
