"""One's own way, on a phone and on a projector."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.base.pictures.reading import Drawn, marks, people
from tournaments.base.pictures.own import PHONE, PROJECTOR, Room, draw_own_way, floor
from tournaments.base.pictures.svg import Frame, Series

FRAME = Frame("own", "My path", "Round by round", ("1", "2"), "Round", chosen=1)
TWO = (Series(1, "Ann", (1, 2)), Series(2, "Ben", (2, 1)))


@pytest.mark.parametrize("room", [PHONE, PROJECTOR])
@settings(max_examples=15)
@given(drawing=people())
def test_it_fits_and_names_nobody(room: Room, drawing):
    frame, series = drawing
    frame = replace(frame, columns=tuple(str(number + 1) for number in range(len(frame.columns))))
    back = floor(series, frame.columns, many=False, room=room)
    assert back
    for one in series:
        svg = draw_own_way(replace(frame, chosen=one.who, alone=False), back)
        drawn = Drawn(svg)
        assert list(drawn.outside()) == []
        assert drawn.on_top_of_each_other() == []
        assert marks(drawn.all("g", "chosen")[0]) == len(one.filled_columns)
        assert drawn.names() == []


def test_of_very_many_only_ones_own_is_drawn():
    back = floor(TWO, FRAME.columns, many=True)
    assert back
    drawn = Drawn(draw_own_way(FRAME, back))
    assert drawn.all("path", "others") == []
    assert marks(drawn.all("g", "chosen")[0]) == 2


def test_nobody_has_no_floor():
    assert floor([], ("1",), many=False) is None


def test_who_never_sat_has_no_way():
    back = floor(TWO, FRAME.columns, many=False)
    assert back
    assert draw_own_way(replace(FRAME, chosen=3), back) == ""
