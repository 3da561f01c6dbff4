"""Services for a club's list of players, its groups and merges; and for deleted people and accounts.

Also the lock and the change count of the list, and the log line of a data export. Evenings and results are
unknown here. Callers pass the prizes for which a group is used.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext

from accounts.arguments import ArgumentLimits, Name, RoleOrNone, Yes
from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import (
    Answer,
    Claim,
    Club,
    Group,
    Invitation,
    Membership,
    Merge,
    Player,
    Public,
    Role,
    Token,
    User,
)
from accounts.names import (
    LONGEST,
    LONGEST_ROLE,
    clean_name,
    clean_person,
    find_free_name,
    name_key,
    refuse_unshown,
    replace_names,
)
from accounts.permissions import Right, find_right, get_admin_right, require, require_in_club
from accounts.players.selectors import (
    DATA_TAKEN,
    find_claiming_user,
    list_standing_players,
    load_merges,
    map_former_entries,
    map_players_by_name,
)
from accounts.refusals import (
    CHOOSE_ONE,
    ENTER_LESS,
    NAME_REMOVED,
    NEEDS_OTHER,
    ONE_PERSON,
    OTHER_CLUB,
    TWO_PLAYERS,
)
from accounts.shared.services import anonymize_log, blank_answers, delete_sessions, find_log, write_log


def list_lock(club: int) -> None:
    """Lock the club's list: one transaction at a time can read it to add to it."""
    Club.objects.select_for_update().get(pk=club)


def list_touch(club: int) -> None:
    """Increase the club's ``revision``, so that cached names are read again. This also locks the list."""
    Club.objects.filter(pk=club).update(revision=F("revision") + 1)


def lock_ownerless_clubs(users: Collection[int]) -> list[Club]:
    """Lock the clubs of these owners. Return the clubs that would have no owner with an active account."""
    owners = Membership.objects.filter(role=Role.OWNER)
    owned = Club.objects.filter(pk__in=owners.filter(user__in=users).values("club")).order_by("pk")
    list(owned.select_for_update())
    other_owners = owners.filter(club=OuterRef("pk"), user__is_active=True).exclude(user__in=users)
    return list(owned.filter(~Exists(other_owners)))


def refuse_known(name: str, names: Iterable[str]) -> None:
    if name_key(name) in map(name_key, names):
        raise TakenError("name", _("%(name)s is already on the list."), name=name)


CHANGE, DELETE = "accounts.change_group", "accounts.delete_group"
"""The permissions for these actions in the administration."""


@transaction.atomic
def group_create(*, by: User, club: Club, name: str, admin: bool = False) -> Group:
    """Create an empty group of the club's players. Refuse the name of another group.

    ``admin``, here and below: the request comes from the administration; ``by`` need not be in the club.
    """
    require_in_club(by, club.pk, Right.RUN, admin="accounts.add_group" if admin else "")
    list_touch(club.pk)
    name = _clean_group(name)
    refuse_known(name, club.groups.values_list("name", flat=True))
    return Group.objects.create(club=club, name=name)


@transaction.atomic
def group_change(
    *,
    by: User,
    group: Group,
    name: str | None = None,
    players: Collection[int] | None = None,
    used: Collection[str] = (),
    admin: bool = False,
) -> None:
    """Change the group's players and name. None changes nothing.

    Refuse another name while prizes use the group (``used``: their names).
    """
    require_in_club(by, group.club_id, Right.RUN, admin=CHANGE if admin else "")
    list_touch(group.club_id)
    name = group.name if name is None else _clean_group(name)
    if name != group.name:
        _refuse_used(group, used)
        other_groups = Group.objects.filter(club=group.club_id).exclude(pk=group.pk)
        refuse_known(name, other_groups.values_list("name", flat=True))
    if players is not None:
        members = Player.objects.filter(club=group.club_id, pk__in=players)
        if len(members) < len(set(players)):
            raise RuleError("players", OTHER_CLUB)
        group.players.set(members)
    group.name = name
    group.save(update_fields=["name"])


@transaction.atomic
def group_delete(*, by: User, group: Group, used: Collection[str] = (), admin: bool = False) -> None:
    """Delete the group. Refuse while prizes use it (``used``: their names)."""
    require_in_club(by, group.club_id, Right.RUN, admin=DELETE if admin else "")
    list_touch(group.club_id)
    _refuse_used(group, used)
    group.delete()


