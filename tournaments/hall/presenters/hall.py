"""The hall's page, the projector's pages in turn, and the result on the projector.

The projector shows people who move, then all tables, each page in the largest type that fits. A result has
each prize when it is announced, the podium, all prizes, and the full standings.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext

from accounts.names import make_sort_key, shorten_names
from tournaments.base.phrases import phrase
from tournaments.base.pictures.svg import measure_width
from tournaments.base.words import describe_round, describe_tables, get_figure_title
from tournaments.core.evening import Play
from tournaments.core.movement.clock import ClockHand
from tournaments.core.movement.levelling import APPLIED, NEWEST, UNDONE, NewSeat, Reseating
from tournaments.core.movement.seating import HEAD, list_presences, list_unseated
from tournaments.core.record import Stage
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.kinds import describe_same_deal
from tournaments.evening.presenters.table import Table
from tournaments.hall.presenters.published import (
    ON_A_STEP,
    PODIUM,
    Announcement,
    PublicLine,
    PublicView,
    compute_until_ms,
)
from tournaments.hall.presenters.tables import (
    BETWEEN,
    CHAIR,
    GAP,
    MOVER,
    WIDE,
    CardLine,
    Fitted,
    HallCard,
    NameRow,
    choose_layout,
    describe_seat,
    find_least_size,
    fit_name,
    make_cards,
    make_mover_line,
    make_seatless_cards,
    measure_room,
)
from tournaments.prizes.presenters.prizes import PrizeDisplay

SMALLER = 0.8
"""The size of the text beside a name, as a part of the name's size."""
SIGN = 0.9


@dataclass(frozen=True)
class CardPage:
    """Cards, people who move, or cuts in words. ``size``: of the type, in px on a screen 720 px high."""

    size: int
    columns: int
    cards: tuple[HallCard, ...] = ()
    movers: tuple[CardLine, ...] = ()
    cuts: tuple[str, ...] = ()

    @property
    def first(self) -> int:
        return self.cards[0].number

    @property
    def last(self) -> int:
        return max(card.number for card in self.cards)

    @property
    def still_plays(self) -> bool:
        """Return whether a table on this page still plays."""
        return any(card.table.out for card in self.cards if card.table)


def make_pages(
    cards: Sequence[HallCard], movers: Sequence[CardLine], cuts: Sequence[str] = ()
) -> tuple[CardPage, ...]:
    """Return the pages in order: the cuts, people who move, then the cards."""
    people = [line.name for card in cards for line in card.lines]
    short = shorten_names(dict.fromkeys([*people, *(mover.name for mover in movers)]))
    least = find_least_size(len(short))
    return (
        *_make_cut_pages(cuts, least),
        *_make_mover_pages(movers, short, least + MOVER),
        *_make_card_pages(cards, short, least),
    )


def _make_card_pages(cards: Sequence[HallCard], short: Mapping[str, str], least: int) -> list[CardPage]:
    if not cards:
        return []
    rows = [[_make_row(line, short[line.name]) for line in card.lines] for card in cards]
    layout = choose_layout(rows, least)
    room = measure_room(layout)
    fitted_cards = [
        replace(
            card,
            lines=tuple(
                replace(line, fitted=fit_name(row, room))
                for line, row in zip(card.lines, of_card, strict=True)
            ),
        )
        for card, of_card in zip(cards, rows, strict=True)
    ]
    return [
        CardPage(
            layout.size, layout.columns, cards=tuple(fitted_cards[start : start + layout.cards_per_page])
        )
        for start in range(0, len(fitted_cards), layout.cards_per_page)
    ]


def _make_row(line: CardLine, short: str) -> NameRow:
    space = CHAIR + BETWEEN if line.chair else 0.0
    if line.sign:
        space += BETWEEN + SIGN
    for words in (line.points, line.seat and f"→ {line.seat}"):
        if words:
            space += BETWEEN + SMALLER * measure_width(words)
    return NameRow(line.name, space, short)


