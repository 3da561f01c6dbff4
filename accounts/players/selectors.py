"""Queries about a club's players: merged entries, groups, claims, linked accounts, and exports of data."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import QuerySet

from accounts.database.folding import by_name
from accounts.models import Claim, Club, Group, Merge, Player, User
from accounts.names import name_key, name_order, public_name

DATA_TAKEN = "Exported all data of this player."
"""What the log says of it."""


@dataclass(frozen=True)
class DataExport:
    """An export: by whom, and when."""

    user_name: str
    time: datetime


def data_taken(players: Collection[int]) -> tuple[DataExport, ...]:
    """Return the exports of these players' data, the newest first, in one query."""
    lines = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player),
        object_id__in=map(str, players),
        change_message=DATA_TAKEN,
    )
    rows = lines.select_related("user").order_by("-pk")
    return tuple(DataExport(row.user.called, row.action_time) for row in rows)


def load_merges(club: int, parted: int | None = None) -> Mapping[int, int]:
    """Map each entry that was merged to the one that stands for it; merges may follow on merges.

    The entry ``parted`` counts as not merged.
    """
    into = dict(Merge.objects.filter(kept__club=club, undone_at=None).values_list("gone", "kept"))
    if parted is not None:
        into.pop(parted, None)
    return {entry: last(into, entry) for entry in into}


def players_by_name(club: int, ids: Collection[int] = ()) -> dict[str, Player]:
    """Map the keys of names to players: where entries were merged, the player that stands.

    Forgotten people, and players of the ids in ``ids``, are left out. Of two players of one name the
    older entry counts; a player's own name goes before a former name of another.
    """
    people = Player.objects.filter(club=club, forgotten_at=None)
    listed, merges = {player.pk: player for player in people}, load_merges(club)
    excluded = {merges.get(player, player) for player in ids}
    order = sorted(listed, key=lambda pk: (pk in merges, pk), reverse=True)
    return {
        name_key(listed[pk].name): listed[merges.get(pk, pk)]
        for pk in order
        if merges.get(pk, pk) not in excluded
    }


def former(club: int) -> Mapping[int, Sequence[Player]]:
    """Map each player that stands to the entries that were merged into it, by name."""
    rows = Merge.objects.filter(kept__club=club, undone_at=None).select_related("gone")
    merges = list(rows.order_by(*by_name("gone__name"), "gone"))
    into = {row.gone_id: row.kept_id for row in merges}
    entries: dict[int, list[Player]] = defaultdict(list)
    for row in merges:
        entries[last(into, row.gone_id)].append(row.gone)
    return entries


def with_merges(club: int, people: Iterable[Player]) -> list[Player]:
    """Add each player's merges: the names beside their own, and the entry that stands for theirs."""
    merges, listed = former(club), list(people)
    into = {entry.pk: stands for stands, entries in merges.items() for entry in entries}
    for player in listed:
        player.also = tuple(entry.name for entry in merges.get(player.pk, ()))
        player.merged_into = into.get(player.pk)
    return listed


def standing_players(club: int) -> QuerySet[Player]:
    """Return the club's players without those who were merged into others."""
    merged_ids = Merge.objects.filter(kept__club=club, undone_at=None).values("gone")
    return Player.objects.filter(club=club).exclude(pk__in=merged_ids)


def with_groups(club: int) -> list[Player]:
    """Return the club's players that stand and are not forgotten, by name, with their groups."""
    people = standing_players(club).filter(forgotten_at=None).order_by(*by_name(), "id")
    return list(people.prefetch_related("groups"))


def members(club: int) -> tuple[tuple[Group, tuple[Player, ...]], ...]:
    """Return the club's groups and their people, each once as the entry that stands; four queries."""
    stands, merges = standing_players(club).in_bulk(), load_merges(club)
    groups = []
    for group in Group.objects.filter(club=club).prefetch_related("players"):
        people = {merges.get(player.pk, player.pk) for player in group.players.all()}
        order = sorted(
            (stands[player_id] for player_id in people),
            key=lambda player: (name_order(player.name), player.pk),
        )
        groups.append((group, tuple(order)))
    return tuple(groups)


def entries_of(player: int, merges: Mapping[int, int]) -> frozenset[int]:
    """Return the person's entries on the list: the one that stands, and those that went into it."""
    stands = merges.get(player, player)
    return frozenset({stands} | {entry for entry, into in merges.items() if into == stands})


def with_merged(players: Iterable[int], merges: Mapping[int, int]) -> set[int]:
    """Return these players and all entries that were merged into them."""
    stand = set(players)
    return stand | {entry for entry, into in merges.items() if into in stand}


def roles_in(club: Club) -> tuple[str, ...]:
    """Return the club's roles, and what people on its list are besides; nothing where it has none."""
    if not club.roles:
        return ()
    players = Player.objects.filter(club=club).exclude(role="").order_by("role")
    return tuple(dict.fromkeys((*club.roles, *players.values_list("role", flat=True).distinct())))


