"""A picture read again: where its lines and words are, and that nothing is outside of it."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

from hypothesis import strategies as st

from tournaments.base.pictures.svg import SIZE, Frame, Series, measure_width

NAMESPACE = "{http://www.w3.org/2000/svg}"
PARTS = re.compile(r"([A-Za-z])|(-?[\d.]+)")
TAKES = {"M": 2, "L": 2, "l": 2, "H": 1, "h": 1, "v": 1, "C": 6, "a": 7, "z": 0}


class Drawn:
    def __init__(self, svg: str) -> None:
        self.root = fromstring(svg)  # noqa: S314 - our own
        box = list(map(float, self.root.get("viewBox", "").split()))
        self.left, self.top, self.right, self.bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]

    def all(self, tag: str, kind: str = "") -> list[Element]:
        found = self.root.iter(NAMESPACE + tag)
        return [one for one in found if not kind or kind in one.get("class", "").split()]

    def line(self, name: str) -> Element:
        """The group of the person's line."""
        return next(group for group in self.all("g", "line") if _title(group).startswith(f"{name}:"))

    def names(self) -> list[str]:
        return [text.text or "" for text in self.all("text", "name")]

    def outside(self) -> Iterator[str]:
        """What reaches beyond the picture."""
        for path in self.all("path"):
            for x, y in points(path.get("d", "")):
                if not (self.left <= x <= self.right and self.top <= y <= self.bottom):
                    yield f"{path.attrib}: {x} {y}"
        for text in self.texts():
            left, right, y = text
            if left < self.left or right > self.right or not self.top + SIZE <= y <= self.bottom:
                yield f"{text} of {self.root.attrib}"

    def texts(self) -> list[tuple[float, float, float]]:
        """Where each word begins, ends and stands."""
        anchors = {child: group.get("text-anchor") for group in self.root.iter() for child in group}
        found = []
        for text in self.all("text"):
            x, y, wide = (
                float(text.get("x", 0)),
                float(text.get("y", 0)),
                measure_width(text.text or "") * SIZE,
            )
            anchor = text.get("text-anchor") or anchors[text] or "start"
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            found.append((left, left + wide, y))
        return found

    def on_top_of_each_other(self) -> list[tuple[object, object]]:
        """Words that share a place."""
        boxes = sorted(self.texts(), key=lambda box: box[2])
        return [
            (one, other)
            for at, one in enumerate(boxes)
            for other in boxes[at + 1 :]
            if other[2] - one[2] < SIZE and one[0] < other[1] and other[0] < one[1]
        ]


def _title(group: Element) -> str:
    return group.findtext(f"{NAMESPACE}title") or ""


def marks(line: Element) -> int:
    """How many marks the line has."""
    return sum(path.get("d", "").count("M") for path in line if "marks" in path.get("class", "").split())


def points(data: str) -> Iterator[tuple[float, float]]:
    """Where the pen of a path has been."""
    x = y = 0.0
    letter, numbers = "", list[float]()
    for found in PARTS.finditer(data):
        if found[1]:
            letter, numbers = found[1], []
        else:
            numbers.append(float(found[2]))
        if letter == "z" or len(numbers) < TAKES[letter]:
            continue
        match letter:
            case "H":
                x = numbers[0]
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "l" | "a":
                x, y = x + numbers[-2], y + numbers[-1]
            case _:
                x, y = numbers[-2:]
        numbers = []
        yield x, y


NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf", "Co", "Cn")), min_size=1, max_size=60)
SOME_NAMES = (
    *("Ann", "Jo", "Zoë O’Brien", "שרה לוי", "王小明", "<b>&amp;", "👩‍🚀🎲", "W" * 60, "il" * 30),
    *("Maximiliana-Theodora von Hohenstein", "é" * 30, "👨‍👩‍👧" * 12),
)


@st.composite
def people(draw: st.DrawFn, low: int = 1, high: int = 6, most: int = 16) -> tuple[Frame, list[Series]]:
    """People with values for some columns each, and a frame for them."""
    columns, many = draw(st.integers(1, 8)), draw(st.integers(1, most))
    value = st.none() | st.integers(low, high)
    ways = st.lists(value, min_size=columns, max_size=columns).filter(
        lambda way: any(one is not None for one in way)
    )
    notes = st.sampled_from(("", "to 12"))
    series = [
        Series(who, draw(st.sampled_from(SOME_NAMES)), tuple(draw(ways)), draw(notes), draw(notes))
        for who in range(many)
    ]
    chosen = draw(st.none() | st.integers(0, many))
    head = draw(st.sampled_from(("%s", "%s March 2026")))
    heads = tuple(head % number for number in range(1, columns + 1))
    alone = draw(st.booleans())
    return Frame("p", "A title", "What is shown", heads, "Round", chosen, alone, down="Table"), series
