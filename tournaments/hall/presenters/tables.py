"""The projector's cards and their type sizes, the list of names, and a person's way by round.

A card shows the people of a table and the tables that they came from; or it shows people without a table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from django.utils.translation import gettext

from accounts.names import fold, make_sort_key
from tournaments.base.pictures.svg import measure_width
from tournaments.base.words import format_counters, format_signed
from tournaments.core.evening import Facts, Format
from tournaments.core.movement.levelling import APPLIED, UNDONE, NewSeat
from tournaments.core.movement.movers import Chip
from tournaments.core.movement.seating import HEAD
from tournaments.evening.presenters.table import Seat, Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.models import Evening

# All lengths are in px of a screen of 1280 × 720; a larger screen shows the same in larger type. The
# figures are the same as in static/css/hall/hall.css.
WIDE, HIGH = 1248, 606
"""The area for cards: the screen without its margins and without the head of the page."""
GAP, FRAME, SIDES = 8, 13, 24
"""The gap between cards; a card's space above and below its lines, and beside them."""
LINE = 1.04
CHAIR, BETWEEN = 0.8, 0.3
"""In heights of a letter: the space of a chair's number, and the gap between parts of a line."""
WIDER = 1.03
"""The factor on the estimated width of a word, because the fonts of some screens are wider."""
SIZES = (88, 80, 72, 64, 60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20)
"""The possible sizes of names. Each has its class in the style sheet."""
COLUMNS = (1, 2, 3, 4)
LEAST = ((30, 40), (48, 32), (120, 24))
"""Pairs (people, size): up to this many people, names have at least this size."""
MOVER = 16
"""Names of people who move are larger by this."""
USUAL, VERY_LONG = 10.0, 16.0
"""In heights of a letter. Names up to ``USUAL`` stay whole if any layout allows it.

A short name wider than ``VERY_LONG`` has no influence on the layout, except by its longest word.
"""
HUGE = 56
"""From this size on, the type becomes smaller before a name is shortened."""
TIGHT = (100, 90, 80, 70, 60, 50, 40, 30)
"""Percentages of the size, for names without a shorter form. Each has its class in the style sheet."""
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
    """A name fitted into its place, in type of ``tight`` percent of the size, on ``lines`` lines."""

    text: str
    tight: int = TIGHT[0]
    lines: int = 1

    @property
    def height(self) -> float:
        return max(1.0, self.lines * self.tight / 100)


@dataclass(frozen=True)
class Layout:
    """The size of the names, columns of a page, and cards on it (``cards_per_page``)."""

    size: int
    columns: int
    cards_per_page: int


def find_least_size(people: int) -> int:
    """Return the smallest size of names for this many people."""
    return next((size for most, size in LEAST if people <= most), SIZES[-1])


def choose_layout(cards: Sequence[Sequence[NameRow]], least: int, *, titled: bool = True) -> Layout:
    """Return the layout with the fewest pages whose names have at least the size ``least``.

    With equal pages, whole names come first, then short names, then names on several lines. Then the largest
    names win. If even one card per page does not fit, names get smaller than ``least``.
    """
    return _choose_layout(tuple(map(tuple, cards)), least, titled=titled)


@lru_cache(maxsize=32)
def _choose_layout(cards: tuple[tuple[NameRow, ...], ...], least: int, *, titled: bool) -> Layout:
    """Return the layout. It is cached: for 200 people 250 layouts take 60 ms, and every screen needs one."""
    rows = [row for card in cards for row in card]
    demands = [
        (max(row.space_beside + needs(row) for row in rows), smallest)
        for needs, smallest in (
            (_measure_whole, HUGE),
            (_measure_roomy, 0),
            (_measure_shortest, 0),
            (_measure_half, 0),
        )
    ]
    for sizes in ([size for size in SIZES if size >= least], [size for size in SIZES if size < least]):
        for cards_per_page in _list_page_sizes(len(cards)):
            for room, smallest in demands:
                for size in (size for size in sizes if size >= smallest):
                    for columns in COLUMNS:
                        layout = Layout(size, columns, cards_per_page)
                        if room <= measure_room(layout) and _fits(cards, layout, titled=titled):
                            return layout
    return Layout(SIZES[-1], 1, 1)


def _measure_whole(row: NameRow) -> float:
    return WIDER * measure_width(row.name)


