"""The projector's pages in turn: names from A to Z, cuts, people who move, and tables.

Each page has the largest type that fits. A list stands in columns. Of people who move, each column has one
direction: up comes first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from accounts.names import make_sort_key, shorten_names
from games.describe.parts import join_words
from tournaments.base.pictures.svg import measure_width
from tournaments.evening.presenters.movers import CutView, describe_cut_purpose
from tournaments.hall.presenters.layout import (
    BETWEEN,
    CHAIR,
    LEAST_SIZE,
    WIDER,
    CardTitle,
    NameRow,
    choose_layout,
    choose_list_layout,
    find_least_size,
    fit_name,
)
from tournaments.hall.presenters.tables import CardLine, HallCard

SIGN = 0.9
DISC, ROW = 64, 72
"""In px: the disc with the table to which somebody moves, and the row around it."""
CELL_GAP = 8
SEAT_WORDS = 24
"""In px: the type of a seat that is not a table's number, as "1, seat 3"."""
LARGEST_MOVER = 48
"""In px: with larger names the disc would not be the first that one sees."""
LEAST_CUT, CUTS_ON_A_PAGE = 40, 4


@dataclass(frozen=True)
class NameColumn:
    """A column of a list. ``sign``: the direction of its people who move, with its ``title``."""

    lines: tuple[CardLine, ...]
    sign: str = ""
    title: str = ""


@dataclass(frozen=True)
class CutLine:
    """A cut: who cuts against whom at which table, and for what. ``words``: its decision, once it is made.

    ``tie``: the equal cards of the attempt before. ``rule``: what the highest card does.
    """

    table: int
    name: str = ""
    against: str = ""
    purpose: str = ""
    words: str = ""
    tie: str = ""
    rule: str = ""


def make_cut_line(cut: CutView) -> CutLine:
    first, *others = [cutter.name for cutter in cut.among]
    against = join_words(others) if others else ""
    purpose = describe_cut_purpose(cut.purpose, cut.deal)
    return CutLine(cut.table, first, against, purpose, tie=" ".join(cut.ties[-1:]), rule=cut.words)


