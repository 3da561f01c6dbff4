"""A season's table of many evenings and people: computed, shown, and asked for again."""

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from accounts.models import Player
from tests.bench.figures import Row, ms
from tests.bench.standings import COMPUTED, MOST_QUERIES, NAMES, SHOWN, beside, in_turn
from tests.cast import Cast
from tournaments.core.leagues.points import EveningLines
from tournaments.core.leagues.rules import Rules, from_json
from tournaments.core.leagues.standing import season_standing
from tournaments.core.record import Stage
from tournaments.facts.seasons.counting import count_season
from tournaments.models import EntryRow, Evening, Journal, Result, Season, SeasonEvening, Settlement
from tournaments.pages.seasons.columns import NEWEST
from tournaments.pages.seasons.table import season_table
from tournaments.services.seasons.leagues import league_create, season_create

AT_ONCE = 500
FIRST = date(2026, 1, 1)
TABLE, REST = (12, 10, 8, 7, 6, 5, 4, 3, 2), 1


def measure(
    cast: Cast,
    folder: Path,
    *,
    sizes: Sequence[tuple[int, int]] = ((20, 100), (200, 100)),
    asked: int = 15,
) -> Iterator[Row]:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)  # as config/asgi.py
    client = django.test.Client(SERVER_NAME="localhost")
    client.force_login(cast.alice)
    seasons = [_season(cast, evenings, players) for evenings, players in sizes]
    yield _computed(seasons[-1], asked)
    yield from _shown(client, seasons[-1], asked)
    counts = [_queries(season) for season in seasons]
    same = len(set(counts)) == 1
    yield Row(
        _group(),
        f"queries of the table, at {' and '.join(str(evenings) for evenings, _players in sizes)} evenings",
        str(counts[0]) if same else ", ".join(map(str, counts)),
        goal=f"the same, at most {MOST_QUERIES}",
        met=same and counts[0] <= MOST_QUERIES,
    )


def _group() -> str:
    return f"Season, {NAMES[connection.vendor]}"


def _computed(season: Season, asked: int) -> Row:
    counted = count_season(season, all_known=True)
    rules, lines, people = counted.rules, counted.lines, counted.people
    rows, folds = season_standing(rules, lines, people), folded(lines, rules.best)
    if [(row.place, row.player) for row in rows] != [fold[:2] for fold in folds]:
        raise RuntimeError("What stands beside it comes to other places.")
    ours, plain = in_turn(
        lambda: season_standing(rules, lines, people), lambda: folded(lines, rules.best), asked
    )
    return beside(_group(), f"computed from what is in memory, {season.name}", ours, plain, COMPUTED)


def _shown(client: django.test.Client, season: Season, asked: int) -> Iterator[Row]:
    path, best = reverse("season", args=[season.pk]), from_json(season.rules).best
    ours, plain = in_turn(lambda: client.get(path), lambda: bare(season.pk, best), asked)
    yield beside(_group(), f"the page, {season.name}", ours, plain, SHOWN)
    tag = client.get(path).headers["ETag"]
    headers = {"if-none-match": tag}
    again, _nothing = in_turn(lambda: client.get(path, headers=headers), int, asked)
    status = client.get(path, headers=headers).status_code
    yield Row(_group(), f"the page again, nothing changed, {season.name}", f"{ms(again)}, {status}")


def _queries(season: Season) -> int:
    """Of the table alone, for a season that was read with its league."""
    season = Season.objects.select_related("league").get(pk=season.pk)
    with CaptureQueriesContext(connection) as queries:
        season_table(season)
    return len(queries)


# Many evenings, written straight into the tables


