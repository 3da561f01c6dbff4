"""One person's way through the tables, for a phone or a projector. All others form a quiet background."""

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

RIGHT, TOP = 14.0, 22.0


@dataclass(frozen=True)
class Room:
    """The measures of a picture: ``left`` of the bands and ``below`` them; ``bands``: their height together.

    ``least`` and ``most``: the height of a table's band. ``across``: where the title of the columns stands,
    from the left and below the bands.
    """

    width: float
    left: float
    below: float
    bands: float
    least: float
    most: float
    across: Point


PHONE = Room(340.0, 26.0, 42.0, 260.0, 12.0, 46.0, (26.0, 34.0))
PROJECTOR = Room(480.0, 48.0, 24.0, 66.0, 0.0, 22.0, (4.0, 17.0))
"""Shown twice as large: letters of 24 px in a picture of 224."""


@dataclass(frozen=True)
class Floor:
    """The background that all pictures share, calculated once. ``rows`` None: too many people to draw."""

    room: Room
    people: Sequence[Series]
    columns: tuple[str, ...]
    rows: Rows | None
    tables: int
    other_ways: str = ""

    @property
    def band(self) -> float:
        return min(max(self.room.bands / self.tables, self.room.least), self.room.most)

    @property
    def step(self) -> float:
        room = self.room
        return min((room.width - room.left - RIGHT - 16) / max(len(self.columns) - 1, 1), room.width / 3.75)

    @property
    def bottom(self) -> float:
        return TOP + self.band * self.tables

    def x(self, column: int) -> float:
        return self.room.left + 8 + self.step * column

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


def floor(
    series: Sequence[Series], columns: tuple[str, ...], *, many: bool, room: Room = PHONE
) -> Floor | None:
    """Return the background: all ways through tables 1, 2, …; ``many``: leave the ways out."""
    people = select_drawable(series)
    if not people:
        return None
    tables = int(max(value for person in people for value in person.values if value is not None))
    if many:
        return Floor(room, people, columns, None, tables)
    bare = Floor(room, people, columns, lay_out_rows(people, banded=True), tables)
    whole = (
        [place and (float(round(place[0])), float(round(place[1]))) for place in bare.list_points(index)]
        for index in range(len(people))
    )
    return Floor(room, people, columns, bare.rows, tables, "".join(trace_ways(places)[0] for places in whole))


def draw_own_way(frame: Frame, floor: Floor) -> str:
    """Return the picture of ``frame.chosen``; "" for a person without a table. No other names are shown."""
    mine = next((index for index, person in enumerate(floor.people) if person.who == frame.chosen), None)
    if mine is None:
        return ""
    room = floor.room
    root = open_picture(frame, room.width, floor.bottom + room.below)
    words = add_element(root, "g", class_="axis", fill="#000", stroke="none", text_anchor="middle")
    every = max(1, -int(-(SIZE + 3) // floor.band))
    for table in range(1, floor.tables + 1):
        top = TOP + floor.band * (table - 1)
        if table % 2:
            wide, high = room.width - room.left, floor.band
            add_element(
                root, "rect", class_="band", x=room.left, y=top, width=wide, height=high, fill="#f0f0f0"
            )
        if (table - 1) % every == 0:
            add_element(words, "text", str(table), x=room.left - 12, y=top + floor.band / 2 + SIZE / 3)
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
    left, below = room.across
    for title, x, y in ((frame.down, 4.0, TOP - 8), (frame.across, left, floor.bottom + below)):
        if title:
            add_element(titles, "text", title, x=x, y=y)
    if floor.other_ways:
        add_element(root, "path", class_="others", d=floor.other_ways, stroke="#bbb", stroke_width=0.6)
    look, places = make_line_style(mine, floor.people[mine].who, frame), floor.list_points(mine)
    draw(add_group(root, look), look, *trace_ways(places), [place for place in places if place])
    return serialize_picture(root)
