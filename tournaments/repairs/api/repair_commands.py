"""What was done is mended: a bell is undone, moves are made again, a line taken back, a stake put right."""

from tournaments.base.api.command import Command
from tournaments.deals.selectors.conflicts import evening_standing, last_round_standing
from tournaments.repairs.services.keep import moves_keep
from tournaments.repairs.services.revert import line_take_back
from tournaments.repairs.services.stakes import stake_correct
from tournaments.repairs.services.undo import bell_undo, moves_replay

COMMANDS = (
    Command(
        bell_undo,
        stands=last_round_standing,
        example={"reason": "It rang too early"},
        payload={"round": 1, "presences": []},
    ),
    Command(
        moves_replay,
        stands=last_round_standing,
        at={"cards": "body", "counts": "body"},
        example={"reason": "Written down wrongly"},
        payload={"round": 1, "presences": [], "waiting": []},
    ),
    Command(moves_keep, stands=last_round_standing, example={"round": 2}, payload={"round": 1}),
    Command(line_take_back, stands=evening_standing, example={"line": 6}, payload={"line": 6}),
    Command(
        stake_correct,
        at={"person": "entry"},
        stands=evening_standing,
        example={"reason": "The banker gave one", "entry": 4, "round": 2, "given": True},
        payload={"entry": 4, "round": 2, "given": True},
    ),
)
