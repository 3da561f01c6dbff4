"""Counters, points and ratings over time."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.base.pictures.reading import Drawn, marks, people, points
from tournaments.base.pictures.lines import SMALL, Axis, draw_lines
from tournaments.base.pictures.svg import Frame, Series, format_figure

GOLDEN = Path(__file__).parent / "golden"
FRAME = Frame("counters", "Counters", "Round by round", ("1", "2", "3"), "Round")
COUNTERS = Axis("Counters", zero=True)
THREE = (
    Series(1, "Ann", (50, 62, 41)),
    Series(2, "Ben", (50, None, 41)),
    Series(3, "Cat", (50, 38, None), went="to 2"),
)


@pytest.mark.parametrize(
    ("name", "svg"),
    [
        ("counters", draw_lines(replace(FRAME, chosen=2, alone=True), THREE, COUNTERS)),
        ("rating", draw_lines(FRAME, [Series(0, "Ann", (1425, 1432, 1419.5))], Axis("Rating"), SMALL)),
    ],
)
def test_it_is_drawn_as_it_was(name, svg):
    """To be looked at, and written anew, whenever a picture is meant to change."""
    assert svg + "\n" == (GOLDEN / f"{name}.svg").read_text()


@settings(max_examples=25)
@given(people(-300, 5000))
def test_any_figures(drawing):
    frame, series = drawing
    holds(draw_lines(frame, series, COUNTERS), frame, series)


@settings(max_examples=25)
@given(people(1, 200))
def test_upside_down(drawing):
    frame, series = drawing
    holds(draw_lines(frame, series, Axis("Table", is_inverted=True)), frame, series)


@settings(max_examples=15)
@given(people(-30, 5000, most=1))
def test_small(drawing):
    frame, series = drawing
    drawn = Drawn(draw_lines(replace(frame, across=""), series, Axis("Rating"), SMALL))
    assert list(drawn.outside()) == []
    assert drawn.on_top_of_each_other() == []
    assert drawn.names() == []


def holds(svg, frame, series):
    drawn = Drawn(svg)
    assert list(drawn.outside()) == []
    assert drawn.on_top_of_each_other() == []
    drawn_lines = drawn.all("g", "line")
    assert sum(map(marks, drawn_lines)) == sum(len(one.filled_columns) + 1 for one in series)
    assert len(drawn.names()) == len(series)


def test_the_head_table_is_above():
    drawn = Drawn(draw_lines(FRAME, [Series(1, "Ann", (1, 5, 12))], Axis("Table", is_inverted=True)))
    way = drawn.line("Ann").find("{http://www.w3.org/2000/svg}path")
    assert way is not None
    heights = [y for _x, y in points(way.get("d", ""))]
    assert heights == sorted(heights)
    ticks = [text.text for text in next(iter(drawn.all("g", "axis")))]
    assert ticks[:7] == ["1", "2", "4", "6", "8", "10", "12"]


def test_a_gap_is_dotted():
    drawn = Drawn(draw_lines(FRAME, THREE, COUNTERS))
    assert marks(drawn.line("Ben")) == 2 + 1
    assert len(drawn.all("path", "gap")) == 1


def test_who_went_is_named_so():
    assert "Cat, to 2" in Drawn(draw_lines(FRAME, THREE, COUNTERS)).names()


@pytest.mark.parametrize(
    ("value", "read"),
    [(None, "–"), (3, "3"), (-4.0, "−4"), (25.04, "25"), (25.06, "25.1"), (1234567, "1234567")],
)
def test_figures_as_they_are_read(value, read):
    assert format_figure(value) == read


def test_nobody_is_no_picture():
    assert draw_lines(FRAME, [], COUNTERS) == ""
