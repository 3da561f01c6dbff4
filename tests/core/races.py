"""Evenings of a season, written down as who came in at which place."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.core.leagues.points import EveningFigures, EveningLines, Member
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow, rank_season

OTHERS = 1000
"""Whoever takes the places that nobody of the season's people has."""


def race(
    time: int, places: Mapping[int, int], *, weight: int = 100, division: int | None = None
) -> EveningLines:
    """An evening in which these players took these places, and others those between."""
    taken = {place + n for place, many in Counter(places.values()).items() for n in range(many)}
    others = {OTHERS + place: place for place in range(1, max(taken, default=0)) if place not in taken}
    lines = [
        EveningFigures(place, OTHERS * time + at, player)
        for at, (player, place) in enumerate([*places.items(), *others.items()])
    ]
    return EveningLines(time, time, weight, division, lines)


def races(*columns: str) -> list[EveningLines]:
    """Evenings from rows of places: each row one player (1, 2, …), "-" where they were not there."""
    rows = [column.split() for column in columns]
    assert len({len(row) for row in rows}) == 1
    return [
        race(time, {player: int(at) for player, at in enumerate(places, start=1) if at != "-"})
        for time, places in enumerate(zip(*rows, strict=True), start=1)
    ]


def stands(
    rules: Rules, evenings: Iterable[EveningLines], people: Iterable[int], seed: str = ""
) -> tuple[SeasonRow, ...]:
    """How a season stands of which these are the people, and everybody else is a guest."""
    people, evenings = set(people), list(evenings)
    guests = {line.player for evening in evenings for line in evening.lines} - people
    said = {**dict.fromkeys(people, Member()), **dict.fromkeys(guests, Member(guest=True))}
    return rank_season(rules, evenings, said, seed=seed)
