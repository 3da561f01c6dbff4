"""The sentences of drawn seats, and of how players are divided into tables."""

from __future__ import annotations

from accounts.errors import gettext_noop as _

SEATING: dict[str, str] = {
    # Seats drawn for a game
    "drawn_by_lot": _("The first game: seats by lot."),
    "met_nobody": _("Has met nobody at this table before."),
    "met_some": _("Met before, at this table: %(others)s."),
    "by_standing": _("Tables by standing: number %(place)s of the %(players)s here, equals by lot."),
    "by_standing_met": _(
        "Tables by standing: number %(place)s of the %(players)s here, equals by lot. Met before: %(others)s."
    ),
    "by_standing_near": _(
        "Number %(place)s of the %(players)s here, equals by lot: one table from that of the standing,"
        " so that fewer meet again."
    ),
    "sits_out_least": _("Sits this game out: has sat out least (%(times)s so far)."),
    "goes_on": _("Goes on: place %(place)s at table %(table)s."),
    "goes_on_all": _("Goes on: place %(place)s of all %(players)s who played to go on."),
    "goes_on_lot": _("Goes on by lot: equal with %(others)s."),
    "goes_on_filled": _("Goes on as best of the others, for a table needs at least %(fewest)s players."),
    "goes_on_bye": _("Goes on after a bye."),
    "knocked_out": _("Knocked out: place %(place)s at table %(table)s."),
    "knocked_out_all": _("Knocked out: place %(place)s of all %(players)s who played to go on."),
    "knocked_out_lot": _("Knocked out by lot: equal with %(others)s."),
    "bye": _("Has a bye, the best first: %(players)s players do not fit at the tables."),
    "consolation": _("Plays the consolation: was knocked out before, or came too late."),
    "out_of_knockout": _("Was knocked out before, or came too late."),
    # How players are divided into tables
    "sizes_one_table": _("Players: %(players)s. One table."),
    "sizes_two_tables": _("Players: %(players)s, too few for a table between: %(sizes)s."),
    "sizes_even": _("Players: %(players)s. Four at head and booby, sixes between: %(sizes)s."),
    "sizes_nearest": _("%(players)s players do not fit evenly in tables of six. The nearest is %(sizes)s."),
    "sizes_range": _("Players: %(players)s, at tables of %(range)s: %(sizes)s."),
    "sizes_sit_out": _(
        "%(players)s players cannot all sit at tables of %(range)s. Seated: %(sizes)s. Sitting out: %(out)s."
    ),
}
