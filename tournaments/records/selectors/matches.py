"""The matches of one day's evenings, as ratings count them, for the results that are known to everybody."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Max, Sum

from accounts.names import name_order
from games.rules.registry import KNOWN
from tournaments.core.formats.registry import OF_GAMES
from tournaments.core.kinds.registry import kind_of
from tournaments.core.ranking.game import places_in
from tournaments.core.record import Stage
from tournaments.models import DealLine, DealVersion, Evening, Settlement
from tournaments.records.selectors.ratings import counted, person

RATED = frozenset(key for key, game in KNOWN.items() if kind_of(game).alone)
"""Games in which somebody beats somebody: what a table wins together says nothing of one of them."""

Places = Mapping[int, int]


@dataclass(frozen=True)
class Matches:
    """An evening as of a line of its journal, and its matches: everybody's place in each, by person.

    ``entries``: by which entry each person took part. An evening that does not count has no matches.
    """

    evening: int
    seq: int
    game: str
    matches: tuple[Places, ...]
    entries: Mapping[int, int]


def matches_on(club: int, day: date, one: Mapping[int, int]) -> tuple[Matches, ...]:
    """Return the club's finished evenings of the day, by name as everywhere, in three queries."""
    rows = Evening.held.filter(club=club, stage=Stage.FINISHED, held_on=day)
    evenings = sorted(rows.values_list("name", "pk", "seq"), key=lambda row: (name_order(row[0]), row[1]))
    numbers = [pk for _name, pk, _seq in evenings]
    games, entries = dict[int, str](), dict[int, dict[int, int]]()
    standings = _standings(club, numbers, one, games, entries)
    tables = _tables(club, numbers, one, entries)
    found = []
    for _name, pk, seq in evenings:
        game = games.get(pk, "")
        matches = tables.get(pk) or [standings[pk]] if game in RATED else ()
        found.append(Matches(pk, seq, game, tuple(matches), entries.get(pk, {})))
    return tuple(found)


def _standings(
    club: int,
    evenings: Iterable[int],
    one: Mapping[int, int],
    games: dict[int, str],
    entries: dict[int, dict[int, int]],
) -> Mapping[int, Places]:
    """Everybody's place in each evening. Who is on no list is somebody too."""
    rows = (
        Settlement.objects.filter(result__in=counted(club).filter(evening__in=evenings))
        .order_by("id")
        .values_list("result__evening", "result__game", "entry__player", "entry", "place")
    )
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for evening, game, player, entry, place in rows:
        who = person(one, player, entry)
        games[evening] = game
        found[evening][who] = place
        entries.setdefault(evening, {})[who] = entry
    return found


def _tables(
    club: int, evenings: Iterable[int], one: Mapping[int, int], entries: dict[int, dict[int, int]]
) -> Mapping[int, list[Places]]:
    """Of each evening of whole games: every table's game, if its points or counters are known."""
    known = counted(club).filter(format__in=OF_GAMES, evening__in=evenings)
    superseded = DealVersion.objects.filter(deal__versions__version__gt=F("version"))
    rows = (
        DealLine.objects.filter(version__deal__round__evening__in=known.values("evening"))
        .filter(version__deal__void=None, version__deal__round__void=None)
        .exclude(version__in=superseded.filter(deal__round__evening__in=evenings).values("pk"))
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
            who = person(one, player, entry)
            tables[evening, number, table][who] = last, gained
            entries.setdefault(evening, {}).setdefault(who, entry)
    found: dict[int, list[Places]] = defaultdict(list)
    for (evening, _number, _table), played in tables.items():
        found[evening].append(_places(played))
    return found


def _places(played: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Places in a game as the evening has them, by the last deal that each played and the points made."""
    over = max(last for last, _points in played.values())
    stayed = (who for who, (last, _points) in played.items() if last == over)
    return places_in({who: points for who, (_last, points) in played.items()}, stayed)
