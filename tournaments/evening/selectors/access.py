"""Access to evenings and seasons for their readers, and the names of people.

Members reach an evening through the club, other people by its join code or public address. Seasons are found
by the evenings that count for them, or by their players.
"""

from collections.abc import Collection, Iterable
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.database.folding import by_name
from accounts.database.prepared_queries import prepare_query
from accounts.models import Merge, Player, User
from accounts.names import make_name_entry, make_public_names
from accounts.permissions import Right, find_first_with_right, select_role
from accounts.players.selectors import list_standing_players, load_merges
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, Journal, Rehearsal, Season


def find_user_evening(user: User, pk: int, *, reads_all: bool = False) -> tuple[Evening, Right] | None:
    """Return the evening and the user's right in its club, in one query. None for a stranger."""
    return find_first_with_right(_select_user_evening(user.pk, pk), reads_all)


@prepare_query
def _select_user_evening(user: int, pk: int) -> QuerySet[Evening]:
    evenings = Evening.objects.select_related("club").filter(pk=pk)
    return evenings.annotate(member_role=select_role(user, OuterRef("club")), newest=_select_newest_time())


def _select_newest_time() -> Subquery:
    """Return a subquery for the time of the evening's newest line."""
    return Subquery(Journal.objects.filter(evening=OuterRef("pk"), seq=OuterRef("seq")).values("at"))


def make_evening_tag(evening: Evening) -> str:
    """Return a tag that changes whenever the evening's pages change.

    It contains the number and the time of the newest line. The number alone is not enough: after a backup is
    restored, numbers repeat.
    """
    newest = evening.newest  # type: ignore[attr-defined]
    return f"{evening.seq}.{newest}.{evening.club.revision}"


def find_evening_by_code(code: str) -> Evening | None:
    """Return the evening with this join code, after its hall opens. Upper and lower case are equal."""
    return next(iter(_select_evening_by_code(code.strip().upper())), None)


@prepare_query
def _select_evening_by_code(code: str) -> QuerySet[Evening]:
    return select_open_halls().filter(join_code=code)


def select_open_halls() -> QuerySet[Evening]:
    """Return the evenings whose hall is or was open, with their clubs, for visitors."""
    evenings = Evening.objects.exclude(stage=Stage.DRAFT)
    return evenings.select_related("club").annotate(newest=_select_newest_time())


def is_request_done(evening: Evening, key: UUID | None) -> bool:
    """Return whether a request with this key has already run."""
    return key is not None and Journal.objects.filter(evening=evening, request_key=key).exists()


def load_names(evening: Evening, *, withdrawn: bool = True) -> dict[int, str]:
    """Return all shown names by entry."""
    rows = EntryRow.objects.filter(evening=evening)
    return dict((rows if withdrawn else rows.filter(void=None)).values_list("id", "name"))


def load_entry_names(entries: Iterable[int]) -> dict[int, str]:
    """Return the shown names of these entries, from any evenings."""
    return dict(EntryRow.objects.filter(pk__in=entries).values_list("pk", "name"))


def load_player_names(**lookups: Any) -> dict[int, str]:
    """Return names on the player list, for players who match ``lookups``."""
    return dict(Player.objects.filter(**lookups).values_list("pk", "name"))


def find_player(entry: int) -> int | None:
    """Return the entry's player on the club's list. None if it is not on it."""
    return EntryRow.objects.values_list("player", flat=True).filter(pk=entry).first()


def public_names_of(evening: Evening, *, withdrawn: bool = True, names_shown: str = "") -> dict[int, str]:
    """Return all public names by entry: by the player's own choice, else by the club's.

    ``names_shown``: how a published page shows names. Names of ``withdrawn`` people are numbered last. Takes
    one query, and two more if merged players are among the people.
    """
    merges = Merge.objects.filter(gone=OuterRef("player"), undone_at=None)
    rows = (
        EntryRow.objects.filter(evening=evening)
        .annotate(merged=Exists(merges))
        .order_by(F("void").asc(nulls_first=True), "id")
    )
    columns = ("id", "name", "player__public", "player__public_name", "player__forgotten_at")
    people = list(rows.values(*columns, "player", "merged", "void"))
    if any(row["merged"] for row in people):
        _follow_merges(evening.club_id, people)
    choices = starmap(make_name_entry, ([row[field] or "" for field in columns] for row in people))
    names = make_public_names(choices, evening.club.public, names_shown)
    return {row["id"]: names[row["id"]] for row in people if withdrawn or row["void"] is None}


