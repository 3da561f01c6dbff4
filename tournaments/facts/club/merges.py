"""What it would change if two entries on a club's list were one person."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from accounts.models import Player
from accounts.selectors.players import entries_of, kept
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import EntryRow, Season


@dataclass(frozen=True)
class Played:
    """An evening that somebody took part in."""

    id: int
    name: str
    held_on: date


@dataclass(frozen=True)
class Touched:
    """A season in which one of them played or is listed."""

    id: int
    name: str
    closed: bool


@dataclass(frozen=True)
class Merging:
    """The evenings of each, those of ``both``, and the seasons whose tables would change."""

    stays: tuple[Played, ...]
    goes: tuple[Played, ...]
    both: tuple[Played, ...]
    seasons: tuple[Touched, ...]


def merging(stays: Player, goes: Player) -> Merging:
    """What the merge of the two would bring together, in three queries."""
    one = kept(stays.club_id)
    theirs = entries_of(goes.pk, one)
    here, there = _evenings(entries_of(stays.pk, one)), _evenings(theirs)
    return Merging(
        stays=tuple(here.values()),
        goes=tuple(there.values()),
        both=tuple(there[evening] for evening in there if evening in here),
        seasons=_seasons(theirs),
    )


def _evenings(players: Collection[int]) -> dict[int, Played]:
    rows = EntryRow.objects.filter(player__in=players, void=None).order_by("evening__held_on", "evening_id")
    found = rows.values_list("evening", "evening__name", "evening__held_on")
    return {evening: Played(evening, name, held_on) for evening, name, held_on in found}


def _seasons(players: Collection[int]) -> tuple[Touched, ...]:
    played = Q(evenings__evening__entries__player__in=players, evenings__evening__entries__void=None)
    rows = Season.objects.filter(played | Q(people__player__in=players)).distinct().order_by("-id")
    return tuple(
        Touched(season, f"{league}, {name}", stage == SeasonStage.CLOSED)
        for season, league, name, stage in rows.values_list("pk", "league__name", "name", "stage")
    )