def _make_cut_pages(cuts: Sequence[str], least: int) -> list[CardPage]:
    if not cuts:
        return []
    layout = choose_layout([[NameRow(words, BETWEEN, words)] for words in cuts], least, titled=False)
    return [
        CardPage(layout.size, layout.columns, cuts=tuple(cuts[start : start + layout.cards_per_page]))
        for start in range(0, len(cuts), layout.cards_per_page)
    ]


def _make_mover_pages(movers: Sequence[CardLine], short: Mapping[str, str], least: int) -> list[CardPage]:
    if not movers:
        return []
    widths = [3 * BETWEEN + measure_width(f"→ {mover.came_from} ▲ {mover.seat}") for mover in movers]
    rows = [NameRow(mover.name, room, short[mover.name]) for mover, room in zip(movers, widths, strict=True)]
    layout = choose_layout([[row] for row in rows], least, titled=False)
    room = measure_room(layout)
    fitted_movers = [
        replace(mover, fitted=fit_name(row, room)) for mover, row in zip(movers, rows, strict=True)
    ]
    return [
        CardPage(
            layout.size, layout.columns, movers=tuple(fitted_movers[start : start + layout.cards_per_page])
        )
        for start in range(0, len(fitted_movers), layout.cards_per_page)
    ]


NAMED_GONE = 12
"""At most this many people who are out of the knockout are named."""


