"""How a table stands at this moment, as its phone shows it and watches it."""

from dataclasses import dataclass

from accounts.errors import RuleError
from tournaments.console.presenters.console import Console, view_of
from tournaments.core.evening import Play
from tournaments.core.record import ENDED, Stage
from tournaments.evening.presenters.pending_cuts import CutView
from tournaments.evening.selectors.access import evening_by_code
from tournaments.evening.selectors.bid_tables import bid_table
from tournaments.evening.selectors.live_state import Pulse
from tournaments.evening.selectors.tables import AtTable, at_table, mark_of_table
from tournaments.models import Evening


@dataclass(frozen=True)
class Sitting:
    """Somebody who plays at the table; ``deals``: has the deal now."""

    chair: int
    name: str
    deals: bool


@dataclass(frozen=True)
class Stand:
    """A table in the evening's present round.

    ``opened`` is the round's row, ``playing_here`` are the entries of who plays, ``decided`` deals have a
    result, ``next_deal`` is awaited (0: none), and the journal line ``bids`` wrote the bids that stand for it
    (0: none do). ``count``: why its counters must be counted at this bell. ``cuts`` are needed by its
    players, and ``cut`` says what those made there have decided.
    """

    pulse: Pulse
    table: int
    play: Play
    there: bool = False
    is_booby: bool = False
    opened: int = 0
    people: tuple[Sitting, ...] = ()
    playing_here: tuple[int, ...] = ()
    decided: int = 0
    next_deal: int = 0
    bids: int = 0
    count: str = ""
    cuts: tuple[CutView, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """What changes when others sit here, the bids do, or the round is started again."""
        return mark_of_table(self.bids, self.playing_here, self.opened)

    @property
    def earlier(self) -> range:
        """The deals that are recorded."""
        return range(1, self.decided + 1)

    @property
    def round(self) -> int:
        return self.pulse.round

    @property
    def playing(self) -> bool:
        return self.pulse.stage == Stage.PLAYING

    @property
    def over(self) -> bool:
        """Whether the evening is over, or being settled."""
        return self.finished or self.pulse.stage == Stage.SETTLING

    @property
    def finished(self) -> bool:
        return self.pulse.stage in ENDED

    @property
    def is_head(self) -> bool:
        return self.play.format.is_head(self.table)


def stand(evening: Evening, table: int, pulse: Pulse, *, people: bool, at: AtTable | None = None) -> Stand:
    """The table as it stands, with its ``people`` if they are asked for; ``at``: where it was read already.

    In at most six queries, and one more at the bell; the first table that asks then reads the evening.
    """
    bare = Stand(pulse, table, evening.play)
    try:
        if at is None or at.round.number != pulse.round:
            at = at_table(evening, pulse.round, table)
        bidding = bid_table(evening, pulse.round, table, at=at) if evening.play.bids else None
    except RuleError:
        return bare
    awaited = at.next_deal(evening.settings.deals) if bidding is None else bidding.next_number
    coming = awaited if bare.playing else 0
    dealer = at.dealer(coming) if coming else 0
    decides = (at.round.rung_id and not coming) or (evening.play.format.is_head(table) and at.deals)
    known = evening_by_code(evening.join_code) if decides else None
    view = view_of(known) if known else None
    return Stand(
        pulse,
        table,
        evening.play,
        there=True,
        is_booby=at.play.format.is_booby(table, at.booby),
        opened=at.round.pk,
        people=_people(at, dealer) if people else (),
        playing_here=at.playing,
        decided=at.deals,
        next_deal=coming,
        bids=bidding.open.seq if bidding is not None and bidding.open is not None else 0,
        count=_count(view, at, pulse) if view and not coming else "",
        cuts=tuple(cut for cut in view.cuts if any(map(cut.concerns, at.playing))) if view else (),
        cut=tuple(words for place, words in view.cuts_decided if place == table) if view else (),
    )


def _people(at: AtTable, dealer: int) -> tuple[Sitting, ...]:
    """Who plays here, by chair."""
    sitting = ((chair, entry) for chair, entry in sorted(at.chairs.items()) if entry in at.playing)
    return tuple(Sitting(chair, at.names[entry], chair == dealer) for chair, entry in sitting)


def _count(view: Console, at: AtTable, pulse: Pulse) -> str:
    """Why counters must be counted here at the bell, where deals are not counted."""
    if not pulse.rung or pulse.stage != Stage.PLAYING or at.round.closed_id:
        return ""
    return next((count.why for count in view.counts if count.table == at.table), "")
