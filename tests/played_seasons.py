"""A league's season with evenings of a few people, for whatever reads or changes one."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from accounts.models import Player
from tests.cast import Cast
from tournaments.core.leagues.rules import Rules
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import Evening, Season
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.transfer.services.imported_results import Played, evening_record

FIRST = date(2026, 1, 8)
PEOPLE = ("Ada", "Ben", "Cora", "Dan")


def a_season(cast: Cast, name: str = "Winter", **rules: Any) -> Season:
    """A season of Alice's league that no evening counts for yet."""
    league = league_create(by=cast.alice, club=cast.club, name="Thursday League")
    return season_create(by=cast.alice, league=league, name=name, rules=Rules(**rules))


def an_evening(cast: Cast, number: int, *people: str) -> Evening:
    """A recorded evening, the ``number``-th of the year, at which these came first, second and so on."""
    lines = tuple(
        ResultLine(who, place=place, net=50 - place) for place, who in enumerate(people or PEOPLE, 1)
    )
    held_on = FIRST + timedelta(weeks=number - 1)
    return evening_record(
        actor=cast.alice, club=cast.club, played=Played(f"Evening {number}", held_on, lines)
    )


def played(cast: Cast, *orders: tuple[str, ...], **rules: Any) -> Season:
    """A season with one evening for each of these orders of people."""
    season = a_season(cast, **rules)
    for number, people in enumerate(orders, start=1):
        evening_add(by(cast, season), evening=an_evening(cast, number, *people).pk)
    return season


def by(cast: Cast, season: Season, reason: str = "", key: UUID | None = None) -> SeasonBy:
    return SeasonBy(season.pk, cast.alice, reason, key or uuid4())


def player(cast: Cast, name: str) -> int:
    return Player.objects.get(club=cast.club, name=name).pk
