"""The members of a club, as its pages show them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.answers import answers
from accounts.models import Membership, Player, Role, User
from accounts.names import name_order
from accounts.players.selectors.claims import own_players


@answers("user", "name", "email", "role", "since", "player", component="MemberAnswer")
@dataclass(frozen=True)
class Member:
    """A member. ``player``: who of the club’s list it is; the e-mail address is for owners only."""

    # ``since`` is None where it was not kept.

    user: int
    name: str
    email: str | None
    role: Role
    since: datetime | None
    claim: int | None
    player: Player | None


def members_of(club: int, *, emails: bool) -> tuple[Member, ...]:
    """Return everybody in the club, owners first, each role by name; four queries at most.

    ``emails``: the reader is an owner, who sees the addresses.
    """
    rows = Membership.objects.filter(club=club).select_related("user")
    people = own_players(club)
    found = []
    for row in rows:
        claim, player = people.get(row.user_id, (None, None))
        named = called(row.user), row.user.email if emails else None, Role(row.role), row.since
        found.append(Member(row.user_id, *named, claim.pk if claim else None, player))
    order = list(Role)
    return tuple(sorted(found, key=lambda one: (order.index(one.role), name_order(one.name), one.user)))


def called(user: User | None) -> str:
    """What others in the club read of an account: never its e-mail address."""
    return user.called if user else _("a former member")
