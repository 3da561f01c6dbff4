"""Everybody's rating in each game, from all evenings of the club whose result is known to everybody."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from accounts.models import Club
from accounts.selectors.players import kept
from games.rules.registry import KNOWN
from tournaments.core.formats.registry import OF_GAMES
from tournaments.core.kinds.registry import kind_of
from tournaments.core.ranking.game import places_in
from tournaments.core.ranking.ratings import Match, Rating, paths
from tournaments.core.record import Stage
from tournaments.models import Award, DealLine, DealVersion, Result, Settlement

Paths = Mapping[int, tuple[Rating, ...]]
CLUBS_AT_ONCE = 32
"""So many clubs' ratings are remembered by a process: of 100 people and 200 evenings some 4 MB each."""
RATED = frozenset(key for key, game in KNOWN.items() if kind_of(game).alone)
"""Games in which somebody beats somebody: what a table wins together says nothing of one of them."""


def counted(club: int) -> QuerySet[Result]:
    """The results that count across evenings: the highest version, once all prizes are revealed."""
    results = Result.objects.filter(
        evening__club=club, evening__stage=Stage.FINISHED, evening__rehearsal_of=None
    )
    later = Result.objects.filter(evening=OuterRef("evening"), version__gt=OuterRef("version"))
    return results.exclude(Exists(later)).exclude(
        Exists(Award.objects.filter(result=OuterRef("pk"), revealed=None))
    )


def ratings_of(club: int) -> Mapping[str, Paths]:
    """Everybody's ratings evening by evening, by game and player (the one that stands for the person).

    One query where they are remembered, four where something has changed.
    """
    finished = Q(evenings__stage=Stage.FINISHED, evenings__rehearsal_of=None)
    lines = Club.objects.annotate(
        finished=Count("evenings", filter=finished), lines=Sum("evenings__seq", filter=finished)
    )
    return _rated(club, *lines.values_list("created", "revision", "finished", "lines").get(pk=club))


@lru_cache(maxsize=CLUBS_AT_ONCE)
def _rated(club: int, *as_of: object) -> dict[str, Paths]:
    """Reckoned once for a club, as it was made, its revision, and its finished evenings' journals."""
    by_table = _games(club)
    matches: dict[str, list[Match]] = defaultdict(list)
    for evening, (game, standing) in _standings(club).items():
        if game in RATED:
            matches[game] += by_table.get(evening) or [Match(evening, standing)]
    return {game: paths(played) for game, played in matches.items()}


def _standings(club: int) -> dict[int, tuple[str, dict[int, int]]]:
    """Each evening's game and everybody's place, in order of time. Who is on no list is somebody too."""
    one = kept(club)
    rows = (
        Settlement.objects.filter(result__in=counted(club))
        .order_by("result__evening__held_on", "result__evening_id", "id")
        .values_list("result__evening", "result__game", "entry__player", "entry", "place")
    )
    found: dict[int, tuple[str, dict[int, int]]] = {}
    for evening, game, player, entry, place in rows:
        _game, places = found.setdefault(evening, (game, {}))
        places[_who(one, player, entry)] = place
    return found


def _games(club: int) -> dict[int, list[Match]]:
    """Of each evening of whole games: every table's game, if its points or counters are known."""
    one = kept(club)
    known = counted(club).filter(format__in=OF_GAMES)
    superseded = DealVersion.objects.filter(deal__versions__version__gt=F("version"))
    rows = (
        DealLine.objects.filter(version__deal__round__evening__in=known.values("evening"))
        .filter(version__deal__void=None, version__deal__round__void=None)
        .exclude(version__in=superseded.filter(deal__round__evening__club=club).values("pk"))
        .values_list(
            "version__deal__round__evening",
            "version__deal__round__number",
            "version__deal__position",
            "entry__player",
            "entry",
        )
        .annotate(last=Max("version__deal__number"), points=Sum("score"), counters=Sum("counters"))
        .order_by(
            "version__deal__round__evening_id", "version__deal__round__number", "version__deal__position"
        )
    )
    tables: dict[tuple[int, int, int], dict[int, tuple[int, int]]] = defaultdict(dict)
    for evening, number, table, player, entry, last, points, counters in rows:
        gained = points if points is not None else counters
        if gained is not None:
            tables[evening, number, table][_who(one, player, entry)] = last, gained
    found: dict[int, list[Match]] = defaultdict(list)
    for (evening, _number, _table), played in tables.items():
        found[evening].append(Match(evening, _places(played)))
    return found


def _places(played: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Places in a game as the evening has them, by the last deal that each played and the points made."""
    over = max(last for last, _points in played.values())
    stayed = (who for who, (last, _points) in played.items() if last == over)
    return places_in({who: points for who, (_last, points) in played.items()}, stayed)


def _who(one: Mapping[int, int], player: int | None, entry: int) -> int:
    """The person: the player that stands for them, or an entry of nobody on the list, below nought."""
    return -entry if player is None else one.get(player, player)
