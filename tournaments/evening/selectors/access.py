"""Evenings and seasons as their readers reach them, and the names of their people.

Members reach an evening through the club, everybody else by its join code or public address. Seasons are
found by the evenings that count for them, or by their players.
"""

from collections.abc import Collection, Iterable
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.database.folding import by_name
from accounts.database.prepared_queries import prepared
from accounts.models import Merge, Player, User
from accounts.names import as_called, public_names
from accounts.permissions import Right, first_with_right, role_of
from accounts.players.selectors import load_merges, standing_players
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, Journal, Rehearsal, Season


def evening_for(user: User, pk: int, *, reads_all: bool = False) -> tuple[Evening, Right] | None:
    """Return the evening and the user's right in its club, in one query. None for a stranger."""
    return first_with_right(_evening_for(user.pk, pk), reads_all)


@prepared
def _evening_for(user: int, pk: int) -> QuerySet[Evening]:
    evenings = Evening.objects.select_related("club").filter(pk=pk)
    return evenings.annotate(member_role=role_of(user, OuterRef("club")), newest=_newest())


def _newest() -> Subquery:
    """Return the time of the evening's newest line, as a subquery."""
    return Subquery(Journal.objects.filter(evening=OuterRef("pk"), seq=OuterRef("seq")).values("at"))


def evening_tag(evening: Evening) -> str:
    """Return a tag that changes whenever the pages of an evening do, read as visitors reach it.

    It is the number of the newest line with its time, since a restored backup repeats numbers.
    """
    newest = evening.newest  # type: ignore[attr-defined]
    return f"{evening.seq}.{newest}.{evening.club.revision}"


def evening_by_code(code: str) -> Evening | None:
    """Return the evening of a join code, once its hall is open.

    Codes are read aloud, so case does not count.
    """
    return next(iter(_evening_by_code(code.strip().upper())), None)


@prepared
def _evening_by_code(code: str) -> QuerySet[Evening]:
    return open_halls().filter(join_code=code)


def open_halls() -> QuerySet[Evening]:
    """Return the evenings whose hall is open, or was, with their clubs, as visitors reach them."""
    opened = Evening.objects.exclude(stage=Stage.DRAFT)
    return opened.select_related("club").annotate(newest=_newest())


def was_sent(evening: Evening, key: UUID | None) -> bool:
    """Return whether a request of this key was carried out already."""
    return key is not None and Journal.objects.filter(evening=evening, request_key=key).exists()


def names_of(evening: Evening, *, withdrawn: bool = True) -> dict[int, str]:
    """Return everybody's shown name by entry."""
    rows = EntryRow.objects.filter(evening=evening)
    return dict((rows if withdrawn else rows.filter(void=None)).values_list("id", "name"))


def entry_names(entries: Iterable[int]) -> dict[int, str]:
    """Return the shown names of these entries, of whatever evenings."""
    return dict(EntryRow.objects.filter(pk__in=entries).values_list("pk", "name"))


def player_names(**where: Any) -> dict[int, str]:
    """Return the names on the player list of those who match the lookups ``where``."""
    return dict(Player.objects.filter(**where).values_list("pk", "name"))


def player_of(entry: int) -> int | None:
    """Return the entry's player on the club's list. None if it is not on it."""
    return EntryRow.objects.values_list("player", flat=True).filter(pk=entry).first()


def public_names_of(evening: Evening, *, withdrawn: bool = True, shown: str = "") -> dict[int, str]:
    """Return everybody's name as the hall reads it, by entry: as the person has it, else the club.

    ``shown``: how a published page calls people. In one query, and two more where somebody is on the
    list twice. People who were ``withdrawn`` are numbered last.
    """
    merged = Merge.objects.filter(gone=OuterRef("player"), undone_at=None)
    rows = (
        EntryRow.objects.filter(evening=evening)
        .annotate(merged=Exists(merged))
        .order_by(F("void").asc(nulls_first=True), "id")
    )
    chosen = ("id", "name", "player__public", "player__public_name", "player__forgotten_at")
    people = list(rows.values(*chosen, "player", "merged", "void"))
    if any(row["merged"] for row in people):
        _as_stands(evening.club_id, people)
    called = starmap(as_called, ([row[field] or "" for field in chosen] for row in people))
    names = public_names(called, evening.club.public, shown)
    return {row["id"]: names[row["id"]] for row in people if withdrawn or row["void"] is None}


