"""The state of an evening that every screen shows, and the lengths of a club's rounds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import FilteredRelation, Q

from tournaments.core.movement.clock import NOTHING, Clock, Hand
from tournaments.core.record import Stage
from tournaments.models import Evening, RoundRow

SECOND = timedelta(seconds=1)
NO_CLOCK = Clock()


@dataclass(frozen=True)
class Pulse:
    """The evening's last journal line, its stage, and its present round with the clock (0: no round)."""

    evening: int
    seq: int
    stage: str
    round: int = 0
    rung: bool = False
    clock: Clock = NO_CLOCK
    moves_at: datetime | None = None
    held: bool = False
    begun: bool = False

    def hand(self, now: datetime) -> Hand:
        """Return what the clock shows: nothing once the bell has rung."""
        return Hand.OFF if self.rung or self.stage != Stage.PLAYING else self.clock.hand(now)

    def shown(self, now: datetime) -> tuple[str, timedelta]:
        """Return what the clock shows, and how much is left of it. The same in clock.js: ``shown``."""
        if self.rung:
            return ("moves", self.moves_at - now) if self.moves_at else ("rung", NOTHING)
        hand, starts = self.hand(now), self.clock.starts_at
        return hand, starts - now if hand is Hand.WAITING and starts else self.clock.remaining(now)

    def figures(self, now: datetime) -> dict[str, str | int | bool | None]:
        """Return the pulse as plain values. Times are milliseconds since 1970, lengths milliseconds."""
        shown = self.hand(now) is not Hand.OFF
        return {
            "seq": self.seq,
            "stage": self.stage,
            "round": self.round,
            "rung": self.rung,
            "starts": _ms(self.clock.starts_at) if shown else None,
            "ends": _ms(self.clock.ends_at) if shown else None,
            "left": _length(self.clock.left) if shown else None,
            "moves": _ms(self.moves_at),
            "now": _ms(now),
        }


ROUND = (
    *("number", "rung", "closed", "starts_at", "ends_at", "left", "moves_at", "looked", "held", "begun"),
)


def pulses(evenings: Collection[int]) -> dict[int, Pulse]:
    """Return the pulse of each evening, in one query, so that line and round are of one moment.

    Rounds come in order, so that the last one stays.
    """
    played = FilteredRelation("rounds", condition=Q(rounds__void=None))
    rows = Evening.objects.filter(pk__in=evenings).annotate(round=played).order_by("round__number")
    found = rows.values("pk", "seq", "stage", *(f"round__{name}" for name in ROUND))
    return {row["pk"]: _pulse(row) for row in found}


def _pulse(row: Mapping[str, Any]) -> Pulse:
    """Return the pulse of a row. Announced moves are told only if nothing was written since."""
    if row["round__number"] is None:
        return Pulse(row["pk"], row["seq"], row["stage"])
    stands = row["round__closed"] is None and row["round__looked"] == row["seq"]
    return Pulse(
        evening=row["pk"],
        seq=row["seq"],
        stage=row["stage"],
        round=row["round__number"],
        rung=row["round__rung"] is not None,
        clock=Clock(row["round__starts_at"], row["round__ends_at"], row["round__left"]),
        moves_at=row["round__moves_at"] if stands else None,
        held=row["round__held"],
        begun=row["round__begun"] is not None,
    )


def pulse_of(evening: Evening) -> Pulse:
    """Return the evening's pulse now."""
    return pulses([evening.pk])[evening.pk]


def _ms(when: datetime | None) -> int | None:
    return None if when is None else round(when.timestamp() * 1000)


def _length(left: timedelta | None) -> int | None:
    return None if left is None else round(left / SECOND * 1000)


MOST = 120
"""So many rounds are looked at, the newest first."""


def round_lengths(evening: Evening) -> tuple[timedelta, ...]:
    """Return how long rounds took, from start to start, that were played as those of ``evening`` are.

    In the same club, game and format, with the same clock and as many deals; in one query.
    """
    rows = (
        RoundRow.objects.filter(void=None, evening__club=evening.club_id, evening__rehearsal_of=None)
        .filter(evening__game=evening.game, evening__format=evening.format)
        .order_by("-evening__held_on", "-evening", "-number")
        .values_list("evening", "journal__at", "evening__chosen__minutes", "evening__chosen__deals")
    )
    alike = (evening.settings.minutes, evening.settings.deals)
    same = [(of, at) for of, at, minutes, deals in rows[:MOST] if (minutes or 0, deals or 1) == alike]
    return tuple(later - at for (of, later), (before, at) in pairwise(same) if of == before)
