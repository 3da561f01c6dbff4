"""What stands on the paper with which an evening goes on without screens."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.describe.section import Section
from tournaments.core.evening import Play
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds.dealing import several_deals
from tournaments.core.movement.bell import Limits
from tournaments.core.movement.clock import Hand
from tournaments.core.movement.clock import shown as seconds_shown
from tournaments.core.record import Stage
from tournaments.core.results.prizes import Prize
from tournaments.core.settings import Counting, Settings
from tournaments.facts.running.live_state import Pulse
from tournaments.pages.paper.slips import Slip
from tournaments.pages.public.player_page import Named
from tournaments.pages.running.console import MoverView
from tournaments.pages.running.next_tables import NextTables
from tournaments.pages.running.pending_cuts import CutMade, CutView
from tournaments.pages.running.people import Person
from tournaments.pages.running.round_tables import SeatView, TableView, listed
from tournaments.words import clocked, goes_by, prize_title


@dataclass(frozen=True)
class Result:
    """A deal that the table has decided in this round: who won and called, or what each bid and won."""

    deal: int
    winners: str
    callers: str
    hands: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class PaperSeat:
    """Somebody at a table: the seat as the console has it, and who it is."""

    seat: SeatView
    who: Person


@dataclass(frozen=True)
class PaperTable:
    """A table as it is written down. ``together``: its counters, where all of them are known.

    ``left``: what people who went away in the middle of its deal have in the pool.
    """

    at: TableView
    seats: tuple[PaperSeat, ...]
    results: tuple[Result, ...]
    left: tuple[tuple[str, int], ...] = ()

    @property
    def together(self) -> int | None:
        held = [one.seat.held for one in self.seats if one.seat.presence.plays]
        return None if None in held else sum(counters or 0 for counters in held)


@dataclass(frozen=True)
class Paper:
    """The evening as of the journal's line ``seq``. ``banked``: counters of who pauses, at the banker.

    ``total``: counters that must be on the tables, with those in a pool that somebody left there.
    """

    play: Play
    settings: Settings
    stage: Stage
    seq: int
    now: datetime
    pulse: Pulse
    round: int
    preview: Preview
    deal: str
    tables: tuple[PaperTable, ...]
    people: tuple[Person, ...]
    wall: tuple[tuple[Named, Person], ...]
    total: int
    banked: tuple[tuple[str, int], ...]
    made: tuple[CutMade, ...]
    due: tuple[CutView, ...]
    moves: tuple[MoverView, ...]
    drawn: NextTables | None
    names: Mapping[int, str]
    rules: tuple[Section, ...]
    listed: tuple[Prize, ...]
    slips: tuple[Slip, ...]

    @property
    def counts_each_deal(self) -> bool:
        return self.settings.counting is Counting.EACH_DEAL

    @property
    def numbered(self) -> bool:
        """Whether a table may play more than one deal in the round."""
        return several_deals(self.play, self.settings)

    @property
    def several(self) -> bool:
        """Whether several stakes are put up on a deal."""
        return self.play.kind.several

    @property
    def tells_stakes(self) -> bool:
        """Whether it is written who won which; else only who won most on the deal."""
        return self.several and self.counts_each_deal

    @property
    def revokes(self) -> bool:
        """Whether revokes are counted."""
        return self.play.bids is not None and bool(self.play.bids.revoke)

    @property
    def prizes(self) -> tuple[str, ...]:
        """The prizes; of the club's own, what they go by."""
        return tuple(
            f"{prize_title(prize)} ({goes_by(prize.steps)})" if prize.own else prize_title(prize)
            for prize in self.listed
        )

    @property
    def prize_deals(self) -> int:
        """How many deals a prize needs; 0: none."""
        return self.settings.prize_deals

    @property
    def chips(self) -> bool:
        """Whether one of them is the rulebook's for yellow chips."""
        return any(prize.key == "yellow" for prize in self.listed)

    @property
    def limits(self) -> Limits:
        return self.preview.limits

    @property
    def rounds(self) -> int | None:
        return self.preview.rounds

    @property
    def rung(self) -> bool:
        return self.preview.rung

    @property
    def clock(self) -> str:
        """Where the round's clock stands; nothing where there is none."""
        left = clocked(seconds_shown(self.pulse.clock.remaining(self.now)))
        figures = {
            "from": _hour(self.pulse.clock.starts_at),
            "to": _hour(self.pulse.clock.ends_at),
            "left": left,
        }
        match hand := self.pulse.hand(self.now):
            case Hand.WAITING:
                return gettext("starts at %(from)s and rings at %(to)s") % figures
            case Hand.RUNNING:
                return gettext("rings at %(to)s, in %(left)s minutes") % figures
            case Hand.PAUSED:
                return gettext("paused, %(left)s minutes left") % figures
            case Hand.UP:
                return gettext("the time is up")
            case Hand.OFF:
                return ""
            case _:
                assert_never(hand)

    @property
    def out(self) -> str:
        """The tables whose results are still awaited."""
        return ", ".join(map(str, self.preview.still_out))

    @property
    def fresh(self) -> str:
        """Who takes a fresh stake at the bell, once it is settled."""
        return listed(self.preview.bell.fresh, self.names) if self.settled else ""

    @property
    def settled(self) -> bool:
        """Whether the bell's moves are all known, and only to be made."""
        return self.stage is Stage.PLAYING and self.preview.ready and not self.preview.is_last

    def those(self, *states: str) -> str:
        """The names of all who are in one of these states."""
        return ", ".join(person.name for person in self.people if person.state in states)

    @property
    def waits(self) -> str:
        return self.those("waits")

    @property
    def byes(self) -> str:
        return self.those("bye")

    @property
    def knocked_out(self) -> str:
        return self.those("out")

    @property
    def pauses(self) -> str:
        return self.those("paused")

    @property
    def keeps(self) -> str:
        return self.those("keeps")


def _hour(when: datetime | None) -> str:
    return date_format(timezone.localtime(when), "TIME_FORMAT") if when else ""
