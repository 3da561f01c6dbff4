import pytest

from accounts.errors import StaleError
from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, correct_deal
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, player_return
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import LineKind
from tournaments.core.movement.seating import find_presence, list_waiting
from tournaments.core.record import Presence, Stage
from tournaments.core.settings import BellBy
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.seating.services import table_add
from tournaments.undo.services.undo import moves_replay


def corrected(make, **settings):
    """The first of table 2 won and moved up, but it had been the second."""
    night = make(12, **settings)
    winner, other, *others = night.table(2)
    night.next_round()
    assert night.seats()[winner][0] == 1
    net = dict.fromkeys((winner, *others), -1) | {other: 3}
    correct_deal(night, other, Tally() if settings else Tally(TallyKind.NET, net), table=2)
    return night, winner, other


CASE = Case(
    moves_replay,
    scene=lambda make: corrected(make)[0],
    body=lambda night: {},
    stages=(Stage.PLAYING,),
    asks_reason=True,
)
WHY = "the wrong one moved up"


def test_it_works(night):
    night, winner, other = corrected(night)
    cuts = night.facts.cuts
    moves_replay(night.because(WHY))
    assert (night.seats()[winner][0], night.seats()[other][0]) == (2, 1)
    assert night.facts.cuts == cuts
    assert len(night.seats()) == 12
    assert [played.closed for played in night.facts.rounds] == [True, False]
    night.next_round()


def test_who_went_away_since_is_away_still(night):
    night, _winner, other = corrected(night)
    gone, pausing = night.table(3)[:2]
    player_drop(night.by, entry=gone)
    player_pause(night.by, entry=pausing)
    player_drop(night.by, entry=other)
    moves_replay(night.because(WHY))
    facts = night.facts
    assert find_presence(facts, gone, 2) is Presence.LEFT
    assert find_presence(facts, pausing, 2) is Presence.PAUSED
    assert ledger.count_taken_away(facts)[other] == 53
    assert ledger.find_imbalance(facts, night.evening.settings) is None
    player_return(night.by, entry=pausing)


def test_who_went_away_took_what_was_counted(night):
    night, _winner, other = corrected(night, **AT_THE_END)
    player_drop(night.by, entry=other, counters=44)
    moves_replay(night.because(WHY))
    assert ledger.count_taken_away(night.facts) == {other: 44}


def test_who_came_since_waits_on(night):
    night, _winner, _other = corrected(night)
    people_check_in(night.by, people=[Arrival("Nell")])
    moves_replay(night.because(WHY))
    assert night.entry("Nell") not in night.seats()
    night.next_round()
    assert night.entry("Nell") in night.seats()


def test_where_other_people_tie_a_new_cut_is_needed(night):
    night = night(12)
    players = night.table(1)
    night.next_round()
    night.correct(1, players[1:2], dict(zip(players, (-1, 3, -1, -1), strict=True)), round=1)
    with refused("cards", "Players must still cut at table 1"):
        moves_replay(night.because(WHY))


def test_a_next_round_with_deals_must_be_discarded_in_words(night):
    night, winner, _other = corrected(night)
    night.play(3)
    with refused("discard", "Round 2 already has results"):
        moves_replay(night.because(WHY))
    moves_replay(night.because(WHY), discard=True)
    assert night.seats()[winner][0] == 2


def test_without_moves_it_is_refused(night):
    night = night(12)
    with refused("round", "no moves to calculate again"):
        moves_replay(night.because(WHY))
    night.next_round()
    bell_ring(night.by, round=2)
    with refused("round", "no moves to calculate again"):
        moves_replay(night.because(WHY))


def test_as_often_as_one_likes(night):
    """Also with somebody who came late, sat down at the moves that are replayed, and went home."""
    night = night(12)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    player_drop(night.by, entry=night.entry("Nell"))
    moves_replay(night.because(WHY))
    before = night.seats(), night.held(), ledger.count_taken_away(night.facts)
    moves_replay(night.because(WHY))
    assert (night.seats(), night.held(), ledger.count_taken_away(night.facts)) == before
    assert ledger.list_lines(night.facts, night.evening.settings)[-1].kind is LineKind.DEPARTURE
    night.play_round()
    moves_apply(night.by, round=2)


def test_the_moves_of_another_round_than_is_meant_stay(night):
    night, _winner, _other = corrected(night)
    with refused("round", "It ended round 1. Undo that bell first.", StaleError):
        moves_replay(night.because(WHY), round=2)
    moves_replay(night.because(WHY), round=1)


def test_what_was_taken_along_is_what_the_deals_say(night):
    """The counters that somebody carried home follow the correction, and a replay keeps them."""
    night, winner, other = corrected(night)
    player_drop(night.by, entry=other)
    (pool,) = (pool for pool in night.facts.pools if pool.position == 2)
    net = {line.entry: 0 for line in pool.lines} | {winner: 1, other: -1}
    night.correct(2, [winner], net, round=1)
    moves_replay(night.because(WHY))
    assert ledger.count_taken_away(night.facts)[other] == 49
    assert ledger.find_imbalance(night.facts, night.evening.settings) is None


@pytest.mark.parametrize(("first", "then"), [(50, 10), (10, 50)])
def test_who_went_was_broke_after_all_or_was_not(night, first, then):
    """They took along what they have by the deals as corrected."""
    night = night(12, bell=BellBy.HAND)
    one, gone, *others = night.table(3)

    def told(lost):
        net = {one: lost, gone: -lost} | dict.fromkeys(others, 0)
        return {"winners": [one], "in_call": [], "tally": Tally(TallyKind.NET, net)}

    deal_record(night.by, round=1, table=3, deal=1, **told(first))
    for table in (1, 2):
        night.play(table)
    night.decide()
    moves_apply(night.by, round=1)
    player_drop(night.by, entry=gone)
    deal_correct(night.because(WHY), round=1, table=3, deal=1, base_version=1, **told(then))
    assert night.agrees()
    moves_replay(night.because(WHY))
    assert night.agrees()


def test_a_deal_that_is_discarded_was_not_taken_home(night):
    """What was won in it was taken away, and the counters did not agree."""
    night = night(12, bell=BellBy.HAND)
    night.next_round()
    winner = night.table(2)[0]
    night.play(2, winner=winner, lose=2)
    player_drop(night.by, entry=winner)
    assert night.agrees()
    moves_replay(night.because(WHY), discard=True)
    assert night.agrees()


def test_who_was_seated_by_hand_and_went_had_no_stake_after_all(night):
    """They went with a stake that they never had."""
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    nell = night.entry("Nell")
    table_add(night.because(WHY), entries=[nell, *night.table(1)[:3]])
    player_drop(night.by, entry=nell)
    assert night.agrees()
    moves_replay(night.because(WHY))
    assert night.agrees()


def test_nor_what_had_waited_at_the_banker(night):
    """They went with a stake that still waits."""
    night = night(7)
    paused = night.table(1)[6]
    player_pause(night.by, entry=paused)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    player_return(night.by, entry=paused)
    night.next_round()
    assert list_waiting(night.facts, 3) == (paused,)
    table_add(night.because(WHY), entries=[paused, *night.table(1)[:3]])
    player_drop(night.by, entry=paused)
    assert night.agrees()
    moves_replay(night.because(WHY))
    assert night.agrees()
