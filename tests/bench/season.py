"""A season's table and one person's row in it, beside the same rows loaded, added up and written."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

from django.urls import reverse

from accounts.models import Player
from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, beside, growth, ms, times
from tests.bench.load import asked, medians
from tests.bench.long import analyse
from tests.bench.processes import BARE, BARE_PAGES, uvicorn
from tests.cast import Cast
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, Journal, Result, Season, SeasonEvening, Settlement
from tournaments.seasons.services.leagues import league_create, season_create

TABLE, GROWTH, ONE_ROW = 2.0, 1.05, 0.1
"""So many times the reference, so much growth, and such a part of the table for one person's row."""
AT_ONCE = 500
FIRST = date(2026, 1, 1)


def measure(
    cast: Cast,
    folder: Path,
    *,
    sizes: Sequence[tuple[int, int]] = ((20, 48), (52, 200), (52, 1000)),
    often: int = 7,
) -> Iterator[Row]:
    group, tables, rows, counts = scene.named("Season, uvicorn"), list[float](), list[float](), set[int]()
    with uvicorn(folder) as ours, uvicorn(folder, BARE_PAGES, **BARE) as bare:
        alice, plain = scene.signed_in(ours.port, cast.alice), Client(bare.port)
        asks = []
        for season in (made(cast, evenings, people) for evenings, people in sizes):
            path, least = reverse("season", args=[season.pk]), f"/season/{season.pk}/"
            _agree(alice, path, plain, least)
            person = Player.objects.filter(entries__evening__seasons__season=season).order_by("pk")[0]
            row = reverse("season-row", args=[season.pk, person.pk])
            asks += [partial(asked, *page) for page in ((alice, path), (alice, row), (plain, least))]
            counts.add(scene.queries(cast, path))
        taken = iter(medians(often, *asks))
    for evenings, people in sizes:
        table, one, plainly = next(taken), next(taken), next(taken)
        yield beside(group, f"the table, {evenings} × {people:,}", table, plainly, TABLE)
        tables.append(table)
        rows.append(one)
    named = ", ".join(f"{evenings} × {people:,}" for evenings, people in sizes)
    slope = growth([evenings * people for evenings, people in sizes[-2:]], tables[-2:])
    larger = " to ".join(named.split(", ")[-2:])
    what = f"growth of the table, exponent from {larger}"
    yield Row(group, what, f"{slope:.2f}", "", f"at most {GROWTH}", slope <= GROWTH)
    part = rows[-1] / tables[-1]
    shown = f"{ms(tables[-1])}: {times(part)}"
    yield Row(
        group, "one person's row, the largest", ms(rows[-1]), shown, f"within {ONE_ROW} ×", part <= ONE_ROW
    )
    queries = " and ".join(map(str, sorted(counts)))
    yield Row(group, f"queries of the table, {named}", queries, "", "the same", len(counts) == 1)


def _agree(alice: Client, path: str, plain: Client, least: str) -> None:
    """Refuse a reference that comes to another order than the page."""
    named = re.compile(rb">\s*(p\d{4} of \d+)\s*<")
    ours, theirs = (named.findall(client.get(at).body) for client, at in ((alice, path), (plain, least)))
    if not theirs or list(dict.fromkeys(ours)) != theirs:
        raise RuntimeError("The season's page and its reference come to different orders.")


# Many evenings, written straight into the tables


def made(cast: Cast, evenings: int, people: int, present: float = 0.9) -> Season:
    """A season by points, weights and the best three quarters; now and then two share a place."""
    named = f"{evenings} × {people}"
    league = league_create(by=cast.alice, club=cast.club, name=named)
    table = (12, 10, 8, 7, 6, 5, 4, 3, 2)
    rules = Rules(table=table, rest=1, best=evenings * 3 // 4, ties=("countback",))
    season = season_create(by=cast.alice, league=league, name=named, rules=rules)
    Player.objects.bulk_create(Player(club=cast.club, name=f"p{n:04} of {people}") for n in range(people))
    players = list(Player.objects.filter(club=cast.club).order_by("-pk")[:people])
    random = Random(evenings)
    for number in range(evenings):
        evening = played(cast, number, random.sample(players, round(people * present)), random)
        SeasonEvening.objects.create(season=season, evening=evening, weight=150 if number % 10 == 9 else 100)
    analyse()
    return season


def played(cast: Cast, number: int, people: Sequence[Player], random: Random) -> Evening:
    """A finished evening with a result, on the day of that number."""
    evening = Evening.objects.create(
        club=cast.club,
        name=f"Evening {number}",
        held_on=FIRST + timedelta(days=number),
        stage=Stage.FINISHED,
        seq=1,
    )
    line = Journal.objects.create(evening=evening, seq=1, verb="evening_recorded")
    entries = EntryRow.objects.bulk_create(
        (EntryRow(evening=evening, player=player, name=player.name, journal=line) for player in people),
        AT_ONCE,
    )
    result, places = Result.objects.create(evening=evening, version=1, journal=line, game="draw-poker"), [1]
    for at in range(2, len(entries) + 1):
        places.append(places[-1] if random.random() < 0.1 else at)
    Settlement.objects.bulk_create(
        (
            Settlement(
                result=result,
                entry=entry,
                player_id=entry.player_id,
                place=place,
                net=50 - place,
                fresh=0,
                yellow=0,
            )
            for entry, place in zip(entries, places, strict=True)
        ),
        AT_ONCE,
    )
    return evening
