"""Helpers of all pages of evenings and seasons: access, actions, cached pages, confirmations and previews.

Also the middleware for refusals that no form handled: 403 for a missing right, 409 or 422 with the reason in
words, 429 and 503. A page in the browser's cache is sent again only after a change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.db import DatabaseError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.defaults import page_not_found

from accounts.database.snapshots import note_shown
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.limits import TooOftenError
from accounts.outages import find_outage, render_outage
from accounts.permissions import Right, require
from accounts.release import make_etag
from accounts.shared.forms import ActionForm
from accounts.shared.views import (
    Failure,
    Success,
    attempt,
    can_read_all,
    do,
    get_or_404,
    get_signed_in_user,
    log_look,
)
from tournaments.base.forms import read_reason
from tournaments.base.presenters import Confirmation
from tournaments.base.words import describe_refusal
from tournaments.evening.selectors.access import find_user_evening, is_recorded, load_names
from tournaments.evening.selectors.moves import make_tag
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, Season
from tournaments.seasons.presenters.journal import compare_stands, load_evening_stands
from tournaments.undo.presenters import Changes
from tournaments.undo.services.undo import rehearse_at

P = ParamSpec("P")
V = TypeVar("V")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


class MemberRequest(HttpRequest):
    """A member's request for an evening or a season. Only a type: Django creates the object.

    ``right``: the member's right there. ``part``: only the changing part of the page is requested.
    ``remembered``: the browser may cache the response.
    """

    right: Right
    part: bool
    remembered: bool


def get_member_request(request: HttpRequest) -> MemberRequest:
    """Return the request with the type that ``member_page`` or ``season_page`` ensured."""
    return cast(MemberRequest, request)


EveningPage = Callable[Concatenate[HttpRequest, Evening, P], HttpResponse]


def member_page(
    right: Right, *, of_recorded: bool = False
) -> Callable[[EveningPage[P]], Callable[Concatenate[HttpRequest, int, P], HttpResponse]]:
    """Make a page of an evening for members with ``right``: 404 for strangers, 403 without the right.

    The page is called with the evening; ``request.right`` is the member's right. An evening that was played
    elsewhere has few pages (``of_recorded``); all others redirect to its result.
    """

    def wrap(page: EveningPage[P]) -> Callable[Concatenate[HttpRequest, int, P], HttpResponse]:
        @wraps(page)
        @login_required
        def view(request: HttpRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            evening_and_right = find_user_evening(
                get_signed_in_user(request), pk, reads_all=can_read_all(request)
            )
            evening, member_right = get_or_404(request, evening_and_right)
            note_shown(evening, by="seq")
            require(member_right, right)
            if is_recorded(evening) and not of_recorded and request.method in ("GET", "HEAD"):
                return redirect("evening", evening.pk)
            return page(request, evening, *args, **kwargs)

        return view  # type: ignore[return-value]

    return wrap


def may_run(request: HttpRequest) -> bool:
    """Return whether the visitor may run the evening."""
    return get_member_request(request).right >= Right.RUN


def list_rights(request: HttpRequest) -> dict[str, bool]:
    """Return the visitor's rights for templates, which hide buttons that would be refused."""
    right = get_member_request(request).right
    return {"can_score": right >= Right.SCORE, "can_run": right >= Right.RUN}


def make_requested_by(request: HttpRequest, evening: Evening) -> RequestedBy:
    """Return the ``RequestedBy`` with the form's reason and request key."""
    return RequestedBy(evening.pk, get_signed_in_user(request), read_reason(request.POST), read_key(request))


def do_at_evening(
    request: HttpRequest,
    evening: Evening,
    act: Callable[[RequestedBy], V],
    message: str | Callable[[V], str] = "",
    *,
    form: Form | None = None,
    by: RequestedBy | None = None,
) -> Success[V] | Failure:
    """Run a page's action with ``do``. Refusals contain the names of the evening's players.

    ``by``: the author, if not the member. For visitors who may run the evening, the message has an undo link.
    """
    return do(
        request,
        lambda: act(by or make_requested_by(request, evening)),
        message,
        form=form,
        words=lambda error: describe_refusal(error, load_names(evening)),
        tag=partial(make_undo_tag, request),
    )


