"""The page of one person's evening, without an account.

The page shows the state ``Now`` first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from django.utils.translation import gettext

from tournaments.base.words import (
    address_reader,
    describe_briefly,
    describe_reason,
    describe_tables,
    format_counters,
)
from tournaments.core.kinds.points import NOTHING, BidTally
from tournaments.core.movement.levelling import APPLIED, UNDONE, NewSeat
from tournaments.core.movement.seating import TableSeat, find_presence
from tournaments.core.ranking.metrics import SettledPerson
from tournaments.core.reasons import Reason
from tournaments.core.record import ENDED, Presence, SeatFact, Stage, StakeKind
from tournaments.evening.presenters.movers import CutView
from tournaments.evening.presenters.table import Table
from tournaments.hall.presenters.published import PublicView, compute_until_ms
from tournaments.hall.presenters.tables import CardLine, PathStep, choose_sign, make_line, trace_path
from tournaments.prizes.presenters.prizes import PrizeDisplay


class Now(StrEnum):
    """The first thing that a person's page shows."""

    CHECKED_IN = "checked_in"  # seats are not drawn yet
    DRAWN = "drawn"  # go to your seat, play begins soon
    PLAYING = "playing"
    BELL = "bell"  # the bell has rung, and a result or a cut is missing
    CUT = "cut"  # the bell has rung, and this person must cut
    CHECKED = "checked"  # all is decided, and the organiser checks the moves
    MOVES = "moves"  # the moves are made: go to the new seat
    BACK = "back"  # the bell was undone
    WAITING = "waiting"  # gets a seat at the next bell
    FULL = "full"  # every table is full
    SITS_OUT = "sits_out"  # seats were drawn, and no seat was left
    BYE = "bye"  # goes to the next game of the knockout without playing
    OUT = "out"  # out of the knockout
    PAUSED = "paused"
    LEFT = "left"
    SETTLING = "settling"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


SEATLESS = (Now.SITS_OUT, Now.BYE, Now.OUT)
STANDS = (Now.PAUSED, Now.LEFT, Now.WAITING, *SEATLESS, Now.SETTLING, Now.FINISHED, Now.CALLED_OFF)
"""States in which a person has no seat any more. A player who returns from a pause waits for another seat."""


@dataclass(frozen=True)
class SeatChange:
    """A change of seats, or a stay, and the reasons in words.

    ``sign``: up, stay, down or back; empty for a seat by a draw or by hand. ``other_seat``: another chair.
    """

    sign: str
    start: int | None
    reasons: tuple[str, ...]
    other_seat: bool = False


BEFORE_PLAY = (Stage.CHECK_IN, Stage.SEATED)
SINCE_BELL = ("late", "by_hand", "levelled")


