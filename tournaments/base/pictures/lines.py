"""Line charts over columns: counters, points, a rating; also tables and places too many for a bump chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.etree.ElementTree import Element

from accounts.names import shorten_names
from tournaments.base.pictures.svg import (
    SIZE,
    Frame,
    Point,
    Series,
    add_element,
    add_group,
    draw,
    fit_label,
    format_figure,
    join_path,
    make_line_style,
    measure_width,
    open_picture,
    select_drawable,
    serialize_picture,
    trace_ways,
)


@dataclass(frozen=True)
class Scale:
    """Maps the values ``low`` to ``high`` to the positions ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def list_ticks(low: float, high: float, most: int = 8) -> tuple[float, ...]:
    """Return round values from ``low`` or less to ``high`` or more.

    Steps are 1, 2 or 5 times a power of ten, and at least 1. There are at least two values, and about
    ``most`` at most.
    """
    step = _round_step(max((high - low) / most, 1.0))
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return tuple(round(number * step, 6) for number in range(first, last + 1))


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return next((times * power for times in (1, 2, 5) if times * power >= rough * (1 - 1e-9)), 10 * power)


def spread_apart(heights: Sequence[float], room: float, low: float, high: float) -> list[float]:
    """Return positions at least ``room`` apart from ``low`` to ``high``, as near to ``heights`` as possible.

    The positions have the same order as the heights. The sum of the squared distances is smallest (isotonic
    regression without the gaps). There must be room for all.
    """
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    top = high - room * (len(heights) - 1)
    blocks: list[tuple[float, int]] = []  # ascending means, each with its number of heights
    for gaps, index in enumerate(order):
        mean, many = min(max(heights[index] - room * gaps, low), top), 1
        while blocks and blocks[-1][0] > mean:
            before, indexes = blocks.pop()
            mean, many = (before * indexes + mean * many) / (indexes + many), indexes + many
        blocks.append((mean, many))
    means = [mean for mean, many in blocks for _ in range(many)]
    places = [0.0] * len(heights)
    for gaps, (index, mean) in enumerate(zip(order, means, strict=True)):
        places[index] = mean + room * gaps
    return places


LABEL = 15.0
LEFT, TOP = 62.0, 30.0
FAR = 200.0
"""The largest distance between two columns."""
FAN = 30.0
"""The width for thin lines from the ends of the lines to the names."""


@dataclass(frozen=True)
class Axis:
    """The vertical axis. ``zero``: it includes 0. ``is_inverted``: it begins at the top, with 1."""

    title: str
    zero: bool = False
    is_inverted: bool = False


@dataclass(frozen=True)
class Paper:
    """The size of a picture: its width if columns are at least ``close`` apart, and the plot's least height.

    ``name``: the room beside the plot for the last figure and the name. ``has_names``: whether names are
    shown.
    """

    wide: float
    high: float
    name: float
    close: float
    has_names: bool = True


LARGE = Paper(wide=1180, high=360, name=230, close=26)
SMALL = Paper(wide=320, high=170, name=70, close=12, has_names=False)
"""For a picture of one person, with the name elsewhere in the page."""


def draw_lines(frame: Frame, series: Sequence[Series], axis: Axis, paper: Paper = LARGE) -> str:
    """Return the lines as SVG; "" if no person has a value."""
    people = select_drawable(series)
    return serialize_picture(_Lines(frame, people, axis, paper).root) if people else ""