def make_undo_tag(request: HttpRequest, line: object) -> str:
    """Return the tag of a message whose ``line`` the visitor may undo, else ""."""
    own = isinstance(line, Journal) and line.link_id is None and may_run(request)
    return make_tag(cast(Journal, line)) if own else ""


def get_status(form: ActionForm) -> int:
    """Return the status of a page with the form: 409 if somebody was faster, 422 if invalid, else 200."""
    if not form.is_bound or not form.errors:
        return 200
    return 409 if form.stale else 422


def read_or_404(request: HttpRequest, read: Callable[[], V]) -> V:
    """Return the result of ``read``. RuleError becomes 404; after a POST it is raised, to be shown."""
    try:
        return read()
    except RuleError as error:
        if request.method == "POST":
            raise
        raise Http404(error.message) from error


def read_key(request: HttpRequest) -> UUID | None:
    """Return the form's request key; None if it has no valid key."""
    try:
        return UUID(request.POST["request_key"])
    except (KeyError, ValueError):
        return None


def cached_response(request: HttpRequest, page: Callable[[], HttpResponse], *tag: object) -> HttpResponse:
    """Return the page; or 304 if the browser's copy is still current.

    ``tag``: all values that decide the page, besides the visitor, the address, the language and the program.
    A page with forms also depends on its ``get_csrf_secret``. A page with a one-time message is never cached.
    """
    if len(get_messages(request)):
        return page()
    user = request.user
    mark = make_etag(user.pk, user, request.get_full_path(), *tag)
    answer = get_conditional_response(request, etag=mark)
    if answer is None:
        get_member_request(request).remembered = True
        answer = page()
        if answer.status_code != 200:
            return answer
    answer["ETag"] = mark
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ("Cookie", "Accept-Language", "HX-Request"))
    return answer


def get_csrf_secret(request: HttpRequest) -> str:
    """Return the secret of the CSRF tokens, which a cached page contains in its forms."""
    get_token(request)
    secret: str = request.META["CSRF_COOKIE"]
    return secret


def confirm(request: HttpRequest, evening: Evening, confirmation: Confirmation | None) -> HttpResponse:
    """Show a confirmation, which posts to the same address. If none is needed, redirect to the console."""
    if confirmation is None:
        return redirect("evening", evening.pk)
    context = {"evening": evening, "asked": confirmation}
    return render(request, "components/confirm.html", context | list_rights(request))


@dataclass(frozen=True)
class ChangePreview:
    """The changes of a command; None if it would be refused, and then the reason."""

    changes: Changes | None = None
    refusal: str = ""


def rehearse(by: RequestedBy, command: Callable[[RequestedBy], object]) -> Changes:
    """Return what the command would change now. Raises what the command raises."""
    _seq, before, after = rehearse_at(by, command, load_evening_stands)
    return compare_stands(before, after)


def preview_change(
    request: HttpRequest, evening: Evening, command: Callable[[RequestedBy], object]
) -> ChangePreview:
    """Return what the command would change if the visitor ran it now, or why it would be refused."""
    outcome = attempt(lambda: rehearse(make_requested_by(request, evening), command))
    if isinstance(outcome, RuleError):
        return ChangePreview(refusal=describe_refusal(outcome, load_names(evening)))
    return ChangePreview(outcome.value)


def render_preview(request: HttpRequest, evening: Evening, look: ChangePreview) -> HttpResponse:
    """Render the part of a page with the changes, or with the refusal."""
    return render(request, "components/forms/preview.html", {"look": look, "evening": evening})


# The status is 404 if an evening or a season was removed while a request wrote in it.
class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        try:
            log_look(request, response)
        except DatabaseError as error:  # what cannot be logged is not shown
            if (outage := find_outage(error)) is None:
                raise
            return render_outage(request, outage, error)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooOftenError):
            return _respond_too_often(request, exception.seconds)
        if outage := find_outage(exception):
            return render_outage(request, outage, exception)
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
        return render(request, "refused.html", {"why": describe_refusal(exception, {})}, status=status)


def _respond_too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the response of an address with too many failed attempts."""
    answer = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer
