"""What is said where seats are drawn anew for each game."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("As they were made"): _("As they were drawn"),
    _("Everybody stays where they sit, and each table plays its own game to the end."): _(
        "Each table plays its own game to the end; then seats are drawn anew."
    ),
    _(
        "For a result of round %(n)s that was corrected after everybody had moved: the moves are made "
        "again as the results stand now."
    ): _(
        "For a result of game %(n)s that was corrected after the next game had begun: its seats are "
        "drawn again, by the same seed, from the results as they stand now."
    ),
    _("Keep your seats: %(game)s comes next."): _("Find your new seat: %(game)s comes next."),
    _("Nobody moves. When every table has played its game, the next one begins here."): _(
        "When every table has played its game, seats for the next one are drawn here."
    ),
    _("Replay its moves"): _("Draw its seats again"),
    _("Replay the moves"): _("Draw the seats again"),
    _("Replay the moves into round %(n)s"): _("Draw the seats of game %(n)s again"),
    _("The moves come out as they were made: there is nothing to replay."): _(
        "The seats come out as they were drawn: nobody would sit elsewhere."
    ),
    _("The moves into round %(round)s are made anew."): _("Seats for game %(round)s are drawn anew."),
    _("There are no moves to replay: only the round just closed has them."): _(
        "There is nothing to draw again: only the game just begun can be."
    ),
    _("They come in at a bell, as soon as a table has room."): _(
        "They sit the first game out, and are drawn for the next."
    ),
    _("This is your seat for the first round. Take it: play begins soon."): _(
        "This is your seat for the first game. Take it: play begins soon."
    ),
    _("Waiting for a seat:"): _("Waiting for the next draw of seats:"),
    _("Waits now, and is seated at the next bell with the counters from the banker."): _(
        "Waits now, and is drawn again when the next game is."
    ),
    _("Waits until the next bell, then gets a free seat and a first stake."): _(
        "Waits until seats are drawn for the next game."
    ),
    _("You come in at the next bell. This page shows your seat by itself."): _(
        "Seats are drawn when this game is over. This page shows yours by itself."
    ),
}
