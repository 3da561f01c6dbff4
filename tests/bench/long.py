"""A long evening in a large hall, written straight into the tables: thousands of deals in a second or two."""

from random import Random
from typing import Any

from django.db import connection

from tests.bench import scene
from tests.cast import Cast, Night
from tournaments.models import Deal, DealLine, DealVersion, Evening, Journal, RoundRow, RoundTable, SeatRow

AT_ONCE = 500


def evening(cast: Cast, players: int, rounds: int, *, chance: int = 1, **settings: Any) -> Night:
    """An evening in which so many people have played so many rounds, a pool at each table in each.

    Winners move up a table, as by the rules; who goes down from the head table is drawn.
    """
    night = scene.playing(cast, players, **settings)
    random, first = Random(chance), night.facts
    tables: dict[int, list[int]] = {}
    for seat in first.seats:
        tables.setdefault(seat.position, []).append(seat.entry)
    row = RoundRow.objects.get(evening=night.evening)
    for number in range(1, rounds + 1):
        if number > 1:
            row = _open(night.evening, number, tables)
        winners = _play(night.evening, row, tables, random)
        _move(tables, winners, random)
    analyse()
    night.evening.refresh_from_db()
    return night


def play(night: Night, chance: int = 1) -> None:
    """Record a pool at each table of the round that is open, if there is none yet."""
    row, tables = RoundRow.objects.filter(evening=night.evening).latest("number"), dict[int, list[int]]()
    if Deal.objects.filter(round=row).exists():
        return
    for position, entry in SeatRow.objects.filter(round=row).values_list("position", "entry"):
        tables.setdefault(position, []).append(entry)
    night.evening.refresh_from_db()
    _play(night.evening, row, tables, Random(chance))


def _line(evening: Evening, verb: str) -> Journal:
    evening.seq += 1
    evening.save(update_fields=["seq"])
    return Journal.objects.create(evening=evening, seq=evening.seq, verb=verb)


def _open(evening: Evening, number: int, tables: dict[int, list[int]]) -> RoundRow:
    line = _line(evening, "moves_applied")
    RoundRow.objects.filter(evening=evening, number=number - 1).update(rung=line, closed=line)
    row = RoundRow.objects.create(evening=evening, number=number, journal=line)
    RoundTable.objects.bulk_create(
        (RoundTable(round=row, position=table, dealer=1, journal=line) for table in tables), AT_ONCE
    )
    SeatRow.objects.bulk_create(
        (
            SeatRow(round=row, position=table, chair=chair, entry_id=entry, journal=line)
            for table, people in tables.items()
            for chair, entry in enumerate(people, start=1)
        ),
        AT_ONCE,
    )
    return row


def _play(evening: Evening, row: RoundRow, tables: dict[int, list[int]], random: Random) -> dict[int, int]:
    line = _line(evening, "deal_recorded")
    deals = Deal.objects.bulk_create(
        (Deal(round=row, position=table, number=1, journal=line) for table in tables), AT_ONCE
    )
    versions = DealVersion.objects.bulk_create(
        (DealVersion(deal=deal, version=1, journal=line) for deal in deals), AT_ONCE
    )
    winners, lines = dict[int, int](), list[DealLine]()
    for version in versions:
        people = tables[version.deal.position]
        winner = winners[version.deal.position] = random.choice(people)
        lost = {entry: random.randint(0, 2) for entry in people if entry != winner}
        lines.append(DealLine(version=version, entry_id=winner, won=True, counters=sum(lost.values())))
        lines += [DealLine(version=version, entry_id=entry, counters=-n) for entry, n in lost.items()]
    DealLine.objects.bulk_create(lines, AT_ONCE)
    return winners


def _move(tables: dict[int, list[int]], winners: dict[int, int], random: Random) -> None:
    down = random.choice([entry for entry in tables[1] if entry != winners[1]])
    for table, winner in winners.items():
        if table > 1:
            tables[table].remove(winner)
            tables[table - 1].append(winner)
    tables[1].remove(down)
    tables[max(tables)].append(down)


def analyse() -> None:
    """Have statistics, as PostgreSQL makes them by itself before long. SQLite never does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
