"""Ratings: how strong a person is in a game."""

from dataclasses import dataclass

SETTLED = 10
"""Evenings after which a rating is no longer said to be settling."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Somebody's rating after ``event``, the last of so many ``evenings``.

    ``number`` is what is shown; ``mu`` and ``sigma`` are openskill's: the skill, and how sure that is.
    """

    event: int
    evenings: int
    number: int
    mu: float
    sigma: float

    @property
    def settled(self) -> bool:
        return self.evenings >= SETTLED
