"""Services for clubs, members, invitations and claims, and for the first account with its club.

A claim links an account to a person on the club's list. A club always keeps an owner.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Annotated

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.account.selectors import hash_secret, may_begin
from accounts.account.services import EMAIL_TAKEN
from accounts.arguments import ArgumentLimits, Name, RoleName
from accounts.clubs.selectors import Brings, list_open_invitations, preview_invitation
from accounts.errors import ForbiddenError, RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.logos import clean_colour, read_logo
from accounts.models import (
    DEMO_CLUB,
    BellSound,
    Claim,
    Club,
    ClubLogo,
    Invitation,
    Membership,
    Player,
    Public,
    Role,
    User,
    document_roles,
)
from accounts.names import MOST_ROLES, clean_name, map_renamed_roles, name_key, refuse_roles
from accounts.permissions import (
    RIGHT_OF,
    Right,
    find_right,
    get_admin_right,
    list_invitable_roles,
    require,
    require_in_club,
)
from accounts.players.selectors import find_claiming_user, find_own_player, find_person, list_pending_claims
from accounts.players.services import HAS_PLAYED, clean_public, empty_account, list_lock, list_touch
from accounts.refusals import CHOOSE_ONE, DONE_ALREADY, LINKED_ALREADY, NAME_REMOVED, OTHER_CLUB


@transaction.atomic
def claim_ask(*, by: User, player: Player) -> Claim:
    """Ask to be linked to this person on the list. The club's organisers decide.

    A user has one open request in each club: a new one replaces it. For strangers to the club, the caller has
    checked that they came from a page which is open to everybody.
    """
    list_lock(player.club_id)
    person = find_person(player)
    _refuse_second_claim(by.pk, person)
    mine = list_pending_claims(player.club_id).filter(user=by)
    pending = mine.filter(player=person).first()
    mine.exclude(player=person).update(ended_at=timezone.now())
    return pending or Claim.objects.create(player=person, user=by)


@transaction.atomic
def claim_decide(*, by: User, claim: Claim, granted: bool) -> None:
    """Grant or refuse the claim. A stranger to the club becomes a viewer when the claim is granted."""
    club = claim.player.club_id
    list_lock(club)
    require(find_right(by.pk, club), Right.RUN)
    pending = list_pending_claims(club).filter(pk=claim.pk).first()
    if pending is None:
        raise StaleError("claim", DONE_ALREADY)
    if granted:
        claim_grant(by=by, user=pending.user, player=pending.player, claim=pending)
    else:
        _decide(pending, by, grants=False)


def claim_grant(*, by: User | None, user: User, player: Player, claim: Claim | None = None) -> Claim:
    """Link the user to the player. The caller's transaction has locked the club's list."""
    person = find_person(player)
    _refuse_second_claim(user.pk, person)
    pending = list_pending_claims(player.club_id).filter(user=user)
    claim = claim or pending.filter(player=person).first() or Claim(user=user)
    pending.exclude(pk=claim.pk).update(ended_at=timezone.now())
    claim.player = person
    _decide(claim, by, grants=True)
    Membership.objects.get_or_create(user=user, club_id=person.club_id, defaults={"role": Role.VIEWER})
    return claim


@transaction.atomic
def claim_end(*, by: User, claim: Claim) -> None:
    """Unlink the account, or withdraw the request. The user and the club's organisers may do this."""
    list_lock(claim.player.club_id)
    if claim.user_id != by.pk:
        require(find_right(by.pk, claim.player.club_id), Right.RUN)
    valid = Claim.objects.filter(pk=claim.pk, ended_at=None).exclude(granted=False)
    if not valid.update(ended_at=timezone.now()):
        raise StaleError("claim", DONE_ALREADY)


@transaction.atomic
def claimed_name_change(*, by: User, player: Player, public: str, public_name: str) -> None:
    """Change what strangers read of the user. Refuse if the user is not linked to the player."""
    list_touch(player.club_id)
    mine = find_own_player(by.pk, player.club_id)
    if mine is None or mine[1].pk != player.pk:
        raise ForbiddenError("player", _("Your account is not linked to this player."))
    player.public, player.public_name = clean_public(public, public_name)
    player.save(update_fields=["public", "public_name"])


def _decide(claim: Claim, by: User | None, *, grants: bool) -> None:
    claim.granted, claim.decided_by, claim.decided_at = grants, by, timezone.now()
    claim.save()


def _refuse_second_claim(user: int, person: Player) -> None:
    """Refuse a second player for a user in the club, and a second user for a player."""
    if person.forgotten_at is not None:
        raise StateError("player", NAME_REMOVED)
    holder, mine = find_claiming_user(person), find_own_player(user, person.club_id)
    if holder is not None and holder != user:
        raise TakenError("player", LINKED_ALREADY)
    if mine is not None:
        raise TakenError("player", _("This account is already linked to another player. Unlink it first."))


