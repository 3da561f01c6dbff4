"""How an evening stands, in the few figures that every screen must know at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import FilteredRelation, Q

from tournaments.core.movement.clock import NOTHING, Clock, Hand
from tournaments.core.record import Stage
from tournaments.models import Evening

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
        """What the clock shows: nothing once the bell has rung."""
        return Hand.OFF if self.rung or self.stage != Stage.PLAYING else self.clock.hand(now)

    def shown(self, now: datetime) -> tuple[str, timedelta]:
        """What the clock shows, and how much is left of it. The same in clock.js: ``shown``."""
        if self.rung:
            return ("moves", self.moves_at - now) if self.moves_at else ("rung", NOTHING)
        hand, starts = self.hand(now), self.clock.starts_at
        return hand, starts - now if hand is Hand.WAITING and starts else self.clock.remaining(now)

    def figures(self, now: datetime) -> dict[str, str | int | bool | None]:
        """The pulse as plain values; times are milliseconds since 1970, lengths milliseconds."""
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
    """The pulse of each evening, in one query, so that line and round are of one moment.

    Rounds come in order, so that the last one stays.
    """
    played = FilteredRelation("rounds", condition=Q(rounds__void=None))
    rows = Evening.objects.filter(pk__in=evenings).annotate(round=played).order_by("round__number")
    found = rows.values("pk", "seq", "stage", *(f"round__{name}" for name in ROUND))
    return {row["pk"]: _pulse(row) for row in found}


def _pulse(row: Mapping[str, Any]) -> Pulse:
    """Moves that were announced are made only if nothing else is written: else they are not told."""
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
    """The evening's pulse now."""
    return pulses([evening.pk])[evening.pk]


def _ms(when: datetime | None) -> int | None:
    return None if when is None else round(when.timestamp() * 1000)


def _length(left: timedelta | None) -> int | None:
    return None if left is None else round(left / SECOND * 1000)
