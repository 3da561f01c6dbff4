"""What a simulated table gives back for a deal, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Temperament:
    """How somebody plays, each from 0 to 1: how readily he stays in, raises, and bluffs."""

    loose: float
    bold: float
    bluff: float


@dataclass(frozen=True)
class Sitter:
    """Somebody at a table, with the counters in front of him."""

    entry: int
    counters: int
    temperament: Temperament


@dataclass(frozen=True)
class Played:
    """A decided deal: the main pool's winners, who showed, what each put in, and won or lost."""

    winners: tuple[int, ...]
    shown: tuple[int, ...]
    stakes: Mapping[int, int]
    net: Mapping[int, int]


PlayDeal = Callable[[Sequence[Sitter], random.Random], Played]
"""Plays one deal. The sitters come in playing order, from the dealer's left; the dealer is last."""


def temperament(rng: random.Random) -> Temperament:
    """Somebody's temperament: most people are loose, some are bold, few bluff much."""
    return Temperament(loose=rng.uniform(0.2, 0.9), bold=rng.uniform(0.1, 0.9), bluff=rng.uniform(0, 0.12))
