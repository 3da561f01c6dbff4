"""Every address of the program, found in its urlconf, and the right objects to fill it with.

Each is of Alice's club, and made where there is none.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver, reverse

from accounts.clubs.services import claim_ask, club_change, invitation_make
from accounts.models import Group, Invitation, Player, Role, Token, User
from games.models import HouseRules
from tests.cast import Cast, Night
from tests.logos import png
from tests.played_seasons import played as season_played
from tests.transfer.services.test_importing import bring_results
from tests.web.api_rows import API_ROWS
from tournaments.models import Evening, PrizeSet, ScorerLink, Season
from tournaments.phones.selectors import make_token
from tournaments.transfer.selectors.imports_made import load_imports

PARTS = ("phones-now", "phone-claims", "phone-claim-now")
"""Addresses that answer a part of a page: it has no title of its own."""


def addresses(
    resolver: URLResolver | None = None, space: str = "", before: str = ""
) -> Iterator[tuple[str, str]]:
    """Each address by its name as the urlconf has it; one without a name is called by the end of it."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, f"{space}{entry.namespace}:" if entry.namespace else space, here)
        else:
            yield f"{space}{entry.name or entry.pattern}", here


def names() -> list[str]:
    """The names of all addresses but the admin's, which are looked at by one rule."""
    return [name for name, _pattern in addresses() if not name.startswith("admin:")]


def address(name: str, cast: Cast, night: Night) -> str:
    """The address with the objects of Alice's club in it: her evening, its first round, table and person."""
    facts, route = night.facts, dict(addresses())[name]
    of = {
        "uidb36": "1",
        "round": 1,
        "table": max((seat.position for seat in facts.seats), default=1) if name == "table-close" else 1,
        "deal": 1,
        "seq": 1,
        "action": "rename",
        "which": "counters",
        "entry": min((entry.id for entry in facts.entries), default=1),
        "code": night.evening.join_code,
        "digits": "7a1f3d",
        "address": Evening.objects.get(pk=night.evening.pk).public_address or "nowhere",
        "player": Player.objects.filter(club=cast.club).values_list("pk", flat=True).first() or 1,
    }
    if "made" in keys(name):
        of["made"] = imported(cast)
    if "token" in keys(name) or name == "link-qr":
        of["token"] = make_token(table_link(night))
    of["key"] = {"api-thirty-one": "three-stake-brag"}.get(name, "draw-poker" if name in POOLS else "clag")
    if name in PRIZES:
        of["key"] = "new"
    if name in GAMES:
        of |= {"key": "kachuful", "tool": "score", "rules": house_rules(cast)}
    if "group" in keys(name):
        of["group"] = Group.objects.get_or_create(club=cast.club, name="juniors")[0].pk
    if name in API_ROWS:
        return api_address(name, cast, night, route, of)
    if route.removeprefix("public/").startswith(("leagues/", "seasons/")):
        return reverse(name, kwargs={key: (of | seasons(cast, name))[key] for key in keys(name)})
    if name == "club-logo":
        of["mark"] = logo_mark(cast)
    if name in MEMBERS:
        of |= {"user": cast.vera.pk, "invitation": invitation(cast), "claim": claim(cast)}
    of["pk"] = cast.club.pk if route.startswith("clubs/") else night.evening.pk
    if name == "token-revoke":
        of["pk"] = Token.objects.create(user=cast.alice, name="Ours", role="viewer").pk
    if route.startswith("prize-sets/"):
        of["pk"] = prize_set(cast)
    return reverse(name, kwargs={key: of[key] for key in keys(name)}) + QUERY.get(name, "")


def seasons(cast: Cast, name: str) -> dict[str, int | str]:
    """The season of Alice's club with its one evening and its first player, made where there is none."""
    season = Season.objects.filter(league__club=cast.club).first() or season_played(cast, ("Ada", "Ben"))
    player = season.evenings.get().evening.entries.earliest("pk").player_id or 0
    return {
        "pk": season.league_id if name in OF_A_LEAGUE else season.pk,
        "address": season.league.public_address or "nowhere",
        "evening": season.evenings.get().evening_id,
        "player": player,
        "question": question(season, player),
        "which": "division-0",
        "version": version(season),
    }


