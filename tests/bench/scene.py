"""Halls to measure in: made by the services, as people make them."""

from typing import Any
from unittest import mock

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.bench.client import Client
from tests.cast import Cast, Night
from tournaments.attendance import services as attendance_services
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.seating.services import evening_start, seats_draw

MORE_THAN_ANY_HALL = 10_000


def players_at(tables: int) -> int:
    """How many people fill so many tables: four at the head and at the booby table, else six."""
    return 4 + (tables - 2) * 6 + 4


def playing(cast: Cast, players: int, format: str = "progressive", seed: str = "7", **settings: Any) -> Night:
    """An evening of draw poker whose first round is being played."""
    evening = evening_create(
        actor=None,
        club=cast.club,
        name="Thursday",
        settings=Settings(**settings),
        choice=GameChoice("draw-poker", {}, format, ""),
    )
    by = RequestedBy(evening.pk)
    check_in_open(by)
    roles = evening.settings.roles
    names = [Arrival(f"p{n:04}", roles[n % len(roles)]) for n in range(1, players + 1)]
    with mock.patch.object(attendance_services, "MOST_PEOPLE", MORE_THAN_ANY_HALL):
        people_check_in(by, people=names)
    seats_draw(by, seed=seed)
    evening_start(by)
    evening.refresh_from_db()
    return Night(evening, cast.alice)


def signed_in(port: int, user: User) -> Client:
    """The client of somebody who has signed in, with the token against forgery."""
    browser = django.test.Client()
    browser.force_login(user)
    client = Client(port, {name: cookie.value for name, cookie in browser.cookies.items()})
    client.cookies["csrftoken"] = Client(port).get(reverse("account_login")).cookies["csrftoken"]
    return client


def queries(cast: Cast, path: str) -> int:
    """Of a member's page, by a process that has seen nothing of what it shows."""
    client = django.test.Client(SERVER_NAME="localhost")
    client.force_login(cast.alice)
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    return len(captured)


def named(group: str) -> str:
    """The group with the name of the database."""
    return f"{group}, {'PostgreSQL' if connection.vendor == 'postgresql' else 'SQLite'}"
