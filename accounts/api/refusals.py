"""The one shape of errors: ``{"errors": [{"field": "...", "reason": "..."}]}``, whatever was wrong.

Reasons are sentences for people, in the reader's language; fields are dotted paths ("hands.2").
"""

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.urls import resolve
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.decorators import public
from accounts.api.fields import MOST_ERRORS
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.forms.base import worded
from accounts.outages import Outage, outage_of
from accounts.unavailable import STATUS, WORDS, later, report, without_a_line

LONGEST_FIELD = 100


class ErrorSerializer(serializers.Serializer[Any]):
    """What was wrong: the field as a dotted path, and the reason in words."""

    field = serializers.CharField()
    reason = serializers.CharField()


class ErrorsSerializer(serializers.Serializer[Any]):
    """The answer to everything that is refused."""

    errors = ErrorSerializer(many=True)  # type: ignore[assignment]


class StaleSerializer(ErrorsSerializer):
    """The answer to who was not the first: ``stands`` is the row that stands, where there is one."""

    stands = serializers.JSONField(required=False)


def refused(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to a refusal; None, and so an error of ours that is logged, for anything else."""
    match error:
        case RuleError():
            stands = getattr(error, "stands", None)
            return _answer(_status(error), [(error.field, worded(error))], stands=stands)
        case Http404():
            return _answer(404, [_at_large(exceptions.NotFound())])
        case exceptions.APIException(detail=dict() | list() as detail):
            return _answer(error.status_code, list(_flat(detail)))
        case exceptions.APIException():
            headers = {"Retry-After": str(wait)} if (wait := _wait(error)) else {}
            if challenge := getattr(error, "auth_header", ""):
                headers["WWW-Authenticate"] = challenge
            return _answer(error.status_code, [_at_large(error)], headers)
    if outage := outage_of(error):
        report(context["request"]._request, outage, error)
        headers = {"Retry-After": str(outage.retry_after), "Cache-Control": "no-store"}
        answer = _answer(STATUS, [("server", gettext(WORDS[outage]))], headers)
        without_a_line(answer)
        return answer
    return None


def unavailable(outage: Outage) -> HttpResponse:
    """The same answer where no view of the API was reached."""
    answer = JsonResponse({"errors": [{"field": "server", "reason": gettext(WORDS[outage])}]})
    return later(answer, outage)


def failure(number: str) -> JsonResponse:
    """What is said of an error of ours: the number under which it stands in the log."""
    reason = gettext("The server had an error. Give this number to the administrator: %(number)s.")
    return JsonResponse({"errors": [{"field": "server", "reason": reason % {"number": number}}]}, status=500)


def _wait(error: exceptions.APIException) -> int:
    """Seconds until the next request is answered; 0 where that is not what is wrong."""
    return int(getattr(error, "wait", None) or 0)


def _status(error: RuleError) -> int:
    return 403 if isinstance(error, ForbiddenError) else 409 if isinstance(error, StaleError) else 400


def _answer(
    status: int, found: list[tuple[str, str]], headers: dict[str, str] | None = None, stands: object = None
) -> Response:
    errors = [{"field": field[:LONGEST_FIELD], "reason": reason} for field, reason in found[:MOST_ERRORS]]
    told = {"errors": errors} if stands is None else {"errors": errors, "stands": stands}
    return Response(told, status=status, headers=headers)


def _flat(detail: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Each field that was wrong, as a dotted path, with its reason."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _flat(inner, path if key == api_settings.NON_FIELD_ERRORS_KEY else (*path, str(key)))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flat(inner, path)
    else:
        yield ".".join(path) or "body", str(detail)


def _at_large(error: exceptions.APIException) -> tuple[str, str]:
    """What is wrong with a request as a whole, under a word for the part that is."""
    match error:
        case exceptions.NotFound():
            return "address", gettext("There is nothing at this address.")
        case exceptions.MethodNotAllowed():
            return "method", gettext(
                "This method is not allowed. The header “Allow” lists the allowed methods."
            )
        case exceptions.UnsupportedMediaType():
            return "content_type", gettext("Send JSON with “Content-Type: application/json”.")
        case exceptions.NotAcceptable():
            return "accept", gettext("Only JSON is available.")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return "authorization", str(error.detail)
        case exceptions.PermissionDenied():
            return "csrf", gettext(
                "Requests with a session cookie must send the page’s token in “X-CSRFToken”."
            )
        case exceptions.Throttled():
            seconds = _wait(error) or 1
            return "rate", gettext("Too many requests. Seconds to wait: %(seconds)s.") % {"seconds": seconds}
        case _:
            return "body", str(error.detail)


@extend_schema(exclude=True)
@public("GET", "POST", "PUT", "PATCH", "DELETE")
def nothing_here(request: Request) -> HttpResponse:
    """The answer at an address that is none; one that lacks only its last slash is led there."""
    with_slash = f"{request.path_info}/"
    if not request.path_info.endswith("/") and resolve(with_slash).func is not nothing_here:
        return HttpResponsePermanentRedirect(
            request._request.get_full_path(force_append_slash=True), preserve_request=True
        )
    raise Http404
