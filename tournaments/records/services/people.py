"""People of a club's list: their groups, which keep their names while a prize goes by them, and merges."""

from collections.abc import Collection

from django.db import transaction
from django.utils.formats import date_format

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from accounts.models import Group, Merge, Player, User
from accounts.permissions import Right, require, require_here, right_of
from accounts.players.services.groups import CHANGE, DELETE, group_change, group_delete
from accounts.players.services.lists import list_lock
from accounts.players.services.merging import player_merge
from tournaments.standings.selectors.people import merging, uses_of_groups


@transaction.atomic
def group_set(
    *,
    by: User,
    group: Group,
    name: str | None = None,
    players: Collection[int] | None = None,
    admin: bool = False,
) -> None:
    """Its name, and who is in it; what is None stays. ``admin``: it is asked in the administration.

    RuleError at ``name`` where there is a prize for it by the old name.
    """
    group = _locked(by, group, CHANGE if admin else "")
    group_change(by=by, group=group, name=name, players=players, used=_uses(group), admin=admin)


@transaction.atomic
def group_drop(*, by: User, group: Group, admin: bool = False) -> None:
    """No such group any more. RuleError at ``name`` where there is a prize for it."""
    group = _locked(by, group, DELETE if admin else "")
    group_delete(by=by, group=group, used=_uses(group), admin=admin)


def _locked(by: User, group: Group, admin: str) -> Group:
    """The group as it is now; nobody else changes one of the club meanwhile."""
    require_here(by, group.club_id, Right.RUN, admin=admin)
    list_lock(group.club_id)
    found = Group.objects.filter(pk=group.pk).first()
    if found is None:
        raise StateError("name", _("“%(name)s” is already deleted."), name=group.name)
    return found


def _uses(group: Group) -> Collection[str]:
    return uses_of_groups(group.club_id).get(group.name, ())


@transaction.atomic
def players_merge(*, by: User, stays: Player, goes: Player, reason: str = "") -> Merge:
    """Whatever ``goes`` played is from now on ``stays``'s, also in evenings and seasons that are over.

    Refused where both were in one evening: then they are two people. ``accounts`` says what undoes it.
    """
    require(right_of(by.pk, stays.club_id), Right.RUN)
    list_lock(stays.club_id)  # nobody is checked in meanwhile
    if goes.pk != stays.pk and (both := merging(stays, goes).both):
        raise StateError(
            "gone",
            _(
                "%(one)s and %(other)s played in the same evening, so they cannot be one player: "
                "%(evenings)s."
            ),
            one=stays.name,
            other=goes.name,
            evenings=", ".join(f"{evening.name} ({date_format(evening.held_on)})" for evening in both),
        )
    return player_merge(by=by, gone=goes, kept_as=stays, reason=reason)
