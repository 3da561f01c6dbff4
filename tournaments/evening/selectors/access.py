"""Evenings as their visitors reach them: through the club for members, by the join code for everybody."""

from collections.abc import Iterable
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from accounts.database.prepared_queries import prepared
from accounts.models import Merge, Player, User
from accounts.names import as_called, public_names
from accounts.permissions import Right, held, role_of
from accounts.players.selectors.players import kept, standing
from tournaments.core.formats.recorded import Recorded
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Evening, Journal, Rehearsal


def evening_for(user: User, pk: int, *, reads_all: bool = False) -> tuple[Evening, Right] | None:
    """The evening and the user's right in its club, in one query; None for a stranger."""
    return held(_evening_for(user.pk, pk), reads_all)


@prepared
def _evening_for(user: int, pk: int) -> QuerySet[Evening]:
    evenings = Evening.objects.select_related("club").filter(pk=pk)
    return evenings.annotate(member_role=role_of(user, OuterRef("club")), newest=_newest())


def _newest() -> Subquery:
    """When the evening's newest line was written."""
    return Subquery(Journal.objects.filter(evening=OuterRef("pk"), seq=OuterRef("seq")).values("at"))


def evening_tag(evening: Evening) -> str:
    """What changes whenever an evening's pages do; of an evening as visitors reach it.

    The number of its newest line with the time: where a backup was put back a number comes again.
    """
    newest = evening.newest  # type: ignore[attr-defined]
    return f"{evening.seq}.{newest}.{evening.club.revision}"


def evening_by_code(code: str) -> Evening | None:
    """The evening of a join code, once its hall is open; codes are read aloud, so case does not count."""
    return next(iter(_evening_by_code(code.strip().upper())), None)


@prepared
def _evening_by_code(code: str) -> QuerySet[Evening]:
    return open_halls().filter(join_code=code)


def open_halls() -> QuerySet[Evening]:
    """Evenings whose hall is open, or was: with their clubs, as visitors reach them."""
    opened = Evening.objects.exclude(stage=Stage.DRAFT)
    return opened.select_related("club").annotate(newest=_newest())


def was_sent(evening: Evening, key: UUID | None) -> bool:
    """Whether a request of this key was carried out already."""
    return key is not None and Journal.objects.filter(evening=evening, request_key=key).exists()


def names_of(evening: Evening, *, withdrawn: bool = True) -> dict[int, str]:
    """Everybody's shown name by entry."""
    rows = EntryRow.objects.filter(evening=evening)
    return dict((rows if withdrawn else rows.filter(void=None)).values_list("id", "name"))


def entry_names(entries: Iterable[int]) -> dict[int, str]:
    """The shown names of these entries, of whatever evenings."""
    return dict(EntryRow.objects.filter(pk__in=entries).values_list("pk", "name"))


def player_names(**where: Any) -> dict[int, str]:
    """The names on the club's list of the players ``where`` this is so."""
    return dict(Player.objects.filter(**where).values_list("pk", "name"))


def player_of(entry: int) -> int | None:
    """Who of the club's list it is; None for nobody on it."""
    return EntryRow.objects.values_list("player", flat=True).filter(pk=entry).first()


def public_names_of(evening: Evening, *, withdrawn: bool = True, shown: str = "") -> dict[int, str]:
    """Everybody's name as the hall reads it, by entry: as the person has it, else as the club has it.

    Or as a published page has it, which calls people as ``shown``.
    In one query, and two more where somebody is on the list twice. Who was ``withdrawn`` is numbered last.
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
    one = kept(club)
    stands = Player.objects.filter(pk__in=set(one.values())).in_bulk()
    for row in people:
        if row["player"] in one:
            player = stands[one[row["player"]]]
            row["player__public"], row["player__public_name"] = player.public, player.public_name


def is_recorded(evening: Evening) -> bool:
    """Whether it was played elsewhere, and only its result is written down."""
    return evening.format == Recorded.key


def rehearsal_of(evening: Evening) -> Rehearsal | None:
    """Return the evening's rehearsal, if there is one."""
    return Rehearsal.objects.filter(evening__rehearsal_of=evening).select_related("evening").first()


def published_evening(address: str) -> Evening | None:
    """The evening of the address, once its hall is open, if everybody may read it."""
    return open_halls().filter(public_address=address).first()


def published_by_code(code: str) -> Evening | None:
    """The same by its join code; codes are read aloud, so case does not count."""
    evenings = open_halls().filter(join_code=code.strip().upper())
    return evenings.exclude(public_address=None).first()


class Comer(NamedTuple):
    """Somebody who is here, or on the club's list with the usual role."""

    id: int
    name: str
    role: str


def load_people(evening: Evening) -> tuple[list[Comer], list[Comer], set[int]]:
    """The entries that are here, the players on the club's list, and those of them who are here already.

    In two queries, and one more where somebody is on the list twice.
    """
    rows = EntryRow.objects.filter(evening=evening, void=None).values_list("id", "name", "role", "player")
    here = [Comer(entry, name, role) for entry, name, role, _player in rows]
    taken = {player for *_row, player in rows if player}
    stands = standing(evening.club_id).filter(active=True)
    listed = [Comer(*row) for row in stands.values_list("id", "name", "role")]
    if taken - {person.id for person in listed}:
        one = kept(evening.club_id)
        taken = {one.get(player, player) for player in taken}
    return here, listed, taken
