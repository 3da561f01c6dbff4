"""How an evening changes ratings: by the order in which people came in, match after match.

Only the writing of ratings loads it: openskill takes its time and its memory.
"""

from collections.abc import Iterable, Mapping

from openskill.models import BradleyTerryPart

from tournaments.core.ranking.ratings import Rating

# docs/decisions/0023-ratings.md says which of openskill's models this is, and why.
MODEL = BradleyTerryPart(window_size=1_000_000)
"""Everybody is compared with each of the others in the match, and learns the mean of it."""
SCALE, START = 24.0, 1500.0
"""Points for one of openskill's, 200 for the first standard deviation, from 1500 (openskill's FAQ, 7)."""


def rate(event: int, matches: Iterable[Mapping[int, int]], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the rating after the evening of everybody who played in it, from those before.

    A match is everybody's place, the first the best; equal places are ties. Where nobody else was there is
    nothing to learn: a match of one is passed over.
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
