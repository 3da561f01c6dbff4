"""Evenings as their visitors reach them: through the club for members, by the join code for everybody."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F, QuerySet

from accounts.models import Membership, Role, User
from accounts.permissions import RIGHT_OF, Right
from tournaments.core.facts import Stage
from tournaments.models import EntryRow, Evening, Journal


def clubs_of(user: User) -> QuerySet[Membership]:
    """The user's memberships with their clubs, by the club's name."""
    return Membership.objects.filter(user=user).select_related("club").order_by("club__name", "club")


def evening_for(user: User, pk: int) -> tuple[Evening, Right] | None:
    """The evening and the user's right in its club, in one query; None for a stranger."""
    evening = (
        Evening.objects.filter(pk=pk, club__memberships__user=user)
        .select_related("club")
        .annotate(member_role=F("club__memberships__role"))
        .first()
    )
    return (evening, RIGHT_OF[Role(evening.member_role)]) if evening else None


def evening_by_code(code: str) -> Evening | None:
    """The evening of a join code, once its hall is open; codes are read aloud, so case does not count."""
    return (
        Evening.objects.filter(join_code=code.strip().upper())
        .exclude(stage=Stage.DRAFT)
        .select_related("club")
        .first()
    )


def was_sent(evening: Evening, key: UUID | None) -> bool:
    """Whether a request of this key was carried out already."""
    return key is not None and Journal.objects.filter(evening=evening, request_key=key).exists()


def names_of(evening: Evening) -> dict[int, str]:
    """Everybody's shown name by entry."""
    return dict(EntryRow.objects.filter(evening=evening).values_list("id", "name"))
