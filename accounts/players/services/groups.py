"""Groups of a club’s players. Which prizes are for a group, only tournaments know: they hand it in."""

from collections.abc import Collection

from django.db import transaction

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Group, Player, User
from accounts.names import LONGEST_ROLE, clean_name
from accounts.permissions import Right, require_here
from accounts.players.services.lists import list_changed, refuse_known
from accounts.refusals import ENTER_LESS, OTHER_CLUB

CHANGE, DELETE = "accounts.change_group", "accounts.delete_group"
"""The permissions by which somebody does it in the administration."""


@transaction.atomic
def group_create(*, by: User, club: Club, name: str, admin: bool = False) -> Group:
    """A group of the club's players, nobody in it yet. Refuses the name of another group.

    ``admin``, here and below: it is asked in the administration, of which ``by`` need not be in the club.
    """
    require_here(by, club.pk, Right.RUN, admin="accounts.add_group" if admin else "")
    list_changed(club.pk)
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
    """Who is in the group, and its name, which cannot change while something ``used`` goes by it.

    What is None stays.
    """
    require_here(by, group.club_id, Right.RUN, admin=CHANGE if admin else "")
    list_changed(group.club_id)
    name = group.name if name is None else _clean_group(name)
    if name != group.name:
        _refuse_used(group, used)
        others = Group.objects.filter(club=group.club_id).exclude(pk=group.pk)
        refuse_known(name, others.values_list("name", flat=True))
    if players is not None:
        members = Player.objects.filter(club=group.club_id, pk__in=players)
        if len(members) < len(set(players)):
            raise RuleError("players", OTHER_CLUB)
        group.players.set(members)
    group.name = name
    group.save(update_fields=["name"])


@transaction.atomic
def group_delete(*, by: User, group: Group, used: Collection[str] = (), admin: bool = False) -> None:
    """No such group any more. Refused while something ``used`` goes by it."""
    require_here(by, group.club_id, Right.RUN, admin=DELETE if admin else "")
    list_changed(group.club_id)
    _refuse_used(group, used)
    group.delete()


def _refuse_used(group: Group, used: Collection[str]) -> None:
    if used:
        raise StateError(
            "name",
            _("The group “%(name)s” has a prize in: %(used)s. Delete that prize first."),
            name=group.name,
            used=", ".join(used),
        )


def _clean_group(name: str) -> str:
    name = clean_name(name)
    if len(name) > LONGEST_ROLE:
        raise RuleError("name", ENTER_LESS, most=LONGEST_ROLE)
    if "|" in name:
        raise RuleError("name", _("A group name cannot contain “|”. Choose another name."))
    return name
