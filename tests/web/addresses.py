"""Every address of the program, found in its urlconf, and the right objects to fill it with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Player
from tests.cast import Cast, Night


def addresses(resolver: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Each pattern with its name; one without a name is called by its route."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from addresses(entry, f"{space}{entry.namespace}:" if entry.namespace else space)
        else:
            yield f"{space}{entry.name or entry.pattern}", entry


def names() -> list[str]:
    """The names of all addresses but the admin's, which are looked at by one rule."""
    return [name for name, _pattern in addresses() if not name.startswith("admin:")]


def address(name: str, cast: Cast, night: Night) -> str:
    """The address with the objects of Alice's club in it: her evening, its first round, table and person."""
    facts = night.facts
    of = {
        "round": 1,
        "table": max((seat.position for seat in facts.seats), default=1) if name == "table-close" else 1,
        "deal": 1,
        "what": "rename",
        "entry": min((entry.id for entry in facts.entries), default=1),
        "code": night.evening.join_code,
        "player": Player.objects.filter(club=cast.club).values_list("pk", flat=True).first() or 1,
    }
    clubs = ("club", "evening-new", "players", "player-edit")
    of["pk"] = cast.club.pk if name in clubs else night.evening.pk
    return reverse(name, kwargs={key: of[key] for key in keys(name)}) + QUERY.get(name, "")


def keys(name: str) -> set[str]:
    """What the address of this name must be told."""
    pattern: Any = dict(addresses())[name]
    return set(pattern.pattern.converters)


QUERY = {"cut": "?purpose=down&table=1&deal=0"}
