"""From values to places on the paper: round steps of an axis, and labels kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True)
class Scale:
    """The values ``low`` to ``high`` stretched over ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, most: int = 8) -> tuple[float, ...]:
    """Round values from ``low`` or less to ``high`` or more: steps of 1, 2 or 5 times a power of ten.

    At most about ``most`` steps, none below 1. Two values at least.
    """
    step = _step(max((high - low) / most, 1.0))
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return tuple(round(number * step, 6) for number in range(first, last + 1))


def _step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return next((times * power for times in (1, 2, 5) if times * power >= rough * (1 - 1e-9)), 10 * power)


def apart(wanted: Sequence[float], room: float, low: float, high: float) -> list[float]:
    """Places at least ``room`` apart between ``low`` and ``high``, as near to ``wanted`` as can be.

    In the order of what is wanted; the sum of the squared distances is smallest (isotonic regression of
    the places without their gaps). There must be room for all.
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    top = high - room * (len(wanted) - 1)
    blocks: list[tuple[float, int]] = []  # means that rise, each of how many
    for gaps, index in enumerate(order):
        mean, many = min(max(wanted[index] - room * gaps, low), top), 1
        while blocks and blocks[-1][0] > mean:
            before, of = blocks.pop()
            mean, many = (before * of + mean * many) / (of + many), of + many
        blocks.append((mean, many))
    means = [mean for mean, many in blocks for _ in range(many)]
    places = [0.0] * len(wanted)
    for gaps, (index, mean) in enumerate(zip(order, means, strict=True)):
        places[index] = mean + room * gaps
    return places
