"""The administration over 100,000 rows: as many queries as over few, and only a page of them is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.sql import compiler
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.admin.base import MOST_COUNTED
from accounts.models import Club, Membership, Player, User
from tests.web.admin_pages import root, where
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, Journal, RoundRow, RoundTable, SeatRow

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

MANY = 100_000
PEOPLE, ROUNDS = 400, 250
ROWS = 3_000
"""Rows that a page may read: those that it shows, and what they are told by."""


@contextmanager
def rows_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many rows come from the database, in each of its answers."""
    read: list[int] = []
    real = compiler.cursor_iter

    def counting(*args: Any, **kwargs: Any) -> Iterator[Any]:
        for rows in real(*args, **kwargs):
            read.append(len(rows))
            yield rows

    with monkeypatch.context() as patch:
        patch.setattr(compiler, "cursor_iter", counting)
        yield read


def many(evening: Evening) -> None:
    """Lines and seats in one evening, evenings, clubs and players, of each so many or about."""
    first = evening.journal.order_by("seq")[0]
    start = evening.seq + 1
    Journal.objects.bulk_create(
        (Journal(evening=evening, seq=start + n, verb="clock_set") for n in range(MANY)), batch_size=2000
    )
    Evening.objects.filter(pk=evening.pk).update(seq=start + MANY - 1)
    entries = EntryRow.objects.bulk_create(
        EntryRow(evening=evening, name=f"e{n}", journal=first) for n in range(PEOPLE)
    )
    last = RoundRow.objects.filter(evening=evening).count()
    rounds = RoundRow.objects.bulk_create(
        RoundRow(evening=evening, number=last + n, journal=first) for n in range(1, ROUNDS + 1)
    )
    RoundTable.objects.bulk_create(
        (
            RoundTable(round=row, position=table, dealer=1, journal=first)
            for row in rounds
            for table in range(1, PEOPLE // 4 + 1)
        ),
        batch_size=2000,
    )
    SeatRow.objects.bulk_create(
        (
            SeatRow(round=row, position=1 + n // 4, chair=1 + n % 4, entry=entry, journal=first)
            for row in rounds
            for n, entry in enumerate(entries)
        ),
        batch_size=2000,
    )
    clubs = Club.objects.bulk_create(Club(name=f"Club {n}") for n in range(2000))
    Evening.objects.bulk_create(
        (
            Evening(
                club=clubs[n % len(clubs)],
                name=f"Evening {n}",
                held_on=date(2020, 1, 1) + timedelta(days=n % 2000),
                join_code=f"Z{n:07}",
            )
            for n in range(MANY)
        ),
        batch_size=2000,
    )
    Player.objects.bulk_create((Player(club=clubs[0], name=f"P{n}") for n in range(20_000)), batch_size=2000)
    users = User.objects.bulk_create(User(email=f"u{n}@example.org", password="!") for n in range(3000))
    Membership.objects.bulk_create(Membership(club=clubs[0], user=user, role="viewer") for user in users)


@pytest.mark.thorough
@pytest.mark.django_db
def test_pages_are_read_and_not_tables(client, cast, night, monkeypatch):
    client.force_login(root())
    evening = night(8, Stage.PLAYING).evening
    asked = [
        (where(Evening), {}),
        (where(Evening), {"q": "thursday"}),
        (where(Evening), {"q": "no such words"}),
        (where(Evening), {"club": "Thursday", "stage__exact": "playing"}),
        (where(Evening), {"game": "draw-poker", "p": "2"}),
        (where(Evening), {"held_on__year": evening.held_on.year}),
        (where(Evening, "change", evening.pk), {}),
        (where(Evening, "change", evening.pk), {"before": "5"}),
        (reverse("admin:index"), {}),
        (where(Player), {"q": "p1"}),
        (where(Membership), {"club": "club"}),
        (where(Club), {}),
    ]
    before = [_queries(client, *one) for one in asked]
    many(evening)
    for (page, query), few in zip(asked, before, strict=True):
        with rows_read(monkeypatch) as read:
            assert _queries(client, page, query) <= few + 6, (page, query)
        assert sum(read) <= ROWS, (page, query, read)
    full = Club.objects.get(name="Club 0")
    with rows_read(monkeypatch) as read:
        assert client.get(where(Club, "change", full.pk)).status_code == 200
    assert sum(read) <= ROWS
    shown = client.get(where(Evening))
    assert shown.context["cl"].result_count == MOST_COUNTED
    assert f"more than {MOST_COUNTED}" in shown.text
    assert _page(client, evening).context["large"]


def _page(client, evening):
    return client.get(where(Evening, "change", evening.pk))


def _queries(client, page, query):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page, query).status_code == 200
    return len(queries)
