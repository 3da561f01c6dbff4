"""Results that somebody tells: figures that fit the game, and places that can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from tournaments.core.formats.registry import build_play
from tournaments.core.results.elsewhere import ResultLine, judge_lines, settle_lines

POKER = build_play("draw-poker", {}, "recorded")
CLAG = build_play("clag", {}, "recorded")
TOGETHER = build_play("blackout-cooperative", {}, "recorded")


def places(lines, play=POKER, **more):
    good, wrong = judge_lines(lines, play, **more)
    assert wrong == ()
    return {line.name: line.place for line in good}


def wrong(lines, play=POKER, **more):
    good, found = judge_lines(lines, play, **more)
    assert good == ()
    return [(one.index, one.error.field) for one in found]


def test_places_follow_from_figures():
    lines = [
        ResultLine("Ann", counters=40),
        ResultLine("Bob", counters=60, yellow=1),
        ResultLine("Cid", counters=60, yellow=1),
    ]
    assert places(lines) == {"Bob": 1, "Cid": 1, "Ann": 3}
    lines = [
        ResultLine("Ann", score=40, exact=2),
        ResultLine("Bob", score=40, exact=3),
        ResultLine("Cid", score=-3),
    ]
    assert places(lines, CLAG) == {"Bob": 1, "Ann": 2, "Cid": 3}


def test_who_lost_together_comes_after_all_who_won():
    lines = [ResultLine("Ann"), ResultLine("Bob", hands=9), ResultLine("Cid", hands=7)]
    assert places(lines, TOGETHER) == {"Cid": 1, "Bob": 2, "Ann": 3}
    assert wrong([ResultLine("Ann"), ResultLine("Bob")], TOGETHER) == [(0, "place"), (1, "place")]


def test_places_that_are_told_stand():
    lines = [
        ResultLine("Ann", place=2),
        ResultLine("Bob", place=1),
        ResultLine("Cid", place=2),
        ResultLine("Dee", place=7),
    ]
    assert places(lines) == {"Bob": 1, "Ann": 2, "Cid": 2, "Dee": 7}


def test_a_tie_broken_otherwise_is_nobodys_contradiction():
    assert places([ResultLine("Ann", place=2, counters=5), ResultLine("Bob", place=1, counters=5)]) == {
        "Bob": 1,
        "Ann": 2,
    }


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        # dense ranking: after two second places comes place 4
        (
            [
                ResultLine("A", place=1),
                ResultLine("B", place=2),
                ResultLine("C", place=2),
                ResultLine("D", place=3),
            ],
            [3],
        ),
        ([ResultLine("A", place=1, counters=3), ResultLine("B", place=2, counters=4)], [1]),
        ([ResultLine("A", place=1, counters=3), ResultLine("B", place=1, counters=4)], [0]),
        ([ResultLine("A", place=1, counters=3), ResultLine("B"), ResultLine("C", place=3)], [1]),
        ([ResultLine("A", place=1, counters=3), ResultLine("B", counters=9)], [0]),
    ],
)
def test_places_that_cannot_be(lines, where):
    assert wrong(lines) == [(index, "place") for index in where]


def test_without_steps_places_stand_against_the_figures():
    """By what an evening was ranked its figures may not show."""
    lines = [ResultLine("A", place=1, counters=3), ResultLine("B", place=2, counters=4)]
    assert places(lines, steps=()) == {"A": 1, "B": 2}
    assert wrong([ResultLine("A", counters=3)], steps=()) == [(0, "place")]


@pytest.mark.parametrize(
    ("line", "play", "field"),
    [
        (ResultLine("A", place=0), POKER, "place"),
        (ResultLine("A", place=1, counters=-1), POKER, "counters"),
        (ResultLine("A", place=1, yellow=-1), POKER, "yellow"),
        (ResultLine("A", place=1, share=10_001), POKER, "share"),
        (ResultLine("A", place=1, score=10**9 + 1), CLAG, "score"),
        (ResultLine("A", place=1, score=3), POKER, "score"),
        (ResultLine("A", place=1, exact=3), POKER, "exact"),
        (ResultLine("A", place=1, counters=3), CLAG, "counters"),
        (ResultLine("A", place=1, net=3), CLAG, "net"),
        (ResultLine("A", place=1, counters=30, net=20), POKER, "net"),
        (ResultLine("A", place=1, counters=60, fresh=1), POKER, "net"),
        (ResultLine("A", place=1, counters=60, fresh=1, net=70), POKER, "net"),
        (ResultLine("", place=1), POKER, "name"),
        (ResultLine("A", "x" * 31, place=1), POKER, "role"),
        (ResultLine("A\u202e", place=1), POKER, "name"),
    ],
)
def test_figures_that_cannot_be(line, play, field):
    assert wrong([line], play) == [(0, field)]


def test_a_fresh_stake_is_paid_back():
    (line,), _none = judge_lines([ResultLine("A", counters=60, fresh=1, net=10)], POKER)
    assert (line.counters, line.fresh, line.net) == (60, 1, 10)
    (line,), _none = judge_lines([ResultLine("A", counters=60)], POKER)
    assert line.net == 60
    (line,), _none = judge_lines([ResultLine("A", net=-60)], POKER)
    assert (line.counters, line.net) == (None, -60)


def test_nobody_is_there_twice():
    assert wrong([ResultLine("Ann", place=1), ResultLine(" ANN ", place=2)]) == [(1, "name")]


def test_one_thing_is_enough_to_refuse():
    with pytest.raises(RuleError, match="at least one player"):
        settle_lines([], POKER)
    with pytest.raises(RuleError, match="twice"):
        settle_lines([ResultLine("Ann", place=1), ResultLine("Ann", place=2)], POKER)


LINES = st.lists(
    st.builds(
        ResultLine,
        name=st.sampled_from([f"p{n}" for n in range(12)]),
        place=st.none() | st.integers(0, 12),
        counters=st.none() | st.integers(-1, 20),
        yellow=st.integers(0, 3),
    ),
    max_size=8,
)


@given(LINES, st.randoms())
def test_the_order_of_the_lines_changes_nothing(lines, random):
    good, found = judge_lines(lines, POKER)
    others = random.sample(lines, len(lines))
    again, found_again = judge_lines(others, POKER)
    assert bool(found) == bool(found_again)
    assert {(line.name, line.place) for line in good} == {(line.name, line.place) for line in again}
    assert [line.name for line in again] == ([line.name for line in others] if again else [])


@given(LINES)
def test_places_are_those_of_a_competition(lines):
    """Nobody is placed better than there are people before them, and what was read reads the same again."""
    good, _found = judge_lines(lines, POKER)
    assert judge_lines(good, POKER) == (good, ())
    for line in good:
        assert line.place
        assert line.place > sum((other.place or 0) < line.place for other in good)
