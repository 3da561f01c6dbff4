"""How an evening went, round by round."""

from dataclasses import replace

from tests.core.score_sheets import AT_THE_END
from tournaments.core.evening import Facts
from tournaments.core.formats.registry import POKER_EVENING, build_play
from tournaments.core.record import Count, CountKind, DealPart, Pool, SeatFact, Stake, StakeKind
from tournaments.core.results.records import list_figures, list_places

A, B, C, D = 1, 2, 3, 4
"""Four people; the third goes home after the first round, the fourth comes for the second.

===== ======== ======== ====================
round table 1  table 2
===== ======== ======== ====================
1     A B      C        A wins 5 of B
2     B        A D      D wins 4 of A; C has taken their counters away
===== ======== ======== ====================
"""
SEATS = (
    SeatFact(1, 1, 1, A),
    SeatFact(1, 1, 2, B),
    SeatFact(1, 2, 1, C),
    SeatFact(2, 1, 1, B),
    SeatFact(2, 2, 1, A),
    SeatFact(2, 2, 2, D),
)


def stake(entry, seq, kind=StakeKind.FIRST, round=1, counters=50):
    return Stake(entry, round, kind, counters, seq)


def deal(round, position, seq, **net):
    lines = tuple(
        DealPart({"a": A, "b": B, "c": C, "d": D}[who], won=won > 0, counters=won) for who, won in net.items()
    )
    return Pool(round, position, 1, lines, seq)


EVENING = Facts(
    play=POKER_EVENING,
    seats=SEATS,
    pools=(deal(1, 1, 10, a=5, b=-5), deal(2, 2, 20, d=4, a=-4)),
    stakes=(
        *(stake(entry, entry) for entry in (A, B, C)),
        stake(C, 12, StakeKind.DEPARTURE, 1, 50),
        stake(D, 13, round=2),
    ),
)


def test_tables():
    assert EVENING.play.format.find_paths(EVENING) == {A: {1: 1, 2: 2}, B: {1: 1, 2: 1}, C: {1: 2}, D: {2: 2}}


def test_counters_at_the_end_of_each_round_that_was_played():
    """Who sat but was in no deal has what they had; what C took away was theirs at the end of the round."""
    found = list_figures(EVENING)
    assert found == {A: {1: 55, 2: 51}, B: {1: 45, 2: 45}, C: {1: 50}, D: {2: 54}}


def test_a_round_that_has_no_result_yet_is_left_out():
    begun = replace(EVENING, seats=(*SEATS, SeatFact(3, 1, 1, A)))
    assert list_figures(begun)[A] == {1: 55, 2: 51}


def test_counters_that_nobody_counted_are_left_out():
    """A counted 30 after the second round; B was in a deal of the first, and never counted."""
    uncounted = tuple(
        replace(pool, lines=tuple(line._replace(counters=None) for line in pool.lines))
        for pool in EVENING.pools
    )
    facts = replace(EVENING, pools=uncounted, counts=(Count(A, 2, CountKind.BELL, 30, 21),))
    assert list_figures(replace(facts, settings=AT_THE_END)) == {A: {2: 30}, B: {}, C: {1: 50}, D: {}}


def scored(round, seq, *points, number=1):
    return Pool(round, 1, number, tuple(DealPart(entry, score=score) for entry, score in points), seq)


BIDS = Facts(
    play=build_play("jabberwocky", {}, "fixed"),
    seats=tuple(SeatFact(number, 1, entry, entry) for number in (1, 2) for entry in (A, B, C)),
    pools=(
        scored(1, 1, (A, 10), (B, 3), (C, 3)),
        scored(1, 2, (A, -2), (B, 3), (C, 3), number=2),
        scored(2, 3, (A, 0), (B, 11), (C, -1)),
    ),
)


def test_points_are_added_up():
    found = list_figures(BIDS)
    assert found == {A: {1: 8, 2: 8}, B: {1: 6, 2: 17}, C: {1: 6, 2: 5}}


def test_places_after_each_game():
    assert list_places(BIDS) == {A: {1: 1, 2: 2}, B: {1: 2, 2: 1}, C: {1: 2, 2: 3}}


def test_where_people_move_by_their_results_there_are_no_places():
    assert list_places(EVENING) == {}


def test_places_wait_for_counters():
    games = replace(EVENING, play=build_play("draw-poker", {}, "fixed"))
    assert list_places(games)[A] == {1: 1, 2: 2}
    uncounted = tuple(
        replace(pool, lines=tuple(line._replace(counters=None) for line in pool.lines))
        for pool in games.pools
    )
    assert list_places(replace(games, pools=uncounted, settings=AT_THE_END)) == {}


def test_what_is_won_together_has_neither():
    together = replace(BIDS, play=build_play("blackout-cooperative", {}, "fixed"))
    assert list_places(together) == list_figures(together) == {}
