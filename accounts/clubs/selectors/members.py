"""The members of a club, as its pages show them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Membership, Player, Role, User
from accounts.names import name_order
from accounts.players.selectors.claims import own_players


@dataclass(frozen=True)
class Member:
    """``since`` is None where it was not kept; ``player``: who of the list it is."""

    user: int
    name: str
    email: str
    role: Role
    since: datetime | None
    claim: int | None
    player: Player | None


def members_of(club: int) -> tuple[Member, ...]:
    """Everybody in the club, owners first, each role by name; four queries at most."""
    rows = Membership.objects.filter(club=club).select_related("user")
    people = own_players(club)
    found = []
    for row in rows:
        claim, player = people.get(row.user_id, (None, None))
        named = called(row.user), row.user.email, Role(row.role), row.since
        found.append(Member(row.user_id, *named, claim.pk if claim else None, player))
    order = list(Role)
    return tuple(sorted(found, key=lambda one: (order.index(one.role), name_order(one.name), one.user)))


def called(user: User | None) -> str:
    """What others in the club read of an account: never its e-mail address."""
    return user.called if user else _("a former member")
