"""The hall's page, as the projector and the page of a published evening show it.

The projector's pages come in turn: the names from A to Z after a draw, open cuts, people who move, the
tables, and during play how the evening stands.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import assert_never

from django.utils.translation import gettext

from accounts.names import make_sort_key
from tournaments.base.phrases import phrase
from tournaments.base.words import describe_round, describe_tables
from tournaments.core.movement.clock import ClockHand
from tournaments.core.movement.levelling import APPLIED, NEWEST, UNDONE, NewSeat, Reseating
from tournaments.core.movement.seating import HEAD, list_presences, list_unseated
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.presenters.kinds import describe_same_deal
from tournaments.evening.presenters.table import Table
from tournaments.hall.presenters.pages import CutLine, Page, make_cut_line, make_pages
from tournaments.hall.presenters.published import PublicView, compute_until_ms
from tournaments.hall.presenters.tables import (
    CardLine,
    HallCard,
    describe_seat,
    make_cards,
    make_mover_line,
    make_seatless_cards,
)

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
        """Return whether some tables have a result. Then the page marks each table as done or playing."""
        return self.plays and (self.rung or len(self.out) < len(self.tables))

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
        moves = self.view.moves
        lines = [
            make_mover_line(self.view.names[entry], format, new, swaps=_is_swap(new, moves.get(entry, ())))
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
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the projector, one after the other."""
        return make_pages((*self.cards, *self.seatless), self.movers, self.cuts, self.drawn_names)

    @property
    def drawn_names(self) -> tuple[CardLine, ...]:
        """Return everybody with their seat after a draw of all seats, until play goes on."""
        is_redrawn = self.play.format.find_origin(HEAD) is None and any(
            new.act.verb == APPLIED for new in self.new_seats.values()
        )
        if not (self.stage is Stage.SEATED or (self.plays and is_redrawn)):
            return ()
        return tuple(
            CardLine(seat.name, seat.chair, table.table) for table in self.tables for seat in table.people
        )

    @property
    def cuts(self) -> tuple[CutLine, ...]:
        """Return the cuts that are still needed, and the decisions of this round's cuts until people move."""
        decided = self.view.cuts_decided if self.view.rung else ()
        return (
            *map(make_cut_line, self.view.cuts),
            *(CutLine(table, words=words) for table, words in decided),
        )

    @property
    def pending(self) -> frozenset[int]:
        """Return the tables that still owe a result, or after the bell a cut or a count."""
        preview = self.view.after_bell
        if preview is None or preview.still_out:
            return frozenset(self.out)
        cutting = {need.table for _round, need in preview.cuts}
        return frozenset(cutting or {need.table for need in preview.counts})

    @cached_property
    def headline(self) -> tuple[str, str]:
        """Return the state in two parts. The projector shows dots for the second one, if it is not empty."""
        state, tables = self.state, describe_tables(sorted(self.pending)) if self.pending else ""
        if not self.plays or len(self.tables) < 2:
            return state, ""
        if self.rung:
            before, found, after = state.partition(tables) if tables else (state, "", "")
            return before, found + after
        is_plain = self._reseated is None and not self.clock_waits and state.startswith(self.round_title)
        return (self.round_title, state[len(self.round_title) :]) if is_plain else (state, "")

    @property
    def dots(self) -> tuple[tuple[int, bool], ...]:
        """Return each table, and whether it is done. Empty if there is nothing to wait for."""
        if not self.headline[1]:
            return ()
        return tuple((table.table, table.table not in self.pending) for table in self.tables)

    @property
    def shows_standings(self) -> bool:
        """Return whether nobody looks for a seat or waits for a table, so that there is time for more."""
        return self.plays and not (self.rung or self.clock_waits or self.new_seats)

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

    @cached_property
    def round_title(self) -> str:
        """Return the title of the round. The last one is announced."""
        if 1 < self.round == self.facts.round_count:
            return phrase(self.play, "Last round")
        return describe_round(self.play, self.round, self.facts.round_count)

    def _describe_play(self) -> str:
        play, preview = self.play, self.view.after_bell
        if preview is not None:
            counts_down = self.view.pulse.moves_at is not None
            return get_format_pages(play.format).describe_bell(play, preview, counts_down=counts_down)
        figures = {"round": self.round_title, "tables": describe_tables(self.out)}
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


def _is_swap(new: NewSeat, reasons: Sequence[Reason]) -> bool:
    """Return whether a person has a new seat by a bell, because they or another person took a fresh stake."""
    return new.act.verb == APPLIED and bool(reasons) and reasons[-1].code.startswith("swap")
