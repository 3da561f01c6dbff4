"""Clubs and their players: what is written, and by whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Membership, Player, Role, User
from accounts.names import LONGEST_ROLE, clean_name, name_key
from accounts.permissions import Right, require, right_of


@transaction.atomic
def club_create(*, owner: User, name: str) -> Club:
    """A new club, owned by ``owner``."""
    club = Club.objects.create(name=clean_name(name))
    Membership.objects.create(user=owner, club=club, role=Role.OWNER)
    return club


@transaction.atomic
def first_account_create(*, email: str, name: str, password: str, club: str) -> tuple[User, Club]:
    """The first run: an account that may do everything, and its club. Refused once anybody has an account."""
    # A row that is always there, locked, so that of two who ask at once one waits and is then refused.
    ContentType.objects.select_for_update().get(app_label="accounts", model="user")
    if User.objects.exists():
        raise RuleError("email", _("The first account was made by somebody else just now: sign in."))
    owner = User.objects.create_superuser(email, password, name=clean_name(name))
    return owner, club_create(owner=owner, name=clean_name(club, "club"))


@transaction.atomic
def player_add(*, by: User, club: Club, name: str, role: str = "") -> Player:
    """A person on the club's list. Refuses a name that is on it already: call the second one otherwise."""
    require(right_of(by.pk, club.pk), Right.RUN)
    _lock(club.pk)
    name, role = clean_name(name), _clean_role(role)
    _refuse_known(name, club.players.values_list("name", flat=True))
    return Player.objects.create(club=club, name=name, role=role)


@transaction.atomic
def players_ensure(
    *, club: Club, people: Sequence[tuple[str, str]], taken: Collection[int] = ()
) -> dict[str, Player]:
    """The club's players of these (cleaned name, role) by the name's key, made where they are missing.

    Players of the ids in ``taken`` are somebody else.
    """
    _lock(club.pk)
    known = {name_key(p.name): p for p in club.players.exclude(pk__in=taken).order_by("-id")}
    missing = [
        Player(club=club, name=name, role=role) for name, role in people if name_key(name) not in known
    ]
    known |= {name_key(player.name): player for player in Player.objects.bulk_create(missing)}
    return {name_key(name): known[name_key(name)] for name, _role in people}


@transaction.atomic
def player_change(*, by: User, player: Player, name: str, role: str, active: bool) -> Player:
    """Rename a person, change the usual role, or take the person off the list.

    Evenings keep what they show. Refuses the name of somebody else on the list.
    """
    require(right_of(by.pk, player.club_id), Right.RUN)
    _lock(player.club_id)
    name, role = clean_name(name), _clean_role(role)
    if name_key(name) != name_key(player.name):
        others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
        _refuse_known(name, others.values_list("name", flat=True))
    player.name, player.role, player.active = name, role, active
    player.save(update_fields=["name", "role", "active"])
    return player


def _lock(club: int) -> None:
    """Let one at a time look through the club's list and add to it."""
    Club.objects.select_for_update().get(pk=club)


def _refuse_known(name: str, known: Iterable[str]) -> None:
    if name_key(name) in map(name_key, known):
        raise RuleError("name", _("%(name)s is on the list already."), name=name)


def _clean_role(role: str) -> str:
    """The role with its white space tidied; it may be empty."""
    role = clean_name(role, "role") if role.strip() else ""
    if len(role) > LONGEST_ROLE:
        raise RuleError("role", _("A role has %(most)s letters at most."), most=LONGEST_ROLE)
    return role
