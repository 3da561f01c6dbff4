"""People are put on a club’s list, changed and taken off it. Evenings and results it does not know."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction

from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Player, Public, User
from accounts.names import LONGEST_ROLE, clean_name, clean_person, name_key
from accounts.permissions import Right, admin_right, require, require_here
from accounts.players.selectors.players import called, former
from accounts.players.services.lists import list_changed, list_lock, refuse_known
from accounts.refusals import CHOOSE_ONE, ENTER_LESS, NAME_REMOVED, NEEDS_OTHER, ONE_PERSON

HAS_PLAYED = _("%(name)s has played and cannot be deleted.")

CHANGED = ("name", "role", "active", "public", "public_name")


@transaction.atomic
def player_add(*, by: User, club: Club, name: str, role: str = "", admin: bool = False) -> Player:
    """A person on the club's list. Refuses a name that is on it already: call the second one otherwise.

    ``admin``, here and below: it is asked in the administration, of which ``by`` need not be in the club.
    """
    require_here(by, club.pk, Right.RUN, admin="accounts.add_player" if admin else "")
    list_changed(club.pk)
    name, role = clean_person(name), _clean_role(role)
    refuse_known(name, club.players.values_list("name", flat=True))
    return Player.objects.create(club=club, name=name, role=role)


@transaction.atomic
def players_ensure(
    *, club: Club, people: Sequence[tuple[str, str]], taken: Collection[int] = ()
) -> dict[str, Player]:
    """The club's players of these (cleaned name, role) by the name's key, made where they are missing.

    Players of the ids in ``taken`` are somebody else.
    """
    list_lock(club.pk)
    known = called(club.pk, taken)
    missing = [
        Player(club=club, name=clean_person(name, "names"), role=role)
        for name, role in people
        if name_key(name) not in known
    ]
    if missing:
        _refuse_here(club.pk, [player.name for player in missing], taken)
        known |= {name_key(player.name): player for player in Player.objects.bulk_create(missing)}
        list_changed(club.pk)
    found = {name_key(name): known[name_key(name)] for name, _role in people}
    _refuse_twice(people, found)
    return found


def _refuse_here(club: int, names: Iterable[str], taken: Collection[int]) -> None:
    """Refuse a name of somebody who is there already by another: renamed for the evening, or merged."""
    people = former(club)
    away = {gone.pk: stands for stands, entries in people.items() for gone in entries}
    here = {away.get(player, player) for player in taken}
    other = {name_key(gone.name): gone.name for stands in here for gone in people.get(stands, ())}
    other |= {name_key(player.name): player.name for player in Player.objects.filter(pk__in=here)}
    for name in names:
        if name_key(name) in other:
            raise TakenError("names", _("%(name)s is already checked in under another name."), name=name)


def _refuse_twice(people: Iterable[tuple[str, str]], found: Mapping[str, Player]) -> None:
    """Refuse two names of one person, whose entries on the list were merged."""
    names: dict[int, str] = {}
    for name, _role in people:
        first = names.setdefault(found[name_key(name)].pk, name)
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
    name: str | None = None,
    role: str | None = None,
    active: bool | None = None,
    public: str | None = None,
    public_name: str | None = None,
    admin: bool = False,
) -> Player:
    """Rename a person, change the usual role, take the person off the list.

    Or choose what strangers read (``public``). What is None stays; evenings keep what they show to members.
    Refuses the name of somebody else on the list.
    """
    require_here(by, player.club_id, Right.RUN, admin="accounts.change_player" if admin else "")
    list_changed(player.club_id)
    player.refresh_from_db(fields=(*CHANGED, "forgotten_at"))
    if player.forgotten_at is not None:
        raise StateError("name", NAME_REMOVED)
    name = player.name if name is None else clean_person(name)
    if name_key(name) != name_key(player.name):
        others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
        refuse_known(name, others.values_list("name", flat=True))
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
    player.save(update_fields=CHANGED)
    return player


@transaction.atomic
def player_delete(*, by: User, player: Player) -> None:
    """A person who was put on the list by mistake, by somebody who looks after the installation.

    Refused where the person has played or is in a season: results and closed seasons would change.
    """
    require(admin_right(by, "accounts.delete_player"), Right.RUN)
    list_changed(player.club_id)
    if told_of(player):
        raise StateError("name", HAS_PLAYED, name=player.name)
    player.delete()


def told_of(player: Player) -> bool:
    """Whether evenings, seasons, their prizes or merges tell of the person."""
    rows = (player.entries, player.seasons, player.awards, player.merges, player.merged)
    return any(told.exists() for told in rows)


def clean_public(public: str, own: str) -> tuple[str, str]:
    """What strangers read of somebody; a name of one's own choice is kept only while it is wanted."""
    if public not in ("", *Public):
        raise RuleError("public", CHOOSE_ONE)
    return public, clean_name(own, "public_name") if public == Public.OTHER else ""


def _clean_role(role: str) -> str:
    """The role with its white space tidied; it may be empty."""
    role = clean_name(role, "role") if role.strip() else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", ENTER_LESS, most=LONGEST_ROLE)
    return role
