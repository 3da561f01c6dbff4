"""SVG pictures: elements and frames, the width of text, people's series, and the styles of their lines.

``xml.etree`` escapes all text in elements. Widths are estimated without a font, and rather too wide. Lines
differ by dashes and marks, so colour is not needed. If some people are in colour, all others are grey.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from xml.etree.ElementTree import Element, SubElement, tostring

NARROW = frozenset("ijltfrI.,:;'’|! ()[]-")
WIDE = frozenset("mwMW@%—…")
JOINS = "\u200d"


@lru_cache(maxsize=4096)
def measure_width(text: str) -> float:
    """Return the width of the text in em.

    The result is cached: a hall of 200 people needs 60,000 widths of names, which would take 100 ms.
    """
    return sum(map(_measure_sign, text))


def _measure_sign(sign: str) -> float:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.3
    if sign in NARROW:
        return 0.4
    if sign in WIDE:
        return 1.0
    return 0.75 if sign.isupper() or ord(sign) > 0x2FF else 0.6


def fit_label(name: str, short: str, room: float) -> str:
    """Return a name that fits into ``room`` em: the full name, else the short name, else a shortened one."""
    return name if measure_width(name) <= room else shorten_text(short, room)


def shorten_text(text: str, room: float) -> str:
    """Return the text, or as much of its start as fits into ``room`` em, with an ellipsis."""
    if measure_width(text) <= room:
        return text
    space, length = room - measure_width("…"), 0
    for sign in text:
        space -= _measure_sign(sign)
        if space < 0:
            break
        length += 1
    while length and (
        text[length - 1] == JOINS or text[length : length + 1] == JOINS or is_mark_at(text, length)
    ):
        length -= 1
    return text[:length].rstrip() + "…"


def is_mark_at(text: str, index: int) -> bool:
    """Return whether a cut at this index would separate a combining mark from its letter."""
    return index < len(text) and unicodedata.category(text[index]) in ("Mn", "Me")


@dataclass(frozen=True)
class Series:
    """A person's line: a value for each column, None without one.

    ``came`` and ``went``: words beside the name if the line begins or ends within the picture.
    """

    who: int
    name: str
    values: tuple[float | None, ...]
    came: str = ""
    went: str = ""

    @cached_property
    def filled_columns(self) -> tuple[int, ...]:
        """Return the columns that have a value."""
        return tuple(column for column, value in enumerate(self.values) if value is not None)


@dataclass(frozen=True)
class Frame:
    """The words of a picture. ``key``: makes its ids unique in the page.

    ``across``: what the ``columns`` are; ``down``: what the rows are. ``chosen``: the person to highlight.
    ``bright``: the people in colour; if there are any, all others are pale. ``alone``: the picture is a file
    of its own, on white with a heading.
    """

    key: str
    title: str
    description: str
    columns: tuple[str, ...]
    across: str
    chosen: int | None = None
    alone: bool = False
    bright: tuple[int, ...] = ()
    down: str = ""

    def stands_out(self, person: int) -> bool:
        """Return whether the person is highlighted or in colour."""
        return person == self.chosen or person in self.bright

    def order(self, series: Sequence[Series]) -> list[int]:
        """Return the indexes in the order of drawing. Highlighted people come last, on top."""
        return sorted(
            range(len(series)),
            key=lambda index: (series[index].who in self.bright, series[index].who == self.chosen),
        )


def select_drawable(series: Sequence[Series]) -> list[Series]:
    """Return the series that have a value."""
    return [line for line in series if line.filled_columns]


def format_figure(value: float | None) -> str:
    """Return a value as text: with a proper minus, at most one decimal, or a dash for None."""
    if value is None:
        return "–"
    rounded = round(value, 1)
    return (str(int(rounded)) if rounded == int(rounded) else str(rounded)).replace("-", "−")


FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SIZE = 12
"""The height of letters in units of the picture. A unit is a pixel unless the picture is scaled."""
HEADING, LARGE = 52, 16
"""The room above a separate picture for its heading and description; the height of the heading's letters."""
UNREADABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""


def add_element(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Add an element to ``parent`` and return it. ``stroke_width=2`` becomes ``stroke-width="2"``."""
    texts = {name.rstrip("_").replace("_", "-"): format_number(value) for name, value in attributes.items()}
    child = SubElement(parent, tag, texts)
    if text:
        child.text = replace_unreadable(text)
    return child


def format_number(value: object) -> str:
    """Return a number with at most one decimal (a tenth of a pixel); any other value as text."""
    if isinstance(value, float):
        value = f"{value:.1f}".rstrip("0").rstrip(".")
        return "0" if value == "-0" else str(value)
    return replace_unreadable(str(value))


def replace_unreadable(text: str) -> str:
    return UNREADABLE.sub("\ufffd", text)


def join_path(*parts: str | float) -> str:
    """Return the parts of a path, separated by spaces."""
    return " ".join(part if isinstance(part, str) else format_number(float(part)) for part in parts)


def open_picture(frame: Frame, wide: float, high: float) -> Element:
    """Return an empty picture with its text alternative. A separate picture has its heading above y = 0."""
    above = HEADING if frame.alone else 0
    if frame.alone:
        widths = (measure_width(frame.title) * LARGE, measure_width(frame.description) * SIZE)
        wide = max(wide, 24 + max(widths))
    title, description = f"{frame.key}-title", f"{frame.key}-told"
    attributes: dict[str, object] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "picture",
        "viewBox": join_path("0", -above, wide, high + above),
        "width": wide,
        "height": high + above,
        "role": "img",
        "aria-labelledby": f"{title} {description}",
        "font-family": FONT,
        "font-size": SIZE,
        "fill": "none",
        "stroke-linejoin": "round",
    }
    root = Element("svg", {name: format_number(value) for name, value in attributes.items()})
    add_element(root, "title", frame.title, id=title)
    add_element(root, "desc", frame.description, id=description)
    if frame.alone:
        add_element(root, "rect", y=-above, width=wide, height=high + above, fill="#fff")
        add_element(root, "text", frame.title, x=12, y=-29, fill="#000", font_size=LARGE, font_weight=700)
        add_element(root, "text", frame.description, x=12, y=-9, fill="#000")
    return root


def serialize_picture(root: Element) -> str:
    return tostring(root, encoding="unicode")


DASHES = ("", "7 3", "2 2.5", "9 3 2 3", "14 4", "5 2 1 2 1 2")
GAP = "1 4"
"""The dashes of a line across columns without a place."""
Point = tuple[float, float]


def _draw_circle(x: float, y: float, r: float) -> str:
    return join_path("M", x - r, y, "a", r, r, "0 1 0", 2 * r, "0a", r, r, "0 1 0", -2 * r, "0z")


def _draw_square(x: float, y: float, r: float) -> str:
    r *= 0.88
    return join_path("M", x - r, y - r, "h", 2 * r, "v", 2 * r, "h", -2 * r, "z")


def _draw_diamond(x: float, y: float, r: float) -> str:
    r *= 1.2
    return join_path("M", x - r, y, "l", r, -r, r, r, -r, r, "z")


def _draw_triangle(x: float, y: float, r: float) -> str:
    return join_path("M", x - 1.1 * r, y + 0.8 * r, "h", 2.2 * r, "l", -1.1 * r, -1.9 * r, "z")


MARKS = (_draw_circle, _draw_square, _draw_diamond, _draw_triangle)


TONES = ("#005b9a", "#d55e00", "#009e73")
"""The colours of ``bright`` people on white: blue, vermilion, green. The colour-blind can tell them apart.

Screens have ``--tone-1`` to ``--tone-3`` of static/css/tokens.css: in light the same.
"""
PLAIN, PALE, STRONG = ("#555", 1.2), ("#bbb", 1.0), 2.6


@dataclass(frozen=True)
class LineStyle:
    """The look of a line. ``is_chosen``: thick, without dashes, with large, filled marks.

    ``tone``: the number of its colour in ``TONES``, from 1; 0: none. ``pale``: other people are bright, so it
    has marks at its ends only.
    """

    mark: int
    full: bool
    dash: str
    is_chosen: bool = False
    tone: int = 0
    pale: bool = False

    @property
    def colour(self) -> str:
        if self.tone:
            return TONES[self.tone - 1]
        return "#000" if self.is_chosen else PALE[0] if self.pale else PLAIN[0]

    @property
    def thick(self) -> float:
        return 3.5 if self.is_chosen else STRONG if self.tone else PALE[1] if self.pale else PLAIN[1]

    @property
    def classes(self) -> str:
        tone = f" tone-{self.tone}" if self.tone else ""
        return f"line{' chosen' * self.is_chosen}{tone}{' pale' * self.pale}"

    def draw_marks(self, points: Sequence[Point]) -> str:
        size = 4.5 if self.is_chosen else 3.4 if self.tone else 2.8
        if self.pale:
            points = (*points[:1], *points[1:][-1:])
        return "".join(MARKS[self.mark](x, y, size) for x, y in points)


def make_line_style(index: int, person: int, frame: Frame) -> LineStyle:
    """Return the look of the line at this index. Any 48 lines in a row look different.

    People in colour have solid lines, each with a mark of its own. Beside them all others are plain and grey.
    """
    is_chosen = person == frame.chosen
    tone = frame.bright.index(person) + 1 if person in frame.bright else 0
    if tone:
        return LineStyle(tone - 1, True, "", is_chosen, tone)
    if frame.bright and not is_chosen:
        return LineStyle(0, True, "", pale=True)
    dash = "" if is_chosen else DASHES[(index + index // 24) % len(DASHES)]
    return LineStyle(index % 4, is_chosen or index // 4 % 2 == 0, dash, is_chosen)


def add_group(parent: Element, look: LineStyle) -> Element:
    """Add and return the group that contains a line's parts."""
    return add_element(parent, "g", class_=look.classes, stroke=look.colour, stroke_width=look.thick)


def draw(parent: Element, look: LineStyle, way: str, gaps: str, points: Sequence[Point]) -> None:
    """Draw a line: its path, dotted across gaps, and a mark at each point."""
    dashed = {"stroke_dasharray": look.dash} if look.dash else {}
    if way and look.is_chosen:
        add_element(parent, "path", class_="halo", d=way, stroke="#fff", stroke_width=7)
    if way:
        add_element(parent, "path", d=way, **dashed)
    if gaps:
        add_element(parent, "path", class_="gap", d=gaps, stroke_dasharray=GAP)
    fill = look.colour if look.full else "#fff"
    kind = "marks full" if look.full else "marks"
    add_element(parent, "path", class_=kind, d=look.draw_marks(points), fill=fill, stroke_width=1.2)


def trace_ways(points: Sequence[Point | None], *, bent: bool = False) -> tuple[str, str]:
    """Return the path through the points, and the path across the gaps between them; ``bent``: S-shaped."""
    way, gaps = [], []
    before: Point | None = None
    broken = False
    for point in points:
        if point is None:
            broken = before is not None
            continue
        if before is None or broken:
            if before is not None:
                gaps.append(join_path("M", *before, "L", *point))
            way.append(join_path("M", *point))
        else:
            way.append(_bend(before, point) if bent else join_path("L", *point))
        before, broken = point, False
    path = "".join(way)
    return (path if any(sign in path for sign in "LCH") else ""), "".join(gaps)


def _bend(start: Point, end: Point) -> str:
    if start[1] == end[1]:
        return join_path("H", end[0])
    middle = (start[0] + end[0]) / 2
    return join_path("C", middle, start[1], middle, end[1], *end)
