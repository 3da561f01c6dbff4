"""One person's way through the tables, as small as a phone. All others form a quiet background."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.base.pictures.bump import Rows, lay_out_rows
from tournaments.base.pictures.svg import (
    SIZE,
    Frame,
    Point,
    Series,
    add_element,
    add_group,
    draw,
    join_path,
    make_line_style,
    open_picture,
    select_drawable,
    serialize_picture,
    trace_ways,
)

WIDTH = 340.0
LEFT, RIGHT, TOP, BELOW = 26.0, 14.0, 22.0, 42.0
LEAST, MOST = 12.0, 46.0
"""The least and largest height of a table's band. Many tables have lower bands."""


@dataclass(frozen=True)
class Floor:
    """The background that all pictures share, calculated once. ``rows`` None: too many people to draw."""

    people: Sequence[Series]
    columns: tuple[str, ...]
    rows: Rows | None
    tables: int
    other_ways: str = ""

    @property
    def band(self) -> float:
        return min(max(260 / self.tables, LEAST), MOST)

    @property
    def step(self) -> float:
        return min((WIDTH - LEFT - RIGHT - 16) / max(len(self.columns) - 1, 1), 90.0)

    @property
    def bottom(self) -> float:
        return TOP + self.band * self.tables

    def x(self, column: int) -> float:
        return LEFT + 8 + self.step * column

    def list_points(self, index: int) -> list[Point | None]:
        """Return the person's position in each column, spread over the table's band as in the bump chart."""
        return [
            None if value is None else (self.x(column), self._y(index, column, int(value)))
            for column, value in enumerate(self.people[index].values)
        ]

    def _y(self, index: int, column: int, table: int) -> float:
        inside = 0.5
        if self.rows is not None:
            first, height = self.rows.bands[table]
            inside = (self.rows.rows_by_column[column][index] - first + 0.5) / height
        return TOP + self.band * (table - 0.9 + 0.8 * inside)


def floor(series: Sequence[Series], columns: tuple[str, ...], *, many: bool) -> Floor | None:
    """Return the background: all ways through tables 1, 2, …; ``many``: leave the ways out."""
    people = select_drawable(series)
    if not people:
        return None
    tables = int(max(value for person in people for value in person.values if value is not None))
    if many:
        return Floor(people, columns, None, tables)
    bare = Floor(people, columns, lay_out_rows(people, banded=True), tables)
    whole = (
        [place and (float(round(place[0])), float(round(place[1]))) for place in bare.list_points(index)]
        for index in range(len(people))
    )
    return Floor(people, columns, bare.rows, tables, "".join(trace_ways(places)[0] for places in whole))


def draw_own_way(frame: Frame, floor: Floor) -> str:
    """Return the picture of ``frame.chosen``; "" for a person without a table. No other names are shown."""
    mine = next((index for index, person in enumerate(floor.people) if person.who == frame.chosen), None)
    if mine is None:
        return ""
    root = open_picture(frame, WIDTH, floor.bottom + BELOW)
    words = add_element(root, "g", class_="axis", fill="#000", stroke="none", text_anchor="middle")
    every = max(1, -int(-(SIZE + 3) // floor.band))
    for table in range(1, floor.tables + 1):
        top = TOP + floor.band * (table - 1)
        if table % 2:
            wide = WIDTH - LEFT
            add_element(
                root, "rect", class_="band", x=LEFT, y=top, width=wide, height=floor.band, fill="#f0f0f0"
            )
        if (table - 1) % every == 0:
            add_element(words, "text", str(table), x=LEFT - 12, y=top + floor.band / 2 + SIZE / 3)
    for column in range(0, len(floor.columns), max(1, -int(-20 // floor.step))):
        add_element(words, "text", floor.columns[column], x=floor.x(column), y=floor.bottom + 17)
        add_element(
            root,
            "path",
            class_="grid",
            d=join_path("M", floor.x(column), floor.bottom, "v", 4),
            stroke="#999",
        )
    titles = add_element(root, "g", class_="axis", fill="#000", stroke="none", font_weight=600)
    for title, x, y in ((frame.down, 4.0, TOP - 8), (frame.across, LEFT, floor.bottom + 34)):
        if title:
            add_element(titles, "text", title, x=x, y=y)
    if floor.other_ways:
        add_element(root, "path", class_="others", d=floor.other_ways, stroke="#bbb", stroke_width=0.6)
    look, places = make_line_style(mine, floor.people[mine].who, frame), floor.list_points(mine)
    draw(add_group(root, look), look, *trace_ways(places), [place for place in places if place])
    return serialize_picture(root)
