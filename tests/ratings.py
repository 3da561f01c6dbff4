"""Ratings computed all at once, from every match: what the rows must come to. And the rows as they stand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryPartRating

from accounts.models import Club
from accounts.names import name_key
from accounts.players.selectors import load_merges
from tournaments.core.ranking.rating_model import MODEL, SCALE, START
from tournaments.core.ranking.ratings import Rating
from tournaments.core.record import Stage
from tournaments.models import Evening, RatingRow
from tournaments.records.selectors.player_record import load_matches, load_rating_state, resolve_person
from tournaments.records.services.ratings import rate_next

Paths = Mapping[int, tuple[Rating, ...]]


@dataclass(frozen=True)
class Match:
    """One match of an evening (``event``): everybody's place, first the best; equal places are ties."""

    event: int
    places: Mapping[int, int]


def paths(matches: Iterable[Match]) -> dict[int, tuple[Rating, ...]]:
    """Everybody's ratings, one after each evening that was played, from matches in order of time."""
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
            if path and path[-1].event == match.event:
                path.pop()
            number = round(rating.ordinal(alpha=SCALE, target=START))
            path.append(Rating(match.event, len(path) + 1, number, rating.mu, rating.sigma))
    return {who: tuple(path) for who, path in found.items()}


def computed(club: Club) -> dict[str, Paths]:
    """Everybody's ratings by game, computed from all of the club's results as they are today."""
    one = load_merges(club.pk)
    matches: dict[str, list[Match]] = defaultdict(list)
    evenings = Evening.held.filter(club=club, stage=Stage.FINISHED)
    there = {
        evening.evening: evening
        for day in evenings.values_list("held_on", flat=True).distinct()
        for evening in load_matches(club.pk, day, one)
    }
    for evening in sorted(evenings, key=lambda evening: (evening.held_on, name_key(evening.name))):
        found = there[evening.pk]
        matches[found.game] += (Match(evening.pk, places) for places in found.matches)
    return {game: path for game, played in matches.items() if (path := paths(played))}


def followed(club: Club) -> dict[str, Paths]:
    """The club's ratings by game, as they stand once the worker has rated everything."""
    while rate_next(club.pk):
        pass
    return stored(club)


def stored(club: Club) -> dict[str, Paths]:
    """The rows that are right, as everybody's ratings by game."""
    at = load_rating_state(club.pk)
    found: dict[str, dict[int, list[Rating]]] = defaultdict(lambda: defaultdict(list))
    rows = RatingRow.objects.filter(at.build_filter(), rated__club=club).order_by("evenings")
    for row in rows.select_related("entry__evening"):
        evening, who = row.entry.evening, resolve_person(at.merges, row.entry.player_id, row.entry_id)
        found[evening.game][who].append(Rating(evening.pk, row.evenings, row.number, row.mu, row.sigma))
    return {game: {who: tuple(path) for who, path in people.items()} for game, people in found.items()}
