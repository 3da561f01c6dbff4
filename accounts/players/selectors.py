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
from accounts.names import choose_public_name, make_sort_key, name_key

DATA_TAKEN = "Exported all data of this player."
"""The log's text for an export."""


@dataclass(frozen=True)
class DataExport:
    """An export of a player's data: who made it, and when."""

    user_name: str
    time: datetime


def list_data_exports(players: Collection[int]) -> tuple[DataExport, ...]:
    """Return the exports of these players' data, the newest first, in one query."""
    lines = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player),
        object_id__in=map(str, players),
        change_message=DATA_TAKEN,
    )
    rows = lines.select_related("user").order_by("-pk")
    return tuple(DataExport(row.user.display_name, row.action_time) for row in rows)


def load_merges(club: int, parted: int | None = None) -> Mapping[int, int]:
    """Map each merged entry to the entry that replaces it. Merges can follow on merges.

    ``parted``: an entry to treat as not merged.
    """
    into = dict(Merge.objects.filter(kept__club=club, undone_at=None).values_list("gone", "kept"))
    if parted is not None:
        into.pop(parted, None)
    return {entry: follow_merges(into, entry) for entry in into}


def map_players_by_name(club: int, ids: Collection[int] = ()) -> dict[str, Player]:
    """Map keys of names to players; a merged entry's name leads to the player that replaces it.

    Forgotten people and the players in ``ids`` are left out. Of two players with the same name the older
    entry is used. A player's present name comes before another player's former name.
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


def map_former_entries(club: int) -> Mapping[int, Sequence[Player]]:
    """Map each player to the entries that were merged into it, by name."""
    rows = Merge.objects.filter(kept__club=club, undone_at=None).select_related("gone")
    merges = list(rows.order_by(*by_name("gone__name"), "gone"))
    into = {row.gone_id: row.kept_id for row in merges}
    entries: dict[int, list[Player]] = defaultdict(list)
    for row in merges:
        entries[follow_merges(into, row.gone_id)].append(row.gone)
    return entries


def attach_merges(club: int, people: Iterable[Player]) -> list[Player]:
    """Set each player's ``also`` (merged names) and ``merged_into`` (the entry that replaces it)."""
    merges, listed = map_former_entries(club), list(people)
    into = {entry.pk: stands for stands, entries in merges.items() for entry in entries}
    for player in listed:
        player.also = tuple(entry.name for entry in merges.get(player.pk, ()))
        player.merged_into = into.get(player.pk)
    return listed


def list_standing_players(club: int) -> QuerySet[Player]:
    """Return the club's players, without entries that were merged into others."""
    merged_ids = Merge.objects.filter(kept__club=club, undone_at=None).values("gone")
    return Player.objects.filter(club=club).exclude(pk__in=merged_ids)


def load_players_with_groups(club: int) -> list[Player]:
    """Return the club's players with their groups, by name, without merged entries and forgotten people."""
    people = list_standing_players(club).filter(forgotten_at=None).order_by(*by_name(), "id")
    return list(people.prefetch_related("groups"))


def load_groups_with_members(club: int) -> tuple[tuple[Group, tuple[Player, ...]], ...]:
    """Return the club's groups with their players, merged entries as one player; four queries."""
    stands, merges = list_standing_players(club).in_bulk(), load_merges(club)
    groups = []
    for group in Group.objects.filter(club=club).prefetch_related("players"):
        people = {merges.get(player.pk, player.pk) for player in group.players.all()}
        order = sorted(
            (stands[player_id] for player_id in people),
            key=lambda player: (make_sort_key(player.name), player.pk),
        )
        groups.append((group, tuple(order)))
    return tuple(groups)


def find_entries(player: int, merges: Mapping[int, int]) -> frozenset[int]:
    """Return all entries of the person: the player, and the entries merged into it."""
    stands = merges.get(player, player)
    return frozenset({stands} | {entry for entry, into in merges.items() if into == stands})


def add_merged_entries(players: Iterable[int], merges: Mapping[int, int]) -> set[int]:
    """Return these players and all entries that were merged into them."""
    stand = set(players)
    return stand | {entry for entry, into in merges.items() if into in stand}


def list_roles(club: Club) -> tuple[str, ...]:
    """Return the club's roles, then other roles of people on its list. Return () if the club has no roles."""
    if not club.roles:
        return ()
    players = Player.objects.filter(club=club).exclude(role="").order_by("role")
    return tuple(dict.fromkeys((*club.roles, *players.values_list("role", flat=True).distinct())))


def follow_merges(into: Mapping[int, int], player: int) -> int:
    """Return the entry that finally replaces the player; the player's own entry if it was not merged."""
    while player in into:
        player = into[player]
    return player


