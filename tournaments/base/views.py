"""Helpers of all pages of evenings and seasons: access, actions, cached pages, confirmations and previews.

Also the middleware for refusals that no form caught: 403 for a missing right, 409 or 422 with the reason in
words, 429 and 503. A page that a browser keeps is sent again only if something has changed.
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

from accounts.database.snapshots import shows
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.limits import TooOftenError
from accounts.outages import outage_of, unavailable
from accounts.permissions import Right, require
from accounts.release import etag
from accounts.shared.forms import ActionForm
from accounts.shared.views import Failure, Success, attempt, do, log_look, reached, reads_all, signed_in
from tournaments.base.forms import reason_in
from tournaments.base.presenters import Confirmation
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import evening_for, is_recorded, names_of
from tournaments.evening.selectors.moves import tag_of
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, Season
from tournaments.seasons.presenters.journal import stands_changed, stands_now
from tournaments.undo.presenters import Changes
from tournaments.undo.services.undo import rehearse_at

P = ParamSpec("P")
V = TypeVar("V")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


class MemberRequest(HttpRequest):
    """A request of a member for an evening or a season. A type alone: Django makes the object.

    ``right``: what the member holds there. ``part``: only the part of the page that changes is asked for.
    ``remembered``: the browser may keep the answer.
    """

    right: Right
    part: bool
    remembered: bool


def of_member(request: HttpRequest) -> MemberRequest:
    """Return the request, which ``member_page`` or ``season_page`` has let in."""
    return cast(MemberRequest, request)


EveningPage = Callable[Concatenate[HttpRequest, Evening, P], HttpResponse]


def member_page(
    right: Right, *, of_recorded: bool = False
) -> Callable[[EveningPage[P]], Callable[Concatenate[HttpRequest, int, P], HttpResponse]]:
    """Make a page of one evening for members who hold ``right``: 404 for strangers, 403 below the right.

    The page is called with the evening; ``request.right`` is what the member holds. An evening that was
    played elsewhere has few pages (``of_recorded``): the others lead to its result.
    """

    def wrap(page: EveningPage[P]) -> Callable[Concatenate[HttpRequest, int, P], HttpResponse]:
        @wraps(page)
        @login_required
        def view(request: HttpRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            found = evening_for(signed_in(request), pk, reads_all=reads_all(request))
            evening, held = reached(request, found)
            shows(evening, by="seq")
            require(held, right)
            of_member(request).right = held
            if is_recorded(evening) and not of_recorded and request.method in ("GET", "HEAD"):
                return redirect("evening", evening.pk)
            return page(request, evening, *args, **kwargs)

        return view  # type: ignore[return-value]

    return wrap


def may_run(request: HttpRequest) -> bool:
    """Return whether the visitor may run the evening."""
    return of_member(request).right >= Right.RUN


def rights_of(request: HttpRequest) -> dict[str, bool]:
    """Return what the visitor may do, for templates: buttons that are refused are not shown."""
    held = of_member(request).right
    return {"can_score": held >= Right.SCORE, "can_run": held >= Right.RUN}


def asked_by(request: HttpRequest, evening: Evening) -> RequestedBy:
    """Return the asker, with the reason and the request's key that the form carried."""
    return RequestedBy(evening.pk, signed_in(request), reason_in(request.POST), key_of(request))


def do_at_evening(
    request: HttpRequest,
    evening: Evening,
    act: Callable[[RequestedBy], V],
    said: str | Callable[[V], str] = "",
    *,
    form: Form | None = None,
    by: RequestedBy | None = None,
) -> Success[V] | Failure:
    """Do what a page of the evening is asked for, with ``do``: refusals name its players.

    ``by``: who asks, if not the member. The message has the link that undoes it, for who runs the evening.
    """
    return do(
        request,
        lambda: act(by or asked_by(request, evening)),
        said,
        form=form,
        words=lambda error: refusal(error, names_of(evening)),
        tag=partial(undo_tag, request),
    )


def undo_tag(request: HttpRequest, line: object) -> str:
    """Return what marks a message whose ``line`` the visitor may undo."""
    own = isinstance(line, Journal) and line.link_id is None and may_run(request)
    return tag_of(cast(Journal, line)) if own else ""


def status_of(form: ActionForm) -> int:
    """Return the status of a page with the form: 409 where another was faster, 422 for other refusals."""
    if not form.is_bound or not form.errors:
        return 200
    return 409 if form.stale else 422


def found(request: HttpRequest, read: Callable[[], V]) -> V:
    """Return what is read: 404 where there is none. After a POST the refusal is raised, to be shown."""
    try:
        return read()
    except RuleError as error:
        if request.method == "POST":
            raise
        raise Http404(error.message) from error


def key_of(request: HttpRequest) -> UUID | None:
    """Return the request's key that the form carried; None where it carries none that can be read."""
    try:
        return UUID(request.POST["request_key"])
    except (KeyError, ValueError):
        return None


def remembered(request: HttpRequest, page: Callable[[], HttpResponse], *tag: object) -> HttpResponse:
    """Return the page; or 304 where the browser has it as it is.

    ``tag``: all that the page depends on, besides who looks at it, in which language, and the program:
    where it is the same, the page must be. A page with forms depends on its ``csrf_secret`` too. A page that
    has something to say once is never kept.
    """
    if len(get_messages(request)):
        return page()
    user = request.user
    mark = etag(user.pk, user, request.get_full_path(), *tag)
    answer = get_conditional_response(request, etag=mark)
    if answer is None:
        of_member(request).remembered = True
        answer = page()
        if answer.status_code != 200:
            return answer
    answer["ETag"] = mark
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ("Cookie", "Accept-Language", "HX-Request"))
    return answer


def csrf_secret(request: HttpRequest) -> str:
    """Return the secret behind the tokens against forgery: a page that was kept has them in its forms."""
    get_token(request)
    secret: str = request.META["CSRF_COOKIE"]
    return secret


def confirm(request: HttpRequest, evening: Evening, asked: Confirmation | None) -> HttpResponse:
    """Ask, and send the yes to the same address; back to the console where there is nothing to ask."""
    if asked is None:
        return redirect("evening", evening.pk)
    shown = {"evening": evening, "asked": asked}
    return render(request, "components/confirm.html", shown | rights_of(request))


@dataclass(frozen=True)
class Look:
    """What would change; or why it would be refused, and then ``changes`` is None."""

    changes: Changes | None = None
    refused: str = ""


def rehearse(by: RequestedBy, command: Callable[[RequestedBy], object]) -> Changes:
    """Return what the command would change now. Raises what it raises."""
    _seq, before, after = rehearse_at(by, command, stands_now)
    return stands_changed(before, after)


def look(request: HttpRequest, evening: Evening, command: Callable[[RequestedBy], object]) -> Look:
    """Return what the command would change if the visitor gave it now, or why it would be refused."""
    done = attempt(lambda: rehearse(asked_by(request, evening), command))
    if isinstance(done, RuleError):
        return Look(refused=refusal(done, names_of(evening)))
    return Look(done.value)


def show(request: HttpRequest, evening: Evening, look: Look) -> HttpResponse:
    """Render the part of a page that shows what would change, or why it is refused."""
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
    """Return the answer to an address at which too many attempts failed."""
    answer = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer
