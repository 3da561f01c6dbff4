"""What a simulated table gives back for a deal, whatever the game."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.cards import Card
from tournaments.scoring.services.counts import Three


@dataclass(frozen=True)
class Temperament:
    """How somebody plays, each from 0 to 1: how readily they stay in, raise, and bluff."""

    loose: float
    bold: float
    bluff: float


@dataclass(frozen=True)
class Sitter:
    """Somebody at a table, with the counters in front of them; ``waiting`` lie in the pool already."""

    entry: int
    counters: int
    temperament: Temperament
    waiting: int = 0


@dataclass(frozen=True)
class Played:
    """A decided pool: the main one's winners, who showed, what each put in, and won or lost.

    ``hands`` are the cards that were shown. ``three`` are the stakes of a deal that has three, where
    everybody could put them up; ``waiting`` is what each then has in a third that nobody won.
    """

    winners: tuple[int, ...]
    shown: tuple[int, ...]
    stakes: Mapping[int, int]
    net: Mapping[int, int]
    hands: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    three: Three | None = None
    waiting: int = 0


PlayDeal = Callable[[Sequence[Sitter], random.Random], Played]
"""Plays one deal. The sitters come in playing order, from the dealer's left; the dealer is last."""


def temperament(rng: random.Random) -> Temperament:
    """Somebody's temperament: most people are loose, some are bold, few bluff much."""
    return Temperament(loose=rng.uniform(0.2, 0.9), bold=rng.uniform(0.1, 0.9), bluff=rng.uniform(0, 0.12))