class HallPage:
    """The evening as the projector and its published page show it."""

    def __init__(self, view: PublicView, now: datetime) -> None:
        self.view, self.facts, self.play = view, view.facts, view.play
        self.stage, self.round, self.announcement = view.stage, view.round, view.announcement
        self.plays = self.stage is Stage.PLAYING
        self.rung, self.now = self.plays and view.rung, now
        self.shows_seats = self.plays or self.stage is Stage.SEATED
        self.clock_waits = view.pulse.get_hand(now) is ClockHand.WAITING

    @cached_property
    def out(self) -> tuple[int, ...]:
        """Return the tables whose results are awaited."""
        return tuple(table.table for table in self.view.tables if table.out)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Return the tables at which somebody plays."""
        return tuple(table for table in self.view.tables if table.people) if self.shows_seats else ()

    @property
    def cards(self) -> tuple[HallCard, ...]:
        return make_cards(self.tables, self.play.format, self.new_seats)

    @property
    def late(self) -> bool:
        """Return whether some tables have a result. Then the page marks the tables that still play."""
        return self.rung or len(self.out) < len(self.tables)

    @property
    def deal(self) -> str:
        """Return the deal that all tables play. Empty if they play different deals."""
        return (
            describe_same_deal(table.progress for table in self.tables)
            if self.plays and not self.rung
            else ""
        )

    @property
    def present_count(self) -> int:
        """Return the number of people who are here."""
        return sum(state.plays for state in list_presences(self.facts, self.round + 1).values())

    @cached_property
    def new_seats(self) -> Mapping[int, NewSeat]:
        """Return the new seats that are shown now, by entry."""
        return self.view.new_seats.find_shown(self.now)

    @cached_property
    def movers(self) -> tuple[CardLine, ...]:
        """Return the people with a new seat, by name. If all seats were drawn, only the tables show them."""
        format = self.play.format
        lines = [
            make_mover_line(self.view.names[entry], format, new)
            for entry, new in self.new_seats.items()
            if new.act.verb != APPLIED or format.find_origin(HEAD) is not None
            if new.end is None or entry in self.view.playing
        ]
        return tuple(sorted(lines, key=lambda mover: make_sort_key(mover.name)))

    @property
    def movers_title(self) -> str:
        """Return the title of the page with new seats."""
        verbs = {new.act.verb for new in self.new_seats.values()}
        if UNDONE in verbs:
            return gettext("Back to your seats")
        return gettext("Who moves") if APPLIED in verbs else gettext("New seats")

    @property
    def newest(self) -> int:
        """Return the journal line of the newest of these seats; 0 if there is none."""
        return max((new.act.seq for new in self.new_seats.values()), default=0)

    @property
    def until(self) -> int | None:
        """Return the time of the page's next change by clock alone, in milliseconds since 1970."""
        return compute_until_ms(self.view, self.now)

    @cached_property
    def seatless(self) -> tuple[HallCard, ...]:
        """Return cards of the people who wait, with their seat at the bell, and of a few who are out."""
        seats = {self.view.names[entry]: describe_seat(*seat) for entry, seat in self.view.late_seats.items()}
        wait = [CardLine(name, seat=seats.get(name, "")) for name in self.waiting_names]
        leavers = [CardLine(name) for name in self.gone[:NAMED_GONE]]
        return (
            *make_seatless_cards(gettext("Waiting for a seat"), wait),
            *make_seatless_cards(gettext("Out of the knockout"), leavers),
        )

    @property
    def waiting_names(self) -> tuple[str, ...]:
        """Return the people without a seat. They get one at the next bell, or when a seat is free."""
        return tuple(self.view.names[entry] for entry in self._unseated if entry not in self._out_of_it)

    @property
    def gone(self) -> tuple[str, ...]:
        """Return the people who are out of the knockout."""
        return tuple(self.view.names[entry] for entry in self._unseated if entry in self._out_of_it)

    @cached_property
    def _unseated(self) -> Sequence[int]:
        return list_unseated(self.facts, self.round + 1, self.view.playing) if self.shows_seats else ()

    @cached_property
    def _out_of_it(self) -> frozenset[int]:
        return self.play.format.find_unseated(self.facts, self.round)

    @property
    def pages(self) -> tuple[CardPage, ...]:
        """Return the pages of the projector, one after the other."""
        return make_pages((*self.cards, *self.seatless), self.movers, self.cuts)

    @property
    def cuts(self) -> tuple[str, ...]:
        """Return the cuts that are still needed, and the decisions of this round's cuts until people move."""
        open_cuts = tuple(" ".join((*cut.ties[-1:], cut.words)) for cut in self.view.cuts)
        return (*open_cuts, *(words for _table, words in self.view.cuts_decided if self.view.rung))

    @property
    def state(self) -> str:
        """Return the state of the evening in one line."""
        match self.stage:
            case Stage.DRAFT | Stage.CHECK_IN:
                return gettext("Welcome! Seats are drawn soon.")
            case Stage.SEATED:
                return gettext("Find your table. Play begins soon.")
            case Stage.SETTLING:
                return phrase(self.play, "Play is over. Settling up comes next.")
            case Stage.FINISHED:
                return gettext("Play is over.")
            case Stage.CALLED_OFF:
                return gettext("This evening was called off.")
            case Stage.PLAYING:
                return self._describe_play()
            case _:
                assert_never(self.stage)

    @property
    def _reseated(self) -> Reseating | None:
        """Return the last reseating if it was not by a bell's moves, until a table has played on."""
        last = self.view.new_seats.find_act(NEWEST, self.now)
        return last if last is not None and last.verb != APPLIED else None

    def _describe_play(self) -> str:
        play, preview = self.play, self.view.after_bell
        if preview is not None:
            counts_down = self.view.pulse.moves_at is not None
            return get_format_pages(play.format).describe_bell(play, preview, counts_down=counts_down)
        title = describe_round(play, self.round, self.facts.round_count)
        figures = {"round": title, "tables": describe_tables(self.out)}
        if self._reseated is not None:
            if self._reseated.verb == UNDONE:
                return phrase(play, "The bell was undone. %(round)s goes on.") % figures
            return gettext("Some seats have changed. Find your name.")
        if self.clock_waits:
            return gettext("%(round)s: take your seats") % figures
        if len(self.out) == len(self.tables):
            return gettext("%(round)s is being played") % figures
        if not self.out:
            return gettext("%(round)s: all results are in") % figures
        return gettext("%(round)s. Still playing: %(tables)s") % figures