def last(into: Mapping[int, int], player: int) -> int:
    """Return the entry that stands for the player, where merges follow on merges."""
    while player in into:
        player = into[player]
    return player


def inside(group: int) -> frozenset[int]:
    """Return the people of a group, each by the entry that stands; none where there is no such group."""
    pairs = Group.objects.filter(pk=group, players__isnull=False).values_list("club", "players")
    merges = load_merges(pairs[0][0]) if pairs else {}
    return frozenset(merges.get(player, player) for _club, player in pairs)


GOOD_FOR = timedelta(days=30)
"""So long the way to a claim is open that a stranger found on the page of an evening."""


@dataclass(frozen=True)
class Own:
    """A person on a club's list that the user is, or asks to be (not ``granted`` yet)."""

    claim: int
    club: int
    club_name: str
    player: int
    name: str
    granted: bool


def standing_claims() -> QuerySet[Claim]:
    return Claim.objects.filter(granted=True, ended_at=None)


def pending_claims(club: int) -> QuerySet[Claim]:
    """Return the claims that were not decided, in the order in which they were asked."""
    claims = Claim.objects.filter(player__club=club, granted=None, ended_at=None)
    return claims.select_related("user", "player").order_by("asked_at", "pk")


def own_players(club: int) -> dict[int, tuple[Claim, Player]]:
    """Map each user to their valid claim and the person on the list; three queries at most."""
    claims = list(standing_claims().filter(player__club=club).select_related("player", "user"))
    stands = _resolve_merges({claim.player for claim in claims}, load_merges(club)) if claims else {}
    return {claim.user_id: (claim, stands[claim.player_id]) for claim in claims}


def own_player(user: int, club: int) -> tuple[Claim, Player] | None:
    """Return the user's valid claim in the club and the person on the list; None for nobody on it."""
    claim = standing_claims().filter(user=user, player__club=club).select_related("player").first()
    if claim is None:
        return None
    return claim, _resolve_merges({claim.player}, load_merges(club))[claim.player_id]


def owns(user: User) -> tuple[Own, ...]:
    """Return the players that the user is or asks to be, in all clubs; three queries at most.

    A stranger to the club still reads of the person as strangers do.
    """
    claims = list(
        Claim.objects.filter(user=user, ended_at=None)
        .exclude(granted=False)
        .select_related("player__club")
        .order_by(*by_name("player__club__name"), "pk")
    )
    clubs = {claim.player.club_id for claim in claims}
    stands = _resolve_merges({claim.player for claim in claims}, _load_merges_in(clubs)) if claims else {}
    return tuple(_own(claim, stands[claim.player_id]) for claim in claims)


def unclaimed(club: int) -> QuerySet[Player]:
    """Return the active players on the list without an account, by name."""
    claimed = [player.pk for _claim, player in own_players(club).values()]
    return standing_players(club).filter(active=True, forgotten_at=None).exclude(pk__in=claimed)


def claimed_by(player: Player) -> int | None:
    """Return the user that the person is, by any of the person's entries; None for nobody."""
    entries = entries_of(player.pk, load_merges(player.club_id))
    return standing_claims().filter(player__in=entries).values_list("user", flat=True).first()


def person_of(player: Player) -> Player:
    """Return the person that stands on the list, where entries were merged."""
    return _resolve_merges({player}, load_merges(player.club_id))[player.pk]


def read_by_strangers(player: Player) -> str:
    """Return what strangers read of the person."""
    return public_name(player.name, player.public, player.public_name, player.club.public)


def claim_ticket(player: int) -> str:
    """Return a ticket with which a stranger who found the person's page of an evening can claim."""
    return _signer().sign(str(player))


def ticket_stands(player: int, ticket: str) -> bool:
    try:
        return _signer().unsign(ticket, max_age=GOOD_FOR) == str(player)
    except BadSignature:
        return False


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="accounts.claim")


def _own(claim: Claim, player: Player) -> Own:
    club = claim.player.club
    name = player.name if claim.granted else read_by_strangers(player)
    return Own(claim.pk, club.pk, club.name, player.pk, name, bool(claim.granted))


def _load_merges_in(clubs: Collection[int]) -> Mapping[int, int]:
    into = dict(Merge.objects.filter(kept__club__in=clubs, undone_at=None).values_list("gone", "kept"))
    return {entry: last(into, entry) for entry in into}


def _resolve_merges(players: Collection[Player], merges: Mapping[int, int]) -> dict[int, Player]:
    """Map each entry to the one that stands for it."""
    by_id = {player.pk: player for player in players}
    missing_ids = {merges[pk] for pk in by_id if pk in merges} - by_id.keys()
    if missing_ids:
        by_id |= {
            player.pk: player for player in Player.objects.filter(pk__in=missing_ids).select_related("club")
        }
    return {pk: by_id[merges.get(pk, pk)] for pk in by_id}
