"""Everybody's path, each on a row of their own."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.base.pictures.reading import Drawn, marks, people
from tournaments.base.pictures.bump import draw_bump, lay_out_rows
from tournaments.base.pictures.lines import Axis, draw_lines
from tournaments.base.pictures.own import draw_own_way, floor
from tournaments.base.pictures.svg import TONES, Frame, Series

GOLDEN = Path(__file__).parent / "golden"
TABLES = ("Head table", "Table 2", "Table 3", "Table 4", "Table 5", "Booby table")
FRAME = Frame("tables", "Paths", "Round by round", ("1", "2", "3"), "Round")
FOUR = (
    Series(1, "Ann", (1, 2, 2)),
    Series(2, "Ben", (1, 1, 1)),
    Series(3, "Cat", (2, 1, None), went="to 2"),
    Series(4, "Dan", (None, 2, 1), came="from 2"),
)
HOSTILE = "<script>alert(\"1\")</script> & 'x'"


def test_rows_by_table():
    """Who stays at a table keeps the row; others take free rows as they stood before.

    ===== === === ===
    row    1   2   3
    ===== === === ===
    0      A   C   D
    1      B   B   B
    2      C   A   A
    3          D
    ===== === === ===
    """
    rows = lay_out_rows(FOUR, banded=True)
    assert rows.bands == {1: (0, 2), 2: (2, 2)}
    assert rows.rows_by_column == {0: {0: 0, 1: 1, 2: 2}, 1: {0: 2, 1: 1, 2: 0, 3: 3}, 2: {1: 1, 3: 0, 0: 2}}
    assert rows.before == {0: 0, 1: 1, 2: 2, 3: 4}, "who comes late is named below the tables"
    assert rows.after == {1: 1, 3: 0, 0: 2, 2: 4}


@settings(max_examples=50)
@given(people())
def test_a_line_is_level_while_the_table_is_the_same(drawing):
    """In the large picture and in one's own, whoever else comes and goes."""
    frame, series = drawing
    rows, back = lay_out_rows(series, banded=True), floor(series, frame.columns, many=False)
    assert back
    for index, one in enumerate(series):
        drawn = [way and way[1] for way in back.list_points(index)]
        for column, (before, now) in enumerate(pairwise(one.values)):
            if before is not None and before == now:
                assert rows.rows_by_column[column][index] == rows.rows_by_column[column + 1][index]
                assert drawn[column] == drawn[column + 1]


def test_who_comes_back_to_a_table_pushes_nobody_from_their_row():
    late = (None,) * 3 + (1,)
    back, stays = (None, 4, None, 4), (None, None, 4, 4)
    rows = lay_out_rows([Series(who, "x", way) for who, way in enumerate((late, back, stays))], banded=True)
    assert rows.rows_by_column[2][2] == rows.rows_by_column[3][2] != rows.rows_by_column[3][1]


def test_a_shared_place_that_is_kept_is_level():
    ways = ((2, 3), (2, 2), (1, 1))
    rows = lay_out_rows([Series(who, "x", way) for who, way in enumerate(ways)], banded=False)
    assert rows.rows_by_column == {0: {2: 0, 1: 1, 0: 2}, 1: {2: 0, 1: 1, 0: 2}}


def test_equal_places_stand_below_each_other():
    ways = ((1, 1), (2, 1), (2, 3), (4, 3))
    rows = lay_out_rows([Series(who, "x", way) for who, way in enumerate(ways)], banded=False)
    assert rows.rows_by_column == {0: {0: 0, 1: 1, 2: 2, 3: 3}, 1: {0: 0, 1: 1, 2: 2, 3: 3}}


@pytest.mark.parametrize(
    ("name", "svg"),
    [
        ("tables", draw_bump(replace(FRAME, chosen=4), FOUR, ("Head table", "Booby table"))),
        ("places", draw_bump(replace(FRAME, alone=True), FOUR)),
    ],
)
def test_it_is_drawn_as_it_was(name, svg):
    """To be looked at, and written anew, whenever a picture is meant to change."""
    assert svg + "\n" == (GOLDEN / f"{name}.svg").read_text()


@settings(max_examples=25)
@given(people())
def test_by_table_and_by_place(drawing):
    frame, series = drawing
    holds(draw_bump(frame, series, TABLES), frame, series)
    holds(draw_bump(frame, series), frame, series)


