"""How large the letters of the projector can be, and how many columns and pages that takes.

All lengths are in px of a screen of 1280 × 720; a larger screen shows the same in larger type. The
figures are those of static/css/screens/public/hall.css.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from tournaments.pictures.letters import width

WIDE, HIGH = 1248, 606
"""What the screen has for cards, beside its margins and below the head of the page."""
GAP, FRAME, SIDES = 8, 13, 24
"""Between cards; what a card needs above and below its lines, and beside them."""
LINE = 1.04
CHAIR, BETWEEN = 0.8, 0.3
"""The room of a chair's number, and between parts of a line, in letters' heights."""
WIDER = 1.03
"""Times the width of a word as it is estimated: the fonts of some screens are wider."""
SIZES = (88, 80, 72, 64, 60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20)
"""The sizes of names; each has its class in the style sheet."""
COLUMNS = (1, 2, 3, 4)
LEAST = ((30, 40), (48, 32), (120, 24))
"""Up to so many people, names are at least this large."""
MOVER = 16
"""So much larger are the names of people who move."""


@dataclass(frozen=True)
class Row:
    """One line of a card: a name, and how many letters' heights are needed beside it."""

    name: str
    beside: float


@dataclass(frozen=True)
class Layout:
    """The size of the names, the columns of a page, and how many cards stand on it."""

    size: int
    columns: int
    each: int


def least_size(people: int) -> int:
    """Return how large names must be for so many people."""
    return next((size for most, size in LEAST if people <= most), SIZES[-1])


def layout_of(cards: Sequence[Sequence[Row]], least: int, *, titled: bool = True) -> Layout:
    """Return the layout with the fewest pages whose names are at least ``least`` large.

    Among those, no name is broken over two lines if that can be; then names are as large as possible.
    If not even a page for each card is enough, names are smaller.
    """
    return _layout_of(tuple(map(tuple, cards)), least, titled=titled)


@lru_cache(maxsize=32)
def _layout_of(cards: tuple[tuple[Row, ...], ...], least: int, *, titled: bool) -> Layout:
    """For 200 people 250 layouts are tried, in 60 ms, and every screen of the hall asks."""
    for sizes in ([size for size in SIZES if size >= least], [size for size in SIZES if size < least]):
        for each in _shares(len(cards)):
            for broken in (False, True):
                for size in sizes:
                    for columns in COLUMNS:
                        if _fits(cards, Layout(size, columns, each), titled=titled, broken=broken):
                            return Layout(size, columns, each)
    return Layout(SIZES[-1], 1, 1)


def _shares(cards: int) -> Iterator[int]:
    """Yield how many cards stand on a page, for one page, two pages, and so on."""
    before = 0
    for pages in range(1, cards + 1):
        each = ceil(cards / pages)
        if each != before:
            yield each
        before = each


def _fits(cards: Sequence[Sequence[Row]], layout: Layout, *, titled: bool, broken: bool) -> bool:
    if layout.columns > layout.each:
        return False
    room = ((WIDE - GAP * (layout.columns - 1)) / layout.columns - SIDES) / layout.size
    if not broken and any(_lines(row, room) > 1 for card in cards for row in card):
        return False
    lines = [[_lines(row, room) for row in card] for card in cards]
    title = title_height(layout.size) if titled else 0
    heights = [FRAME + title + sum(card) * LINE * layout.size for card in lines]
    return all(
        _height(heights[start : start + layout.each], layout.columns) <= HIGH
        for start in range(0, len(cards), layout.each)
    )


def title_height(size: int) -> float:
    """Return the height of a card's title above names of this size."""
    return 1.2 * min(max(22.0, 0.6 * size), 30.0)


def _height(heights: Sequence[float], columns: int) -> float:
    """Return the height of cards in rows of so many, each row as high as its highest card."""
    rows = [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]
    return sum(rows) + GAP * (len(rows) - 1)


def _lines(row: Row, room: float) -> int:
    """Return how many lines the name takes; words are kept whole where they fit into a line."""
    free = room - row.beside
    if free < 1:
        return len(row.name)
    lines, left = 1, free
    for word in row.name.split():
        wide = WIDER * width(word)
        if left < free and wide <= left - BETWEEN:
            left -= wide + BETWEEN
            continue
        if left < free:
            lines += 1
        whole = max(1, ceil(wide / free))
        lines, left = lines + whole - 1, free * whole - wide
    return lines
