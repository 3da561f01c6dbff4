"""The pages that the projector turns: who moves, then all tables, each in the largest type that fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.short_names import short_names
from tournaments.base.pictures.letters import width
from tournaments.hall.presenters.hall_layout import (
    BETWEEN,
    CHAIR,
    MOVER,
    Row,
    fitted,
    layout_of,
    least_size,
    room_of,
)
from tournaments.hall.presenters.hall_tables import Card, CardLine

SMALLER = 0.8
"""What stands beside a name is so much smaller."""
SIGN = 0.9


@dataclass(frozen=True)
class Page:
    """Cards, people who move, or cuts in words, in type of ``size`` px on a screen of 720."""

    size: int
    columns: int
    cards: tuple[Card, ...] = ()
    movers: tuple[CardLine, ...] = ()
    cuts: tuple[str, ...] = ()

    @property
    def first(self) -> int:
        return self.cards[0].number

    @property
    def last(self) -> int:
        return max(card.number for card in self.cards)

    @property
    def out(self) -> bool:
        """Whether somebody here still plays."""
        return any(card.table.out for card in self.cards if card.table)


def pages_of(cards: Sequence[Card], movers: Sequence[CardLine], cuts: Sequence[str] = ()) -> tuple[Page, ...]:
    """Return the pages in their order: the cuts, who moves, then the cards."""
    people = [line.name for card in cards for line in card.lines]
    short = short_names(dict.fromkeys([*people, *(mover.name for mover in movers)]))
    least = least_size(len(short))
    return (
        *_of_cuts(cuts, least),
        *_of_movers(movers, short, least + MOVER),
        *_of_cards(cards, short, least),
    )


def _of_cards(cards: Sequence[Card], short: Mapping[str, str], least: int) -> list[Page]:
    if not cards:
        return []
    rows = [[_row(line, short[line.name]) for line in card.lines] for card in cards]
    layout = layout_of(rows, least)
    room = room_of(layout)
    shown = [
        replace(
            card,
            lines=tuple(
                replace(line, fitted=fitted(row, room)) for line, row in zip(card.lines, of_card, strict=True)
            ),
        )
        for card, of_card in zip(cards, rows, strict=True)
    ]
    return [
        Page(layout.size, layout.columns, cards=tuple(shown[start : start + layout.each]))
        for start in range(0, len(shown), layout.each)
    ]


def _row(line: CardLine, short: str) -> Row:
    beside = CHAIR + BETWEEN if line.chair else 0.0
    if line.sign:
        beside += BETWEEN + SIGN
    for words in (line.points, line.seat and f"→ {line.seat}"):
        if words:
            beside += BETWEEN + SMALLER * width(words)
    return Row(line.name, beside, short)


def _of_cuts(cuts: Sequence[str], least: int) -> list[Page]:
    if not cuts:
        return []
    layout = layout_of([[Row(words, BETWEEN, words)] for words in cuts], least, titled=False)
    return [
        Page(layout.size, layout.columns, cuts=tuple(cuts[start : start + layout.each]))
        for start in range(0, len(cuts), layout.each)
    ]


def _of_movers(movers: Sequence[CardLine], short: Mapping[str, str], least: int) -> list[Page]:
    if not movers:
        return []
    beside = [3 * BETWEEN + width(f"→ {mover.came_from} ▲ {mover.seat}") for mover in movers]
    rows = [Row(mover.name, room, short[mover.name]) for mover, room in zip(movers, beside, strict=True)]
    layout = layout_of([[row] for row in rows], least, titled=False)
    room = room_of(layout)
    shown = [replace(mover, fitted=fitted(row, room)) for mover, row in zip(movers, rows, strict=True)]
    return [
        Page(layout.size, layout.columns, movers=tuple(shown[start : start + layout.each]))
        for start in range(0, len(shown), layout.each)
    ]