def holds(svg, frame, series):
    drawn = Drawn(svg)
    assert list(drawn.outside()) == []
    assert drawn.on_top_of_each_other() == []
    assert "style" not in svg.replace("What is shown", "")
    lines = drawn.all("g", "line")
    assert len(lines) == len(series)
    assert len(drawn.all("g", "chosen")) == any(one.who == frame.chosen for one in series)
    late = sum(one.values[0] is None and not one.came for one in series)
    beside = sum((one.values[0] is None) + (one.values[-1] is None) for one in series) - late
    assert sum(map(marks, lines)) == beside + sum(len(one.filled_columns) for one in series)
    assert len(drawn.names()) == 2 * len(series) - late, "a name at both ends, but where a line begins later"


def test_who_is_bright_is_in_colour_and_on_top():
    drawn = Drawn(draw_bump(replace(FRAME, bright=(3, 1)), FOUR, TABLES))
    found = [(line.get("class"), line.get("stroke")) for line in drawn.all("g", "line")]
    assert found == [
        ("line pale", "#bbb"),
        ("line pale", "#bbb"),
        ("line tone-2", TONES[1]),
        ("line tone-1", TONES[0]),
    ]
    assert [marks(line) for line in drawn.all("g", "line")] == [2, 2, 3, 3], "grey ones at their ends only"
    shapes = {shape(path.get("d", "")) for path in drawn.all("path", "marks")}
    assert len(shapes) == 3, "without colour they differ too"
    bold = [name.text or "" for name in drawn.all("text", "name") if name.get("font-weight")]
    assert sorted(bold) == ["Ann", "Ann", "Cat", "Cat, to 2"]


def test_both_axes_have_a_title():
    background = floor(FOUR, FRAME.columns, many=False)
    assert background
    for titled in (
        draw_bump(replace(FRAME, down="Table"), FOUR, TABLES),
        draw_own_way(replace(FRAME, chosen=1, down="Table"), background),
        draw_lines(FRAME, FOUR, Axis("Table")),
    ):
        bold = [text for text in Drawn(titled).root.iter() if text.text in ("Table", "Round")]
        assert sorted(str(text.text) for text in bold) == ["Round", "Table"]


def test_each_has_as_many_marks_as_rounds():
    drawn = Drawn(draw_bump(FRAME, FOUR, TABLES))
    assert [marks(drawn.line(name)) for name in ("Ann", "Ben", "Cat", "Dan")] == [3, 3, 2 + 1, 2 + 1]
    assert {"Cat, to 2", "Dan, from 2"} <= set(drawn.names())


def test_names_are_only_words():
    svg = draw_bump(replace(FRAME, title=HOSTILE), [replace(FOUR[0], name=HOSTILE, values=(1, 2, 1))], TABLES)
    assert "<script" not in svg
    assert Drawn(svg).root.findtext("{http://www.w3.org/2000/svg}title") == HOSTILE


def test_what_no_document_may_hold_is_replaced():
    assert "\ufffd" in Drawn(draw_bump(FRAME, [replace(FOUR[0], name="A\ufffeB")], TABLES)).names()[0]


def test_neighbours_look_different():
    series = [Series(who, f"P{who}", (who + 1, who + 1)) for who in range(48)]
    lines = Drawn(draw_bump(replace(FRAME, columns=("1", "2")), series)).all("g", "line")
    paths = [line.findall("{http://www.w3.org/2000/svg}path") for line in lines]
    looks = {(way.get("stroke-dasharray"), mark.get("fill"), shape(mark.get("d", ""))) for way, mark in paths}
    assert len(looks) == 48


def shape(mark: str) -> tuple[str, ...]:
    """The first mark of a line, wherever it is."""
    first = mark.partition("z")[0]
    return tuple(re.findall(r"[a-z][^a-z]*", first))


def test_who_stands_out_is_drawn_last_and_thick():
    last = Drawn(draw_bump(replace(FRAME, chosen=1), FOUR, TABLES)).all("g", "line")[-1]
    assert last.get("stroke-width") == "3.5"
    assert (last[0].text or "").startswith("Ann:")


def test_it_says_what_it_is():
    root = Drawn(draw_bump(FRAME, FOUR, TABLES)).root
    assert root.get("role") == "img"
    told = dict.fromkeys(root.get("aria-labelledby", "").split())
    found = [one.text for one in root.iter() if one.get("id") in told]
    assert found == ["Paths", "Round by round"]


def test_nobody_is_no_picture():
    assert draw_bump(FRAME, [Series(1, "Ann", (None, None, None))]) == ""
