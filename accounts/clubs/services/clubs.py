"""Clubs are made, changed and deleted; the first run makes an account and its club."""

from collections.abc import Sequence
from hashlib import sha256

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext

from accounts.account.selectors.accounts import may_begin
from accounts.account.services.accounts import EMAIL_TAKEN
from accounts.colours import clean_colour
from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.logos import read_logo
from accounts.models import (
    DEMO_CLUB,
    BellSound,
    Club,
    ClubLogo,
    Membership,
    Public,
    Role,
    User,
    document_roles,
)
from accounts.names import clean_name, name_key, refuse_roles, renamed_roles
from accounts.permissions import Right, admin_right, require, require_here
from accounts.players.services.forgetting import account_emptied
from accounts.players.services.lists import list_changed, list_lock
from accounts.players.services.players import HAS_PLAYED
from accounts.refusals import CHOOSE_ONE


@transaction.atomic
def club_create(*, owner: User, name: str) -> Club:
    """A new club, owned by ``owner``, with the usual roles in the language of the request.

    Refuse a second one of the same name: a request that was sent twice.
    """
    User.objects.select_for_update().get(pk=owner.pk)
    name = clean_name(name)
    mine = Club.objects.filter(memberships__user=owner, memberships__role=Role.OWNER)
    if name_key(name) in map(name_key, mine.values_list("name", flat=True)):
        raise TakenError("name", _("You already own a club called “%(name)s”."), name=name)
    roles = [gettext(role) for role in document_roles()]
    club = Club.objects.create(name=name, roles=roles)
    Membership.objects.create(user=owner, club=club, role=Role.OWNER)
    return club


@transaction.atomic
def first_account_create(
    *, email: str, name: str, password: str, club: str, by: User | None = None, remove_demo: bool = False
) -> tuple[User, Club]:
    """Make an account that may do everything, and its club. Refused once anybody but the demo has an account.

    ``by``: the demo's organiser. ``remove_demo``: their account and the demo club go. Other clubs stay.
    """
    # A row that is always there, locked, so that of two who ask at once one waits and is then refused.
    ContentType.objects.select_for_update().get(app_label="accounts", model="user")
    if not may_begin(by):
        raise StateError("email", _("The first account already exists. Sign in."))
    if User.objects.filter(email=email.lower()).exists():
        raise TakenError("email", EMAIL_TAKEN)
    owner = User.objects.create_superuser(email, password, name=clean_name(name))
    made = club_create(owner=owner, name=clean_name(club, "club"))
    if by and remove_demo:
        Club.objects.filter(name=DEMO_CLUB, memberships__user=by).delete()
        Membership.objects.filter(user=by).update(user=owner)
        account_emptied(user=by)
    return owner, made


@transaction.atomic
def club_change(
    *,
    by: User,
    club: Club,
    name: str | None = None,
    public: str | None = None,
    roles: Sequence[str] | None = None,
    colour: str | None = None,
    bell: str | None = None,
    logo: bytes | None = None,
    admin: bool = False,
) -> None:
    """The club's name, how strangers read of its people who chose nothing, its ``roles``, and its look.

    What is not said stays. Of a role that is called otherwise, people on the list have the new name.
    An empty ``colour`` is Headtable's own; an empty ``logo`` takes away the one that there is.
    ``admin``: it is asked in the administration, of which ``by`` need not be in the club.
    """
    require_here(by, club.pk, Right.OWN, admin="accounts.change_club" if admin else "")
    list_changed(club.pk)
    now = Club.objects.get(pk=club.pk)
    public = now.public if public is None else public
    if public not in (Public.NAME, Public.INITIALS):
        raise RuleError("public", CHOOSE_ONE)
    if roles is not None:
        _change_roles(now, roles)
    name = now.name if name is None else clean_name(name)
    colour = now.colour if colour is None else clean_colour(colour)
    bell = now.bell if bell is None else bell
    if bell not in BellSound.values:
        raise RuleError("bell", CHOOSE_ONE)
    mark = now.logo_mark if logo is None else _change_logo(now, logo)
    Club.objects.filter(pk=club.pk).update(name=name, public=public, colour=colour, bell=bell, logo_mark=mark)


@transaction.atomic
def club_delete(*, by: User, club: Club) -> None:
    """A club that never played, by somebody who looks after the installation. Its list goes with it."""
    require(admin_right(by, "accounts.delete_club"), Right.RUN)
    list_lock(club.pk)
    if club.evenings.exists():
        raise StateError("name", HAS_PLAYED, name=club.name)
    club.delete()


def _change_logo(club: Club, data: bytes) -> str:
    """Keep the logo, or take it away where it is empty; its mark."""
    if not data:
        ClubLogo.objects.filter(club=club).delete()
        return ""
    logo = read_logo(data)
    ClubLogo.objects.update_or_create(club=club, defaults={"kind": logo.kind, "data": logo.data})
    return sha256(logo.data).hexdigest()[:32]


def _change_roles(club: Club, roles: Sequence[str]) -> None:
    if not isinstance(roles, (list, tuple)) or not all(isinstance(role, str) for role in roles):
        raise RuleError("roles", _("Enter a list of texts."))
    refuse_roles(roles)
    for role, new in renamed_roles(club.roles, roles).items():
        if new:
            club.players.filter(role=role).update(role=new)
    club.roles = list(roles)
    club.save(update_fields=["roles"])
