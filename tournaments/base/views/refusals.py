"""A refusal that no form caught: 403 for a missing right, 409 or 422 with the reason in words, 429, 503.

404 where an evening or a season was removed while somebody wrote in it.
"""

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.limits import TooOftenError
from accounts.outages import outage_of
from accounts.shared.views.base import log_look
from accounts.unavailable import unavailable
from tournaments.base.words import refusal
from tournaments.models import Evening, Season


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        try:
            log_look(request, response)
        except DatabaseError as error:  # what cannot be logged is not shown
            if (outage := outage_of(error)) is None:
                raise
            return unavailable(request, outage, error)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooOftenError):
            return _asked_to_wait(request, exception.seconds)
        if outage := outage_of(exception):
            return unavailable(request, outage, exception)
        if isinstance(exception, (Evening.DoesNotExist, Season.DoesNotExist)):
            return page_not_found(request, exception)
        if not isinstance(exception, RuleError):
            return None
        status = (
            403
            if isinstance(exception, ForbiddenError)
            else 409
            if isinstance(exception, StaleError)
            else 422
        )
        return render(request, "refused.html", {"why": refusal(exception, {})}, status=status)


def _asked_to_wait(request: HttpRequest, seconds: int) -> HttpResponse:
    """The answer to an address at which too many attempts failed."""
    answer = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer
