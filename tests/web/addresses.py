"""Every address of the program, found in its urlconf, and the right objects to fill it with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Player
from games.models import HouseRules
from tests.cast import Cast, Night
from tournaments.models import ScorerLink
from tournaments.selectors.links import token_of


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
    if "token" in keys(name) or name == "link-qr":
        of["token"] = token_of(table_link(night))
    of["key"] = {"api-thirty-one": "three-stake-brag"}.get(name, "draw-poker" if name in POOLS else "clag")
    if name in GAMES:
        of |= {"key": "kachuful", "tool": "score", "rules": house_rules(cast)}
    clubs = ("club", "evening-new", "players", "player-edit", *GAMES)
    of["pk"] = cast.club.pk if name in clubs else night.evening.pk
    return reverse(name, kwargs={key: of[key] for key in keys(name)}) + QUERY.get(name, "")


def table_link(night: Night) -> ScorerLink:
    """The link of table 1, made where there is none."""
    found = ScorerLink.objects.filter(evening=night.evening, table=1, void=None).first()
    line = night.evening.journal.order_by("seq")[0]
    return found or ScorerLink.objects.create(evening=night.evening, table=1, journal=line)


def house_rules(cast: Cast) -> int:
    """The house rules of Alice's club, made where there are none."""
    found = HouseRules.objects.filter(club=cast.club).first()
    return (found or HouseRules.objects.create(club=cast.club, **HOUSE_RULES)).pk


def keys(name: str) -> set[str]:
    """What the address of this name must be told."""
    pattern: Any = dict(addresses())[name]
    return set(pattern.pattern.converters)


GAMES = (
    *("game-list", "game", "game-tool", "game-print"),
    *("house-rules", "house-rules-new", "house-rules-edit", "house-rules-retire"),
)
HOUSE_RULES: dict[str, Any] = {"game": "blackout", "name": "Ours", "options": {"hook": "last"}}
POOLS = ("api-showdown", "api-settle")
QUERY = {
    "cut": "?purpose=down&table=1&deal=0",
    "api-schedule": "?players=4",
    "api-orders": "?players=4&dealer=0",
}
