"""Axes with round steps, and labels that keep apart."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.base.pictures.lines import Scale, list_ticks, spread_apart

FIGURES = st.floats(-1e6, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 117, (0, 20, 40, 60, 80, 100, 120)),
        (0, 7, (0, 1, 2, 3, 4, 5, 6, 7)),
        (-12, 31, (-20, -10, 0, 10, 20, 30, 40)),
        (50, 50, (49, 50, 51)),
        (24.2, 26.9, (24, 25, 26, 27)),
    ],
)
def test_ticks_are_round(low, high, found):
    assert list_ticks(low, high) == found


@given(FIGURES, FIGURES)
@example(0.0, 5e-324)  # the smallest number that there is: an eighth of it is nothing
def test_ticks_hold_what_is_shown(one, other):
    low, high = sorted((one, other))
    found = list_ticks(low, high)
    assert 2 <= len(found) <= 10
    assert found[0] <= low + 1e-6
    assert found[-1] >= high - 1e-6
    steps = {round(b - a, 5) for a, b in pairwise(found)}
    assert max(steps) - min(steps) <= 1e-4


def test_a_scale_may_stand_on_its_head():
    assert Scale(0, 10, 100, 0)(2.5) == 75


@given(st.lists(st.floats(-50, 450), min_size=1, max_size=40))
def test_labels_keep_apart_and_in_order(wanted):
    places = spread_apart(wanted, 10, 0, 400)
    assert all(-1e-6 <= place <= 400 + 1e-6 for place in places)
    for at, place in enumerate(places):
        for other in range(at):
            assert abs(place - places[other]) >= 10 - 1e-6
            if wanted[at] != wanted[other]:
                assert (wanted[at] < wanted[other]) == (place < places[other])


def test_labels_that_have_room_stay_where_they_are():
    assert spread_apart([100, 20, 300], 10, 0, 400) == [100, 20, 300]


def test_labels_that_want_one_place_share_the_shift():
    assert spread_apart([100, 100, 100], 10, 0, 400) == pytest.approx([90, 100, 110])
