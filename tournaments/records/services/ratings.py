"""Ratings are written: day by day, from the first day on which the rows are not right.

A day is one transaction, which also takes away what was rated later. So a process that is killed leaves rows
that are right up to a day, and the next sweep goes on there. Nothing is locked while ratings are computed:
of two processes that do the same day, the second finds that the first has written, and leaves it.
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
from accounts.outages import outage_of
from accounts.players.selectors import with_merged
from tournaments.core.ranking.rating_model import rate
from tournaments.core.ranking.ratings import Rating
from tournaments.models import ClubRatings, RatedEvening, RatingRow
from tournaments.records.selectors.player_record import (
    AsOf,
    Matches,
    as_of,
    clubs_behind,
    last_ratings,
    matches_on,
)

log = logging.getLogger(__name__)

BUDGET = 0.25
"""Seconds for all clubs in one sweep. A day that was begun is finished; the next sweep goes on."""

AT_ONCE = 500
FIGURES = ("evenings", "number", "mu", "sigma")

Ratings = Mapping[int, Rating]


@dataclass(frozen=True)
class Day:
    """A day that was rated: its evenings in order, and everybody's ratings after each of them."""

    on: date
    evenings: Sequence[tuple[Matches, Ratings]]


def ratings_follow() -> int:
    """Rate what is not rated in any club, for a moment; how many days were. A club's fault is its own."""
    until, done = time.monotonic() + BUDGET, 0
    for club in clubs_behind():
        try:
            while time.monotonic() < until and rate_next(club):
                done += 1
        except Exception as error:
            outage = outage_of(error)
            level = logging.WARNING if outage else logging.ERROR
            log.log(level, "Ratings of club %s: %s", club, error, exc_info=not outage)
    return done


@transaction.atomic
def ratings_forget(club: int) -> None:
    """Take away all ratings of the club, which are made anew from its results."""
    ClubRatings.objects.get_or_create(club_id=club)
    ClubRatings.objects.filter(club=club).update(version=F("version") + 1)
    RatedEvening.objects.filter(club=club).delete()


def rate_next(club: int) -> bool:
    """Rate the first day of the club that is not rated; whether there was one."""
    ClubRatings.objects.get_or_create(club_id=club)
    with read_snapshot():
        revision: int = Club.objects.values_list("revision", flat=True).get(pk=club)
        at = as_of(club)
        day = None if at.behind is None else _rated(club, at, at.behind)
    if day is not None or revision != at.revision:
        _write(club, at, revision, day)
    return day is not None


def _rated(club: int, at: AsOf, on: date) -> Day:
    evenings = matches_on(club, on, at.one)
    people = {who for evening in evenings for who in evening.entries if who > 0}
    before = last_ratings(club, at, before=on, people=people)
    now = {game: dict(ratings) for game, ratings in before.items()}
    found = []
    for evening in evenings:
        known = now.setdefault(evening.game, {})
        there = {who: known[who] for who in evening.entries if who in known}
        after = rate(evening.evening, evening.matches, there)
        known.update(after)
        found.append((evening, after))
    return Day(on, found)


@transaction.atomic
def _write(club: int, at: AsOf, revision: int, day: Day | None) -> None:
    """Write the day, unless somebody has written since ``at`` was read: then that is read anew, another time.

    Where the day changes something, what was rated later goes, and is rated next.
    """
    merged = {str(who): into for who, into in at.one.items()}
    mine = ClubRatings.objects.filter(club=club, version=at.version)
    if not mine.update(version=F("version") + 1, revision=revision, merged=merged) or day is None:
        return
    if at.merged != at.one or _differs(club, day):
        _replace(club, day, at.one)
    else:
        numbers = [evening.evening for evening, _ratings in day.evenings]
        RatedEvening.objects.filter(club=club, held_on=day.on).exclude(evening__in=numbers).delete()
        for evening, _ratings in day.evenings:
            RatedEvening.objects.update_or_create(
                evening_id=evening.evening,
                defaults={"club_id": club, "held_on": day.on, "seq": evening.seq},
            )


def _differs(club: int, day: Day) -> bool:
    """Return whether the rows of the day's evenings, there or on another day, differ from the new ratings."""
    numbers = [evening.evening for evening, _ratings in day.evenings]
    there = RatedEvening.objects.filter(Q(held_on=day.on) | Q(evening__in=numbers), club=club)
    rows = RatingRow.objects.filter(rated__in=there)
    told = rows.values_list("rated__evening", "rated__held_on", "entry", *FIGURES)
    rated = {
        (rating.event, day.on, evening.entries[who], *_figures(rating).values())
        for evening, ratings in day.evenings
        for who, rating in ratings.items()
    }
    return set(told) != rated or there.filter(evening=None).exists()


def _replace(club: int, day: Day, one: Mapping[int, int]) -> None:
    """Take away what was rated on the day and later, and write the day."""
    RatedEvening.objects.filter(club=club, held_on__gte=day.on).delete()
    rows = RatingRow.objects.filter(rated__club=club)
    rows.filter(until__gte=day.on).update(until=None)
    for game in {evening.game for evening, _ratings in day.evenings}:
        people = {who for evening, ratings in day.evenings if evening.game == game for who in ratings}
        last = rows.filter(until=None, rated__evening__game=game, entry__player__in=with_merged(people, one))
        last.update(until=day.on)
    written = RatedEvening.objects.bulk_create(
        RatedEvening(club_id=club, evening_id=evening.evening, held_on=day.on, seq=evening.seq)
        for evening, _ratings in day.evenings
    )
    RatingRow.objects.bulk_create(_rows(written, day), batch_size=AT_ONCE)


def _rows(written: Sequence[RatedEvening], day: Day) -> Iterable[RatingRow]:
    """Yield the day's rows. Of two ratings of a person in a game the later one stands."""
    again = set[tuple[str, int]]()
    for rated, (evening, ratings) in reversed(list(zip(written, day.evenings, strict=True))):
        for who, rating in ratings.items():
            until = day.on if (evening.game, who) in again else None
            again.add((evening.game, who))
            yield RatingRow(rated=rated, entry_id=evening.entries[who], until=until, **_figures(rating))


def _figures(rating: Rating) -> dict[str, float]:
    return {name: getattr(rating, name) for name in FIGURES}