def _measure_roomy(row: NameRow) -> float:
    """Return the width of the whole name, or of the short name if the whole name is long."""
    return _measure_whole(row) if _measure_whole(row) <= USUAL else _measure_shortest(row)


def _measure_shortest(row: NameRow) -> float:
    short = WIDER * measure_width(row.short or row.name)
    return short if short <= VERY_LONG else _measure_half(row)


def _measure_half(row: NameRow) -> float:
    """Return the width of the longest word in letters of half the size."""
    return _measure_longest(row.short or row.name) / 2


def _list_page_sizes(cards: int) -> Iterator[int]:
    """Yield the number of cards on a page, for one page in all, then two, and so on."""
    before = 0
    for pages in range(1, cards + 1):
        cards_per_page = ceil(cards / pages)
        if cards_per_page != before:
            yield cards_per_page
        before = cards_per_page


def measure_room(layout: Layout) -> float:
    """Return the width of a card's lines, in heights of a letter."""
    return ((WIDE - GAP * (layout.columns - 1)) / layout.columns - SIDES) / layout.size


def _fits(cards: Sequence[Sequence[NameRow]], layout: Layout, *, titled: bool) -> bool:
    if layout.columns > layout.cards_per_page or not _fits_height(
        [len(card) for card in cards], layout, titled=titled
    ):
        return False
    room = measure_room(layout)
    return _fits_height(
        [sum(fit_name(row, room).height for row in card) for card in cards], layout, titled=titled
    )


def _fits_height(cards: Sequence[float], layout: Layout, *, titled: bool) -> bool:
    """Return whether cards with these numbers of lines fit on their pages."""
    title = measure_title(layout.size) if titled else 0
    heights = [FRAME + title + lines * LINE * layout.size for lines in cards]
    return all(
        _measure_rows(heights[start : start + layout.cards_per_page], layout.columns) <= HIGH
        for start in range(0, len(cards), layout.cards_per_page)
    )


def measure_title(size: int) -> float:
    """Return the height of a card's title above names of this size."""
    return 1.2 * min(max(22.0, 0.6 * size), 30.0)


def _measure_rows(heights: Sequence[float], columns: int) -> float:
    """Return the total height of the cards in rows. Each row is as high as its highest card."""
    rows = [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]
    return sum(rows) + GAP * (len(rows) - 1)


def fit_name(row: NameRow, room: float) -> Fitted:
    """Return the whole name if it fits on a line of ``room`` heights of a letter, else the short name.

    If the short name does not fit either, words stay whole: first by smaller type, then by more lines.
    """
    free = max(room - row.space_beside, 1.0)
    texts = [text for text in (row.name, row.short) if text]
    for text in texts:
        if WIDER * measure_width(text) <= free:
            return Fitted(text)
    text = texts[-1]
    tight = next((percent for percent in TIGHT if percent * _measure_longest(text) <= 100 * free), TIGHT[-1])
    return Fitted(text, tight, _count_lines(text, 100 * free / tight))


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


@dataclass(frozen=True)
class ListedName:
    """A line of the list of names. ``letter``: set where a new letter of the alphabet begins."""

    entry: int
    name: str
    letter: str


def list_names(evening: Evening) -> tuple[ListedName, ...]:
    """Return everybody checked in, sorted by the public name. Case and accents do not matter."""
    names = public_names_of(evening, withdrawn=False)
    return add_letters(sorted(names.items(), key=lambda row: (make_sort_key(row[1]), row[0])))


def add_letters(rows: Iterable[tuple[int, str]]) -> tuple[ListedName, ...]:
    """Return the sorted names, with a letter at the first of each."""
    lines, before = [], ""
    for entry, name in rows:
        letter = fold(name)[:1].upper()
        lines.append(ListedName(entry, name, letter if letter != before else ""))
        before = letter
    return tuple(lines)


@dataclass(frozen=True)
class PathStep:
    """One round of a person's evening. ``table`` is None for a bye, or if the person sat out.

    ``points``: the points of the round, in games with bids.
    """

    round: int
    table: int | None
    sign: str
    chips: int
    points: str = ""
    bye: bool = False


