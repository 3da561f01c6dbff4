"""API commands to undo a bell, replay or keep moves, undo a line, and correct a fresh stake."""

from tournaments.base.api.addresses import make_evening_urls
from tournaments.base.api.commands import Command
from tournaments.scoring.selectors import read_evening_state, read_last_round_state
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo, moves_keep, moves_replay

OF_EVENINGS = (
    Command(bell_undo, stands=read_last_round_state),
    Command(moves_replay, stands=read_last_round_state, body_fields={"cards": "body", "counts": "body"}),
    Command(moves_keep, stands=read_last_round_state),
    Command(line_take_back, stands=read_evening_state),
    Command(stake_correct, body_fields={"person": "entry"}, stands=read_evening_state),
)

urlpatterns = make_evening_urls(OF_EVENINGS)
