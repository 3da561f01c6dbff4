"""The bump chart: each person's way from place to place, without overlaps.

In each column each person has a row of their own. If values are tables, a table is a band of rows. If values
are places, people with the same place are below each other. A person who keeps a table or place keeps the
row, so the line is level. Other people take the free rows in their previous order. Names are at both ends of
a line.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from accounts.names import shorten_names
from tournaments.base.pictures.svg import (
    SIZE,
    Frame,
    Series,
    add_element,
    add_group,
    draw,
    fit_label,
    format_figure,
    make_line_style,
    measure_width,
    open_picture,
    select_drawable,
    serialize_picture,
    shorten_text,
    trace_ways,
)

ROW = 16.0
NAME, PLACE, BAND = 172.0, 26.0, 100.0
"""The widths for names, on either side, and for the places beside the lines; the width for bands' titles."""
TOP = 30.0
WIDTH = 1180.0
CLOSE, FAR = 26.0, 200.0
"""The least and largest distance between columns, whatever the width."""
BETWEEN = 6.0


@dataclass(frozen=True)
class Rows:
    """Each person's row in each column, the first row and height of each band, and the number of rows.

    ``before`` and ``after``: the rows of the names beside the first and the last column.
    """

    rows_by_column: dict[int, dict[int, int]]  # by column, by the series' index
    bands: dict[int, tuple[int, int]]
    before: dict[int, int]
    after: dict[int, int]
    count: int


def lay_out_rows(series: Sequence[Series], banded: bool) -> Rows:
    """Return the rows. Names of people who come late or leave early are below all others."""
    columns = max(len(one.values) for one in series)
    members = [_list_members(series, column) for column in range(columns)]
    bands = _measure_bands(members) if banded else {}
    most = max(map(len, members))
    stood = {index: (-1.0, index) for index in range(len(series))}
    previous: dict[int, tuple[float, int]] = {}
    at = {}
    for column, here in enumerate(members):
        stays = set() if banded else set(members[column + 1] if column + 1 < columns else ()) & set(here)
        rows: dict[int, int] = {}
        for value, many in sorted(Counter(value for _, value in here).items()):
            first, height = bands[int(value)] if banded else (len(rows), many)
            group = [one for one in here if one[1] == value]
            group.sort(key=lambda one: (one not in stays, stood[one[0]][1]))
            rows |= _place_rows(range(first, first + height), group, previous)
        previous = {index: (value, rows[index]) for index, value in here}
        stood |= previous
        at[column] = rows
    below = sum(height for _, height in bands.values()) if banded else most
    before, after = (
        _place_names(at[0], series, below, True),
        _place_names(at[columns - 1], series, below, False),
    )
    return Rows(at, bands, before, after, max(below, 1 + max([*before.values(), *after.values()])))


def _place_rows(
    room: range, group: Sequence[tuple[int, float]], previous: dict[int, tuple[float, int]]
) -> dict[int, int]:
    """Return the rows of a group. People with an unchanged value keep their row; others get free rows."""
    rows: dict[int, int] = {}
    for index, value in group:
        before, row = previous.get(index, (None, -1))
        if before == value and row in room:
            rows[index] = row
    free = (row for row in room if row not in rows.values())
    return rows | {index: next(free) for index, _ in group if index not in rows}


def _list_members(series: Sequence[Series], column: int) -> list[tuple[int, float]]:
    members = []
    for index, line in enumerate(series):
        value = line.values[column] if column < len(line.values) else None
        if value is not None:
            members.append((index, value))
    return members


def _measure_bands(members: Sequence[Sequence[tuple[int, float]]]) -> dict[int, tuple[int, int]]:
    """Return each band's first row and its height: the most people that the band has in any column."""
    heights: dict[int, int] = defaultdict(int)
    for group in members:
        for band, many in Counter(int(value) for _, value in group).items():
            heights[band] = max(heights[band], many)
    bands, first = {}, 0
    for band in sorted(heights):
        bands[band] = (first, heights[band])
        first += heights[band]
    return bands


def _place_names(rows: dict[int, int], series: Sequence[Series], below: int, first: bool) -> dict[int, int]:
    """Return the rows of the names on one side. Names of people absent from that column come last.

    A line that begins later has a name on the left only with ``came``.
    """
    absent = [index for index in range(len(series)) if index not in rows]
    if first:
        absent = [index for index in absent if series[index].came]
    absent.sort(key=lambda index: (series[index].filled_columns[0 if first else -1], index))
    return rows | {index: below + place for place, index in enumerate(absent)}


def draw_bump(frame: Frame, series: Sequence[Series], bands: Sequence[str] = ()) -> str:
    """Return the bump chart as SVG; "" if no person has a value.

    ``bands``: the titles of tables 1, 2, …; without titles, values are places.
    """
    people = select_drawable(series)
    return serialize_picture(_Bump(frame, people, bands).root) if people else ""


