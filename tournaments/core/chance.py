"""Lots drawn by a recorded seed, so that a draw can be repeated before witnesses.

The lot of a thing is the SHA-256 of ``seed:thing`` in hexadecimal. The order of the draw is the order of
the lots. Nothing else is used, so anybody can repeat a draw with a hash program. The order in which the
things are given does not matter.
"""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T", int, str)


def draw_lot(seed: str, thing: int | str) -> str:
    """Return the lot that ``thing`` draws under ``seed``: 64 hexadecimal digits."""
    return hashlib.sha256(f"{seed}:{thing}".encode()).hexdigest()


def order_by_lot(things: Iterable[T], seed: str) -> list[T]:
    """Return ``things`` in the order of their lots, lowest first."""
    return sorted(things, key=lambda thing: hashlib.sha256(f"{seed}:{thing}".encode()).digest())
