"""The evenings and seasons within reach: 404 for strangers, 403 below the right or if secret."""

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404
from rest_framework.request import Request

from accounts.errors import ForbiddenError
from accounts.permissions import Right, require
from accounts.shared.api.callers import capped, user_of
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.evening.selectors.access import evening_for
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.selectors.access import season_for

T = TypeVar("T")


def reached(
    request: Request, found: tuple[T, Right] | None, club: Callable[[T], int], needed: Right
) -> tuple[T, Right]:
    """What was found in a ``club``, and the caller's right there. Http404, ForbiddenError."""
    right = capped(request, club(found[0]), found[1]) if found else None
    if found is None or right is None:
        raise Http404
    require(right, needed)
    return found[0], right


def evening_at(request: Request, pk: int, needed: Right = Right.VIEW) -> Evening:
    """The evening, with its club. Http404, ForbiddenError."""
    return evening_and_right(request, pk, needed)[0]


def evening_and_right(request: Request, pk: int, needed: Right = Right.VIEW) -> tuple[Evening, Right]:
    """The evening, with its club, and the caller's right there. Http404, ForbiddenError."""
    return reached(request, evening_for(user_of(request), pk), lambda one: one.club_id, needed)


def season_at(request: Request, pk: int, needed: Right = Right.VIEW) -> Season:
    """The season, with its league. Http404, ForbiddenError."""
    return season_and_right(request, pk, needed)[0]


def season_and_right(request: Request, pk: int, needed: Right = Right.VIEW) -> tuple[Season, Right]:
    """The season, with its league, and the caller's right there. Http404, ForbiddenError."""
    return reached(request, season_for(user_of(request), pk), lambda one: one.league.club_id, needed)


def is_secret(evening: Evening, right: Right) -> bool:
    """Whether the reader has to wait until every prize is revealed."""
    return right < Right.RUN and keeps_secrets(evening)


def refuse_secret(evening: Evening, right: Right) -> None:
    """ForbiddenError where the reader has to wait."""
    if is_secret(evening, right):
        raise ForbiddenError("prizes", BEFORE_PRIZES)