PublicAs = Annotated[str, ArgumentLimits(words=(Public.NAME.value, Public.INITIALS.value))]
Roles = Annotated[
    Sequence[RoleName],
    ArgumentLimits("The club’s names for roles with prizes of their own. Can be empty.", most=MOST_ROLES),
]
Colour = Annotated[str, ArgumentLimits("As #17644a. Empty: Headtable’s own.", most=7, empty=True)]
Bell = Annotated[str, ArgumentLimits(words=tuple(BellSound.values))]


@transaction.atomic
def club_create(*, owner: User, name: Name) -> Club:
    """Create a club, owned by ``owner``. Its roles are the usual ones in the request's language.

    Refuse a second club of the same name: the request was probably sent twice.
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
    """Create an account with all rights, and its club. Refuse if another account than the demo's exists.

    ``by``: the demo's organiser. ``remove_demo``: delete the demo's account and club. Other clubs stay.
    """
    # Lock a row that always exists. Of two requests at once, the second waits, and is then refused.
    ContentType.objects.select_for_update().get(app_label="accounts", model="user")
    if not may_begin(by):
        raise StateError("email", _("The first account already exists. Sign in."))
    if User.objects.filter(email=email.lower()).exists():
        raise TakenError("email", EMAIL_TAKEN)
    owner = User.objects.create_superuser(email, password, name=clean_name(name))
    new = club_create(owner=owner, name=clean_name(club, "club"))
    if by and remove_demo:
        Club.objects.filter(name=DEMO_CLUB, memberships__user=by).delete()
        Membership.objects.filter(user=by).update(user=owner)
        empty_account(user=by)
    return owner, new


@transaction.atomic
def club_change(
    *,
    by: User,
    club: Club,
    name: Name | None = None,
    public: PublicAs | None = None,
    roles: Roles | None = None,
    colour: Colour | None = None,
    bell: Bell | None = None,
    logo: bytes | None = None,
    admin: bool = False,
) -> None:
    """Change the club's name, its usual public names, its ``roles`` and its look.

    None changes nothing. If a role is renamed, people on the list get the new name. An empty ``colour`` means
    Headtable's own colour; an empty ``logo`` removes the present logo. ``admin``: the request comes from the
    administration, and ``by`` need not be a member.
    """
    require_in_club(by, club.pk, Right.OWN, admin="accounts.change_club" if admin else "")
    list_touch(club.pk)
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
    """Delete a club without evenings, and its list. Only the administration may."""
    require(get_admin_right(by, "accounts.delete_club"), Right.RUN)
    list_lock(club.pk)
    if club.evenings.exists():
        raise StateError("name", HAS_PLAYED, name=club.name)
    club.delete()


def _change_logo(club: Club, data: bytes) -> str:
    """Store the logo, or delete it if ``data`` is empty. Return the new ``logo_mark``, or ""."""
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
    for role, new in map_renamed_roles(club.roles, roles).items():
        if new:
            club.players.filter(role=role).update(role=new)
    club.roles = list(roles)
    club.save(update_fields=["roles"])


IN_CLUB = _("You are already in this club.")

DAYS = (1, 7, 30)
MOST_STANDING = 100


@transaction.atomic
def invitation_make(
    *, by: User, club: Club, role: str, days: int, player: Player | None = None
) -> tuple[Invitation, str]:
    """Create an invitation. Return the row and the token of its link. The token is not stored.

    With a ``player``: the user who accepts is linked to this person on the list.
    """
    list_lock(club.pk)
    right = find_right(by.pk, club.pk)
    require(right, Right.RUN)
    if role not in Role.values:
        raise RuleError("role", CHOOSE_ONE)
    refuse_beyond(right, role)
    if days not in DAYS:
        raise RuleError("days", CHOOSE_ONE)
    now = timezone.now()
    if list_open_invitations(now).filter(club=club).count() >= MOST_STANDING:
        raise StateError("role", _("%(most)s invitations are open. Revoke one first."), most=MOST_STANDING)
    person = _find_linkable_player(club, player) if player else None
    token = secrets.token_urlsafe(24)
    new = Invitation.objects.create(
        club=club,
        role=role,
        player=person,
        digest=hash_secret(token),
        made_by=by,
        made_at=now,
        expires=now + timedelta(days=days),
    )
    return new, token


@transaction.atomic
def invitation_revoke(*, by: User, invitation: Invitation) -> None:
    """Revoke the invitation. Refuse a user who may not make such an invitation, and an accepted one."""
    right = find_right(by.pk, invitation.club_id)
    require(right, Right.RUN)
    refuse_beyond(right, invitation.role)
    unused = Invitation.objects.filter(pk=invitation.pk, used_at=None)
    if not unused.update(revoked_at=timezone.now()):
        raise StaleError("invitation", _("This invitation is already accepted."))


@transaction.atomic
def invitation_accept(*, by: User, invitation: Invitation) -> Brings:
    """Join the club by an invitation, and use it up. The invitation can raise a role, but never lowers it.

    Refuse if the invitation gives the user nothing new: it is not used up then.
    """
    list_lock(invitation.club_id)
    gains = preview_invitation(by, invitation)
    if not gains.has_effect:
        raise TakenError("invitation", IN_CLUB)
    now = timezone.now()
    count = list_open_invitations(now).filter(pk=invitation.pk).update(used_by=by, used_at=now)
    if not count:
        raise StaleError("invitation", _("This invitation is no longer valid. Ask for a new one."))
    if gains.role is not None:
        Membership.objects.update_or_create(
            user=by, club_id=invitation.club_id, defaults={"role": gains.role}
        )
    if gains.player is not None:
        claim_grant(by=invitation.made_by, user=by, player=gains.player)
    return gains


def refuse_beyond(right: Right | None, role: str) -> None:
    """Raise ForbiddenError if this right does not allow invitations with this role."""
    if role not in list_invitable_roles(right):
        raise ForbiddenError("role", _("Only an owner can invite owners and organisers."))


def _find_linkable_player(club: Club, player: Player) -> Player:
    """Return the person to link to the account that accepts. Refuse a person who has an account."""
    if player.club_id != club.pk:
        raise RuleError("player", OTHER_CLUB)
    person = find_person(player)
    if person.forgotten_at is not None:
        raise StateError("player", NAME_REMOVED)
    if find_claiming_user(person) is not None:
        raise TakenError("player", LINKED_ALREADY)
    return person


LEFT_CLUB = _("This person is no longer in the club.")


@transaction.atomic
def member_change(*, by: User, club: Club, user: int, role: str) -> Membership:
    """Give a member another role. Only owners may. Owners may also lower their own role."""
    member = _lock_member(by, club, user)
    require(find_right(by.pk, club.pk), Right.OWN)
    if role not in Role.values:
        raise RuleError("role", CHOOSE_ONE)
    _set_role(member, Role(role))
    return member


@transaction.atomic
def member_remove(*, by: User, club: Club, user: int) -> None:
    """Remove a member. Only owners may. What the person played stays on the list."""
    member = _lock_member(by, club, user)
    require(find_right(by.pk, club.pk), Right.OWN)
    _delete_membership(member)


@transaction.atomic
def member_leave(*, by: User, club: Club) -> None:
    """Leave the club."""
    _delete_membership(_lock_member(by, club, by.pk))


@transaction.atomic
def membership_add(*, by: User, user: User, club: Club, role: str) -> Membership:
    """Add a user to the club. Only the administration may; ``by`` need not be a member."""
    require(get_admin_right(by, "accounts.add_membership"), Right.RUN)
    list_lock(club.pk)
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise StateError("user", _("This account is deactivated."))
    if Membership.objects.filter(user=user, club=club).exists():
        raise TakenError("user", _("This user is already in the club."))
    return Membership.objects.create(user=user, club=club, role=Role(role))


@transaction.atomic
def membership_change(*, by: User, membership: Membership, role: str) -> None:
    """Change the role. Only the administration may; ``by`` need not be a member."""
    require(get_admin_right(by, "accounts.change_membership"), Right.RUN)
    _set_role(_lock_membership(membership), Role(role))


@transaction.atomic
def membership_end(*, by: User, membership: Membership) -> None:
    """Remove the member. Only the administration may; ``by`` need not be a member."""
    require(get_admin_right(by, "accounts.delete_membership"), Right.RUN)
    _delete_membership(_lock_membership(membership))


def _lock_membership(membership: Membership) -> Membership:
    """Lock the club's list, and return the membership, read again."""
    list_lock(membership.club_id)
    row = Membership.objects.filter(pk=membership.pk).first()
    if row is None:
        raise StaleError("member", LEFT_CLUB)
    return row


