"""How an evening changes ratings: by everybody's places, match after match.

This module is imported only when ratings are written, because openskill takes time and memory to load.
"""

from collections.abc import Iterable, Mapping

from openskill.models import BradleyTerryPart

from tournaments.core.ranking.ratings import Rating

# docs/decisions/0023-ratings.md explains the choice of openskill's model.
MODEL = BradleyTerryPart(window_size=1_000_000)
"""Each person is compared with each other person in the match. The mean is the change."""
SCALE, START = 24.0, 1500.0
"""Rating points per openskill point (200 for the first sigma); the first rating (openskill's FAQ, 7)."""


def rate(event: int, matches: Iterable[Mapping[int, int]], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings after the evening, from ``before``, of everybody who played in it.

    A match is everybody's places, 1 being the best. Equal places are ties. A match of one person is
    skipped.
    """
    now = {who: MODEL.rating(mu=rating.mu, sigma=rating.sigma) for who, rating in before.items()}
    played = set[int]()
    for places in matches:
        if len(places) < 2:
            continue
        people = sorted(places)
        played.update(people)
        teams = [[now.get(who) or MODEL.rating()] for who in people]
        rated = MODEL.rate(teams, ranks=[float(places[who]) for who in people])
        now.update((who, rating) for who, (rating,) in zip(people, rated, strict=True))
    return {
        who: Rating(
            event,
            before[who].evenings + 1 if who in before else 1,
            round(now[who].ordinal(alpha=SCALE, target=START)),
            now[who].mu,
            now[who].sigma,
        )
        for who in sorted(played)
    }