class _Bump:
    """A bump chart: positions and drawing."""

    def __init__(self, frame: Frame, people: Sequence[Series], bands: Sequence[str]) -> None:
        self.frame, self.people, self.titles = frame, people, bands
        self.rows = lay_out_rows(people, bool(bands))
        self.short = shorten_names(person.name for person in people)
        self.left = NAME + (BAND if bands else 0)
        columns = len(frame.columns)
        step = (WIDTH - self.left - NAME) / max(columns - 1, 1)
        self.step = min(max(step, CLOSE), FAR)
        self.right = self.left + self.step * (columns - 1)
        self.bottom = (
            TOP + sum(self._measure_band(band) for band in self._list_bands()) + self._measure_below() * ROW
        )
        self.root = open_picture(frame, self.right + NAME, self.bottom + TOP)
        if bands:
            self._draw_bands()
        self._draw_columns()
        for index in frame.order(people):
            self._draw_line(index)

    def _list_bands(self) -> list[int]:
        return list(self.rows.bands)

    def _measure_band(self, band: int) -> float:
        return self.rows.bands[band][1] * ROW + BETWEEN

    def _measure_below(self) -> int:
        return self.rows.count - sum(height for _, height in self.rows.bands.values())

    def _x(self, column: int) -> float:
        return self.left + self.step * column

    def _y(self, row: int) -> float:
        """Return the vertical middle of a row, including the gaps of the bands above."""
        above = sum(first + height <= row for first, height in self.rows.bands.values())
        return TOP + row * ROW + above * BETWEEN + (ROW + (BETWEEN if self.rows.bands else 0)) / 2

    def _draw_bands(self) -> None:
        top = TOP
        for band in self._list_bands():
            if band % 2:
                add_element(
                    self.root,
                    "rect",
                    class_="band",
                    x=0,
                    y=top,
                    width=self.right + NAME,
                    height=self._measure_band(band),
                    fill="#f0f0f0",
                )
            title = self.titles[band - 1] if band <= len(self.titles) else str(band)
            middle = top + self._measure_band(band) / 2 + SIZE / 3
            add_element(
                self.root,
                "text",
                shorten_text(title, (BAND - 16) / SIZE),
                class_="band-title",
                x=8,
                y=middle,
                fill="#000",
                font_weight=600,
            )
            top += self._measure_band(band)

    def _draw_columns(self) -> None:
        """Draw the columns' names above and below, as many as fit."""
        room = max(map(measure_width, self.frame.columns)) * SIZE + 8
        every = max(1, -int(-room // self.step))
        axis = add_element(self.root, "g", class_="axis", fill="#000", stroke="none", text_anchor="middle")
        for column in range(0, len(self.frame.columns), every):
            for y in (TOP - 12, self.bottom + TOP - 10):
                add_element(axis, "text", self.frame.columns[column], x=self._x(column), y=y)
        for title, y in ((self.frame.down, TOP - 12), (self.frame.across, self.bottom + TOP - 10)):
            if title:
                add_element(axis, "text", title, x=8, y=y, text_anchor="start", font_weight=600)

    def _draw_line(self, index: int) -> None:
        person = self.people[index]
        look = make_line_style(index, person.who, self.frame)
        line = add_group(self.root, look)
        add_element(line, "title", f"{person.name}: {', '.join(map(format_figure, person.values))}")
        places = [
            (self._x(column), self._y(self.rows.rows_by_column[column][index]))
            if index in self.rows.rows_by_column.get(column, {})
            else None
            for column in range(len(self.frame.columns))
        ]
        way, gaps = trace_ways(places, bent=True)
        points = [place for place in places if place]
        ends = (self._draw_end(line, index, first=True), self._draw_end(line, index, first=False))
        draw(line, look, way, gaps, [*points, *(end for end in ends if end)])

    def _draw_end(self, line: Element, index: int, *, first: bool) -> tuple[float, float] | None:
        """Draw the name beside the line's end. Return the mark's position if the line ends inside."""
        person, rows = self.people[index], self.rows.before if first else self.rows.after
        if index not in rows:
            return None
        y = self._y(rows[index])
        is_absent = index not in self.rows.rows_by_column[0 if first else len(self.frame.columns) - 1]
        beside = self.left - 10 if first else self.right + 10
        outward = -1 if first else 1
        note = (person.came if first else person.went) if is_absent else ""
        anchor = "end" if first else "start"
        words = {"fill": "#000", "stroke": "none", "text_anchor": anchor, "y": y + SIZE / 3}
        if self.frame.stands_out(person.who):
            words["font_weight"] = 700
        if not self.titles and not is_absent:
            value = format_figure(person.values[person.filled_columns[0 if first else -1]])
            add_element(line, "text", value, class_="place", x=beside, **words)
        x = beside + outward * (8 if self.titles else PLACE) * (is_absent or not self.titles)
        room = (NAME - 20) / SIZE - (measure_width(note) + 1 if note else 0) - (8 / SIZE if is_absent else 0)
        room -= 0 if self.titles else (PLACE - 8) / SIZE
        name = fit_label(person.name, self.short[person.name], room)
        add_element(line, "text", f"{name}, {note}" if note else name, class_="name", x=x, **words)
        return (beside, y) if is_absent else None
