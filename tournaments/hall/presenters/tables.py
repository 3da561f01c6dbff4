"""The projector's cards and the sizes of their letters, the list of names, and a person's way by round.

A card has the people of a table, with where they came from; or people without a table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from django.utils.translation import gettext

from accounts.names import folded, name_order
from tournaments.base.pictures.svg import width
from tournaments.base.words import plain, signed
from tournaments.core.evening import Facts, Format
from tournaments.core.movement.levelling import APPLIED, UNDONE, NewSeat
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import HEAD
from tournaments.evening.presenters.table import Seat, Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.models import Evening

# All lengths are in px of a screen of 1280 × 720; a larger screen shows the same in larger type. The
# figures are those of static/css/hall/hall.css.
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
USUAL, VERY_LONG = 10.0, 16.0
"""Names of up to so many letters' heights are whole if any layout allows that; wider ones ask for no room."""
HUGE = 56
"""Letters of this size or more become smaller before a name is shortened."""
TIGHT = (100, 90, 80, 70, 60, 50, 40, 30)
"""Percents of the size, for a name that has no shorter form; each has its class in the style sheet."""
UNBROKEN = 30
"""A word of up to so many letters is in smaller letters before it is broken."""


@dataclass(frozen=True)
class NameRow:
    """One line of a card: a name, its short form, and how many letters' heights are needed beside it."""

    name: str
    beside: float = 0.0
    short: str = ""


@dataclass(frozen=True)
class Fitted:
    """A name as its place has room for it, in letters of ``tight`` percent of the size, on so many lines."""

    text: str
    tight: int = TIGHT[0]
    lines: int = 1

    @property
    def height(self) -> float:
        return max(1.0, self.lines * self.tight / 100)


@dataclass(frozen=True)
class Layout:
    """The size of the names, the columns of a page, and how many cards stand on it."""

    size: int
    columns: int
    each: int


def least_size(people: int) -> int:
    """Return how large names must be for so many people."""
    return next((size for most, size in LEAST if people <= most), SIZES[-1])


def layout_of(cards: Sequence[Sequence[NameRow]], least: int, *, titled: bool = True) -> Layout:
    """Return the layout with the fewest pages whose names are at least ``least`` large.

    Among those, names are whole, or short, or on several lines: the first of these that can be. Then names
    are as large as possible. If not even a page for each card is enough, names are smaller.
    """
    return _layout_of(tuple(map(tuple, cards)), least, titled=titled)


@lru_cache(maxsize=32)
def _layout_of(cards: tuple[tuple[NameRow, ...], ...], least: int, *, titled: bool) -> Layout:
    """Return the layout, cached: 250 are tried for 200 people, in 60 ms, and every screen asks."""
    rows = [row for card in cards for row in card]
    demands = [
        (max(row.beside + needs(row) for row in rows), smallest)
        for needs, smallest in ((_whole, HUGE), (_roomy, 0), (_shortest, 0), (_half, 0))
    ]
    for sizes in ([size for size in SIZES if size >= least], [size for size in SIZES if size < least]):
        for cards_per_page in _shares(len(cards)):
            for room, smallest in demands:
                for size in (size for size in sizes if size >= smallest):
                    for columns in COLUMNS:
                        layout = Layout(size, columns, cards_per_page)
                        if room <= room_of(layout) and _fits(cards, layout, titled=titled):
                            return layout
    return Layout(SIZES[-1], 1, 1)


def _whole(row: NameRow) -> float:
    return WIDER * width(row.name)


def _roomy(row: NameRow) -> float:
    """Return the width of the name, whole unless it is long."""
    return _whole(row) if _whole(row) <= USUAL else _shortest(row)


def _shortest(row: NameRow) -> float:
    short = WIDER * width(row.short or row.name)
    return short if short <= VERY_LONG else _half(row)


def _half(row: NameRow) -> float:
    """Return the width of the longest word in letters of half the size."""
    return _longest(row.short or row.name) / 2