@dataclass(frozen=True)
class Page:
    """A page: ``names`` from A to Z, ``movers``, ``cuts``, or ``cards``.

    ``size``: of its names, in px. ``close``: whether the lines of cards are closer.
    """

    size: int
    columns: int
    cards: tuple[HallCard, ...] = ()
    close: bool = False
    names: tuple[NameColumn, ...] = ()
    movers: tuple[NameColumn, ...] = ()
    cuts: tuple[CutLine, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Return whether all cuts on this page are decided."""
        return all(cut.words for cut in self.cuts)

    @property
    def first(self) -> int:
        return self.cards[0].number

    @property
    def last(self) -> int:
        return max(card.number for card in self.cards)

    @property
    def letters(self) -> str:
        """Return the first letters of the names, such as "A–K"."""
        first, last = self.names[0].lines[0].name[:1].upper(), self.names[-1].lines[-1].name[:1].upper()
        return first if first == last else f"{first}–{last}"

    @property
    def still_plays(self) -> bool:
        """Return whether a table on this page still plays."""
        return any(card.table.out for card in self.cards if card.table)


def make_pages(
    cards: Sequence[HallCard],
    movers: Sequence[CardLine] = (),
    cuts: Sequence[CutLine] = (),
    names: Sequence[CardLine] = (),
) -> tuple[Page, ...]:
    """Return the pages in order: the names from A to Z, the cuts, people who move, then the cards."""
    people = [line.name for card in cards for line in card.lines]
    short = shorten_names(dict.fromkeys([*people, *(mover.name for mover in movers)]))
    least = find_least_size(len(short))
    return (
        *_make_name_pages(names, short, least),
        *_make_cut_pages(cuts, least),
        *_make_mover_pages(movers, short, least),
        *_make_card_pages(cards, short, least),
    )


def _make_card_pages(cards: Sequence[HallCard], short: Mapping[str, str], least: int) -> list[Page]:
    if not cards:
        return []
    rows = [[_make_row(line, short[line.name]) for line in card.lines] for card in cards]
    layout = choose_layout(rows, least, {_make_title(card) for card in cards})
    fitted_cards = [
        replace(
            card,
            lines=tuple(
                replace(line, fitted=layout.fit(row)) for line, row in zip(card.lines, of_card, strict=True)
            ),
        )
        for card, of_card in zip(cards, rows, strict=True)
    ]
    starts = range(0, len(fitted_cards), layout.cards_per_page)
    parts = [tuple(fitted_cards[start : start + layout.cards_per_page]) for start in starts]
    return [Page(layout.size, layout.balance(len(part)), part, layout.close) for part in parts]


def _make_title(card: HallCard) -> CardTitle:
    """Return the title of a card: its table, what table it is, and how far its game is."""
    table = card.table
    if table is None:
        return CardTitle(card.title)
    which = gettext("head") if table.is_head else gettext("booby") if table.is_booby else card.title
    words = gettext("Table %(n)s") % {"n": table.table}
    return CardTitle(" ".join((words, which)), table.game.deal)


def _make_row(line: CardLine, short: str) -> NameRow:
    space = CHAIR + BETWEEN if line.chair else 0.0
    if line.sign:
        space += BETWEEN + SIGN
    for words in (line.points, line.seat and f"→ {line.seat}"):
        if words:
            space += BETWEEN + measure_width(words)
    return NameRow(line.name, space, short)


def _make_name_pages(names: Sequence[CardLine], short: Mapping[str, str], least: int) -> list[Page]:
    """Return the list in which people look for their name: name, table and seat."""
    if not names:
        return []
    lines = sorted(names, key=lambda line: make_sort_key(line.name))
    beside = _measure_cells((gettext("Table"), 1.5 * least), (gettext("Seat"), 0.7 * least)) / least
    rows = [NameRow(line.name, beside, short[line.name]) for line in lines]
    layout = choose_list_layout([rows], least)
    fitted = _fit_lines(lines, rows, layout.room, layout.size)
    return [
        Page(
            layout.size,
            layout.columns,
            names=tuple(NameColumn(tuple(fitted[row] for row in part)) for _group, part in page),
        )
        for page in layout.pages
    ]


def _fit_lines(lines: Sequence[CardLine], rows: Sequence[NameRow], room: float, size: int) -> list[CardLine]:
    return [replace(line, fitted=fit_name(row, room, size)) for line, row in zip(lines, rows, strict=True)]


def _make_cut_pages(cuts: Sequence[CutLine], least: int) -> list[Page]:
    size = max(least, LEAST_CUT)
    return [
        Page(size, 1, cuts=tuple(cuts[start : start + CUTS_ON_A_PAGE]))
        for start in range(0, len(cuts), CUTS_ON_A_PAGE)
    ]


def get_direction_titles() -> dict[str, str]:
    """Return the titles of the directions, in the order of their columns."""
    return {
        "up": gettext("Up"),
        "down": gettext("Down"),
        "stay": gettext("Other seat"),
        "swap": gettext("Change of seats"),
        "new": gettext("New seat"),
        "back": gettext("Back"),
        "": gettext("New seat"),
    }


def _make_mover_pages(movers: Sequence[CardLine], short: Mapping[str, str], least: int) -> list[Page]:
    titles = get_direction_titles()
    groups = [
        (sign, [mover for mover in movers if mover.sign == sign])
        for sign in titles
        if any(mover.sign == sign for mover in movers)
    ]
    if not groups:
        return []
    for size in (LARGEST_MOVER, least):
        rows = [
            [_make_mover_row(mover, short[mover.name], size) for mover in group] for _sign, group in groups
        ]
        layout = choose_list_layout(rows, least, row_height=ROW, largest=LARGEST_MOVER)
        if layout.size >= size:
            break
    fitted = [
        _fit_lines(group, of_group, layout.room, layout.size)
        for (_sign, group), of_group in zip(groups, rows, strict=True)
    ]
    return [
        Page(
            layout.size,
            layout.columns,
            movers=tuple(
                NameColumn(
                    tuple(fitted[number][row] for row in part), groups[number][0], titles[groups[number][0]]
                )
                for number, part in page
            ),
        )
        for page in layout.pages
    ]


def _make_mover_row(mover: CardLine, short: str, size: int) -> NameRow:
    """Return the row: the name, the table before, the disc of the next one, and its seat.

    The space is that of type of this ``size``, so it is enough for larger type.
    """
    seat = (0.7 * size) if mover.table else SEAT_WORDS * measure_width(mover.seat)
    before = (size if mover.came_from.isdigit() else SEAT_WORDS) * measure_width(mover.came_from)
    cells = ((gettext("From"), before + 2 * CELL_GAP), (gettext("To"), DISC), (gettext("Seat"), seat))
    return NameRow(mover.name, _measure_cells(*cells) / size, short)


def _measure_cells(*cells: tuple[str, float]) -> float:
    """Return the width of these cells beside a name, in px: each has a title above what it shows."""
    return sum(CELL_GAP + max(LEAST_SIZE * WIDER * measure_width(title), width) for title, width in cells)
