"""The projector's type sizes: how large names can be, how they are shortened, and how pages are filled.

All lengths are in px of a screen of 1280 × 720. A larger screen shows the same in larger type. The figures
are the same as in ``static/css/hall/hall.css``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil

from tournaments.base.pictures.svg import measure_width

SIZES = (96, 72, 48, 40, 32, 24)
"""The sizes of type in the hall. Nothing is smaller than the last."""
LEAST_SIZE = SIZES[-1]
WIDE, HIGH = 1248, 624
"""The area of a page: the screen without its margins and without the head."""
GAP, FRAME, SIDES = 8, 12, 26
"""The gap between cards; a card's space above and below its lines, and beside them."""
TITLE_GAP = 12
"""In px: the gap between the parts of a card's title."""
LINE = 1.1
CLOSE = 1.02
"""Lines of a card stand closer before the cards need another page."""
CHAIR, BETWEEN = 0.8, 0.3
"""In heights of a letter: the space of a chair's number, and the gap between parts of a line."""
WIDER = 1.03
"""The factor on the estimated width of a word, because the fonts of some screens are wider."""
COLUMNS = (1, 2, 3, 4)
LEAST = ((30, 40), (48, 32))
"""Pairs (people, size): up to this many people, names have at least this size."""
USUAL, VERY_LONG = 10.0, 16.0
"""In heights of a letter. Names up to ``USUAL`` stay whole if any layout allows it.

A short name wider than ``VERY_LONG`` has no influence on the layout, except by its longest word.
"""
HUGE = 48
"""From this size on, the type becomes smaller before a name is shortened."""
UNBROKEN = 30
"""Words of up to this many letters get smaller type before they are broken."""


@dataclass(frozen=True)
class NameRow:
    """One line of a card: a name, its short form, and the space needed beside it in heights of a letter."""

    name: str
    space_beside: float = 0.0
    short: str = ""


@dataclass(frozen=True)
class Fitted:
    """A name that fits into its place: in type of this size, on ``lines`` lines."""

    text: str
    size: int
    lines: int = 1

    def measure_lines(self, size: int) -> float:
        """Return the height in lines of type of this size."""
        return max(1.0, self.lines * self.size / size)


@dataclass(frozen=True)
class Layout:
    """The size of the names, columns of a page, cards on it, and whether their lines are closer."""

    size: int
    columns: int
    cards_per_page: int
    close: bool = False

    @property
    def room(self) -> float:
        """Return the width of a card's lines, in heights of a letter."""
        return ((WIDE - GAP * (self.columns - 1)) / self.columns - SIDES) / self.size

    def balance(self, cards: int) -> int:
        """Return the columns for a page with this many cards: four are two and two, and not three and one."""
        return ceil(cards / ceil(cards / self.columns))

    def fit(self, row: NameRow) -> Fitted:
        """Return the name of a card's line as it fits."""
        return fit_name(row, self.room, self.size)


def find_least_size(people: int) -> int:
    """Return the smallest size of names for this many people."""
    return next((size for most, size in LEAST if people <= most), LEAST_SIZE)


@dataclass(frozen=True)
class CardTitle:
    """The words of a card's title, and ``beside``: what stands beside them in the smallest type."""

    words: str
    beside: str = ""

    def measure_width(self, size: int) -> float:
        """Return the width in px above names of this size."""
        words = choose_smaller(size) * measure_width(self.words)
        return WIDER * (words + LEAST_SIZE * measure_width(self.beside)) + TITLE_GAP


def choose_layout(
    cards: Sequence[Sequence[NameRow]], least: int, titles: Collection[CardTitle] = ()
) -> Layout:
    """Return the layout with the fewest pages whose names have at least the size ``least``.

    With equal pages, whole names come first, then short names, then names on several lines. Then the largest
    names win. If even one card per page does not fit, names get smaller than ``least``.
    """
    return _choose_layout(tuple(map(tuple, cards)), least, frozenset(titles))


@lru_cache(maxsize=32)
def _choose_layout(
    cards: tuple[tuple[NameRow, ...], ...], least: int, titles: frozenset[CardTitle]
) -> Layout:
    """Return the layout. It is cached: for 200 people 250 layouts take 60 ms, and every screen needs one."""
    demands = list_demands([row for card in cards for row in card])
    for sizes in split_sizes(least):
        for cards_per_page, close in product(_list_page_sizes(len(cards)), (False, True)):
            for demand in demands:
                for size in (size for size in sizes if size in demand):
                    for columns in COLUMNS:
                        layout = Layout(size, columns, cards_per_page, close)
                        if demand[size] <= layout.room and _fits(cards, titles, layout):
                            return layout
    return Layout(LEAST_SIZE, 1, 1)


