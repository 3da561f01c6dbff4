"""A club's players across its evenings: who is one person with whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import QuerySet

from accounts.database.folding import by_name
from accounts.models import Club, Group, Merge, Player
from accounts.names import name_key, name_order


def kept(club: int, parted: int | None = None) -> Mapping[int, int]:
    """The player that stands for each who was merged into another; merges may follow on merges.

    As if the entry ``parted`` were not merged.
    """
    into = dict(Merge.objects.filter(kept__club=club, undone_at=None).values_list("gone", "kept"))
    if parted is not None:
        into.pop(parted, None)
    return {gone: last(into, gone) for gone in into}


def called(club: int, taken: Collection[int] = ()) -> dict[str, Player]:
    """Who is meant by a name (its key): the player that stands, where entries were merged.

    Nobody means who is forgotten, and players of the ids in ``taken`` are somebody else. Of two on the list
    by one name it is who was there first; and sooner oneself than another by a former name.
    """
    people = Player.objects.filter(club=club, forgotten_at=None)
    listed, one = {player.pk: player for player in people}, kept(club)
    away = {one.get(player, player) for player in taken}
    order = sorted(listed, key=lambda pk: (pk in one, pk), reverse=True)
    return {name_key(listed[pk].name): listed[one.get(pk, pk)] for pk in order if one.get(pk, pk) not in away}


def former(club: int) -> Mapping[int, Sequence[Player]]:
    """By the player that stands: the entries that were merged into it, by name."""
    rows = Merge.objects.filter(kept__club=club, undone_at=None).select_related("gone")
    merged = list(rows.order_by(*by_name("gone__name"), "gone"))
    into = {row.gone_id: row.kept_id for row in merged}
    found: dict[int, list[Player]] = defaultdict(list)
    for row in merged:
        found[last(into, row.gone_id)].append(row.gone)
    return found


def with_merges(club: int, people: Iterable[Player]) -> list[Player]:
    """Fill in who was merged into whom: the names beside a player's own, and the entry that stands for it."""
    merged, listed = former(club), list(people)
    into = {gone.pk: stands for stands, entries in merged.items() for gone in entries}
    for player in listed:
        player.also = tuple(gone.name for gone in merged.get(player.pk, ()))
        player.merged_into = into.get(player.pk)
    return listed


def standing(club: int) -> QuerySet[Player]:
    """The club's players without those who were merged into others."""
    gone = Merge.objects.filter(kept__club=club, undone_at=None).values("gone")
    return Player.objects.filter(club=club).exclude(pk__in=gone)


def with_groups(club: int) -> list[Player]:
    """The club's players that stand and are not forgotten, by name, with their groups."""
    people = standing(club).filter(forgotten_at=None).order_by(*by_name(), "id")
    return list(people.prefetch_related("groups"))


def members(club: int) -> tuple[tuple[Group, tuple[Player, ...]], ...]:
    """The club's groups with the people in them, each once under the entry that stands; four queries."""
    stands, one = standing(club).in_bulk(), kept(club)
    found = []
    for group in Group.objects.filter(club=club).prefetch_related("players"):
        people = {one.get(player.pk, player.pk) for player in group.players.all()}
        order = sorted(
            (stands[who] for who in people), key=lambda player: (name_order(player.name), player.pk)
        )
        found.append((group, tuple(order)))
    return tuple(found)


def entries_of(player: int, one: Mapping[int, int]) -> frozenset[int]:
    """All entries on the list that are the person: the one that stands, and those that went into it."""
    stands = one.get(player, player)
    return frozenset({stands} | {gone for gone, into in one.items() if into == stands})


def with_merged(players: Iterable[int], one: Mapping[int, int]) -> set[int]:
    """Return these players and all entries that were merged into them."""
    stand = set(players)
    return stand | {gone for gone, into in one.items() if into in stand}


def roles_in(club: Club) -> tuple[str, ...]:
    """The club's roles, and what people on its list are besides; nothing where it has none."""
    if not club.roles:
        return ()
    known = Player.objects.filter(club=club).exclude(role="").order_by("role")
    return tuple(dict.fromkeys((*club.roles, *known.values_list("role", flat=True).distinct())))


def last(into: Mapping[int, int], player: int) -> int:
    """Who stands for the player, where merges follow on merges."""
    while player in into:
        player = into[player]
    return player


def inside(group: int) -> frozenset[int]:
    """The people of a group, each by the entry that stands; nobody where there is no such group."""
    found = Group.objects.filter(pk=group, players__isnull=False).values_list("club", "players")
    one = kept(found[0][0]) if found else {}
    return frozenset(one.get(player, player) for _club, player in found)