def _season(cast: Cast, evenings: int, players: int) -> Season:
    """Nine in ten are there each time; now and then two share a place."""
    league = league_create(by=cast.alice, club=cast.club, name="League")
    rules = Rules(table=TABLE, rest=REST, best=evenings * 3 // 4, ties=("countback",))
    name = f"{evenings} evenings of {players}"
    season = season_create(by=cast.alice, league=league, name=name, rules=rules)
    Player.objects.bulk_create(Player(club=cast.club, name=f"p{n:04} of {evenings}") for n in range(players))
    people = list(Player.objects.filter(club=cast.club).order_by("-pk")[:players])
    random = Random(evenings)
    for number in range(evenings):
        evening = Evening.objects.create(
            club=cast.club,
            name=f"Evening {number}",
            held_on=FIRST + timedelta(days=number),
            stage=Stage.FINISHED,
            seq=1,
        )
        line = Journal.objects.create(evening=evening, seq=1, verb="evening_recorded")
        SeasonEvening.objects.create(season=season, evening=evening, weight=150 if number % 10 == 9 else 100)
        _play(evening, line, random.sample(people, players * 9 // 10), random)
    return season


def _play(evening: Evening, line: Journal, people: Sequence[Player], random: Random) -> None:
    entries = EntryRow.objects.bulk_create(
        (EntryRow(evening=evening, player=player, name=player.name, journal=line) for player in people),
        AT_ONCE,
    )
    result, places = Result.objects.create(evening=evening, version=1, journal=line, game="draw-poker"), [1]
    for at in range(2, len(entries) + 1):
        places.append(places[-1] if random.random() < 0.1 else at)
    Settlement.objects.bulk_create(
        (
            Settlement(result=result, entry=entry, place=place, net=50 - place, fresh=0, yellow=0)
            for entry, place in zip(entries, places, strict=True)
        ),
        AT_ONCE,
    )


# What stands beside it: the same places by the shortest way


Fold = tuple[int, int, float, str]


def folded(evenings: Sequence[EveningLines], best: int) -> list[Fold]:
    """Of everybody: place, total and what sets the next below: points, the countback, or nothing."""
    points: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for evening in evenings:
        level = Counter(line.place for line in evening.lines)
        for line in evening.lines:
            points[line.player].append((_given(line.place, level[line.place], evening.weight), line.place))
    return _placed(points, best)


def _given(place: int, level: int, weight: int) -> float:
    taken = range(place, place + level)
    return sum(TABLE[at - 1] if at <= len(TABLE) else REST for at in taken) / level * weight / 100


def _placed(points: Mapping[int, list[tuple[float, int]]], best: int) -> list[Fold]:
    keys = {}
    for player, mine in points.items():
        mine.reverse()  # of equal ones the earlier is dropped
        mine.sort(key=lambda one: -one[0])
        had = Counter(place for _points, place in mine[:best])
        keys[player] = round(sum(one[0] for one in mine[:best]), 6), tuple(had[n] for n in range(1, 101))
    order = sorted(keys, key=lambda player: (keys[player], -player), reverse=True)
    rows: list[Fold] = []
    for at, player in enumerate(order, start=1):
        below = keys[order[at]] if at < len(order) else None
        why = "" if below is None else "points" if below[0] != keys[player][0] else "countback"
        place = rows[-1][0] if at > 1 and keys[order[at - 2]] == keys[player] else at
        rows.append((place, player, keys[player][0], why))
    return rows


def bare(season: int, best: int) -> str:
    """The same rows loaded, added up and written as rows, with movement and the newest evenings."""
    names = dict(Player.objects.filter(entries__evening__seasons__season=season).values_list("pk", "name"))
    weights = dict(
        SeasonEvening.objects.filter(season=season)
        .order_by("evening__held_on")
        .values_list("evening", "weight")
    )
    evenings: dict[int, list[tuple[int, int]]] = {evening: [] for evening in weights}
    lines = Settlement.objects.filter(result__evening__seasons__season=season).order_by()
    for evening, player, place in lines.values_list("result__evening", "entry__player", "place"):
        evenings[evening].append((player, place))
    points: dict[int, list[tuple[float, int]]] = defaultdict(list)
    gave: list[Mapping[int, float]] = []
    before: Mapping[int, int] = {}
    for evening, people in evenings.items():
        if len(gave) == len(evenings) - 1:
            earlier = {player: list(mine) for player, mine in points.items()}
            before = {player: place for place, player, _total, _why in _placed(earlier, best)}
        level = Counter(place for _player, place in people)
        given = {player: _given(place, level[place], weights[evening]) for player, place in people}
        gave.append(given)
        for player, place in people:
            points[player].append((given[player], place))
    newest = gave[: -NEWEST - 1 : -1]
    return "".join(
        f"<tr><td>{place} {before.get(player, place) - place}</td><td>{escape(names[player])}</td>"
        f"<td>{total}</td>{_cells(player, newest)}<td>{why}</td></tr>"
        for place, player, total, why in _placed(points, best)
    )


def _cells(player: int, evenings: Sequence[Mapping[int, float]]) -> str:
    return "".join([f"<td>{given.get(player, '–')}</td>" for given in evenings])
