"""What is said where the best of each table go up and the last go down."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("%(next)s: seats are drawn anew."): _("%(next)s: these are the new seats."),
    _("As few as can be meet again."): _("The best of each table go up, the last go down."),
    _("As they were made"): _("As they were made"),
    _("At the last bell you moved up from table %(n)s."): _("You moved up from table %(n)s."),
    _("At the last bell you stayed at this table."): _("You stayed at this table."),
    _("At the last bell you went down from table %(n)s."): _("You went down from table %(n)s."),
    _("Cuts made at this bell"): _("Cuts made after this game"),
    _("Does not move about any more: when this seat would change, somebody else goes instead."): _(
        "Stays in this seat from game to game; who would sit there changes places."
    ),
    _("Draw seats by lot, so that few sit with somebody they have met."): "",
    _("Everybody stays where they sit, and each table plays its own game to the end."): _(
        "Each table plays its own game to the end; then the best go up a table, and the last go down."
    ),
    _(
        "For a result of round %(n)s that was corrected after everybody had moved: the moves are made "
        "again as the results stand now."
    ): _(
        "For a result of game %(n)s that was corrected after the next game had begun: its seats are "
        "found again from the results as they stand now."
    ),
    _("For the next one seats are drawn anew. This page shows yours by itself."): _(
        "When it is over, this page shows your next seat by itself."
    ),
    _("Moves at the bell like everybody else."): _("Goes up or down by results like everybody else."),
    _("Nobody moves. When every table has played its game, the next one begins here."): _(
        "When every table has played its game, everybody’s next seat is shown here."
    ),
    _("Round by round, the head table above. The others’ paths are in the background."): _(
        "Game by game, table 1 above. The others’ paths are in the background."
    ),
    _("Round by round, the head table above. Within a table the order means nothing."): _(
        "Game by game, table 1 above. Within a table the order means nothing."
    ),
    _("Replay its moves"): _("Find its seats again"),
    _("Replay the moves"): _("Find the seats again"),
    _("Replay the moves into round %(n)s"): _("Find the seats of game %(n)s again"),
    _("The moves come out as they were made: there is nothing to replay."): _(
        "The seats come out as they were: nobody would sit elsewhere."
    ),
    _("The moves into round %(round)s are made anew."): _("Seats for game %(round)s are found again."),
    _("There are no moves to replay: only the round just closed has them."): _(
        "There is nothing to find again: only the game just begun can be."
    ),
    _("They come in at a bell, as soon as a table has room."): _(
        "They sit the first game out, and have a seat in the next."
    ),
    _("Waiting for a seat:"): _("Waiting for the next game:"),
    _("Waits now, and is seated at the next bell with the counters from the banker."): _(
        "Waits now, and has a seat when the next game begins: at the end of the list."
    ),
    _("Waits until the next bell, then gets a free seat and a first stake."): _(
        "Waits until the next game, and comes in at the end of the list."
    ),
    _("You come in at the next bell. This page shows your seat by itself."): _(
        "You come in when this game is over. This page shows your seat by itself."
    ),
}
