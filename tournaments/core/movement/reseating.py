"""Who sits elsewhere than the hall said before, from where, and how long hall and phones show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tournaments.core.movement.chairs import SeatChange
from tournaments.core.movement.clock import Clock, Hand

NO_CLOCK = Clock()
NEWEST = 0
"""In place of a table: whichever of them has bids or a result last."""
LEAST = timedelta(seconds=60)
"""New seats are shown at least so long where a clock starts."""
APPLIED, UNDONE, REPLAYED, LEVELLED = "moves_applied", "bell_undone", "moves_replayed", "tables_levelled"
OF_ALL = frozenset({APPLIED, UNDONE, REPLAYED, LEVELLED})
"""The acts, by the verb of their journal line, for which the whole hall looks up."""


@dataclass(frozen=True)
class Reseating:
    """An act that gave people other seats: the verb, the number and the time of its journal line."""

    verb: str
    seq: int
    at: datetime

    @property
    def of_all(self) -> bool:
        return self.verb in OF_ALL


@dataclass(frozen=True)
class NewSeat(SeatChange):
    """Somebody's new seat, and the act that gave it."""

    act: Reseating


@dataclass(frozen=True)
class NewSeats:
    """Everybody with a new seat, by entry, and the last act for the whole hall.

    ``begun``: play has begun by the clock since that act. ``decided``: by table the line of the newest bids
    or result of the round.
    """

    seats: Mapping[int, NewSeat] = field(default_factory=dict)
    last: Reseating | None = None
    clock: Clock = NO_CLOCK
    begun: bool = False
    decided: Mapping[int, int] = field(default_factory=dict)

    def shows(self, act: Reseating, table: int, now: datetime) -> bool:
        """Return whether what the act changed at the table is still shown.

        For the whole hall it is until the clock starts, at least for ``LEAST``. Without a clock, and for a
        few people, it is until the table's next bids or result; for these as long as for the hall, too. What
        an earlier act for the whole hall changed stays if the last one followed within ``LEAST``.
        """
        last, hand = self.last, self.clock.hand(now)
        undecided = self.decided.get(table, 0) < act.seq
        if last is None or hand is Hand.OFF:
            return undecided
        runs = self.begun or hand in (Hand.RUNNING, Hand.UP)
        hall_looks = not runs or now < last.at + LEAST
        if act.of_all:
            return hall_looks and (act == last or last.at < act.at + LEAST)
        return undecided or hall_looks

    def at(self, now: datetime) -> dict[int, NewSeat]:
        """Return the new seats that are still shown, by entry."""
        return {
            entry: seat
            for entry, seat in self.seats.items()
            if self.shows(seat.act, seat.end.table if seat.end else 0, now)
        }

    def act_at(self, table: int, now: datetime) -> Reseating | None:
        """Return the last act for the whole hall while it is shown at the table."""
        return self.last if self.last and self.shows(self.last, table, now) else None

    def until(self, now: datetime) -> datetime | None:
        """Return when time alone ends what is shown; None where it does not."""
        hand = self.clock.hand(now)
        if self.last is None or hand is Hand.OFF or (hand is Hand.PAUSED and not self.begun):
            return None
        ends = max(self.last.at + LEAST, self.clock.starts_at or self.last.at)
        return ends if now < ends else None