def trace_path(facts: Facts, entry: int, chips: Iterable[Chip]) -> tuple[PathStep, ...]:
    """Return the person's rounds, first to last. ``chips``: the yellow chips of all people."""
    tables = {seat.round: seat.position for seat in facts.seats if seat.entry == entry}
    last = facts.now.number
    byes = {n for n in range(1, last + 1) if entry in facts.play.format.find_byes(facts, n)}
    if facts.play.format.find_last_rounds(facts) is not None:
        last = max({*tables, *byes}, default=last)  # people out of the knockout do not sit out
    chip_counts = Counter(chip.round for chip in chips if chip.entry == entry)
    path_tables = facts.play.format.find_paths(facts).get(entry, {})
    path, before, points = [], None, _list_points(facts, entry)
    for number in range(min({*tables, *byes}, default=last + 1), last + 1):
        table = tables.get(number)
        sign = choose_sign(before, path_tables.get(number))
        path.append(
            PathStep(number, table, sign, chip_counts[number], points.get(number, ""), number in byes)
        )
        before = table or before
    return tuple(path)


def choose_sign(start: int | None, end: int | None) -> str:
    """Return the direction between two tables. "Up" is towards the head table."""
    if start is None or end is None:
        return ""
    return "up" if end < start else "down" if end > start else "stay"


def _list_points(facts: Facts, entry: int) -> dict[int, str]:
    """Return the person's points in each round. A game that players win together has no points."""
    if not {"exact", "figure"} <= set(facts.play.columns):
        return {}
    sums: Counter[int] = Counter()
    for round, line in ((pool.round, line) for pool in facts.pools for line in pool.lines):
        if line.entry == entry:
            sums[round] += line.score or 0
    return {number: format_signed(points) for number, points in sums.items()}


ON_A_CARD = 6
"""The most people without a table on one card."""


@dataclass(frozen=True)
class CardLine:
    """A person at a table; or a person with a new seat, in words (``seat``).

    ``sign``: up, down, back or new. ``came_from``: the table before. ``points``: of a whole game. ``best``:
    the person has the most points.
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
    """A card for a table; or a card for people without one, whose ``title`` gives the reason."""

    lines: tuple[CardLine, ...]
    table: Table | None = None
    title: str = ""

    @property
    def number(self) -> int:
        return self.table.table if self.table else 0


def make_cards(tables: Sequence[Table], format: Format, new: Mapping[int, NewSeat]) -> tuple[HallCard, ...]:
    """Return a card for each table. ``new``: the people whose seat is marked as new."""
    return tuple(
        HallCard(
            tuple(make_line(table, seat, format, new.get(seat.entry)) for seat in table.people),
            table,
            table.title,
        )
        for table in tables
    )


def make_line(table: Table, seat: Seat, format: Format, new: NewSeat | None = None) -> CardLine:
    """Return the line of a person at the table."""
    points = table.game.points
    return CardLine(
        seat.name,
        seat.chair,
        sign=choose_new_sign(format, new) if new else "",
        came_from=str(new.start.table) if new and new.start else "",
        points=format_counters(points[seat.entry]) if seat.entry in points else "",
        best=seat.entry in table.game.best,
    )


def make_seatless_cards(title: str, people: Sequence[CardLine]) -> list[HallCard]:
    """Return cards of people who have no table."""
    cards = [tuple(people[start : start + ON_A_CARD]) for start in range(0, len(people), ON_A_CARD)]
    return [HallCard(lines, title=title) for lines in cards]


def make_mover_line(name: str, format: Format, new: NewSeat) -> CardLine:
    """Return the line of a person on the page of people who move."""
    start, end = new.start, new.end
    came_from = str(start.table) if start else ""
    if start and end and start.table == end.table:
        came_from = describe_seat(start.table, start.chair)
    seat = describe_seat(end.table, end.chair) if end else gettext("no seat yet")
    return CardLine(name, sign=choose_new_sign(format, new), came_from=came_from, seat=seat)


def describe_seat(table: int, chair: int) -> str:
    return gettext("%(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def choose_new_sign(format: Format, new: NewSeat) -> str:
    """Return the sign of a new seat: up, down, back (the bell was undone), or "new".

    Empty after a draw of all seats, because every person would have a sign.
    """
    if new.act.verb == APPLIED and format.find_origin(HEAD) is None:
        return ""
    start = format.find_origin(new.start.table if new.start else None)
    if new.act.verb == APPLIED and start is not None and new.end is not None:
        return choose_sign(start, new.end.table)
    return "back" if new.act.verb == UNDONE else "new"
