"""What is said where people drop out from game to game."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("As few as can be meet again."): _("The best go on."),
    _("Nobody moves. When every table has played its game, the next one begins here."): _(
        "When every table has played its game, it is told here who goes on; after the final the evening "
        "is settled."
    ),
    _("They come in at a bell, as soon as a table has room."): _(
        "They have a bye: they go on to the second game without playing the first."
    ),
    _("Waits until the next bell, then gets a free seat and a first stake."): _(
        "The knockout has begun: is seated by hand, or plays the consolation if there is one."
    ),
    _("Whoever comes now waits until the round is over, and is then given a seat."): _(
        "The knockout has begun: whoever comes now plays the consolation from the next game on."
    ),
}
