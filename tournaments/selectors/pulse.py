"""How an evening stands, in the few figures that every screen must know at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.core.clock import Clock, Hand
from tournaments.core.facts import Stage
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

    def hand(self, now: datetime) -> Hand:
        """What the clock shows: nothing once the bell has rung."""
        return Hand.OFF if self.rung or self.stage != Stage.PLAYING else self.clock.hand(now)

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


def pulses(evenings: Collection[int]) -> dict[int, Pulse]:
    """The pulse of each evening, in two queries. Rounds come in order, so that the last one stays."""
    rows = Evening.objects.filter(pk__in=evenings).values_list("pk", "seq", "stage")
    played = RoundRow.objects.filter(evening__in=evenings, void=None).order_by("number")
    last = {row.evening_id: row for row in played}
    return {pk: _pulse(pk, seq, stage, last.get(pk)) for pk, seq, stage in rows}


def _pulse(evening: int, seq: int, stage: str, row: RoundRow | None) -> Pulse:
    if row is None:
        return Pulse(evening, seq, stage)
    return Pulse(
        evening,
        seq,
        stage,
        row.number,
        row.rung_id is not None,
        Clock(row.starts_at, row.ends_at, row.left),
        row.moves_at if row.closed_id is None else None,
        row.held,
    )


def pulse_of(evening: Evening) -> Pulse:
    """The evening's pulse now."""
    return pulses([evening.pk])[evening.pk]


def _ms(when: datetime | None) -> int | None:
    return None if when is None else round(when.timestamp() * 1000)


def _length(left: timedelta | None) -> int | None:
    return None if left is None else round(left / SECOND * 1000)
