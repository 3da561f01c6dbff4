"""Members join a club, change roles and leave. A club always keeps an owner."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Claim, Club, Invitation, Membership, Role, User
from accounts.permissions import RIGHT_OF, Right, admin_right, invitable, require, right_of
from accounts.players.services.lists import list_lock
from accounts.refusals import CHOOSE_ONE

LEFT_CLUB = _("This person is no longer in the club.")


@transaction.atomic
def member_change(*, by: User, club: Club, user: int, role: str) -> Membership:
    """Another role for a member, by an owner, who may step down too."""
    member = _member(by, club, user)
    require(right_of(by.pk, club.pk), Right.OWN)
    if role not in Role.values:
        raise RuleError("role", CHOOSE_ONE)
    _into(member, Role(role))
    return member


@transaction.atomic
def member_remove(*, by: User, club: Club, user: int) -> None:
    """Somebody is not in the club any more, by an owner. What the person played stays on the list."""
    member = _member(by, club, user)
    require(right_of(by.pk, club.pk), Right.OWN)
    _out(member)


@transaction.atomic
def member_leave(*, by: User, club: Club) -> None:
    """Whoever wants to leaves."""
    _out(_member(by, club, by.pk))


@transaction.atomic
def membership_add(*, by: User, user: User, club: Club, role: str) -> Membership:
    """Somebody is in the club, by somebody who looks after the installation and need not be in it."""
    require(admin_right(by, "accounts.add_membership"), Right.RUN)
    list_lock(club.pk)
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise StateError("user", _("This account is deactivated."))
    if Membership.objects.filter(user=user, club=club).exists():
        raise TakenError("user", _("This user is already in the club."))
    return Membership.objects.create(user=user, club=club, role=Role(role))


@transaction.atomic
def membership_change(*, by: User, membership: Membership, role: str) -> None:
    """Another role, by somebody who looks after the installation and need not be in the club."""
    require(admin_right(by, "accounts.change_membership"), Right.RUN)
    _into(_membership(membership), Role(role))


@transaction.atomic
def membership_end(*, by: User, membership: Membership) -> None:
    """Somebody is not in the club any more, by somebody who looks after the installation."""
    require(admin_right(by, "accounts.delete_membership"), Right.RUN)
    _out(_membership(membership))


def _membership(membership: Membership) -> Membership:
    """The membership as it is now, in a club in which nobody else is changed meanwhile."""
    list_lock(membership.club_id)
    found = Membership.objects.filter(pk=membership.pk).first()
    if found is None:
        raise StaleError("member", LEFT_CLUB)
    return found


def _member(by: User, club: Club, user: int) -> Membership:
    """The member, in a club in which nobody else is changed meanwhile."""
    list_lock(club.pk)
    require(right_of(by.pk, club.pk), Right.VIEW)
    found = Membership.objects.filter(club=club, user__pk=user).first()
    if found is None:
        raise StaleError("member", LEFT_CLUB)
    return found


def _refuse_last(member: Membership) -> None:
    """An owner who comes in no more is none."""
    owners = Membership.objects.filter(club=member.club_id, role=Role.OWNER, user__is_active=True)
    others = owners.exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise StateError("role", _("A club needs an owner. Make another member an owner first."))


def _into(member: Membership, role: Role) -> None:
    """The role, and no invitation beyond what it may give."""
    if role != Role.OWNER:
        _refuse_last(member)
    member.role = role
    member.save(update_fields=["role"])
    _revoke_beyond(member, invitable(RIGHT_OF[role]))


def _out(member: Membership) -> None:
    """What hung on the membership goes with it: who of the list one was, and what one has invited to."""
    _refuse_last(member)
    mine = Claim.objects.filter(user=member.user_id, player__club=member.club_id, ended_at=None)
    mine.exclude(granted=False).update(ended_at=timezone.now())
    _revoke_beyond(member, ())
    member.delete()


def _revoke_beyond(member: Membership, may: tuple[Role, ...]) -> None:
    """Invitations stand no longer than their maker may give them."""
    made = Invitation.objects.filter(
        club=member.club_id, made_by=member.user_id, used_at=None, revoked_at=None
    )
    made.exclude(role__in=may).update(revoked_at=timezone.now())
