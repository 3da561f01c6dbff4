"""Bodies of refusals, also of requests that never reach an API view.

Every process that serves pages imports this module. It does not import the API's libraries.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext

from accounts.outages import STATUS, WORDS, Outage, set_retry_after

LONGEST_FIELD = 100
MOST_ERRORS = 50
"""The most mistakes that are looked for and reported. A body could contain thousands."""


class Refusal(NamedTuple):
    """One mistake. ``attr`` is the field; empty if the request as a whole is wrong."""

    code: str
    detail: str
    attr: str = ""


def make_error_body(status: int, refusals: Iterable[Refusal]) -> dict[str, Any]:
    """Return the body of a refusal."""
    of_values = status in (400, 422)
    kind = "validation_error" if of_values else "client_error" if status < 500 else "server_error"
    return {
        "type": kind,
        "errors": [
            {"code": refusal.code, "detail": refusal.detail, "attr": refusal.attr[:LONGEST_FIELD] or None}
            for refusal in islice(refusals, MOST_ERRORS)
        ],
    }


def answer_unavailable(outage: Outage) -> HttpResponse:
    """Return the response to an outage that no API view handled."""
    answer = JsonResponse(make_error_body(STATUS, [Refusal("unavailable", gettext(WORDS[outage]))]))
    return set_retry_after(answer, outage)


def answer_failure(number: str) -> JsonResponse:
    """Return the response to an error of ours, with its number in the log."""
    reason = gettext("The server had an error. Give this number to the administrator: %(number)s.")
    return JsonResponse(make_error_body(500, [Refusal("error", reason % {"number": number})]), status=500)


def answer_too_large(reason: str) -> JsonResponse:
    """Return the response to a body that is too large to read."""
    return JsonResponse(make_error_body(413, [Refusal("too_large", reason)]), status=413)
