"""How lines are told apart without colour: by dashes and marks, and how one stands out."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from tournaments.base.pictures.series import Frame
from tournaments.base.pictures.svg import data, put

DASHES = ("", "7 3", "2 2.5", "9 3 2 3", "14 4", "5 2 1 2 1 2")
GAP = "1 4"
"""Across columns in which somebody had no place."""
Point = tuple[float, float]


def _circle(x: float, y: float, r: float) -> str:
    return data("M", x - r, y, "a", r, r, "0 1 0", 2 * r, "0a", r, r, "0 1 0", -2 * r, "0z")


def _square(x: float, y: float, r: float) -> str:
    r *= 0.88
    return data("M", x - r, y - r, "h", 2 * r, "v", 2 * r, "h", -2 * r, "z")


def _diamond(x: float, y: float, r: float) -> str:
    r *= 1.2
    return data("M", x - r, y, "l", r, -r, r, r, -r, r, "z")


def _triangle(x: float, y: float, r: float) -> str:
    return data("M", x - 1.1 * r, y + 0.8 * r, "h", 2.2 * r, "l", -1.1 * r, -1.9 * r, "z")


MARKS = (_circle, _square, _diamond, _triangle)


TONES = ("#0b57a4", "#a13d00", "#176b3a")
"""The colours of those who are bright, on white; a screen has its own."""
PLAIN, PALE, STRONG = ("#555", 1.2), ("#bbb", 1.0), 2.6


@dataclass(frozen=True)
class Look:
    """A line's look; ``chosen`` stands out: thick, without dashes, its marks large and full.

    ``tone``: which of the ``TONES`` it has, from 1; 0: none. ``pale``: others are bright.
    """

    mark: int
    full: bool
    dash: str
    chosen: bool = False
    tone: int = 0
    pale: bool = False

    @property
    def colour(self) -> str:
        if self.tone:
            return TONES[self.tone - 1]
        return "#000" if self.chosen else PALE[0] if self.pale else PLAIN[0]

    @property
    def thick(self) -> float:
        return 3.5 if self.chosen else STRONG if self.tone else PALE[1] if self.pale else PLAIN[1]

    @property
    def classes(self) -> str:
        tone = f" tone-{self.tone}" if self.tone else ""
        return f"line{' chosen' * self.chosen}{tone}{' pale' * self.pale}"

    def marks(self, points: Sequence[Point]) -> str:
        size = 4.5 if self.chosen else 2.8
        return "".join(MARKS[self.mark](x, y, size) for x, y in points)


def look_of(index: int, who: int, frame: Frame) -> Look:
    """The look of the line at this place in the order: of 48 in a row no two are alike."""
    chosen = who == frame.chosen
    tone = frame.bright.index(who) + 1 if who in frame.bright else 0
    dash = "" if chosen else DASHES[(index + index // 24) % len(DASHES)]
    pale = bool(frame.bright) and not tone and not chosen
    return Look(index % 4, chosen or index // 4 % 2 == 0, dash, chosen, tone, pale)


def grouped(parent: Element, look: Look) -> Element:
    """The group that a line's parts are drawn in."""
    return put(parent, "g", class_=look.classes, stroke=look.colour, stroke_width=look.thick)


def draw(parent: Element, look: Look, way: str, gaps: str, points: Sequence[Point]) -> None:
    """A line: its way, dotted where it is broken off, and a mark at each point."""
    dashed = {"stroke_dasharray": look.dash} if look.dash else {}
    if way and look.chosen:
        put(parent, "path", class_="halo", d=way, stroke="#fff", stroke_width=7)
    if way:
        put(parent, "path", d=way, **dashed)
    if gaps:
        put(parent, "path", class_="gap", d=gaps, stroke_dasharray=GAP)
    fill = look.colour if look.full else "#fff"
    kind = "marks full" if look.full else "marks"
    put(parent, "path", class_=kind, d=look.marks(points), fill=fill, stroke_width=1.2)


def ways(points: Sequence[Point | None], *, bent: bool = False) -> tuple[str, str]:
    """The path through the points, and the one across the gaps between them; ``bent``: S-shaped."""
    way, gaps = [], []
    before: Point | None = None
    broken = False
    for point in points:
        if point is None:
            broken = before is not None
            continue
        if before is None or broken:
            if before is not None:
                gaps.append(data("M", *before, "L", *point))
            way.append(data("M", *point))
        else:
            way.append(_bend(before, point) if bent else data("L", *point))
        before, broken = point, False
    drawn = "".join(way)
    return (drawn if any(sign in drawn for sign in "LCH") else ""), "".join(gaps)


def _bend(start: Point, end: Point) -> str:
    if start[1] == end[1]:
        return data("H", end[0])
    middle = (start[0] + end[0]) / 2
    return data("C", middle, start[1], middle, end[1], *end)