class _Lines:
    """A line chart: positions and drawing."""

    def __init__(self, frame: Frame, people: Sequence[Series], axis: Axis, paper: Paper) -> None:
        self.frame, self.people, self.paper = frame, people, paper
        self.short = shorten_names(person.name for person in people)
        columns = len(frame.columns)
        step = (paper.wide - LEFT - paper.name) / max(columns - 1, 1)
        self.step = min(max(step, paper.close), FAR)
        self.right = LEFT + self.step * (columns - 1)
        self.bottom = TOP + max(paper.high, LABEL * len(people))
        values = [value for person in people for value in person.values if value is not None]
        self.ticks = _list_ticks(min(values), max(values), axis)
        ends = (TOP, self.bottom) if axis.is_inverted else (self.bottom, TOP)
        self.y = Scale(self.ticks[0], self.ticks[-1], *ends)
        self.figures = SIZE * max(
            measure_width(format_figure(person.values[person.filled_columns[-1]])) for person in people
        )
        self.root = open_picture(frame, self.right + paper.name, self.bottom + TOP)
        self._draw_axes(axis)
        labels = spread_apart(
            [self._list_points(person)[-1][1] for person in people], LABEL, TOP, self.bottom
        )
        for index in frame.order(people):
            self._draw_line(index, labels[index])

    def _x(self, column: int) -> float:
        return LEFT + self.step * column

    def _draw_axes(self, axis: Axis) -> None:
        grid = add_element(self.root, "g", class_="grid", stroke="#ccc")
        words = add_element(self.root, "g", class_="axis", fill="#000", stroke="none", text_anchor="end")
        for value in self.ticks:
            y = self.y(value)
            add_element(grid, "path", d=join_path("M", LEFT - 8, y, "H", self.right + 8))
            add_element(words, "text", format_figure(value), x=LEFT - 14, y=y + SIZE / 3)
        add_element(words, "text", axis.title, x=8, y=TOP - 15, text_anchor="start", font_weight=600)
        room = max(map(measure_width, self.frame.columns)) * SIZE + 8
        every = max(1, -int(-room // self.step))
        for column in range(0, len(self.frame.columns), every):
            x = self._x(column)
            add_element(
                words, "text", self.frame.columns[column], x=x, y=self.bottom + 20, text_anchor="middle"
            )
        if self.frame.across:
            beside = self.right + max(34.0, room / 2 + 8)
            title = {"text_anchor": "start", "font_weight": 600}
            add_element(words, "text", self.frame.across, x=beside, y=self.bottom + 20, **title)

    def _list_points(self, person: Series) -> list[Point]:
        return [(self._x(column), self.y(person.values[column] or 0.0)) for column in person.filled_columns]

    def _draw_line(self, index: int, label: float) -> None:
        person = self.people[index]
        look = make_line_style(index, person.who, self.frame)
        line = add_group(self.root, look)
        add_element(line, "title", f"{person.name}: {', '.join(map(format_figure, person.values))}")
        points = self._list_points(person)
        points_by_column = dict(zip(person.filled_columns, points, strict=True))
        way, gaps = trace_ways([points_by_column.get(column) for column in range(len(person.values))])
        label_end = (self.right + FAN + 12, label)
        draw(line, look, way, gaps, [*points, label_end] if self.paper.has_names else points)
        self._draw_name(line, person, points[-1], label_end)

    def _draw_name(self, line: Element, person: Series, end: Point, label_end: Point) -> None:
        """Draw the last figure and the name beside the line's end. A thin line leads to a distant name."""
        words: dict[str, object] = {"fill": "#000", "stroke": "none", "y": label_end[1] + SIZE / 3}
        if self.frame.stands_out(person.who):
            words["font_weight"] = 700
        figure_text = format_figure(person.values[person.filled_columns[-1]])
        x = label_end[0] + 12 + self.figures
        if not self.paper.has_names:
            add_element(line, "text", figure_text, class_="place", x=self.right + 12, **words)
            return
        if not person.went:
            lead = join_path(
                "M", end[0] + 4, end[1], "L", self.right + FAN, label_end[1], "H", label_end[0] - 6
            )
            add_element(line, "path", class_="lead", d=lead, stroke_width=0.6)
        add_element(line, "text", figure_text, class_="place", x=x, text_anchor="end", **words)
        note = f", {person.went}" if person.went else ""
        room = (self.paper.name - FAN - 44 - self.figures) / SIZE - measure_width(note)
        name = fit_label(person.name, self.short[person.name], room)
        add_element(line, "text", name + note, class_="name", x=x + 6, **words)


def _list_ticks(low: float, high: float, axis: Axis) -> tuple[float, ...]:
    if axis.is_inverted:
        return (1.0, *(value for value in list_ticks(1, max(high, 2)) if value > 1))
    return list_ticks(min(low, 0.0), max(high, 0.0)) if axis.zero else list_ticks(low, high)