def version(season: Season) -> int:
    told = {"journal": season.book.earliest("seq"), "rules": season.rules}
    return season.results.get_or_create(version=1, defaults=told)[0].version


def question(season: Season, player: int) -> int:
    line, found = season.book.earliest("seq"), season.questions.first()
    return (found or season.questions.create(player_id=player, question="Why?", asked=line)).pk


def logo_mark(cast: Cast) -> str:
    club_change(by=cast.alice, club=cast.club, logo=png())
    cast.club.refresh_from_db()
    return cast.club.logo_mark


def prize_set(cast: Cast) -> int:
    return PrizeSet.objects.get_or_create(club=cast.club, name="Ours", prizes=["booby"])[0].pk


def api_address(name: str, cast: Cast, night: Night, route: str, of: dict[str, Any]) -> str:
    """An address of the API, which names what its number is of: ``clubs/<pk>/…``."""
    route = route.removeprefix("api/v1/")
    asked = keys(name)
    if "pk" in asked:
        of["pk"] = {
            "clubs": lambda: cast.club.pk,
            "leagues": lambda: seasons(cast, "league")["pk"],
            "seasons": lambda: seasons(cast, name)["pk"],
            "evenings": lambda: night.evening.pk,
            "prize-sets": lambda: prize_set(cast),
            "me": lambda: 1,
        }[route.removeprefix("public/").partition("/")[0]]()
    if route.startswith("public/leagues"):
        of |= {key: seasons(cast, name)[key] for key in ("address", "pk")}
    if "player" in asked and route.startswith("seasons"):
        of["player"] = seasons(cast, name)["player"]
    more: dict[str, Any] = {
        "user": lambda: cast.vera.pk,
        "invitation": lambda: invitation(cast),
        "claim": lambda: claim(cast),
        "rules": lambda: house_rules(cast),
        "version": lambda: seasons(cast, name)["version"],
        "name": lambda: "bell_ring",
    }
    of |= {key: more[key]() for key in more if key in asked}
    return reverse(name, kwargs={key: of[key] for key in asked})


def imported(cast: Cast) -> str:
    if not load_imports(cast.club.pk):
        bring_results(cast)
    return load_imports(cast.club.pk)[0].key


def invitation(cast: Cast) -> int:
    found = Invitation.objects.filter(club=cast.club).first()
    if found is None:
        found, _token = invitation_make(by=cast.alice, club=cast.club, role=Role.VIEWER, days=7)
    return found.pk


def claim(cast: Cast) -> int:
    somebody = Player.objects.filter(club=cast.club).order_by("pk").first()
    player = somebody or Player.objects.create(club=cast.club, name="Dora")
    dora, _made = User.objects.get_or_create(email="dora@example.org", defaults={"name": "Dora"})
    return claim_ask(by=dora, player=player).pk


def table_link(night: Night) -> ScorerLink:
    found = ScorerLink.objects.filter(evening=night.evening, table=1, void=None).first()
    line = night.evening.journal.order_by("seq")[0]
    return found or ScorerLink.objects.create(evening=night.evening, table=1, journal=line)


def house_rules(cast: Cast) -> int:
    found = HouseRules.objects.filter(club=cast.club).first()
    return (found or HouseRules.objects.create(club=cast.club, **HOUSE_RULES)).pk


def keys(name: str) -> set[str]:
    """What the address of this name must be told."""
    return set(re.findall(r"<(?:\w+:)?(\w+)>", dict(addresses())[name]))


PEOPLE = (
    *(
        "club-settings",
        "club-logo",
        "players",
        "player-edit",
        "player-record",
        "player-merge",
        "player-unmerge",
    ),
    *("ratings", "groups", "group", "group-delete", "player-forget", "player-data"),
)
MEMBERS = (
    *("members", "member-change", "member-remove", "member-leave", "invitations", "invitation-revoke"),
    *("player-claim", "claim-decide", "claim-end", "my-name"),
)
OF_A_LEAGUE = ("league", "league-remove", "league-publish", "public-league", "season-new")
PRIZES = ("prize-edit", "prize-set-prize", "season-prize-edit")
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
