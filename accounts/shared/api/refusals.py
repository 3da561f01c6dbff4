"""The one format of errors: ``{"type": "...", "errors": [{"code", "detail", "attr"}]}``.

Codes never change. Details are sentences in the reader's language. Attrs are dotted paths ("hands.2").
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect
from django.urls import resolve
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.errors import ForbiddenError, KeyUsedError, RuleError, StaleError, StateError, TakenError
from accounts.outages import STATUS, WORDS, find_outage, log_outage, silence_log
from accounts.shared.api.decorators import READS_QUERY, public
from accounts.shared.api.error_bodies import Refusal, make_error_body
from accounts.shared.forms import translate_refusal

EVERY_METHOD = ("HEAD", "GET", "POST", "PUT", "PATCH", "DELETE")


CODES: Mapping[str, str] = {
    "refused": "A rule of the game, the evening or the season refuses it.",
    "stale": "Somebody else was faster. `stands` holds the current row, if there is one.",
    "same": "Somebody else was faster, with the same content. Nothing is left to do.",
    "state": "As things stand this cannot be done.",
    "taken": "There is one like it already.",
    "key_used": "The `Idempotency-Key` came before with another body.",
    "forbidden": "The role or the token does not allow this.",
    "required": "A field is missing.",
    "null": "A field cannot be null.",
    "blank": "A text cannot be empty.",
    "invalid": "A value is of another type or form.",
    "invalid_choice": "A value is none of those that are possible.",
    "unknown": "A field or a query parameter is unknown.",
    "min_value": "A number is too small.",
    "max_value": "A number is too large.",
    "min_length": "A list has too few entries.",
    "max_length": "A text or a list is too long.",
    "not_a_list": "A value must be a list.",
    "not_a_dict": "A value must be an object.",
    "max_string_length": "A number has too many digits.",
    "parse_error": "The body is not JSON.",
    "not_authenticated": "There is no valid token or session.",
    "authentication_failed": "The token is not valid.",
    "permission_denied": "A request with a session cookie lacks the page's token.",
    "not_found": "There is nothing at this address, or the caller may not see it.",
    "method_not_allowed": "The address does not know this method.",
    "not_acceptable": "Only JSON is available.",
    "unsupported_media_type": "The body must be JSON.",
    "too_large": "The body is too large.",
    "throttled": "There are too many requests.",
    "unavailable": "The database is busy, full, write-protected or not reachable. Nothing was done.",
    "error": "The server had an error. `detail` has the number under which it stands in the log.",
}
"""Every code with its meaning; docs/api.md has the same list."""
STATUS_OF: Mapping[type[RuleError], int] = {
    ForbiddenError: 403,
    StaleError: 409,
    StateError: 409,
    TakenError: 409,
    KeyUsedError: 422,
}


class ErrorSerializer(serializers.Serializer[Any]):
    """One mistake: a stable code, a sentence, and the field as a dotted path if one field is wrong."""

    code = serializers.ChoiceField([*CODES])
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)


class ErrorsSerializer(serializers.Serializer[Any]):
    """The response to every refused request."""

    type = serializers.ChoiceField(["validation_error", "client_error", "server_error"])
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]


def answer_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to a refusal; None for any other exception, which is logged as a bug."""
    match error:
        case RuleError():
            refusal = Refusal(
                error.code, translate_refusal(error), "" if error.field == "body" else error.field
            )
            return _make_answer(_choose_status(error), [refusal], stands=getattr(error, "stands", None))
        case Http404():
            return _make_answer(404, [_describe_request_error(exceptions.NotFound())])
        case exceptions.APIException(detail=dict() | list() as detail):
            return _make_answer(error.status_code, list(_flatten(detail)))
        case exceptions.APIException():
            headers = {"Retry-After": str(wait)} if (wait := _get_wait(error)) else {}
            if challenge := getattr(error, "auth_header", ""):
                headers["WWW-Authenticate"] = challenge
            return _make_answer(error.status_code, [_describe_request_error(error)], headers)
    if outage := find_outage(error):
        log_outage(context["request"]._request, outage, error)
        headers = {"Retry-After": str(outage.retry_after), "Cache-Control": "no-store"}
        answer = _make_answer(STATUS, [Refusal("unavailable", gettext(WORDS[outage]))], headers)
        silence_log(answer)
        return answer
    return None


def _get_wait(error: exceptions.APIException) -> int:
    """Return the seconds to wait before the next request; 0 for any other error."""
    return int(getattr(error, "wait", None) or 0)


def _choose_status(error: RuleError) -> int:
    return next((status for kind, status in STATUS_OF.items() if isinstance(error, kind)), 400)


def _make_answer(
    status: int, refusals: Iterable[Refusal], headers: dict[str, str] | None = None, stands: object = None
) -> Response:
    body = make_error_body(status, refusals) | ({} if stands is None else {"stands": stands})
    return Response(body, status=status, headers=headers)


def _flatten(detail: Any, path: tuple[str, ...] = ()) -> Iterator[Refusal]:
    """Yield each wrong field as a dotted path, with its code and sentence."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _flatten(
                inner, path if key == api_settings.NON_FIELD_ERRORS_KEY else (*path, str(key))
            )
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flatten(inner, path)
    else:
        code = getattr(detail, "code", "invalid")
        yield Refusal(code if code in CODES else "invalid", str(detail), ".".join(path))


def _describe_request_error(error: exceptions.APIException) -> Refusal:
    """Return what is wrong with a request as a whole."""
    return Refusal(error.default_code, _describe_error(error))


def _describe_error(error: exceptions.APIException) -> str:
    match error:
        case exceptions.NotFound():
            return gettext("There is nothing at this address.")
        case exceptions.MethodNotAllowed():
            return gettext("This method is not allowed. The header “Allow” lists the allowed methods.")
        case exceptions.UnsupportedMediaType():
            return gettext("Send JSON with “Content-Type: application/json”.")
        case exceptions.NotAcceptable():
            return gettext("Only JSON is available.")
        case exceptions.PermissionDenied():
            return gettext("Requests with a session cookie must send the page’s token in “X-CSRFToken”.")
        case exceptions.Throttled():
            seconds = _get_wait(error) or 1
            return gettext("Too many requests. Seconds to wait: %(seconds)s.") % {"seconds": seconds}
        case _:
            return str(error.detail)


@extend_schema(exclude=True)
@public(*EVERY_METHOD[1:])
def nothing_here(request: Request) -> HttpResponse:
    """Return 404 for an unknown address. If only the last slash is missing, redirect."""
    with_slash = f"{request.path_info}/"
    if not request.path_info.endswith("/") and resolve(with_slash).func is not nothing_here:
        return HttpResponsePermanentRedirect(
            request._request.get_full_path(force_append_slash=True), preserve_request=True
        )
    raise Http404


setattr(nothing_here.cls, READS_QUERY, EVERY_METHOD)  # type: ignore[attr-defined] # it is led on with them