def _as_stands(club: int, people: Iterable[dict[str, Any]]) -> None:
    """Let everybody who was merged have what the entry has chosen that stands."""
    one = load_merges(club)
    stands = Player.objects.filter(pk__in=set(one.values())).in_bulk()
    for row in people:
        if row["player"] in one:
            player = stands[one[row["player"]]]
            row["player__public"], row["player__public_name"] = player.public, player.public_name


def is_recorded(evening: Evening) -> bool:
    """Return whether it was played elsewhere, and only its result is written down."""
    return evening.format == RecordedResults.key


def rehearsal_of(evening: Evening) -> Rehearsal | None:
    """Return the evening's rehearsal, if there is one."""
    return Rehearsal.objects.filter(evening__rehearsal_of=evening).select_related("evening").first()


def published_evening(address: str) -> Evening | None:
    """Return the evening of the address, once its hall is open, if everybody may read it."""
    return open_halls().filter(public_address=address).first()


def published_by_code(code: str) -> Evening | None:
    """Return the published evening of the join code. Codes are read aloud, so case does not count."""
    evenings = open_halls().filter(join_code=code.strip().upper())
    return evenings.exclude(public_address=None).first()


class Comer(NamedTuple):
    """Somebody who is here, or on the club's list with the usual role."""

    id: int
    name: str
    role: str


def load_people(evening: Evening) -> tuple[list[Comer], list[Comer], set[int]]:
    """Return the entries here, the players on the club's list, and the ids of players who are here already.

    In two queries, and one more where somebody is on the list twice.
    """
    rows = EntryRow.objects.filter(evening=evening, void=None).values_list("id", "name", "role", "player")
    here = [Comer(entry, name, role) for entry, name, role, _player in rows]
    taken = {player for *_row, player in rows if player}
    stands = standing_players(evening.club_id).filter(active=True)
    listed = [Comer(*row) for row in stands.values_list("id", "name", "role")]
    if taken - {person.id for person in listed}:
        one = load_merges(evening.club_id)
        taken = {one.get(player, player) for player in taken}
    return here, listed, taken


def seasons_with(evening: int) -> tuple[tuple[int, str], ...]:
    """Return the seasons that the evening counts for, with the names of league and season, in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    return tuple(
        (pk, f"{league} · {name}") for pk, league, name in rows.values_list("pk", "league__name", "name")
    )


def seasons_by_stage(evening: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the open and of the closed seasons that the evening counts for, in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    found: dict[bool, list[str]] = {True: [], False: []}
    for stage, league, name in rows.values_list("stage", "league__name", "name"):
        found[stage == SeasonStage.OPEN].append(f"{league} · {name}")
    return tuple(found[True]), tuple(found[False])


def seasons_counting(evenings: Collection[int], stage: SeasonStage) -> list[Season]:
    """Return the seasons at the stage for which one of these evenings counts, by league."""
    return _by_league(Q(evenings__evening__in=evenings), stage)


def seasons_of_players(players: Collection[int], stage: SeasonStage) -> list[Season]:
    """Return the seasons at the stage in which one of these players took part or is listed, by league."""
    return _by_league(has_players(players), stage)


def has_players(players: Collection[int]) -> Q:
    """Return a filter for seasons in which one of these players took part or is listed."""
    played = Q(evenings__evening__entries__player__in=players, evenings__evening__entries__void=None)
    return played | Q(people__player__in=players)


def _by_league(of: Q, stage: SeasonStage) -> list[Season]:
    rows = Season.objects.filter(of, stage=stage).select_related("league")
    return list(rows.order_by(*by_name("league__name"), "pk").distinct())
