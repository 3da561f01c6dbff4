"""The sentences of the draw and of the next seats: why people sit where they sit."""

from accounts.errors import gettext_noop as _
from tournaments.core.reasons.shared import EQUAL_WITH

# Seats drawn for a game
MET = _("Met before, at this table: %(others)s.")
BY_STANDINGS = _(
    "Number %(place)s of the %(players)s players here, by the standings. Equal players are ordered by lot."
)
PLACE_OF_ALL = _("Place %(place)s of the %(players)s players in the knockout.")
DECIDED_BY_LOT = _("The lot decided.")
GOES_ON = _("Stays in the knockout.")
KNOCKED_OUT = _("Is knocked out.")
OUT_BEFORE = _("Was knocked out earlier, or arrived too late.")

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
    "consolation": (OUT_BEFORE, _("Plays the consolation.")),
    "out_of_knockout": (OUT_BEFORE,),
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
