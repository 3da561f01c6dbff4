from tests.services.cases import Case
from tournaments.attendance.services import Arrival, people_check_in, player_pause, player_return, seat_keep
from tournaments.core.movement.seating import find_presence
from tournaments.core.record import Presence, Stage

CASE = Case(
    seat_keep,
    scene=lambda make: make(12),
    body=lambda night: {"entry": night.table(2)[0], "keeps": True},
    stages=(Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING),
)


def test_it_works(night):
    night = night(12)
    keeper = night.table(2)[0]
    seat_keep(night.by, entry=keeper, keeps=True)
    night.play(2, winner=keeper, callers=(night.table(2)[1],))
    night.play(1)
    night.play(3)
    assert keeper not in {move.entry for move in night.preview().bell.moves}
    seat_keep(night.by, entry=keeper, keeps=False)
    assert keeper in {move.entry for move in night.preview().bell.moves}


def test_before_seats_are_drawn(night):
    night = night(4, Stage.CHECK_IN)
    seat_keep(night.by, entry=night.entry("p01"), keeps=True)
    assert find_presence(night.facts, night.entry("p01"), 1) is Presence.KEEPS_SEAT


def test_who_comes_late_keeps_the_seat_once_there_is_one(night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Nell")])
    nell = night.entry("Nell")
    seat_keep(night.by, entry=nell, keeps=True)
    assert find_presence(night.facts, nell, 1) is Presence.LEFT
    night.next_round()
    assert find_presence(night.facts, nell, 2) is Presence.KEEPS_SEAT


def test_who_is_back_does_not_play_in_the_round_of_the_pause(night):
    """The chair is still there, but the counters are the banker's until the next round."""
    night = night(12)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    player_return(night.by, entry=entry)
    seat_keep(night.by, entry=entry, keeps=True)
    assert find_presence(night.facts, entry, 1) is Presence.PAUSED
    assert find_presence(night.facts, entry, 2) is Presence.KEEPS_SEAT