PRIZES, LINES = 8, 26
"""The most prizes on a screen, and the most lines of the standings, in two columns."""
STEP, STEP_NAME, FIRST_NAME = (WIDE - 4 * GAP) / 3, 40, 52
"""In px, as in the style sheet: a step's width, and the sizes of names on steps and on the first step."""
COLUMN, CELL, LETTERS, TITLES = (WIDE - 3 * GAP) / 2, 16, 30, 20
"""In px: the width of a column of the standings, the space beside a cell's text, and the sizes of type.

``LETTERS``: of lines. ``TITLES``: of column titles.
"""


@dataclass(frozen=True)
class Screen:
    """One screen: a prize with its winner's ``path`` as SVG, the podium, some prizes, or some lines.

    ``podium``: the lines of each place, in the order of the steps from left to right.
    """

    label: str
    prize: PrizeDisplay | None = None
    path: str = ""
    podium: tuple[tuple[PublicLine, ...], ...] = ()
    prizes: tuple[PrizeDisplay, ...] = ()
    lines: tuple[tuple[PublicLine, ...], ...] = ()


def list_figure_titles(play: Play, chips: int) -> tuple[str, ...]:
    """Return the titles of the standings' figures. ``chips``: the number of columns for yellow chips."""
    return (gettext("Place"), get_figure_title(play), *[gettext("Yellow")] * chips)


def make_screens(
    announcement: Announcement, draw_path: Callable[[int, str], str], titles: Sequence[str] = ()
) -> tuple[Screen, ...]:
    """Return the screens. While prizes are hidden: the prize announced last, else all titles.

    ``titles``: of the standings' columns of figures.
    """
    newest = announcement.newest
    if newest is None and announcement.hidden:
        return _make_prize_screens(announcement.prizes)
    giant: tuple[Screen, ...] = ()
    if newest is not None:
        path = draw_path(*newest.winners[0]) if len(newest.winners) == 1 else ""
        giant = (Screen(gettext("Prizes"), prize=newest, path=path),)
        if announcement.hidden:
            return giant
    short = shorten_names(line.name for line in announcement.lines)
    podium = _make_podium(
        [replace(line, fitted=_fit_on_step(line, short[line.name])) for line in announcement.lines]
    )
    figures = sum(
        max(TITLES * measure_width(title), LETTERS * measure_width("0000")) + CELL for title in titles
    )
    room = (COLUMN - CELL - figures) / LETTERS
    lines = [
        replace(line, fitted=fit_name(NameRow(line.name, short=short[line.name]), room))
        for line in announcement.lines
    ]
    return (*giant, *podium, *_make_prize_screens(announcement.prizes), *_make_standing_screens(lines))


def _fit_on_step(line: PublicLine, short: str) -> Fitted:
    return fit_name(NameRow(line.name, short=short), STEP / (FIRST_NAME if line.place == 1 else STEP_NAME))


def _make_podium(lines: Sequence[PublicLine]) -> tuple[Screen, ...]:
    """Return the podium: the second, the first, the third. None with fewer than two places."""
    steps = [tuple(equal) for _place, equal in groupby(lines, key=lambda line: line.place)][:PODIUM]
    if len(steps) < 2 or any(len(step) > ON_A_STEP for step in steps):
        return ()
    first, second, *third = steps
    return (Screen(gettext("Podium"), podium=(second, first, *third)),)


def _make_prize_screens(prizes: Sequence[PrizeDisplay]) -> tuple[Screen, ...]:
    label = gettext("Prizes")
    return tuple(
        Screen(label, prizes=tuple(prizes[start : start + PRIZES])) for start in range(0, len(prizes), PRIZES)
    )


def _make_standing_screens(lines: Sequence[PublicLine]) -> tuple[Screen, ...]:
    columns = -(-len(lines) // LINES) * 2
    longest = -(-len(lines) // columns) if lines else 1
    parts = [tuple(lines[start : start + longest]) for start in range(0, len(lines), longest)]
    label = gettext("Standings")
    return tuple(Screen(label, lines=tuple(parts[start : start + 2])) for start in range(0, len(parts), 2))