def _refuse_used(group: Group, seasons: Collection[str]) -> None:
    if seasons:
        raise StateError(
            "name",
            _("The group “%(name)s” has a prize in: %(used)s. Delete that prize first."),
            name=group.name,
            used=", ".join(seasons),
        )


def _clean_group(name: str) -> str:
    name = clean_name(name)
    if len(name) > LONGEST_ROLE:
        raise RuleError("name", ENTER_LESS, most=LONGEST_ROLE)
    if "|" in name:
        raise RuleError("name", _("A group name cannot contain “|”. Choose another name."))
    return name


ALREADY_MERGED = _("%(name)s is already merged with another entry.")

LONGEST_REASON = 200


@transaction.atomic
def player_merge(*, by: User, gone: Player, kept_as: Player, reason: str = "") -> Merge:
    """Merge two entries of one person: ``gone`` becomes ``kept_as``, until ``player_unmerge``.

    The caller has checked that the two entries did not play in the same evening.
    """
    require(find_right(by.pk, kept_as.club_id), Right.RUN)
    if gone.club_id != kept_as.club_id:
        raise RuleError("gone", OTHER_CLUB)
    list_touch(kept_as.club_id)
    if gone.pk == kept_as.pk:
        raise RuleError("gone", TWO_PLAYERS)
    if Player.objects.filter(pk__in=(gone.pk, kept_as.pk)).exclude(forgotten_at=None).exists():
        raise StateError("gone", NAME_REMOVED)
    merges = load_merges(kept_as.club_id)
    for player in (gone, kept_as):
        if player.pk in merges:
            raise TakenError("gone", ALREADY_MERGED, name=player.name)
    if find_claiming_user(gone) is not None and find_claiming_user(kept_as) is not None:
        raise StateError("gone", _("Both players are linked to accounts. Unlink one of them first."))
    reason = " ".join(reason.split())
    refuse_unshown(reason, "reason")
    if len(reason) > LONGEST_REASON:
        raise RuleError("reason", ENTER_LESS, most=LONGEST_REASON)
    return Merge.objects.create(gone=gone, kept=kept_as, reason=reason, by=by)


@transaction.atomic
def player_unmerge(*, by: User, gone: Player) -> None:
    """Undo a merge. Each entry has its own results again."""
    require(find_right(by.pk, gone.club_id), Right.RUN)
    list_touch(gone.club_id)
    other_players = list_standing_players(gone.club_id).exclude(pk=gone.pk)
    refuse_known(gone.name, other_players.values_list("name", flat=True))
    undone = Merge.objects.filter(gone=gone, undone_at=None).update(undone_at=timezone.now(), undone_by=by)
    if not undone:
        raise StateError("gone", _("%(name)s is not merged with another entry."), name=gone.name)


# ``tournaments.records.services.people`` calls the functions below. It keeps the results.


def forget_entries(*, club: int, entries: Sequence[Player]) -> str:
    """Remove name, role, groups and account from one person's entries. Return the first entry's new name.

    The new name is in the language of the request, and is stored like any other name. The caller holds the
    list's lock, and has checked that the person may be forgotten.
    """
    ids, former_name = [player.pk for player in entries], gettext("A former player")
    used_names = list(Player.objects.filter(club=club).exclude(pk__in=ids).values_list("name", flat=True))
    for player in entries:
        player.name = find_free_name(former_name, used_names)
        used_names.append(player.name)
        player.role, player.public_name, player.active = "", "", False
        # ``Public.NAME`` and not the club's way: initials of the new name would be a riddle.
        player.public, player.forgotten_at = Public.NAME, timezone.now()
        player.save(update_fields=["name", "role", "public", "public_name", "active", "forgotten_at"])
        player.groups.clear()
    claims = Claim.objects.filter(player__in=ids)
    find_log(claims).update(object_repr=former_name)
    claims.delete()
    Invitation.objects.filter(player__in=ids, used_at=None).delete()
    Invitation.objects.filter(player__in=ids).update(player=None)
    list_touch(club)
    return entries[0].name


