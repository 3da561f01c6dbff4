"""API commands to undo a bell, replay or keep moves, undo a line, and correct a fresh stake."""

from tournaments.base.api.addresses import of_evenings
from tournaments.base.api.commands import Command
from tournaments.scoring.selectors import evening_standing, last_round_standing
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo, moves_keep, moves_replay

OF_EVENINGS = (
    Command(bell_undo, stands=last_round_standing),
    Command(moves_replay, stands=last_round_standing, at={"cards": "body", "counts": "body"}),
    Command(moves_keep, stands=last_round_standing),
    Command(line_take_back, stands=evening_standing),
    Command(stake_correct, at={"person": "entry"}, stands=evening_standing),
)

urlpatterns = of_evenings(OF_EVENINGS)
