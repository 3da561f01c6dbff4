"""The bell, the moves, the cuts before them, and the clock."""

from typing import Any

from accounts.shared.api.fields import Flag, OneOf, Several, Text, Whole
from tournaments.base.api.command import Command, Plain, Sent
from tournaments.base.api.command_fields import AtTable, ByNumber, InRound, entry
from tournaments.bell.api.bodies import MOST_AT_A_TABLE
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.bell.services.cuts import cut_draw, cut_record, cuts_draw
from tournaments.core.record import Purpose
from tournaments.deals.selectors.conflicts import round_standing
from tournaments.evening.services.journal import LONGEST_SEED

MOST_SECONDS = 86_400


class ClockStartBody(InRound):
    seconds = Whole(
        min_value=1,
        max_value=MOST_SECONDS,
        required=False,
        help_text="Default: the time that was left, or the length of a round.",
    )


class ClockExtendBody(InRound):
    seconds = Whole(min_value=1, max_value=MOST_SECONDS)


class RoundLastBody(InRound):
    last = Flag(default=True, help_text="False: more rounds follow.")


class WaitedCutBody(AtTable):
    """A cut that is waited for."""

    purpose = OneOf(choices=[purpose.value for purpose in Purpose])
    deal = Whole(min_value=0, default=0, help_text="For a yellow chip: the deal whose pool was divided.")


class CutRecordBody(WaitedCutBody):
    cards = ByNumber(
        child=Text(max_length=3),
        most=MOST_AT_A_TABLE,
        help_text="The card of each player: K, or with its suit KS.",
    )
    attempt = Whole(
        min_value=1,
        required=False,
        help_text="The number of this attempt. Refused if it is recorded already.",
    )


class CutsDrawBody(Plain):
    seed = Text(
        max_length=LONGEST_SEED,
        allow_blank=True,
        default="",
        help_text="Use an earlier seed to repeat a draw.",
    )


class CutDrawBody(WaitedCutBody, CutsDrawBody):
    """A cut that the program is to draw."""

    among = Several(
        child=entry(),
        max_length=MOST_AT_A_TABLE,
        required=False,
        help_text="The players who cut. Refused if other players cut by now.",
    )


def _cut(_of: Any, sent: Sent) -> dict[str, Any]:
    return {**sent, "purpose": Purpose(sent["purpose"])}


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
    Command(bell_ring, "Ring the bell", InRound, stands=round_standing, example={"round": 1}),
    Command(
        moves_apply,
        "Make the moves",
        InRound,
        stands=round_standing,
        looks=True,
        at={"cards": "body", "counts": "body"},
        example={"round": 1},
        payload={"round": 1, "waiting": []},
    ),
    Command(
        cut_record,
        "Record a cut",
        CutRecordBody,
        _cut,
        example={"round": 1, "purpose": "down", "table": 1, "cards": {"7": "KS", "9": "TH", "8": "AC"}},
    ),
    Command(
        cut_draw,
        "Draw a cut by lot",
        CutDrawBody,
        _cut,
        at={"cards": "body"},
        example={"round": 1, "purpose": "down", "table": 1},
        payload=LOT,
    ),
    Command(cuts_draw, "Draw all cuts by lot", CutsDrawBody, at={"cards": "body"}, payload=LOT),
    Command(
        clock_start,
        "Start the clock",
        ClockStartBody,
        at=LENGTH,
        stands=round_standing,
        example={"round": 1, "seconds": 300},
        payload={"round": 1, "left": 300},
    ),
    Command(
        clock_pause,
        "Pause the clock or the moves",
        InRound,
        at=AT,
        stands=round_standing,
        example={"round": 1},
        payload={"round": 1, "left": 600},
    ),
    Command(
        clock_resume,
        "Resume the clock",
        InRound,
        at=AT,
        stands=round_standing,
        example={"round": 1},
        payload={"round": 1, "left": 400},
    ),
    Command(
        clock_extend,
        "Add time to a round",
        ClockExtendBody,
        at=LENGTH,
        stands=round_standing,
        example={"round": 1, "seconds": 120},
        payload={"round": 1, "left": 720, "seconds": 120},
    ),
    Command(
        round_last,
        "Make a round the last",
        RoundLastBody,
        stands=round_standing,
        example={"round": 1},
        payload={"before": {"rounds": 0}, "after": {"rounds": 1}, "round": 1, "last": True},
    ),
)