def _follow_merges(club: int, people: Iterable[dict[str, Any]]) -> None:
    """Replace the public name choice of merged players by the choice of the player they are merged into."""
    merged_into = load_merges(club)
    stands = Player.objects.filter(pk__in=set(merged_into.values())).in_bulk()
    for row in people:
        if row["player"] in merged_into:
            player = stands[merged_into[row["player"]]]
            row["player__public"], row["player__public_name"] = player.public, player.public_name


def is_recorded(evening: Evening) -> bool:
    """Return whether the evening was played elsewhere, so that only its result is recorded."""
    return evening.format == RecordedResults.key


def find_rehearsal(evening: Evening) -> Rehearsal | None:
    """Return the evening's rehearsal, None without one."""
    return Rehearsal.objects.filter(evening__rehearsal_of=evening).select_related("evening").first()


def find_published_evening(address: str) -> Evening | None:
    """Return the published evening at this address, after its hall opens."""
    return select_open_halls().filter(public_address=address).first()


def find_published_by_code(code: str) -> Evening | None:
    """Return the published evening with this join code. Upper and lower case are equal."""
    evenings = select_open_halls().filter(join_code=code.strip().upper())
    return evenings.exclude(public_address=None).first()


class Comer(NamedTuple):
    """A person who is here, or a player on the club's list with their usual role."""

    id: int
    name: str
    role: str


def load_people(evening: Evening) -> tuple[list[Comer], list[Comer], dict[int, int]]:
    """Return the entries here, the players on the club's list, and the player of each entry that has one.

    Takes two queries, and one more if somebody is on the list twice.
    """
    rows = EntryRow.objects.filter(evening=evening, void=None).values_list("id", "name", "role", "player")
    present = [Comer(entry, name, role) for entry, name, role, _player in rows]
    players = {entry: player for entry, *_row, player in rows if player}
    stands = list_standing_players(evening.club_id).filter(active=True)
    listed = [Comer(*row) for row in stands.values_list("id", "name", "role")]
    if {*players.values()} - {person.id for person in listed}:
        merged_into = load_merges(evening.club_id)
        players = {entry: merged_into.get(player, player) for entry, player in players.items()}
    return present, listed, players


def load_season_names(evening: int) -> tuple[tuple[int, str], ...]:
    """Return the seasons for which the evening counts, with the names of league and season, in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    return tuple(
        (pk, f"{league} · {name}") for pk, league, name in rows.values_list("pk", "league__name", "name")
    )


def load_seasons_by_stage(evening: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the open and the closed seasons for which the evening counts, in one query."""
    rows = Season.objects.filter(evenings__evening=evening).order_by(*by_name("league__name"), "pk")
    names: dict[bool, list[str]] = {True: [], False: []}
    for stage, league, name in rows.values_list("stage", "league__name", "name"):
        names[stage == SeasonStage.OPEN].append(f"{league} · {name}")
    return tuple(names[True]), tuple(names[False])


def load_counting_seasons(evenings: Collection[int], stage: SeasonStage) -> list[Season]:
    """Return the seasons at the stage for which one of these evenings counts, by league."""
    return _load_seasons(Q(evenings__evening__in=evenings), stage)


def load_player_seasons(players: Collection[int], stage: SeasonStage) -> list[Season]:
    """Return the seasons at the stage in which one of these players took part or is listed, by league."""
    return _load_seasons(has_players(players), stage)


def has_players(players: Collection[int]) -> Q:
    """Return a filter for seasons in which one of these players took part or is listed."""
    took_part = Q(evenings__evening__entries__player__in=players, evenings__evening__entries__void=None)
    return took_part | Q(people__player__in=players)


def _load_seasons(condition: Q, stage: SeasonStage) -> list[Season]:
    rows = Season.objects.filter(condition, stage=stage).select_related("league")
    return list(rows.order_by(*by_name("league__name"), "pk").distinct())
