"""The bell, the moves, the cuts before them, and the clock."""

from tournaments.base.api.command import Command
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.bell.services.cuts import cut_draw, cut_record, cuts_draw
from tournaments.scoring.selectors.conflicts import round_standing

AT = {"clock": "body", "minutes": "body"}
LENGTH = {"clock": "body", "minutes": "seconds"}
COMMANDS = (
    Command(bell_ring, stands=round_standing),
    Command(moves_apply, stands=round_standing, at={"cards": "body", "counts": "body"}),
    Command(cut_record),
    Command(cut_draw, at={"cards": "body"}),
    Command(cuts_draw, at={"cards": "body"}),
    Command(clock_start, at=LENGTH, stands=round_standing),
    Command(clock_pause, at=AT, stands=round_standing),
    Command(clock_resume, at=AT, stands=round_standing),
    Command(clock_extend, at=LENGTH, stands=round_standing),
    Command(round_last, stands=round_standing),
)
