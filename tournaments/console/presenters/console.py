"""The organiser's console: where the round stands, what comes next, and what the bell brings."""

from enum import StrEnum

from accounts.errors import RuleError
from tournaments.attendance.presenters.people import decided
from tournaments.bell.presenters.next_tables import NextTables, next_tables
from tournaments.bell.presenters.outcome import EveningBell
from tournaments.bell.presenters.round_tables import TableView, table_views
from tournaments.core.formats.preview import Preview
from tournaments.core.movement import position
from tournaments.core.movement.chairs import Place
from tournaments.core.record import Presence
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.kinds.progress import same_deal
from tournaments.evening.presenters.pending_cuts import CutMade, cuts_made
from tournaments.evening.selectors.at_line import once
from tournaments.evening.selectors.bid_tables import tables_bid
from tournaments.evening.selectors.seat_options import moves_to_level
from tournaments.models import Evening
from tournaments.prizes.presenters.prize_note import PrizeNote, note_of

AT_MOST = 16
"""Evenings whose console is kept."""


class Phase(StrEnum):
    """What the organiser waits for, or does, next."""

    PLAY = "play"  # tables play, the bell has not rung
    RING = "ring"  # every result is in, and somebody must ring
    WAIT = "wait"  # the bell has rung, tables finish their deals
    COUNT = "count"
    CUT = "cut"
    READY = "ready"
    LAST = "last"  # everything is played, and no round follows


class Console(EveningView):
    """Everything that the console shows of an evening that is played."""

    @property
    def phase(self) -> Phase:
        return phase_of(self.preview)

    @property
    def several(self) -> bool:
        """Whether a table may play more than one deal in the round."""
        return self.play.several_deals(self.settings)

    @property
    def last_said(self) -> bool:
        """Whether it was said that no round follows this one, in the settings or during the evening."""
        return self.play.format.length == "rounds" and 0 < self.settings.rounds <= self.round

    @once
    def tables(self) -> tuple[TableView, ...]:
        return table_views(self.facts, self.preview, tables_bid(self.evening, self.facts, self.round))

    @once
    def made(self) -> tuple[CutMade, ...]:
        """The cuts of this bell."""
        return cuts_made(self.evening, self.round, self.names) if self.rung else ()

    @once
    def small(self) -> tuple[int, ...]:
        """Tables that have too few players, and have not played yet in this round."""
        if self.rung:
            return ()
        done, fewest = decided(self.facts, self.round), self.preview.limits.fewest
        seated = position.tables_seated(self.facts, self.round)
        return tuple(n for n, table in seated.items() if n not in done and 0 < len(table.playing) < fewest)

    @once
    def uneven(self) -> bool:
        """Whether the tables can be made level now."""
        if self.rung:
            return False
        try:
            self.play.format.refuse_mixing(self.round)
            goes = moves_to_level(self.facts)
        except RuleError:
            return False
        played = decided(self.facts, self.round)
        return bool(goes) and not any({one.start, one.table} & played for one in goes)

    @once
    def prize_note(self) -> PrizeNote:
        return note_of(self.facts)

    @once
    def outcome(self) -> EveningBell:
        """The result of the bell, or what it would be now."""
        preview = self.preview
        of_bell = (preview.bell, self.play, self.names, preview.ready, self.cuts, self.counts)
        return EveningBell(*of_bell, preview, self.phase, self.made)

    @property
    def comes_in(self) -> tuple[tuple[str, Place], ...]:
        return tuple((self.names[at.entry], Place(at.position, at.chair)) for at in self.arrivals[0])

    @once
    def goes_out(self) -> tuple[str, ...]:
        """The people who sat in the round and have left or pause."""
        here, seats = position.presences(self.facts, self.round), position.seats_of(self.facts, self.round)
        gone = (seat.entry for seat in seats if not here.get(seat.entry, Presence.LEFT).plays)
        return tuple(self.names[entry] for entry in gone)

    @once
    def waits(self) -> tuple[str, ...]:
        seatless = self._out.union(self._byes)
        return tuple(self.names[entry] for entry in self.arrivals[1] if entry not in seatless)

    @property
    def pausing(self) -> tuple[str, ...]:
        here = position.presences(self.facts, self.next_round)
        return tuple(self.names[entry] for entry, state in here.items() if state is Presence.PAUSED)

    @once
    def _byes(self) -> tuple[int, ...]:
        return self.play.format.byes(self.facts, self.round)

    @once
    def _out(self) -> frozenset[int]:
        return self.play.format.without_seat(self.facts, self.round)

    @property
    def byes(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in self._byes if entry in self.names)

    @property
    def knocked_out(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in sorted(self._out))

    @property
    def unplayed(self) -> bool:
        return not self.played

    @once
    def drawn(self) -> NextTables | None:
        return next_tables(self.facts, self.preview)

    @property
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        return self.preview.is_last

    @once
    def deal(self) -> str:
        """The deal that all tables play in this round, in words, if it is the same at all of them."""
        return same_deal(self.progress.values())

    @property
    def may_undo(self) -> bool:
        return self.rung or self.round > 1

    @property
    def may_draw_again(self) -> bool:
        """Whether the first seats can still be drawn again: nothing is played yet."""
        return self.round == 1 and not self.rung and self.unplayed

    @property
    def may_replay(self) -> bool:
        return not self.rung and self.round > 1 and self.play.format.may_replay

    @property
    def loses_by_settling(self) -> bool:
        """Whether rounds or moves that were planned are not made if play ends now."""
        planned = self.preview.rounds
        return not self.rung or bool(self.outcome.moves) or (planned is not None and self.round < planned)

    @property
    def may_settle(self) -> bool:
        """The last bell has rung and every result is in; or the round just opened is not played at all."""
        return not self.preview.still_out if self.rung else self.unplayed


_kept = KeptViews[Console](AT_MOST)


def view_of(evening: Evening) -> Console:
    """The evening at its newest journal line, with the names as members read them."""
    return _kept.get(evening, lambda: Console(evening))


def phase_of(preview: Preview) -> Phase:
    """What the organiser waits for, or does, next."""
    if not preview.rung:
        return Phase.PLAY if preview.still_out else Phase.RING
    if preview.still_out:
        return Phase.WAIT
    if preview.counts:
        return Phase.COUNT
    if preview.cuts:
        return Phase.CUT
    return Phase.LAST if preview.is_last else Phase.READY
