"""What was done is mended: a bell is undone, moves are made again, a line taken back, a stake put right."""

from accounts.shared.api.fields import Flag, Whole
from tournaments.base.api.command import LAST_SEQ, Command, Plain
from tournaments.base.api.command_fields import InRound, OfEntry
from tournaments.deals.selectors.conflicts import evening_standing, last_round_standing
from tournaments.repairs.services.keep import moves_keep
from tournaments.repairs.services.revert import line_take_back
from tournaments.repairs.services.stakes import stake_correct
from tournaments.repairs.services.undo import bell_undo, moves_replay


class BellUndoBody(Plain):
    round = Whole(
        min_value=1,
        required=False,
        help_text="The round whose bell is undone. This prevents two people from undoing two bells at once.",
    )
    discard = Flag(default=False, help_text="Discard the results of the round after this bell.")


class LineTakeBackBody(Plain):
    line = Whole(min_value=1, max_value=LAST_SEQ, help_text="Number of the journal line.")


class StakeCorrectBody(OfEntry):
    round = Whole(min_value=1)
    given = Flag(help_text="True: the banker gave a fresh stake. False: the banker gave none.")


COMMANDS = (
    Command(
        bell_undo,
        "Undo the last bell",
        BellUndoBody,
        stands=last_round_standing,
        looks=True,
        example={"reason": "It rang too early"},
        payload={"round": 1, "presences": []},
    ),
    Command(
        moves_replay,
        "Calculate the last moves again",
        BellUndoBody,
        stands=last_round_standing,
        at={"cards": "body", "counts": "body"},
        looks=True,
        example={"reason": "Written down wrongly"},
        payload={"round": 1, "presences": [], "waiting": []},
    ),
    Command(
        moves_keep,
        "Let the last moves stand after a correction",
        InRound,
        stands=last_round_standing,
        example={"round": 2},
        payload={"round": 1},
    ),
    Command(
        line_take_back,
        "Undo a line of the journal",
        LineTakeBackBody,
        stands=evening_standing,
        looks=True,
        example={"line": 6},
        payload={"line": 6},
    ),
    Command(
        stake_correct,
        "Record or remove a fresh stake",
        StakeCorrectBody,
        at={"person": "entry"},
        stands=evening_standing,
        looks=True,
        example={"reason": "The banker gave one", "entry": 4, "round": 2, "given": True},
        payload={"entry": 4, "round": 2, "given": True},
    ),
)
