"""Invitations to a club, by a link that is good once."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.account.selectors.accounts import digest_of
from accounts.clubs.selectors.invitations import Brings, brings, standing_invitations
from accounts.clubs.services.claims import claim_grant
from accounts.errors import ForbiddenError, RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Invitation, Membership, Player, Role, User
from accounts.permissions import Right, invitable, require, right_of
from accounts.players.selectors.claims import claimed_by, person_of
from accounts.players.services.lists import list_lock
from accounts.refusals import CHOOSE_ONE, LINKED_ALREADY, NAME_REMOVED, OTHER_CLUB

IN_CLUB = _("You are already in this club.")

DAYS = (1, 7, 30)
MOST_STANDING = 100


@transaction.atomic
def invitation_make(
    *, by: User, club: Club, role: str, days: int, player: Player | None = None
) -> tuple[Invitation, str]:
    """An invitation, and the token of its link, which nobody can read again.

    With a ``player``: whoever takes it is that person on the list.
    """
    list_lock(club.pk)
    right = right_of(by.pk, club.pk)
    require(right, Right.RUN)
    if role not in Role.values:
        raise RuleError("role", CHOOSE_ONE)
    refuse_beyond(right, role)
    if days not in DAYS:
        raise RuleError("days", CHOOSE_ONE)
    now = timezone.now()
    if standing_invitations(now).filter(club=club).count() >= MOST_STANDING:
        raise StateError("role", _("%(most)s invitations are open. Revoke one first."), most=MOST_STANDING)
    person = _person(club, player) if player else None
    token = secrets.token_urlsafe(24)
    made = Invitation.objects.create(
        club=club,
        role=role,
        player=person,
        digest=digest_of(token),
        made_by=by,
        made_at=now,
        expires=now + timedelta(days=days),
    )
    return made, token


@transaction.atomic
def invitation_revoke(*, by: User, invitation: Invitation) -> None:
    """The link is good for nothing any more; by whoever could make it. A second time changes nothing."""
    right = right_of(by.pk, invitation.club_id)
    require(right, Right.RUN)
    refuse_beyond(right, invitation.role)
    open_ = Invitation.objects.filter(pk=invitation.pk, used_at=None)
    if not open_.update(revoked_at=timezone.now()):
        raise StaleError("invitation", _("This invitation is already accepted."))


@transaction.atomic
def invitation_accept(*, by: User, invitation: Invitation) -> Brings:
    """Join the club by an invitation, which is used up by that; the role is raised, and never lowered.

    Who has that role already does not use it up, if it brings nothing else.
    """
    list_lock(invitation.club_id)
    brought = brings(by, invitation)
    if not brought.anything:
        raise TakenError("invitation", IN_CLUB)
    now = timezone.now()
    used = standing_invitations(now).filter(pk=invitation.pk).update(used_by=by, used_at=now)
    if not used:
        raise StaleError("invitation", _("This invitation is no longer valid. Ask for a new one."))
    if brought.role is not None:
        Membership.objects.update_or_create(
            user=by, club_id=invitation.club_id, defaults={"role": brought.role}
        )
    if brought.player is not None:
        claim_grant(by=invitation.made_by, user=by, player=brought.player)
    return brought


def refuse_beyond(right: Right | None, role: str) -> None:
    """ForbiddenError where whoever has this right cannot invite in this role."""
    if role not in invitable(right):
        raise ForbiddenError("role", _("Only an owner can invite owners and organisers."))


def _person(club: Club, player: Player) -> Player:
    """Whom the invitation makes of who takes it. Refuses who has an account already."""
    if player.club_id != club.pk:
        raise RuleError("player", OTHER_CLUB)
    person = person_of(player)
    if person.forgotten_at is not None:
        raise StateError("player", NAME_REMOVED)
    if claimed_by(person) is not None:
        raise TakenError("player", LINKED_ALREADY)
    return person
