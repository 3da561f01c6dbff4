"""The evening for everybody in the hall, and how it stands in one line."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import assert_never

from django.utils.translation import gettext

from accounts.names import name_order
from tournaments.base.phrases import phrase
from tournaments.base.words import round_title, tables_in_words
from tournaments.core.kinds import awaited
from tournaments.core.movement import position
from tournaments.core.movement.chairs import HEAD
from tournaments.core.movement.clock import Hand
from tournaments.core.movement.reseating import APPLIED, NEWEST, UNDONE, NewSeat, Reseating
from tournaments.core.record import Stage
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.kinds.progress import Progress, same_deal
from tournaments.hall.presenters.hall_pages import HallMover, Page, pages_of
from tournaments.hall.presenters.hall_tables import (
    HallTable,
    Person,
    seat_in_words,
    sign_at,
    tables_now,
    without_table,
)
from tournaments.hall.presenters.public_view import PublicView, until_ms

NAMED_GONE = 12
"""So many of those who are out of the knockout are named."""


class HallPage:
    """The evening as everybody may see it: on the projector, or where it is published."""

    def __init__(self, view: PublicView, now: datetime) -> None:
        self.view, self.facts, self.play = view, view.facts, view.play
        self.stage, self.round, self.told = view.stage, view.round, view.told
        self.plays = self.stage is Stage.PLAYING
        self.rung, self.now = self.plays and view.rung, now
        self.shows_seats = self.plays or self.stage is Stage.SEATED
        self.clock_waits = view.pulse.hand(now) is Hand.WAITING

    @cached_property
    def out(self) -> tuple[int, ...]:
        """The tables whose results are awaited."""
        return awaited.still_out(self.facts, self.round) if self.plays else ()

    @cached_property
    def how_far(self) -> Mapping[int, Progress]:
        return self.view.progress if self.plays else {}

    @cached_property
    def tables(self) -> tuple[HallTable, ...]:
        if not self.shows_seats:
            return ()
        return tables_now(self.facts, self.round, self.out, self.how_far, self.new_seats)

    @property
    def late(self) -> bool:
        """Whether some tables have their result, so that those still playing are marked."""
        return self.rung or len(self.out) < len(self.tables)

    @property
    def deal(self) -> str:
        """The deal that all tables play."""
        return "" if self.rung else same_deal(self.how_far.values())

    @property
    def here(self) -> int:
        """The number of people who are here."""
        return sum(state.plays for state in position.presences(self.facts, self.round + 1).values())

    @cached_property
    def new_seats(self) -> Mapping[int, NewSeat]:
        """The people whose new seat is shown, by entry."""
        return self.view.new_seats.at(self.now)

    @cached_property
    def movers(self) -> tuple[HallMover, ...]:
        """The people with a new seat, by name; where all seats are drawn the tables say it."""
        format = self.play.format
        going = [
            HallMover(self.view.names[entry], sign_at(format, new), new)
            for entry, new in self.new_seats.items()
            if new.act.verb != APPLIED or format.came_from(HEAD) is not None
            if new.end is None or entry in self.view.playing
        ]
        return tuple(sorted(going, key=lambda mover: name_order(mover.name)))

    @property
    def movers_title(self) -> str:
        """What the page of those who have a new seat is called."""
        verbs = {new.act.verb for new in self.new_seats.values()}
        if UNDONE in verbs:
            return gettext("Back to your seats")
        return gettext("Who moves") if APPLIED in verbs else gettext("New seats")

    @property
    def newest(self) -> int:
        """The journal line that gave the newest of these seats; 0: none."""
        return max((new.act.seq for new in self.new_seats.values()), default=0)

    @property
    def until(self) -> int | None:
        """When the page changes by time alone: milliseconds since 1970."""
        return until_ms(self.view, self.now)

    @cached_property
    def seatless(self) -> tuple[HallTable, ...]:
        """Cards of those who wait, with the seat that the bell gives them, and of a few who are out."""
        coming = {self.view.names[entry]: seat_in_words(*at) for entry, at in self.view.coming.items()}
        wait = [Person(0, name, seat=coming.get(name, "")) for name in self.waiting]
        out = [Person(0, name) for name in self.gone[:NAMED_GONE]]
        return (
            *without_table(gettext("Waiting for a seat"), wait),
            *without_table(gettext("Out of the knockout"), out),
        )

    @property
    def waiting(self) -> tuple[str, ...]:
        """The people without a seat who get one at the next bell, or when there is room."""
        return tuple(self.view.names[entry] for entry in self._unseated if entry not in self._out_of_it)

    @property
    def gone(self) -> tuple[str, ...]:
        """The people who are out of the knockout."""
        return tuple(self.view.names[entry] for entry in self._unseated if entry in self._out_of_it)

    @cached_property
    def _unseated(self) -> Sequence[int]:
        return position.unseated(self.facts, self.round + 1, self.view.playing) if self.shows_seats else ()

    @cached_property
    def _out_of_it(self) -> frozenset[int]:
        return self.play.format.without_seat(self.facts, self.round)

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of the projector, one after the other."""
        return pages_of((*self.tables, *self.seatless), self.movers, self.cuts)

    @property
    def cuts(self) -> tuple[str, ...]:
        """The cuts that are needed, and what those of this round have decided, until people move."""
        needed = tuple(" ".join((*cut.again[-1:], cut.words)) for cut in self.view.cuts)
        return (*needed, *(words for _table, words in self.view.cuts_decided if self.view.rung))

    @property
    def state(self) -> str:
        """The one line that says how things stand."""
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
                return self._while_played()
            case _:
                assert_never(self.stage)

    @property
    def _reseated(self) -> Reseating | None:
        """The act that sent people elsewhere than the bell did, while no table has played on since."""
        last = self.view.new_seats.act_at(NEWEST, self.now)
        return last if last is not None and last.verb != APPLIED else None

    def _while_played(self) -> str:
        play, preview = self.play, self.view.after_bell
        if preview is not None:
            counts_down = self.view.pulse.moves_at is not None
            return format_pages(play.format).bell(play, preview, counts_down=counts_down)
        title = round_title(play, self.round, self.facts.round_count)
        figures = {"round": title, "tables": tables_in_words(self.out)}
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