def _shares(cards: int) -> Iterator[int]:
    """Yield how many cards stand on a page, for one page, two pages, and so on."""
    before = 0
    for pages in range(1, cards + 1):
        cards_per_page = ceil(cards / pages)
        if cards_per_page != before:
            yield cards_per_page
        before = cards_per_page


def room_of(layout: Layout) -> float:
    """Return the width of a card's lines, in letters' heights."""
    return ((WIDE - GAP * (layout.columns - 1)) / layout.columns - SIDES) / layout.size


def _fits(cards: Sequence[Sequence[NameRow]], layout: Layout, *, titled: bool) -> bool:
    if layout.columns > layout.each or not _within_height(
        [len(card) for card in cards], layout, titled=titled
    ):
        return False
    room = room_of(layout)
    return _within_height(
        [sum(fitted(row, room).height for row in card) for card in cards], layout, titled=titled
    )


def _within_height(cards: Sequence[float], layout: Layout, *, titled: bool) -> bool:
    """Return whether cards of so many lines fit on their pages."""
    title = title_height(layout.size) if titled else 0
    heights = [FRAME + title + lines * LINE * layout.size for lines in cards]
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


def fitted(row: NameRow, room: float) -> Fitted:
    """Return the name whole if it fits on a line of ``room`` letters' heights, else short.

    If not even that fits, words are kept whole: by smaller letters, then by more lines.
    """
    free = max(room - row.beside, 1.0)
    texts = [text for text in (row.name, row.short) if text]
    for text in texts:
        if WIDER * width(text) <= free:
            return Fitted(text)
    text = texts[-1]
    tight = next((percent for percent in TIGHT if percent * _longest(text) <= 100 * free), TIGHT[-1])
    return Fitted(text, tight, _lines(text, 100 * free / tight))


def _longest(text: str) -> float:
    """Return the width of the longest word, as far as it is kept whole."""
    return max((WIDER * width(word[:UNBROKEN]) for word in text.split()), default=0.0)


def _lines(text: str, free: float) -> int:
    """Return how many lines the text takes; words are kept whole where they fit into a line."""
    lines, space = 1, free
    for word in text.split():
        wide = WIDER * width(word)
        if space < free and wide <= space - BETWEEN:
            space -= wide + BETWEEN
            continue
        if space < free:
            lines += 1
        whole = max(1, ceil(wide / free))
        lines, space = lines + whole - 1, free * whole - wide
    return lines


@dataclass(frozen=True)
class ListedName:
    """A line of the list of names; ``letter`` where a new one of the alphabet begins."""

    entry: int
    name: str
    letter: str


def names_a_to_z(evening: Evening) -> tuple[ListedName, ...]:
    """Return everybody checked in, sorted by the public name. Case and accents do not count."""
    names = public_names_of(evening, withdrawn=False)
    return lettered(sorted(names.items(), key=lambda row: (name_order(row[1]), row[0])))


def lettered(rows: Iterable[tuple[int, str]]) -> tuple[ListedName, ...]:
    """Return the sorted names, with a letter at the first of each."""
    lines, before = [], ""
    for entry, name in rows:
        letter = folded(name)[:1].upper()
        lines.append(ListedName(entry, name, letter if letter != before else ""))
        before = letter
    return tuple(lines)


@dataclass(frozen=True)
class PathStep:
    """One round of a person's evening: ``table`` is None where the round was sat out, or a bye.

    ``points`` are those of the round, where bids are played for.
    """

    round: int
    table: int | None
    sign: str
    chips: int
    points: str = ""
    bye: bool = False


def path_of(facts: Facts, entry: int, chips: Iterable[Chip]) -> tuple[PathStep, ...]:
    """Return the person's rounds, first to last. ``chips`` are everybody's yellow ones."""
    tables = {seat.round: seat.position for seat in facts.seats if seat.entry == entry}
    last = facts.now.number
    byes = {n for n in range(1, last + 1) if entry in facts.play.format.byes(facts, n)}
    if facts.play.format.reached(facts) is not None:
        last = max({*tables, *byes}, default=last)  # whoever is out sits out no game
    chip_counts = Counter(chip.round for chip in chips if chip.entry == entry)
    path_tables = facts.play.format.paths(facts).get(entry, {})
    path, before, points = [], None, _points(facts, entry)
    for number in range(min({*tables, *byes}, default=last + 1), last + 1):
        table = tables.get(number)
        sign = sign_of(before, path_tables.get(number))
        path.append(
            PathStep(number, table, sign, chip_counts[number], points.get(number, ""), number in byes)
        )
        before = table or before
    return tuple(path)


