"""Queries about a club's members and its open invitations, and what an invitation brings to a user."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.account.selectors import digest_of
from accounts.answers import answers
from accounts.models import Invitation, Membership, Player, Role, User
from accounts.names import name_order
from accounts.players.selectors import own_player, own_players, person_of


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
    """Return invitations that are not used, revoked or expired, and whose maker may still sign in."""
    # No join: of two who take one at once the update itself must see what the other did.
    shut_out = Exists(User.objects.filter(pk=OuterRef("made_by"), is_active=False))
    valid = Invitation.objects.filter(~shut_out, used_at=None, revoked_at=None, expires__gt=now)
    return valid.select_related("club", "player__club", "made_by")


def invitation_by_token(token: str, now: datetime) -> Invitation | None:
    """Return the invitation of a link, if it is valid."""
    return standing_invitations(now).filter(digest=digest_of(token)).first()


def invitation_by_number(number: object, now: datetime) -> Invitation | None:
    """Return the invitation that a session keeps, if it is valid."""
    return standing_invitations(now).filter(pk=number).first() if isinstance(number, int) else None


def invitation_taken(number: object, user: int | None) -> Invitation | None:
    """Return the invitation that a session keeps, if this user has taken it already."""
    if not isinstance(number, int) or user is None:
        return None
    return Invitation.objects.filter(pk=number, used_by=user).select_related("club").first()


def brings(user: User, invitation: Invitation) -> Brings:
    """Return what the invitation brings to the user; five queries at most."""
    role_now = (
        Membership.objects.filter(user=user, club=invitation.club_id).values_list("role", flat=True).first()
    )
    has, role, order = Role(role_now) if role_now else None, Role(invitation.role), list(Role)
    more = has is None or order.index(role) < order.index(has)
    person = person_of(invitation.player) if invitation.player else None
    now = own_player(user.pk, invitation.club_id) if person else None
    claims = person is not None and (now is None or now[1].pk != person.pk)
    return Brings(has, role if more else None, person if claims else None)


@answers("user", "name", "email", "role", "since", "player", component="MemberAnswer")
@dataclass(frozen=True)
class ClubMember:
    """A member. ``player``: who of the club’s list it is; the e-mail address is for owners only."""

    # ``since`` is None where it was not kept.

    user: int
    name: str
    email: str | None
    role: Role
    since: datetime | None
    claim: int | None
    player: Player | None


def members_of(club: int, *, emails: bool) -> tuple[ClubMember, ...]:
    """Return everybody in the club, owners first, each role by name; four queries at most.

    ``emails``: the reader is an owner, who sees the addresses.
    """
    rows = Membership.objects.filter(club=club).select_related("user")
    people = own_players(club)
    members = []
    for row in rows:
        claim, player = people.get(row.user_id, (None, None))
        person = account_name(row.user), row.user.email if emails else None, Role(row.role), row.since
        members.append(ClubMember(row.user_id, *person, claim.pk if claim else None, player))
    order = list(Role)
    return tuple(
        sorted(members, key=lambda member: (order.index(member.role), name_order(member.name), member.user))
    )


def account_name(user: User | None) -> str:
    """Return how others in the club read of an account: never by its e-mail address."""
    return user.called if user else _("a former member")
