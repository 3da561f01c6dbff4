"""Whom one person of the club's list met over the years, and who came out ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import Player
from tournaments.core.results import records
from tournaments.facts.club.ratings import counted
from tournaments.models import Deal, SeatRow, Settlement


@dataclass(frozen=True)
class Opponent:
    """Somebody met: rounds at one table, and in how many evenings who came out ahead."""

    player: int
    name: str
    rounds: int
    ahead: int
    behind: int
    level: int


def opponents(
    club: int,
    persons: Iterable[int],
    one: Mapping[int, int],
    names: Mapping[int, Player],
    settled: Iterable[Settlement],
) -> tuple[Opponent, ...]:
    """Everybody whom the person met, those of most rounds together first, in two queries."""
    mine = {row.result.evening_id: row.place for row in settled}
    rounds = Counter[int]()
    for player, together in _beside([row.entry_id for row in settled]):
        rounds[one.get(player, player)] += together
    rows = Settlement.objects.filter(result__in=counted(club).filter(evening__in=mine))
    others = rows.exclude(entry__player=None).exclude(entry__player__in=persons)
    places = others.values_list("result__evening", "entry__player", "place")
    met = records.met(rounds, mine, ((event, one.get(who, who), place) for event, who, place in places))
    return tuple(
        Opponent(who.who, names[who.who].name, who.rounds, who.ahead, who.behind, who.level)
        for who in sorted(met, key=lambda who: (-who.rounds, names[who.who].name.casefold(), who.who))
    )


def _beside(entries: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Who sat at the same table in how many rounds that were played there."""
    played = Deal.objects.filter(round=OuterRef("round"), position=OuterRef("position"), void=None)
    mine = SeatRow.objects.filter(Exists(played), entry__in=entries)
    another = Q(round__seats__chair__lt=F("chair")) | Q(round__seats__chair__gt=F("chair"))
    found = (
        mine.filter(another, round__seats__position=F("position"), round__seats__entry__player__isnull=False)
        .values_list("round__seats__entry__player", "void", "round__void", "round__seats__void")
        .annotate(n=Count("pk"))
    )
    return ((player, n) for player, *void, n in found if void == [None, None, None])
