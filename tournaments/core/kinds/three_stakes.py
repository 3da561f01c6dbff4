"""Three stakes: each player puts up several stakes on a deal, and each of them is won by itself."""

from dataclasses import replace

from tournaments.core.kinds.pool import POOL

THREE_STAKES = replace(
    POOL,
    key="three_stakes",
    several=True,
    records=lambda game: game.stakes > 1,
)