def _lock_member(by: User, club: Club, user: int) -> Membership:
    """Lock the club's list. Check that ``by`` is an owner, and return the member."""
    list_lock(club.pk)
    require(find_right(by.pk, club.pk), Right.VIEW)
    row = Membership.objects.filter(club=club, user__pk=user).first()
    if row is None:
        raise StaleError("member", LEFT_CLUB)
    return row


def _refuse_last_owner(member: Membership) -> None:
    """Refuse to remove the last owner or lower their role. Inactive accounts are no owners here."""
    owners = Membership.objects.filter(club=member.club_id, role=Role.OWNER, user__is_active=True)
    other_owners = owners.exclude(pk=member.pk)
    if member.role == Role.OWNER and not other_owners.exists():
        raise StateError("role", _("A club needs an owner. Make another member an owner first."))


def _set_role(member: Membership, role: Role) -> None:
    """Set the role. Revoke the member's invitations that the new role does not allow."""
    if role != Role.OWNER:
        _refuse_last_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    _revoke_beyond(member, list_invitable_roles(RIGHT_OF[role]))


def _delete_membership(member: Membership) -> None:
    """Delete the membership, with the user's claims and open invitations in the club."""
    _refuse_last_owner(member)
    mine = Claim.objects.filter(user=member.user_id, player__club=member.club_id, ended_at=None)
    mine.exclude(granted=False).update(ended_at=timezone.now())
    _revoke_beyond(member, ())
    member.delete()


def _revoke_beyond(member: Membership, may: tuple[Role, ...]) -> None:
    invitations = Invitation.objects.filter(
        club=member.club_id, made_by=member.user_id, used_at=None, revoked_at=None
    )
    invitations.exclude(role__in=may).update(revoked_at=timezone.now())