def remove_names(*, club: int, ids: Collection[int], names: Mapping[str, str]) -> None:
    """Remove ``names`` of these players from the reasons of merges and from stored responses."""
    removed_names = [name for name, replacement in names.items() if name != replacement]
    for merge in Merge.objects.filter(Q(kept__in=ids) | Q(gone__in=ids)).exclude(reason=""):
        if (reason := replace_names(merge.reason, names)) != merge.reason:
            Merge.objects.filter(pk=merge.pk).update(reason=reason[:LONGEST_REASON])
    blank_answers(clubs={club}, ids=ids, names=removed_names)


def refuse_ownerless_clubs(*, user: User) -> None:
    """Raise RuleError if a club would have members and no owner. Lock the clubs."""
    ownerless = lock_ownerless_clubs([user.pk])
    peopled = Membership.objects.filter(club__in=ownerless).exclude(user=user).values_list("club", flat=True)
    if stranded := [club.name for club in ownerless if club.pk in set(peopled)]:
        raise StateError(
            "clubs",
            _("You are the only owner of %(clubs)s. Make another member an owner first."),
            clubs=", ".join(stranded),
        )
    for club in ownerless:
        list_touch(club.pk)


def refuse_last_superuser(*, user: User) -> None:
    """Raise RuleError if no other user could look after the installation."""
    administrators = User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk")
    ids = {administrator.pk for administrator in administrators}
    if user.pk in ids and len(ids) == 1:
        raise StateError(
            "clubs",
            _("You are the only administrator of this site. Make somebody else an administrator first."),
        )


def empty_account(*, user: User) -> None:
    """Empty the account. Its row stays without a name, because journal lines refer to it."""
    _delete_traces(user)
    of_user = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    LogEntry.objects.filter(Q(user=user) | of_user).delete()
    Invitation.objects.filter(Q(made_by=user, used_at=None)).delete()
    Invitation.objects.filter(used_by=user).delete()
    for model in (Membership, Token, Claim, Answer, EmailAddress):
        model._default_manager.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.gone_at, user.last_login = timezone.now(), None
    user.name, user.email = "", f"gone-{user.pk}@deleted.invalid"
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()  # every session contains a digest of the password, so all end
    user.save()


def _delete_traces(user: User) -> None:
    """Remove other traces of the account. Do it while the rows and address that lead to them exist."""
    clubs = set(Membership.objects.filter(user=user).values_list("club", flat=True))
    blank_answers(clubs=clubs, ids={user.pk}, names=filter(None, (user.name, user.email)))
    anonymize_log(user)
    delete_sessions(user)


HAS_PLAYED = _("%(name)s has played and cannot be deleted.")

PublicAs = Annotated[str, ArgumentLimits(words=("", *Public.values))]
PublicName = Annotated[str, ArgumentLimits(most=LONGEST, empty=True)]
CHANGED_FIELDS = ("name", "role", "active", "public", "public_name")


@transaction.atomic
def player_add(*, by: User, club: Club, name: Name, role: RoleOrNone = "", admin: bool = False) -> Player:
    """Add a person to the club's list. Refuse a name that is on the list.

    ``admin``, here and below: the request comes from the administration; ``by`` need not be in the club.
    """
    require_in_club(by, club.pk, Right.RUN, admin="accounts.add_player" if admin else "")
    list_touch(club.pk)
    name, role = clean_person(name), _clean_role(role)
    refuse_known(name, club.players.values_list("name", flat=True))
    return Player.objects.create(club=club, name=name, role=role)


@transaction.atomic
def players_ensure(
    *, club: Club, people: Sequence[tuple[str, str]], taken: Collection[int] = ()
) -> dict[str, Player]:
    """Return the players of these (cleaned name, role) pairs, by the name's key. Create missing ones.

    Players in ``taken`` are not used, even if the name is the same.
    """
    list_lock(club.pk)
    by_name = map_players_by_name(club.pk, taken)
    new = [
        Player(club=club, name=clean_person(name, "names"), role=role)
        for name, role in people
        if name_key(name) not in by_name
    ]
    if new:
        _refuse_other_names(club.pk, [player.name for player in new], taken)
        by_name |= {name_key(player.name): player for player in Player.objects.bulk_create(new)}
        list_touch(club.pk)
    ensured = {name_key(name): by_name[name_key(name)] for name, _role in people}
    _refuse_two_names(people, ensured)
    return ensured


