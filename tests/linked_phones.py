"""A table's phone, for the tests of whatever it writes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import reverse

from tests.cast import Night
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import ScorerLink
from tournaments.phones.selectors import make_token
from tournaments.phones.services import links_make


def linked(night: Night) -> Night:
    """The night with a link for each of its tables."""
    links_make(night.by)
    return night


def link(night: Night, table: int = 2) -> ScorerLink:
    return ScorerLink.objects.get(evening=night.evening, table=table, void=None)


def phone(night: Night, table: int = 2, key: UUID | None = None, reason: str = "") -> RequestedBy:
    """Who asks is the table's phone."""
    return RequestedBy(night.evening.pk, key=key, reason=reason, link=link(night, table).pk)


def scan(night: Night, table: int = 2, client: Client | None = None) -> Client:
    """A browser that has scanned the table's code."""
    found = client or Client()
    address = reverse("scan", args=[make_token(link(night, table))])
    answer = found.get(address)
    if answer.status_code == 200:  # it was at another table, and is asked whether to switch
        answer = found.post(address)
    assert answer.status_code == 302
    return found


def as_json(phone: Client, url: str, sent: Mapping[str, Any]) -> Any:
    """The answer to a phone that queued what was typed, and asks for JSON."""
    return phone.post(url, sent, headers={"Accept": "application/json"})


def form(night: Night, table: int = 2, **fields: Any) -> dict[str, Any]:
    """What a form on the table's phone sends."""
    return {"of": f"{night.evening.pk}-{table}", **fields}
