"""The seasons for which evenings count, or in which players take part."""

from collections.abc import Collection

from django.db.models import Q

from accounts.database.folding import by_name
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season


def seasons_with(evening: int) -> tuple[tuple[int, str], ...]:
    """The seasons for which the evening counts, each with its league's name and its own; in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    return tuple(
        (pk, f"{league} · {name}") for pk, league, name in rows.values_list("pk", "league__name", "name")
    )


def seasons_by_stage(evening: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the open and of the closed seasons for which the evening counts, in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    found: dict[bool, list[str]] = {True: [], False: []}
    for stage, league, name in rows.values_list("stage", "league__name", "name"):
        found[stage == SeasonStage.OPEN].append(f"{league} · {name}")
    return tuple(found[True]), tuple(found[False])


def seasons_counting(evenings: Collection[int], stage: SeasonStage) -> list[Season]:
    """The seasons at the stage for which one of these evenings counts, by league."""
    return _by_league(Q(evenings__evening__in=evenings), stage)


def seasons_of_players(players: Collection[int], stage: SeasonStage) -> list[Season]:
    """The seasons at the stage in which one of these players took part or is listed, by league."""
    return _by_league(has_players(players), stage)


def has_players(players: Collection[int]) -> Q:
    """Seasons in which one of these entries of the player list took part or is listed."""
    played = Q(evenings__evening__entries__player__in=players, evenings__evening__entries__void=None)
    return played | Q(people__player__in=players)


def _by_league(of: Q, stage: SeasonStage) -> list[Season]:
    rows = Season.objects.filter(of, stage=stage).select_related("league")
    return list(rows.order_by(*by_name("league__name"), "pk").distinct())
