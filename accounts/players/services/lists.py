"""The list of a club, locked and counted up by whatever changes it."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, F, OuterRef

from accounts.errors import TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Membership, Role
from accounts.names import name_key


def list_lock(club: int) -> None:
    """Let one at a time look through the club's list and add to it."""
    Club.objects.select_for_update().get(pk=club)


def list_changed(club: int) -> None:
    """Count the change: what is remembered of the club's people is read anew. It locks the list too."""
    Club.objects.filter(pk=club).update(revision=F("revision") + 1)


def ownerless_without(users: Collection[int]) -> list[Club]:
    """Lock the clubs of these owners, and return those that would have no owner left who can sign in."""
    owners = Membership.objects.filter(role=Role.OWNER)
    owned = Club.objects.filter(pk__in=owners.filter(user__in=users).values("club")).order_by("pk")
    list(owned.select_for_update())
    others = owners.filter(club=OuterRef("pk"), user__is_active=True).exclude(user__in=users)
    return list(owned.filter(~Exists(others)))


def refuse_known(name: str, known: Iterable[str]) -> None:
    if name_key(name) in map(name_key, known):
        raise TakenError("name", _("%(name)s is already on the list."), name=name)
