"""The bell, the moves, the cuts before them, and the clock."""

from tournaments.base.api.command import Command
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.bell.services.cuts import cut_draw, cut_record, cuts_draw
from tournaments.deals.selectors.conflicts import round_standing

AT = {"clock": "body", "minutes": "body"}
LENGTH = {"clock": "body", "minutes": "seconds"}
LOT = {
    "round": 1,
    "table": 1,
    "purpose": "down",
    "seed": "1fd716465fe73add2b696b7599d3a760",
    "among": [7, 8, 9],
}
COMMANDS = (
    Command(bell_ring, stands=round_standing, example={"round": 1}),
    Command(
        moves_apply,
        stands=round_standing,
        at={"cards": "body", "counts": "body"},
        example={"round": 1},
        payload={"round": 1, "waiting": []},
    ),
    Command(
        cut_record,
        example={"round": 1, "purpose": "down", "table": 1, "cards": {"7": "KS", "9": "TH", "8": "AC"}},
    ),
    Command(cut_draw, at={"cards": "body"}, example={"round": 1, "purpose": "down", "table": 1}, payload=LOT),
    Command(cuts_draw, at={"cards": "body"}, payload=LOT),
    Command(
        clock_start,
        at=LENGTH,
        stands=round_standing,
        example={"round": 1, "seconds": 300},
        payload={"round": 1, "left": 300},
    ),
    Command(
        clock_pause, at=AT, stands=round_standing, example={"round": 1}, payload={"round": 1, "left": 600}
    ),
    Command(
        clock_resume, at=AT, stands=round_standing, example={"round": 1}, payload={"round": 1, "left": 400}
    ),
    Command(
        clock_extend,
        at=LENGTH,
        stands=round_standing,
        example={"round": 1, "seconds": 120},
        payload={"round": 1, "left": 720, "seconds": 120},
    ),
    Command(
        round_last,
        stands=round_standing,
        example={"round": 1},
        payload={"before": {"rounds": 0}, "after": {"rounds": 1}, "round": 1, "last": True},
    ),
)
