"""The figures of the budget, and the screens that do not keep to it yet."""

from dataclasses import dataclass
from enum import StrEnum

from tests.browser.windows import LAPTOP, PHONE, PROJECTOR


class Kind(StrEnum):
    """Where a screen is seen: on a desk and at times on a phone, on a phone alone, or in the hall."""

    DESK = "desk"
    PHONE = "phone"
    HALL = "hall"


SIZES = (12, 14, 16, 18, 22, 28, 40)
SEAT = 72
"""The table and the seat on a player's phone."""
HALL_SIZES = (24, 32, 40, 48, 72, 96)
"""Of a screen that is 720 high."""
WEIGHTS = (400, 600, 700)
RADII = (0, 6, 10)
"""Besides the pill: ends that are half circles."""
GRID = 4
"""Besides it 1: a hairline that two cells share."""
CONTROLS = (32, 40, 48)
CONTROLS_ON_PHONES = (44, 48, 52)
ROWS = (28, 40, 52)
"""Rows of a table whose cells have one line each."""
WIDTHS = (640, 1216)
EDGES = {LAPTOP[0]: (LAPTOP[0] - WIDTHS[-1]) / 2, PHONE[0]: 16.0}
"""Where the content begins at the left, by the width of the screen."""
LOOKS = {Kind.DESK: (LAPTOP, PHONE), Kind.PHONE: (PHONE,), Kind.HALL: (PROJECTOR,)}
"""The sizes of the window at which each kind of screen is measured."""


@dataclass(frozen=True)
class Limits:
    """What one look at a screen is measured against. None: it is only counted."""

    size: tuple[int, ...]
    control: tuple[int, ...] | None
    row: tuple[int, ...] | None
    edge: float | None
    weight: tuple[int, ...] = WEIGHTS
    radius: tuple[int, ...] = RADII
    grid: int = GRID


def get_limits(kind: Kind, width: int, *, seat: bool = False) -> Limits:
    """Return the limits for a kind of screen in a window of this width."""
    if kind is Kind.HALL:
        return Limits(size=HALL_SIZES, control=None, row=None, edge=None)
    controls = CONTROLS_ON_PHONES if width == PHONE[0] else CONTROLS
    return Limits(size=(*SIZES, SEAT) if seat else SIZES, control=controls, row=ROWS, edge=EDGES[width])