def sign_of(start: int | None, end: int | None) -> str:
    """Return the direction from one table to another: up towards the head table."""
    if start is None or end is None:
        return ""
    return "up" if end < start else "down" if end > start else "stay"


def _points(facts: Facts, entry: int) -> dict[int, str]:
    """Return what the person scored in each round. A game that is won together has no points."""
    if not {"exact", "figure"} <= set(facts.play.columns):
        return {}
    sums: Counter[int] = Counter()
    for round, line in ((pool.round, line) for pool in facts.pools for line in pool.lines):
        if line.entry == entry:
            sums[round] += line.score or 0
    return {number: signed(points) for number, points in sums.items()}


ON_A_CARD = 6
"""People without a table on one card."""


@dataclass(frozen=True)
class CardLine:
    """Somebody at a table, or with a new seat, which is in words (``seat``).

    ``sign`` is up, down, back, or new; ``came_from``: the table before. ``points`` are those of a whole game,
    and ``best`` has the most of them.
    """

    name: str
    chair: int = 0
    sign: str = ""
    came_from: str = ""
    points: str = ""
    best: bool = False
    seat: str = ""
    fitted: Fitted | None = None


@dataclass(frozen=True)
class HallCard:
    """A table; or people without one, and the ``title`` says why."""

    lines: tuple[CardLine, ...]
    table: Table | None = None
    title: str = ""

    @property
    def number(self) -> int:
        return self.table.table if self.table else 0


def cards_of(tables: Sequence[Table], format: Format, new: Mapping[int, NewSeat]) -> tuple[HallCard, ...]:
    """Return a card for each table; ``new``: whose seat is marked as new."""
    return tuple(
        HallCard(
            tuple(line_at(table, seat, format, new.get(seat.entry)) for seat in table.people),
            table,
            table.title,
        )
        for table in tables
    )


def line_at(table: Table, seat: Seat, format: Format, new: NewSeat | None = None) -> CardLine:
    """Return the line of somebody at the table."""
    points = table.game.points
    return CardLine(
        seat.name,
        seat.chair,
        sign=sign_at(format, new) if new else "",
        came_from=str(new.start.table) if new and new.start else "",
        points=plain(points[seat.entry]) if seat.entry in points else "",
        best=seat.entry in table.game.best,
    )


def without_table(title: str, people: Sequence[CardLine]) -> list[HallCard]:
    """Return cards of people who have no table."""
    cards = [tuple(people[start : start + ON_A_CARD]) for start in range(0, len(people), ON_A_CARD)]
    return [HallCard(lines, title=title) for lines in cards]


def mover_line(name: str, format: Format, new: NewSeat) -> CardLine:
    """Return the line of somebody who moves, on the page of those who do."""
    start, end = new.start, new.end
    came_from = str(start.table) if start else ""
    if start and end and start.table == end.table:
        came_from = seat_in_words(start.table, start.chair)
    seat = seat_in_words(end.table, end.chair) if end else gettext("no seat yet")
    return CardLine(name, sign=sign_at(format, new), came_from=came_from, seat=seat)


def seat_in_words(table: int, chair: int) -> str:
    return gettext("%(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def sign_at(format: Format, new: NewSeat) -> str:
    """Return which way somebody came to a new seat: up, down, back after an undone bell, or "new".

    Nothing where the moves drew all seats anew: everybody would bear a mark.
    """
    if new.act.verb == APPLIED and format.came_from(HEAD) is None:
        return ""
    start = format.came_from(new.start.table if new.start else None)
    if new.act.verb == APPLIED and start is not None and new.end is not None:
        return sign_of(start, new.end.table)
    return "back" if new.act.verb == UNDONE else "new"
