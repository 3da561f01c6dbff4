"""Who may do what in a club. A stranger sees nothing (404); a member without the right is refused (403)."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, TypeVar

from django.db.models import Model, OuterRef, Subquery

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Membership, Role, User

Row = TypeVar("Row", bound=Model)


class Right(IntEnum):
    """Rights, each including those before it."""

    VIEW = 1
    SCORE = 2
    RUN = 3
    OWN = 4


RIGHT_OF = {
    Role.VIEWER: Right.VIEW,
    Role.SCORER: Right.SCORE,
    Role.ORGANISER: Right.RUN,
    Role.OWNER: Right.OWN,
}

INVITABLE = {Right.OWN: tuple(Role), Right.RUN: (Role.SCORER, Role.VIEWER)}
"""The roles that somebody of this right may invite others to."""


def right_of(user: int | None, club: int) -> Right | None:
    """Return the member's right in the club; None for a stranger."""
    # By the keys of the rows, for of a number that no row can have these say so, where others fail.
    mine = Membership.objects.filter(user__pk=user or 0, club__pk=club)
    role = mine.values_list("role", flat=True).first()
    return right_by(role)


def club_for(user: User, pk: int, *, reads_all: bool = False) -> tuple[Club, Right] | None:
    """Return the club and the user's right in it; None for a stranger, who does not read all clubs."""
    clubs = Club.objects.filter(pk=pk)
    return first_with_right(clubs.annotate(member_role=role_of(user.pk, OuterRef("pk"))), reads_all)


def first_with_right(rows: Iterable[Row], reads_all: bool) -> tuple[Row, Right] | None:
    """Return a row of a club with the right of its ``member_role``; VIEW for a reader of all clubs."""
    row: Any = next(iter(rows), None)
    if row is None:
        return None
    right = right_by(row.member_role) or (Right.VIEW if reads_all else None)
    return (row, right) if right else None


def role_of(user: int | None, club: OuterRef) -> Subquery:
    """Return a subquery of the member's role, to be read along with something of the club."""
    return Subquery(Membership.objects.filter(user=user, club=club).values("role")[:1])


def right_by(role: str | None) -> Right | None:
    """Return the right that a role gives; None for a stranger, who has none."""
    return RIGHT_OF[Role(role)] if role else None


def require(right: Right | None, least: Right) -> None:
    """Refuse a visitor whose right does not reach."""
    if right is None or right < least:
        raise ForbiddenError(
            "role", _("Your role in this club does not allow this. Ask an owner of the club.")
        )


def admin_right(user: User, permission: str) -> Right | None:
    """Return the right of a user of the administration, which holds there and nowhere else.

    The user need not be a member. ``permission`` is Django's; a superuser has them all.
    """
    return Right.RUN if user.is_staff and user.has_perm(permission) else None


def require_here(by: User, club: int, least: Right, *, admin: str = "") -> None:
    """Refuse a user whose right in the club does not suffice.

    With ``admin``, a permission of Django's, the request comes from the administration: then that counts
    instead.
    """
    right = right_of(by.pk, club)
    if admin:
        right = least if admin_right(by, admin) is not None else None
    require(right, least)


def invitable(right: Right | None) -> tuple[Role, ...]:
    """Return the roles that a member with this right may invite others to."""
    return INVITABLE.get(right, ()) if right else ()