def find_group_members(group: int) -> frozenset[int]:
    """Return the players of a group, merged entries as one player; empty if there is no such group."""
    pairs = Group.objects.filter(pk=group, players__isnull=False).values_list("club", "players")
    merges = load_merges(pairs[0][0]) if pairs else {}
    return frozenset(merges.get(player, player) for _club, player in pairs)


GOOD_FOR = timedelta(days=30)
"""How long a claim ticket from an evening's page is valid."""


@dataclass(frozen=True)
class Own:
    """A player that the user is linked to, or asks to be linked to (``granted`` is then false)."""

    claim: int
    club: int
    club_name: str
    player: int
    name: str
    granted: bool


def list_standing_claims() -> QuerySet[Claim]:
    return Claim.objects.filter(granted=True, ended_at=None)


def list_pending_claims(club: int) -> QuerySet[Claim]:
    """Return the undecided claims, in the order of request."""
    claims = Claim.objects.filter(player__club=club, granted=None, ended_at=None)
    return claims.select_related("user", "player").order_by("asked_at", "pk")


def map_own_players(club: int) -> dict[int, tuple[Claim, Player]]:
    """Map each user to their granted claim and player; at most three queries."""
    claims = list(list_standing_claims().filter(player__club=club).select_related("player", "user"))
    stands = _resolve_merges({claim.player for claim in claims}, load_merges(club)) if claims else {}
    return {claim.user_id: (claim, stands[claim.player_id]) for claim in claims}


def find_own_player(user: int, club: int) -> tuple[Claim, Player] | None:
    """Return the user's granted claim in the club and the player; None without one."""
    claim = list_standing_claims().filter(user=user, player__club=club).select_related("player").first()
    if claim is None:
        return None
    return claim, _resolve_merges({claim.player}, load_merges(club))[claim.player_id]


def list_own_players(user: User) -> tuple[Own, ...]:
    """Return the players that the user is linked to or asks for, in all clubs; at most three queries.

    For a user who is no member of the club, the name is the public one.
    """
    claims = list(
        Claim.objects.filter(user=user, ended_at=None)
        .exclude(granted=False)
        .select_related("player__club")
        .order_by(*by_name("player__club__name"), "pk")
    )
    clubs = {claim.player.club_id for claim in claims}
    stands = _resolve_merges({claim.player for claim in claims}, _load_merges_in(clubs)) if claims else {}
    return tuple(_make_own(claim, stands[claim.player_id]) for claim in claims)


def list_unclaimed_players(club: int) -> QuerySet[Player]:
    """Return the active players on the list without an account, by name."""
    claimed = [player.pk for _claim, player in map_own_players(club).values()]
    return list_standing_players(club).filter(active=True, forgotten_at=None).exclude(pk__in=claimed)


def find_claiming_user(player: Player) -> int | None:
    """Return the user linked to any entry of the person; None without one."""
    entries = find_entries(player.pk, load_merges(player.club_id))
    return list_standing_claims().filter(player__in=entries).values_list("user", flat=True).first()


def find_person(player: Player) -> Player:
    """Return the person's present entry: where entries were merged, the one that replaces them."""
    return _resolve_merges({player}, load_merges(player.club_id))[player.pk]


def get_public_name(player: Player) -> str:
    """Return the public name of the person."""
    return choose_public_name(player.name, player.public, player.public_name, player.club.public)


def make_claim_ticket(player: int) -> str:
    """Return a ticket for a stranger who found the person's page of an evening, and may now claim."""
    return _make_signer().sign(str(player))


def is_valid_ticket(player: int, ticket: str) -> bool:
    try:
        return _make_signer().unsign(ticket, max_age=GOOD_FOR) == str(player)
    except BadSignature:
        return False


def _make_signer() -> TimestampSigner:
    return TimestampSigner(salt="accounts.claim")


def _make_own(claim: Claim, player: Player) -> Own:
    club = claim.player.club
    name = player.name if claim.granted else get_public_name(player)
    return Own(claim.pk, club.pk, club.name, player.pk, name, bool(claim.granted))


def _load_merges_in(clubs: Collection[int]) -> Mapping[int, int]:
    into = dict(Merge.objects.filter(kept__club__in=clubs, undone_at=None).values_list("gone", "kept"))
    return {entry: follow_merges(into, entry) for entry in into}


def _resolve_merges(players: Collection[Player], merges: Mapping[int, int]) -> dict[int, Player]:
    """Map each entry to the player that replaces it."""
    by_id = {player.pk: player for player in players}
    missing_ids = {merges[pk] for pk in by_id if pk in merges} - by_id.keys()
    if missing_ids:
        by_id |= {
            player.pk: player for player in Player.objects.filter(pk__in=missing_ids).select_related("club")
        }
    return {pk: by_id[merges.get(pk, pk)] for pk in by_id}
