"""Queries about a club's members, its open invitations, and what an invitation gives a user."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.account.selectors import hash_secret
from accounts.answers import answers
from accounts.models import Club, ClubLogo, Invitation, Membership, Player, Role, User
from accounts.names import make_sort_key
from accounts.players.selectors import find_own_player, find_person, map_own_players


@dataclass(frozen=True)
class Brings:
    """What an invitation gives a user: a ``role`` above the present one, and a ``player`` to be linked to.

    ``has``: the user's present role in the club. None: no gain.
    """

    has: Role | None
    role: Role | None
    player: Player | None

    @property
    def has_effect(self) -> bool:
        return self.role is not None or self.player is not None


def find_logo(club: Club) -> ClubLogo | None:
    """Return the club's logo, in one query; None without one."""
    return ClubLogo.objects.filter(club=club).first() if club.logo_mark else None


def list_open_invitations(now: datetime) -> QuerySet[Invitation]:
    """Return invitations that are not used, revoked or expired, and whose maker is active."""
    # A subquery and no join: if two users accept at once, the UPDATE itself must see the other's change.
    shut_out = Exists(User.objects.filter(pk=OuterRef("made_by"), is_active=False))
    valid = Invitation.objects.filter(~shut_out, used_at=None, revoked_at=None, expires__gt=now)
    return valid.select_related("club", "player__club", "made_by")


def find_invitation_by_token(token: str, now: datetime) -> Invitation | None:
    """Return the valid invitation with the link's token; None without one."""
    return list_open_invitations(now).filter(digest=hash_secret(token)).first()


def find_invitation_by_number(number: object, now: datetime) -> Invitation | None:
    """Return the valid invitation whose number the session stores; None without one."""
    return list_open_invitations(now).filter(pk=number).first() if isinstance(number, int) else None


def find_accepted_invitation(number: object, user: int | None) -> Invitation | None:
    """Return the invitation whose number the session stores, if this user has accepted it."""
    if not isinstance(number, int) or user is None:
        return None
    return Invitation.objects.filter(pk=number, used_by=user).select_related("club").first()


def preview_invitation(user: User, invitation: Invitation) -> Brings:
    """Return what the invitation gives the user; at most five queries."""
    role_now = (
        Membership.objects.filter(user=user, club=invitation.club_id).values_list("role", flat=True).first()
    )
    has, role, order = Role(role_now) if role_now else None, Role(invitation.role), list(Role)
    more = has is None or order.index(role) < order.index(has)
    person = find_person(invitation.player) if invitation.player else None
    now = find_own_player(user.pk, invitation.club_id) if person else None
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


def load_club_members(club: int, *, emails: bool) -> tuple[ClubMember, ...]:
    """Return all members, owners first, then by role and name; at most four queries.

    ``emails``: include e-mail addresses. Only owners may see them.
    """
    rows = Membership.objects.filter(club=club).select_related("user")
    people = map_own_players(club)
    members = []
    for row in rows:
        claim, player = people.get(row.user_id, (None, None))
        person = format_account_name(row.user), row.user.email if emails else None, Role(row.role), row.since
        members.append(ClubMember(row.user_id, *person, claim.pk if claim else None, player))
    order = list(Role)
    return tuple(
        sorted(
            members, key=lambda member: (order.index(member.role), make_sort_key(member.name), member.user)
        )
    )


def format_account_name(user: User | None) -> str:
    """Return the account's name for other members of the club. It is never the e-mail address."""
    return user.display_name if user else _("a former member")
