"""Rights in a club. A stranger gets 404; a member without the right gets 403."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, TypeVar

from django.db.models import Model, OuterRef, Subquery

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Membership, Role, User

Row = TypeVar("Row", bound=Model)


class Right(IntEnum):
    """Rights. Each right includes those before it."""

    VIEW = 1
    SCORE = 2
    RUN = 3
    OWN = 4

    @property
    def may_run(self) -> bool:
        """Return whether the member may run evenings. For templates."""
        return self >= Right.RUN

    @property
    def may_own(self) -> bool:
        """Return whether the member owns the club. For templates."""
        return self >= Right.OWN


RIGHT_OF = {
    Role.VIEWER: Right.VIEW,
    Role.SCORER: Right.SCORE,
    Role.ORGANISER: Right.RUN,
    Role.OWNER: Right.OWN,
}

INVITABLE = {Right.OWN: tuple(Role), Right.RUN: (Role.SCORER, Role.VIEWER)}
"""The roles to which a member with this right can invite."""


def find_right(user: int | None, club: int) -> Right | None:
    """Return the member's right in the club; None for a stranger."""
    # ``user__pk`` compares row keys: Django then finds nothing for a number too large for a key. ``user``
    # would fail.
    mine = Membership.objects.filter(user__pk=user or 0, club__pk=club)
    role = mine.values_list("role", flat=True).first()
    return get_role_right(role)


def find_club(user: User, pk: int, *, reads_all: bool = False) -> tuple[Club, Right] | None:
    """Return the club and the user's right in it. For a stranger: None, unless ``reads_all``."""
    clubs = Club.objects.filter(pk=pk)
    return find_first_with_right(clubs.annotate(member_role=select_role(user.pk, OuterRef("pk"))), reads_all)


def find_first_with_right(rows: Iterable[Row], reads_all: bool) -> tuple[Row, Right] | None:
    """Return the first row and the right to it, by ``member_role``. Strangers have VIEW if ``reads_all``."""
    row: Any = next(iter(rows), None)
    if row is None:
        return None
    right = get_role_right(row.member_role) or (Right.VIEW if reads_all else None)
    return (row, right) if right else None


def select_role(user: int | None, club: OuterRef) -> Subquery:
    """Return a subquery for the user's role in the club, to annotate a query."""
    return Subquery(Membership.objects.filter(user=user, club=club).values("role")[:1])


def get_role_right(role: str | None) -> Right | None:
    """Return the right that a role gives; None for None, a stranger."""
    return RIGHT_OF[Role(role)] if role else None


def require(right: Right | None, least: Right) -> None:
    """Raise ForbiddenError if the right is below ``least``."""
    if right is None or right < least:
        raise ForbiddenError(
            "role", _("Your role in this club does not allow this. Ask an owner of the club.")
        )


def get_admin_right(user: User, permission: str) -> Right | None:
    """Return the right of a user in the administration. The right is valid only there.

    The user need not be a member. ``permission`` is Django's; a superuser has all permissions.
    """
    return Right.RUN if user.is_staff and user.has_perm(permission) else None


def require_in_club(by: User, club: int, least: Right, *, admin: str = "") -> None:
    """Raise ForbiddenError if the user's right in the club is below ``least``.

    ``admin``: Django's permission, if the request comes from the administration. Then only the permission
    decides.
    """
    right = find_right(by.pk, club)
    if admin:
        right = least if get_admin_right(by, admin) is not None else None
    require(right, least)


def list_invitable_roles(right: Right | None) -> tuple[Role, ...]:
    """Return the roles that a member with this right may invite others to."""
    return INVITABLE.get(right, ()) if right else ()