def split_sizes(least: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the sizes from the largest to ``least``, and the smaller ones."""
    return [size for size in SIZES if size >= least], [size for size in SIZES if size < least]


def list_demands(rows: Sequence[NameRow]) -> list[Mapping[int, float]]:
    """Return by size the width that the lines need, in heights of a letter. The first demands are the best.

    Whole names in large type; whole names, but for long ones; short names; names on several lines.
    """
    ways: tuple[tuple[Callable[[NameRow, int], float], int], ...] = (
        (_measure_whole, HUGE),
        (_measure_roomy, 0),
        (_measure_shortest, 0),
        (_measure_smallest, 0),
    )
    return [
        {
            size: max((row.space_beside + needs(row, size) for row in rows), default=0.0)
            for size in SIZES
            if size >= smallest
        }
        for needs, smallest in ways
    ]


def _measure_whole(row: NameRow, _size: int) -> float:
    return WIDER * measure_width(row.name)


def _measure_roomy(row: NameRow, size: int) -> float:
    """Return the width of the whole name, or of the short name if the whole name is long."""
    whole = _measure_whole(row, size)
    return whole if whole <= USUAL else _measure_shortest(row, size)


def _measure_shortest(row: NameRow, size: int) -> float:
    short = WIDER * measure_width(row.short or row.name)
    return short if short <= VERY_LONG else _measure_smallest(row, size)


def _measure_smallest(row: NameRow, size: int) -> float:
    """Return the width of the longest word in the smallest type."""
    return _measure_longest(row.short or row.name) * LEAST_SIZE / size


def _list_page_sizes(cards: int) -> Iterator[int]:
    """Yield the number of cards on a page, for one page in all, then two, and so on."""
    before = 0
    for pages in range(1, cards + 1):
        cards_per_page = ceil(cards / pages)
        if cards_per_page != before:
            yield cards_per_page
        before = cards_per_page


def _fits(cards: Sequence[Sequence[NameRow]], titles: Collection[CardTitle], layout: Layout) -> bool:
    if any(title.measure_width(layout.size) > layout.room * layout.size for title in titles):
        return False
    if layout.columns > layout.cards_per_page or not _fits_height([len(card) for card in cards], layout):
        return False
    return _fits_height(
        [sum(layout.fit(row).measure_lines(layout.size) for row in card) for card in cards], layout
    )


def _fits_height(cards: Sequence[float], layout: Layout) -> bool:
    """Return whether cards with these numbers of lines fit on their pages."""
    line = (CLOSE if layout.close else LINE) * layout.size
    heights = [FRAME + measure_title(layout.size) + lines * line for lines in cards]
    pages = (
        heights[start : start + layout.cards_per_page]
        for start in range(0, len(cards), layout.cards_per_page)
    )
    return all(_measure_rows(page, layout.balance(len(page))) <= HIGH for page in pages)


def measure_title(size: int) -> float:
    """Return the height of a card's title above names of this size."""
    return 1.2 * choose_smaller(size)


def choose_smaller(size: int) -> int:
    """Return the size of titles and seats beside names of this size: about half of it."""
    return next((smaller for smaller in SIZES if smaller <= 0.7 * size), LEAST_SIZE)


def _measure_rows(heights: Sequence[float], columns: int) -> float:
    """Return the total height of the cards in rows. Each row is as high as its highest card."""
    rows = [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]
    return sum(rows) + GAP * (len(rows) - 1)


def fit_name(row: NameRow, room: float, size: int) -> Fitted:
    """Return the whole name if it fits on a line of ``room`` heights of a letter, else the short name.

    If the short name does not fit either, words stay whole: first by smaller type, then by more lines.
    """
    free = max(room - row.space_beside, 1.0)
    texts = [text for text in (row.name, row.short) if text]
    for text in texts:
        if WIDER * measure_width(text) <= free:
            return Fitted(text, size)
    text, longest = texts[-1], _measure_longest(texts[-1])
    smaller = [other for other in SIZES if other <= size]
    tight = next((other for other in smaller if other * longest <= size * free), LEAST_SIZE)
    return Fitted(text, tight, _count_lines(text, size * free / tight))


def measure_word(row: NameRow) -> float:
    """Return the width of the longest word of the shown name. It breaks on a line that is narrower."""
    return _measure_longest(row.short or row.name)


def _measure_longest(text: str) -> float:
    """Return the width of the longest word. Only its first ``UNBROKEN`` letters count."""
    return max((WIDER * measure_width(word[:UNBROKEN]) for word in text.split()), default=0.0)


def _count_lines(text: str, free: float) -> int:
    """Return the number of lines of the text. Words that fit on a line stay whole."""
    lines, space = 1, free
    for word in text.split():
        wide = WIDER * measure_width(word)
        if space < free and wide <= space - BETWEEN:
            space -= wide + BETWEEN
            continue
        if space < free:
            lines += 1
        whole = max(1, ceil(wide / free))
        lines, space = lines + whole - 1, free * whole - wide
    return lines


HEADING, LIST_LINE = 32, 1.25
"""The height of a list's titles in px, and of its rows in heights of a letter."""


@dataclass(frozen=True)
class ListLayout:
    """The size of the names, and the columns of each page. A column is a range of a group's rows."""

    size: int
    columns: int
    pages: tuple[tuple[tuple[int, range], ...], ...]

    @property
    def room(self) -> float:
        """Return the width of a column, in heights of a letter."""
        return _measure_column(self.columns) / self.size


LIST_GAP = 24
"""The gap between the columns of a list."""


def _measure_column(columns: int) -> float:
    return (WIDE - LIST_GAP * (columns - 1)) / columns


def choose_list_layout(
    groups: Sequence[Sequence[NameRow]],
    least: int,
    *,
    row_height: float = 0,
    largest: int = SIZES[0],
) -> ListLayout:
    """Return the layout of a list in columns: with the fewest pages, then whole names, then the largest type.

    A column has rows of one group, and the columns of a group are about as long. Where names have no room in
    columns beside each other, short groups stand one below the other. ``row_height``: the least height of a
    row in px. ``largest``: the largest size of type.
    """
    demands = list_demands([row for group in groups for row in group])
    layouts = (
        (rank, size, columns)
        for rank, sizes in enumerate(split_sizes(least))
        for size in sizes
        if size <= largest
        for columns in COLUMNS
    )

    def judge(choice: tuple[int, int, int]) -> tuple[float, ...]:
        rank, size, columns = choice
        room = _measure_column(columns) / size
        qualities = (number for number, demand in enumerate(demands) if demand.get(size, INFINITE) <= room)
        quality = next(qualities, len(demands))
        parts = _split_groups(groups, _count_rows(size, row_height))
        is_too_wide, shrinks = 1 < columns > len(parts), max(0, quality - SHORT)
        is_stack = columns == 1 < len(parts) and _is_stack(groups, size, row_height)
        pages = 1 if is_stack else ceil(len(parts) / columns)
        return (rank, is_too_wide, shrinks, pages, is_stack, quality, -size, columns)

    _rank, size, columns = min(layouts, key=judge)
    rows = _count_rows(size, row_height)
    parts = _split_groups(groups, rows)
    if columns == 1 < len(parts) and _is_stack(groups, size, row_height):
        return ListLayout(size, columns, (tuple(parts),))
    pages = ceil(len(parts) / columns)
    parts = _split_groups(groups, rows, pages * columns)
    starts = range(0, len(parts), columns)
    return ListLayout(size, columns, tuple(tuple(parts[start : start + columns]) for start in starts))


def _is_stack(groups: Sequence[Sequence[NameRow]], size: int, row_height: float) -> bool:
    """Return whether all groups fit on a page one below the other, each with its titles."""
    rows = max(row_height, LIST_LINE * size) * sum(map(len, groups))
    return rows + len(groups) * HEADING + (len(groups) - 1) * LIST_GAP <= HIGH


INFINITE = float("inf")
SHORT = 2
"""The number of the demand for short names. In those after it names get smaller than the size."""


def _count_rows(size: int, row_height: float) -> int:
    return max(1, int((HIGH - HEADING) // max(row_height, LIST_LINE * size)))


def _split_groups(groups: Sequence[Sequence[NameRow]], rows: int, wanted: int = 0) -> list[tuple[int, range]]:
    """Return the columns: each group in parts of at most ``rows`` rows, about as long as each other.

    A single group fills all ``wanted`` columns.
    """
    parts = list[tuple[int, range]]()
    for number, group in enumerate(groups):
        count = ceil(len(group) / rows)
        if len(groups) == 1:
            count = max(count, min(wanted, len(group)))
        longest = ceil(len(group) / count) if count else 1
        parts += [
            (number, range(start, min(start + longest, len(group))))
            for start in range(0, len(group), longest)
        ]
    return parts
