"""How strong people are, from who came in before whom in match after match.

It wraps openskill: docs/decisions/0023-ratings.md says which of its models, and why.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

MODEL = BradleyTerryPart(window_size=1_000_000)
"""Everybody is compared with each of the others in the match, and learns the mean of it."""
SCALE, START = 24.0, 1500.0
"""Points for one of openskill's, 200 for the first standard deviation, from 1500 (openskill's FAQ, 7)."""
SETTLED = 10
"""Evenings after which a rating is no longer said to be settling."""


@dataclass(frozen=True)
class Match:
    """One match of an evening (``event``): everybody's place, the first the best; equal places are ties."""

    event: int
    places: Mapping[int, int]


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


def paths(matches: Iterable[Match]) -> dict[int, tuple[Rating, ...]]:
    """Everybody's ratings, one after each evening that was played, from matches in order of time.

    Where nobody else was there is nothing to learn: a match of one is passed over.
    """
    now: defaultdict[int, BradleyTerryPartRating] = defaultdict(MODEL.rating)
    found: dict[int, list[Rating]] = defaultdict(list)
    for match in matches:
        if len(match.places) < 2:
            continue
        people = sorted(match.places)
        rated = MODEL.rate([[now[who]] for who in people], ranks=[float(match.places[who]) for who in people])
        for who, (rating,) in zip(people, rated, strict=True):
            now[who] = rating
            path = found[who]
            again = bool(path) and path[-1].event == match.event
            if again:
                path.pop()
            evenings = len(path) + 1
            number = round(rating.ordinal(alpha=SCALE, target=START))
            path.append(Rating(match.event, evenings, number, rating.mu, rating.sigma))
    return {who: tuple(path) for who, path in found.items()}
