"""Queries about a club's members, its open invitations, and what an invitation gives a user."""

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
    """What an invitation gives a user: a ``role`` above the present one, and a ``player`` to be linked to.

    ``has``: the user's present role in the club. None: no gain.
    """

    has: Role | None
    role: Role | None
    player: Player | None

    @property
    def anything(self) -> bool:
        return self.role is not None or self.player is not None


def standing_invitations(now: datetime) -> QuerySet[Invitation]:
    """Return invitations that are not used, revoked or expired, and whose maker is active."""
    # A subquery and no join: if two users accept at once, the UPDATE itself must see the other's change.
    shut_out = Exists(User.objects.filter(pk=OuterRef("made_by"), is_active=False))
    valid = Invitation.objects.filter(~shut_out, used_at=None, revoked_at=None, expires__gt=now)
    return valid.select_related("club", "player__club", "made_by")


def invitation_by_token(token: str, now: datetime) -> Invitation | None:
    """Return the valid invitation with the link's token; None without one."""
    return standing_invitations(now).filter(digest=digest_of(token)).first()


def invitation_by_number(number: object, now: datetime) -> Invitation | None:
    """Return the valid invitation whose number the session stores; None without one."""
    return standing_invitations(now).filter(pk=number).first() if isinstance(number, int) else None


def invitation_taken(number: object, user: int | None) -> Invitation | None:
    """Return the invitation whose number the session stores, if this user has accepted it."""
    if not isinstance(number, int) or user is None:
        return None
    return Invitation.objects.filter(pk=number, used_by=user).select_related("club").first()


def brings(user: User, invitation: Invitation) -> Brings:
    """Return what the invitation gives the user; at most five queries."""
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
    """A member of a club. ``player``: the linked player. Only owners see the e-mail address."""

    # ``since`` is None for members who joined before dates were stored.

    user: int
    name: str
    email: str | None
    role: Role
    since: datetime | None
    claim: int | None
    player: Player | None


def members_of(club: int, *, emails: bool) -> tuple[ClubMember, ...]:
    """Return all members, owners first, then by role and name; at most four queries.

    ``emails``: include e-mail addresses. Only owners may see them.
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
    """Return the account's name for other members of the club. It is never the e-mail address."""
    return user.called if user else _("a former member")
