"""Invitations that stand, and what one of them brings to whom."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from accounts.account.selectors.accounts import digest_of
from accounts.models import Invitation, Membership, Player, Role, User
from accounts.players.selectors.claims import own_player, person_of


@dataclass(frozen=True)
class Brings:
    """What an invitation brings to somebody: a ``role`` that is more than one has, a ``player`` to be.

    ``has`` is the role that the user has in the club already.
    """

    has: Role | None
    role: Role | None
    player: Player | None

    @property
    def anything(self) -> bool:
        return self.role is not None or self.player is not None


def standing_invitations(now: datetime) -> QuerySet[Invitation]:
    """Not taken, not revoked, not too old, nor by somebody who comes in no more."""
    # No join: of two who take one at once the update itself must see what the other did.
    shut_out = Exists(User.objects.filter(pk=OuterRef("made_by"), is_active=False))
    standing = Invitation.objects.filter(~shut_out, used_at=None, revoked_at=None, expires__gt=now)
    return standing.select_related("club", "player__club", "made_by")


def invitation_by_token(token: str, now: datetime) -> Invitation | None:
    """The invitation of a link, if it stands."""
    return standing_invitations(now).filter(digest=digest_of(token)).first()


def invitation_by_number(number: object, now: datetime) -> Invitation | None:
    """The invitation that a session keeps, if it stands."""
    return standing_invitations(now).filter(pk=number).first() if isinstance(number, int) else None


def invitation_taken(number: object, user: int | None) -> Invitation | None:
    """The invitation that a session keeps, if this user has taken it already."""
    if not isinstance(number, int) or user is None:
        return None
    return Invitation.objects.filter(pk=number, used_by=user).select_related("club").first()


def brings(user: User, invitation: Invitation) -> Brings:
    """What the invitation brings to the user; five queries at most."""
    held = (
        Membership.objects.filter(user=user, club=invitation.club_id).values_list("role", flat=True).first()
    )
    has, role, order = Role(held) if held else None, Role(invitation.role), list(Role)
    more = has is None or order.index(role) < order.index(has)
    person = person_of(invitation.player) if invitation.player else None
    now = own_player(user.pk, invitation.club_id) if person else None
    claims = person is not None and (now is None or now[1].pk != person.pk)
    return Brings(has, role if more else None, person if claims else None)
