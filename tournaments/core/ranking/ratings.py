"""Ratings: how strong a person is in a game."""

from dataclasses import dataclass

SETTLED = 10
"""The number of evenings after which a rating is no longer shown as settling."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating after ``event``, the last of ``evenings`` evenings.

    ``number`` is shown. ``mu`` and ``sigma`` are openskill's: the skill and its uncertainty.
    """

    event: int
    evenings: int
    number: int
    mu: float
    sigma: float

    @property
    def settled(self) -> bool:
        return self.evenings >= SETTLED