def _refuse_other_names(club: int, names: Iterable[str], ids: Collection[int]) -> None:
    """Refuse a name whose player is in the evening under another name: renamed for the evening, or merged."""
    people = map_former_entries(club)
    merges = {entry.pk: stands for stands, entries in people.items() for entry in entries}
    present = {merges.get(player, player) for player in ids}
    other_names = {name_key(entry.name): entry.name for stands in present for entry in people.get(stands, ())}
    other_names |= {name_key(player.name): player.name for player in Player.objects.filter(pk__in=present)}
    for name in names:
        if name_key(name) in other_names:
            raise TakenError("names", _("%(name)s is already checked in under another name."), name=name)


def _refuse_two_names(people: Iterable[tuple[str, str]], players: Mapping[str, Player]) -> None:
    """Refuse two names of one person, whose entries were merged."""
    names: dict[int, str] = {}
    for name, _role in people:
        first = names.setdefault(players[name_key(name)].pk, name)
        if name_key(first) != name_key(name):
            raise RuleError(
                "names",
                ONE_PERSON,
                first=first,
                second=name,
            )


@transaction.atomic
def player_change(
    *,
    by: User,
    player: Player,
    name: Name | None = None,
    role: RoleOrNone | None = None,
    active: Yes | None = None,
    public: PublicAs | None = None,
    public_name: PublicName | None = None,
    admin: bool = False,
) -> Player:
    """Change a person's name, usual role, activity or public name. None changes nothing.

    Members still see the old values in evenings. Refuse the name of another person on the list.
    """
    require_in_club(by, player.club_id, Right.RUN, admin="accounts.change_player" if admin else "")
    list_touch(player.club_id)
    player.refresh_from_db(fields=(*CHANGED_FIELDS, "forgotten_at"))
    if player.forgotten_at is not None:
        raise StateError("name", NAME_REMOVED)
    name = player.name if name is None else clean_person(name)
    if name_key(name) != name_key(player.name):
        other_players = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
        refuse_known(name, other_players.values_list("name", flat=True))
    if public_name and (player.public if public is None else public) != Public.OTHER:
        raise RuleError("public_name", NEEDS_OTHER)
    player.name = name
    player.role = player.role if role is None else _clean_role(role)
    player.active = player.active if active is None else active
    if public is not None or public_name is not None:
        public = player.public if public is None else public
        player.public, player.public_name = clean_public(
            public, player.public_name if public_name is None else public_name
        )
    player.save(update_fields=CHANGED_FIELDS)
    return player


@transaction.atomic
def player_delete(*, by: User, player: Player) -> None:
    """Delete a person who was added by mistake. Only the administration may.

    Refuse if the person has played or is in a season: results and closed seasons would change.
    """
    require(get_admin_right(by, "accounts.delete_player"), Right.RUN)
    list_touch(player.club_id)
    if has_history(player):
        raise StateError("name", HAS_PLAYED, name=player.name)
    player.delete()


def has_history(player: Player) -> bool:
    """Return whether the person is in evenings, seasons, their prizes or merges."""
    rows = (player.entries, player.seasons, player.awards, player.merges, player.merged)
    return any(rows_of.exists() for rows_of in rows)


def clean_public(public: str, own: str) -> tuple[str, str]:
    """Return the cleaned public name: ``own`` is kept only if ``public`` uses it."""
    if public not in ("", *Public):
        raise RuleError("public", CHOOSE_ONE)
    return public, clean_name(own, "public_name") if public == Public.OTHER else ""


def _clean_role(role: str) -> str:
    """Return the role with its white space tidied; it may be empty."""
    role = clean_name(role, "role") if role.strip() else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", ENTER_LESS, most=LONGEST_ROLE)
    return role


@transaction.atomic
def player_data_take(*, by: User, player: Player) -> None:
    """Log that an organiser exports the player's data. RuleError if the player has an account."""
    require(find_right(by.pk, player.club_id), Right.RUN)
    list_lock(player.club_id)  # meanwhile nobody can link the player to an account
    if find_claiming_user(player) is not None:
        raise StateError(
            "asked",
            _("%(name)s has an account. They download their data under “My account”."),
            name=player.name,
        )
    write_log(by, player, DATA_TAKEN)
