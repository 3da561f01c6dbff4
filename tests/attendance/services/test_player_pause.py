from tests.services.cases import Case
from tournaments.attendance.services import player_pause
from tournaments.core.counters import ledger
from tournaments.core.movement.seating import find_presence
from tournaments.core.record import Presence, Stage

CASE = Case(
    player_pause,
    scene=lambda make: make(12),
    body=lambda night: {"entry": night.table(2)[3]},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = night(12)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    assert find_presence(night.facts, entry, 1) is Presence.PAUSED
    assert ledger.count_taken_away(night.facts) == {entry: 50}