class PlayerPage:
    """One person's evening now. KeyError if the person takes no part in the evening."""

    def __init__(self, view: PublicView, entry: int, time: datetime) -> None:
        self.view, self.facts, self.names, self.entry = view, view.facts, view.names, entry
        self.time = time
        self.name = self.names[entry]
        self.stage, self.play, self.round = view.stage, view.play, view.round
        self.preview, self.playing, self.banker = view.after_bell, view.playing, view.banker
        self.stake, self.counters = view.settings.stake, view.counters.get(entry)
        self.places = {seat.round: seat for seat in self.facts.seats if seat.entry == entry}

    @cached_property
    def now(self) -> Now:
        if self.stage in (Stage.SETTLING, *ENDED):
            return Now(self.stage)
        if self.stage is Stage.CHECK_IN:
            return Now.CHECKED_IN
        state = find_presence(self.facts, self.entry, self.round + 1)
        if not state.plays:
            return Now.PAUSED if state is Presence.PAUSED else Now.LEFT
        if self.round not in self.places or self.entry not in self.playing:
            is_present = find_presence(self.facts, self.entry, self.round).plays
            sits_out = self.play.format.sits_out and (is_present or self.entry in self.gone)
            if sits_out and self.stage is Stage.PLAYING:
                return self._find_seatless_state()
            return Now.FULL if is_present and self.stage is Stage.PLAYING else Now.WAITING
        return Now.DRAWN if self.stage is Stage.SEATED else self._find_bell_state()

    @cached_property
    def gone(self) -> frozenset[int]:
        return self.play.format.find_unseated(self.facts, self.round)

    def _find_seatless_state(self) -> Now:
        """Return the state of a person without a seat in the present game."""
        if self.entry in self.play.format.find_byes(self.facts, self.round):
            return Now.BYE
        return Now.OUT if self.entry in self.gone else Now.SITS_OUT

    def _find_bell_state(self) -> Now:
        if self.preview is None:
            act = self.view.new_seats.find_act(self.places[self.round].position, self.time)
            by_bell_or_hand = self.new and (self.new.act.verb == APPLIED or not self.new.act.of_all)
            if act is not None and act.verb != APPLIED and not by_bell_or_hand:
                return Now.BACK
            return Now.MOVES if act or self.new else Now.PLAYING
        if self.preview.ready:
            return Now.CHECKED
        return Now.CUT if any(cut.describe_rivals(self.entry) for cut in self.cuts) else Now.BELL

    @cached_property
    def cuts(self) -> tuple[CutView, ...]:
        """Return the cuts needed at this person's table, and those about this person as the broke player."""
        tables = {self.places[self.round].position} if self.round in self.places else set()
        return tuple(c for c in self.view.cuts if c.need.table in tables or c.is_about(self.entry))

    @cached_property
    def my_cuts(self) -> tuple[tuple[str, CutView], ...]:
        """Return these cuts, each with this person's opponents in words; empty if the person does not cut."""
        return tuple((cut.describe_rivals(self.entry), cut) for cut in self.cuts)

    @property
    def cut(self) -> tuple[str, ...]:
        """Return the decisions of the cuts at this person's table, until people move."""
        table_number = self.places[self.round].position if self.round in self.places else 0
        return tuple(words for table, words in self.view.cuts_decided if table == table_number)

    @cached_property
    def new(self) -> NewSeat | None:
        """Return the new seat while hall and phones show it. A lost seat has no end."""
        return self.view.new_seats.find_shown(self.time).get(self.entry)

    @property
    def lost_seat(self) -> TableSeat | None:
        """Return the seat that a late player lost because the bell was undone."""
        return self.new.start if self.new and self.new.end is None and self.seat is None else None

    @property
    def until(self) -> int | None:
        """Return the time of the page's next change by clock alone, in milliseconds since 1970."""
        return compute_until_ms(self.view, self.time)

    @cached_property
    def seat(self) -> SeatFact | None:
        """Return the seat of this round. None if the person has no seat now."""
        return self.places.get(self.round) if self.now not in STANDS else None

    @cached_property
    def table(self) -> Table | None:
        """Return the table of this round."""
        return self.view.get_table(self.seat.position) if self.seat else None

    @property
    def deal(self) -> str:
        """Return the deal that the table plays next."""
        how_far = self.table.progress if self.table and self.now in (Now.PLAYING, Now.MOVES) else None
        return ": ".join(filter(None, (how_far.deal, how_far.cards))) if how_far and how_far.deal else ""

    @property
    def rounds(self) -> int | None:
        return self.facts.round_count

    @property
    def next_seat(self) -> tuple[int, int] | None:
        """Return a late player's table and chair at the next bell."""
        return self.view.late_seats.get(self.entry) if self.seat is None else None

    @cached_property
    def mates(self) -> tuple[CardLine, ...]:
        """Return who sits at the table."""
        people = self.table.people if self.table else ()
        return tuple(make_line(self.table, seat, self.play.format) for seat in people if self.table)

    @property
    def undone(self) -> bool:
        """Return whether the bell was undone, and no moves were made since."""
        last = self.view.new_seats.last
        return last is not None and last.verb == UNDONE

    @cached_property
    def way(self) -> SeatChange | None:
        """Return the way from the seat of the last round, or back to a seat if the bell was undone."""
        if self.seat is None:
            return None
        seat, before = self.seat, self.places.get(self.round - 1)
        if self.now is Now.BACK:
            return SeatChange("back" if self.new else "stay", None, ())
        if self.now in (Now.MOVES, Now.DRAWN) and self.new and not self.new.act.of_all:
            return SeatChange("", None, (gettext("The organiser changed this seat."),))
        moves = [] if self.now is Now.DRAWN else self.view.moves.get(self.entry, [])
        since_bell = bool(moves) and moves[-1].code in SINCE_BELL
        reasons = [describe_move(reasons, self.names) for reasons in moves]
        if not reasons and (before is None or self.view.last_bell is None):
            return None
        start = before.position if before and not since_bell else None
        came_from = self.play.format.find_origin(start)
        if self.now is not Now.MOVES:
            start = came_from
        sign = "stay" if start == seat.position else choose_sign(came_from, seat.position)
        other_seat = before is not None and before.chair != seat.chair
        if self.view.corrected and self.entry in self.view.corrected.entries:
            reasons = [gettext("A result was corrected after this move.")]
        return SeatChange(sign, start, tuple(reasons or self._explain_stay()), other_seat=other_seat)

    @property
    def why_first(self) -> str:
        """Return why the person sits at the first seat; empty in later rounds, or if ``way`` says it."""
        if self.seat is None or self.round != 1 or self.new or self.way:
            return ""
        if moves := self.view.moves.get(self.entry, ()):
            return describe_move(moves[-1], self.names)
        if self.view.seated_by_season:
            return gettext(
                "First seats by the standings of the season. Players who are not in it were seated by lot."
            )
        return gettext("Your first seat was drawn by lot.")

    def _explain_stay(self) -> list[str]:
        """Return why the person stayed. Empty if the moves calculated now do not let the person stay.

        A stay has no row in the database, so it is calculated again.
        """
        if self.view.last_bell is None:
            return []
        bell = self.view.last_bell.bell
        stayed = all(move.entry != self.entry for move in bell.moves)
        verdict = bell.verdicts.get(self.entry)
        return [describe_briefly(verdict, self.names, address_reader)] if stayed and verdict else []

    @property
    def wait(self) -> str:
        """Return what the person must do between the bell and the moves."""
        preview = self.preview
        if preview is None or self.seat is None or self.now not in (Now.BELL, Now.CHECKED):
            return ""
        mine = self.seat.position
        if mine in preview.still_out:
            return gettext("Finish your deal, and stay seated.")
        if any(need.table == mine for need in preview.counts):
            return gettext("Count your counters, and tell the organiser. Stay seated.")
        if preview.still_out:
            tables = describe_tables(preview.still_out)
            return gettext("Stay seated. Still playing: %(tables)s.") % {"tables": tables}
        if self.now is Now.BELL:
            return gettext("Stay seated. Other tables still have to cut or count.")
        if self.view.pulse.moves_at is not None:
            return gettext("Stay seated. This page shows your next seat in a moment.")
        return gettext("Stay seated. The organiser is checking the moves. This page shows your next seat.")

    @cached_property
    def why_not(self) -> tuple[str, ...]:
        """Return why this person has no seat, or stays in the old one."""
        if self.now is Now.CHECKED:
            return self._explain_no_moves()
        if self.now not in SEATLESS:
            return ()
        if not self.places and self.entry in self.gone:
            return (gettext("The knockout started before you arrived."),)
        return tuple(describe_move(why, self.names) for why in self.view.moves.get(self.entry, ()))

    def _explain_no_moves(self) -> tuple[str, ...]:
        """Return why everybody stays at this bell. Empty if the bell brings new seats.

        The organiser checks new seats first, so the page does not show them yet.
        """
        if (
            self.preview is None
            or self.preview.bell.moves
            or (self.preview.next_game and not self.preview.end_reason)
        ):
            return ()
        return (describe_reason(self.preview.bell.verdicts[self.entry], self.names, address_reader),)

    @property
    def broke(self) -> bool:
        """Return whether no counters are left."""
        remaining = 1 if self.counters is None else self.counters
        return self.seat is not None and self.now is not Now.DRAWN and remaining <= 0

    @property
    def swaps(self) -> bool:
        """Return whether a fresh stake makes the person change seats with somebody at the booby table."""
        keeps = find_presence(self.facts, self.entry, self.round + 1) is Presence.KEEPS_SEAT
        booby = next((table.table for table in self.view.tables if table.is_booby), None)
        return self.seat is not None and booby not in (None, self.seat.position) and not keeps

    @property
    def fresh(self) -> bool:
        """Return whether the person took a fresh stake at the last bell."""
        return self.now in (Now.MOVES, Now.PLAYING, Now.BELL, Now.CHECKED, Now.CUT) and any(
            stake.entry == self.entry and stake.round == self.round and stake.kind is StakeKind.FRESH
            for stake in self.facts.stakes
        )

    @property
    def scored(self) -> BidTally:
        return self.view.scored.get(self.entry, NOTHING)

    @property
    def yellow(self) -> int:
        return sum(chip.entry == self.entry for chip in self.view.chips)

    @cached_property
    def path(self) -> tuple[PathStep, ...]:
        return trace_path(self.facts, self.entry, self.view.chips) if self.stage not in BEFORE_PLAY else ()

    @property
    def settled(self) -> SettledPerson | None:
        return self.view.settled.get(self.entry) if self.now in (Now.SETTLING, Now.FINISHED) else None

    @property
    def net(self) -> str:
        """Return the counters that are left after settling up, with a proper minus."""
        return format_counters(self.settled.net if self.settled else None)

    @property
    def stakes_cost(self) -> int:
        """Return the cost of the fresh stakes at settling up."""
        return self.stake * self.settled.fresh if self.settled else 0

    @property
    def place(self) -> int | None:
        return self.view.announcement.places.get(self.entry)

    @property
    def people(self) -> int:
        return len(self.view.announcement.places)

    @property
    def prizes(self) -> tuple[PrizeDisplay, ...]:
        return self.view.announcement.list_prizes(self.entry)

    @property
    def hidden(self) -> int:
        """Return how many prizes are still to be revealed."""
        return self.view.announcement.hidden


def describe_move(reason: Reason, names: Mapping[int, str]) -> str:
    """Return a move's reason in words for the person. The organiser's own reason stays private."""
    if reason.code == "by_hand":
        return gettext("The organiser changed this seat.")
    return describe_briefly(reason, names, address_reader)
