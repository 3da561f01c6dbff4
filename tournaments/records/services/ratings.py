"""Write ratings day by day, from the first day with outdated rows.

One transaction writes a day and deletes all later ratings. After a killed process the rows are right up to a
day; the next sweep continues there. Nothing is locked while ratings are computed. If two processes compute
the same day, the second one finds the new version and discards its result.
"""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import F, Q

from accounts.database.snapshots import read_snapshot
from accounts.models import Club
from accounts.outages import find_outage
from accounts.players.selectors import add_merged_entries
from tournaments.core.ranking.rating_model import rate
from tournaments.core.ranking.ratings import Rating
from tournaments.models import ClubRatings, RatedEvening, RatingRow
from tournaments.records.selectors.player_record import (
    AsOf,
    Matches,
    find_clubs_behind,
    load_last_ratings,
    load_matches,
    load_rating_state,
)

log = logging.getLogger(__name__)

BUDGET = 0.25
"""Seconds for all clubs in one sweep. A day in progress is finished; the next sweep continues."""

AT_ONCE = 500
FIGURES = ("evenings", "number", "mu", "sigma")

Ratings = Mapping[int, Rating]


@dataclass(frozen=True)
class RatedDay:
    """A rated day: its evenings in order, and all ratings after each of them."""

    date: date
    evenings: Sequence[tuple[Matches, Ratings]]


def ratings_follow() -> int:
    """Rate unrated days of all clubs for a short time; return their number. An error affects one club."""
    until, day_count = time.monotonic() + BUDGET, 0
    for club in find_clubs_behind():
        try:
            while time.monotonic() < until and rate_next(club):
                day_count += 1
        except Exception as error:
            outage = find_outage(error)
            level = logging.WARNING if outage else logging.ERROR
            log.log(level, "Ratings of club %s: %s", club, error, exc_info=not outage)
    return day_count


@transaction.atomic
def ratings_forget(club: int) -> None:
    """Delete all ratings of the club. The sweep computes them again from the results."""
    ClubRatings.objects.get_or_create(club_id=club)
    ClubRatings.objects.filter(club=club).update(version=F("version") + 1)
    RatedEvening.objects.filter(club=club).delete()


def rate_next(club: int) -> bool:
    """Rate the club's first unrated day. Return whether there was one."""
    ClubRatings.objects.get_or_create(club_id=club)
    with read_snapshot():
        revision: int = Club.objects.values_list("revision", flat=True).get(pk=club)
        state = load_rating_state(club)
        day = None if state.stale_from is None else _rate_day(club, state, state.stale_from)
    if day is not None or revision != state.revision:
        _write(club, state, revision, day)
    return day is not None


def _rate_day(club: int, state: AsOf, day: date) -> RatedDay:
    evenings = load_matches(club, day, state.merges)
    people = {player for evening in evenings for player in evening.entries if player > 0}
    before = load_last_ratings(club, state, before=day, people=people)
    now = {game: dict(ratings) for game, ratings in before.items()}
    evenings_rated = []
    for evening in evenings:
        latest = now.setdefault(evening.game, {})
        ratings_before = {player: latest[player] for player in evening.entries if player in latest}
        after = rate(evening.evening, evening.matches, ratings_before)
        latest.update(after)
        evenings_rated.append((evening, after))
    return RatedDay(day, evenings_rated)


@transaction.atomic
def _write(club: int, state: AsOf, revision: int, day: RatedDay | None) -> None:
    """Write the day, unless another process wrote after ``state`` was read; then a later sweep tries again.

    If the day changes a rating, all later ratings are deleted and computed next.
    """
    merges = {str(player): into for player, into in state.merges.items()}
    mine = ClubRatings.objects.filter(club=club, version=state.version)
    if not mine.update(version=F("version") + 1, revision=revision, merged=merges) or day is None:
        return
    if state.rated_merges != state.merges or _differs(club, day):
        _replace(club, day, state.merges)
    else:
        numbers = [evening.evening for evening, _ratings in day.evenings]
        RatedEvening.objects.filter(club=club, held_on=day.date).exclude(evening__in=numbers).delete()
        for evening, _ratings in day.evenings:
            RatedEvening.objects.update_or_create(
                evening_id=evening.evening,
                defaults={"club_id": club, "held_on": day.date, "seq": evening.seq},
            )


def _differs(club: int, day: RatedDay) -> bool:
    """Return whether stored rows of the day's evenings differ from the new ratings, also on another day."""
    numbers = [evening.evening for evening, _ratings in day.evenings]
    rows_there = RatedEvening.objects.filter(Q(held_on=day.date) | Q(evening__in=numbers), club=club)
    rows = RatingRow.objects.filter(rated__in=rows_there)
    stored = rows.values_list("rated__evening", "rated__held_on", "entry", *FIGURES)
    rated = {
        (rating.event, day.date, evening.entries[player], *_read_figures(rating).values())
        for evening, ratings in day.evenings
        for player, rating in ratings.items()
    }
    return set(stored) != rated or rows_there.filter(evening=None).exists()


def _replace(club: int, day: RatedDay, merges: Mapping[int, int]) -> None:
    """Delete the ratings of the day and later, and write the day."""
    RatedEvening.objects.filter(club=club, held_on__gte=day.date).delete()
    rows = RatingRow.objects.filter(rated__club=club)
    rows.filter(until__gte=day.date).update(until=None)
    for game in {evening.game for evening, _ratings in day.evenings}:
        people = {player for evening, ratings in day.evenings if evening.game == game for player in ratings}
        last = rows.filter(
            until=None, rated__evening__game=game, entry__player__in=add_merged_entries(people, merges)
        )
        last.update(until=day.date)
    evenings_written = RatedEvening.objects.bulk_create(
        RatedEvening(club_id=club, evening_id=evening.evening, held_on=day.date, seq=evening.seq)
        for evening, _ratings in day.evenings
    )
    RatingRow.objects.bulk_create(_build_rows(evenings_written, day), batch_size=AT_ONCE)


def _build_rows(rated_evenings: Sequence[RatedEvening], day: RatedDay) -> Iterable[RatingRow]:
    """Yield the day's rows. If a person has two ratings in a game, the later one is the current one."""
    repeated = set[tuple[str, int]]()
    for rated, (evening, ratings) in reversed(list(zip(rated_evenings, day.evenings, strict=True))):
        for player, rating in ratings.items():
            until = day.date if (evening.game, player) in repeated else None
            repeated.add((evening.game, player))
            yield RatingRow(
                rated=rated, entry_id=evening.entries[player], until=until, **_read_figures(rating)
            )


def _read_figures(rating: Rating) -> dict[str, float]:
    return {name: getattr(rating, name) for name in FIGURES}
