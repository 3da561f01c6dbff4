"""The journal's page as its tests read it."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Night
from tournaments.journal.presenters.page import RoundLines


def page(client: Client, night: Night, **asked: Any) -> Any:
    return client.get(reverse("journal", args=[night.evening.pk]), asked)


def groups(client: Client, night: Night, **asked: Any) -> tuple[RoundLines, ...]:
    found: tuple[RoundLines, ...] = page(client, night, **asked).context["page"].groups
    return found


def lines(client: Client, night: Night, **asked: Any) -> list[Any]:
    """The lines that are shown, the newest first."""
    return [line for group in groups(client, night, **asked) for line in group.lines]


def last(client: Client, night: Night, **asked: Any) -> Any:
    return lines(client, night, **asked)[0]


def told(client: Client, night: Night, **asked: Any) -> str:
    return str(last(client, night, **asked).words)
