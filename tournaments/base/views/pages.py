"""What the pages share: access to an evening by right, commands sent from a page, refusals at their field."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.database.snapshots import shows
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.names import one_stop
from accounts.permissions import Right, require
from accounts.shared.forms.base import ActionForm
from accounts.shared.views.base import reached, reads_all, signed_in
from tournaments.base.forms.reasons import reason_in
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import evening_for, is_recorded, names_of
from tournaments.evening.selectors.reverting import tag_of
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal

P = ParamSpec("P")
T = TypeVar("T")
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
    """The request, which ``member_page`` or ``season_page`` has let in."""
    return cast(MemberRequest, request)


NOWHERE: Mapping[str, str] = {}
EveningPage = Callable[Concatenate[HttpRequest, Evening, P], HttpResponse]


def member_page(
    right: Right, *, of_recorded: bool = False
) -> Callable[[EveningPage[P]], Callable[Concatenate[HttpRequest, int, P], HttpResponse]]:
    """A page of one evening for members who hold ``right``: 404 for strangers, 403 below the right.

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
    """Whether the visitor may run the evening."""
    return of_member(request).right >= Right.RUN


def rights_of(request: HttpRequest) -> dict[str, bool]:
    """What the visitor may do, for templates: buttons that are refused are not shown."""
    held = of_member(request).right
    return {"can_score": held >= Right.SCORE, "can_run": held >= Right.RUN}


def asked_by(request: HttpRequest, evening: Evening) -> By:
    """Who asks, with the reason and the request's key that the form carried."""
    return By(evening.pk, signed_in(request), reason_in(request.POST), key_of(request))


def command(
    request: HttpRequest,
    evening: Evening,
    then: str,
    act: Callable[[By], Journal],
    done: str | Callable[[Journal], str] = "",
    *,
    astray: Mapping[str, str] = NOWHERE,
) -> HttpResponse:
    """A button: do it and go to ``then``; a refusal is told there, and nothing is lost by it.

    ``done``: the text after it, perhaps by the line. ``astray``: where one that is made at a certain field
    is told instead.
    """
    try:
        line = act(asked_by(request, evening))
    except ForbiddenError:
        raise
    except RuleError as error:
        messages.error(request, refusal(error, names_of(evening)))
        return redirect(astray.get(error.field, then))
    else:
        if done:
            say_done(request, done if isinstance(done, str) else done(line), line)
    return redirect(then)


def say_done(request: HttpRequest, words: str, line: Journal | None = None) -> None:
    """Say that it is done, by which ``line``; whoever runs the evening may take it back where it is said."""
    takes_back = line is not None and line.link_id is None and may_run(request)
    messages.success(request, one_stop(words), extra_tags=tag_of(line) if line and takes_back else "")


def attempt(form: ActionForm, evening: Evening, act: Callable[[], Any]) -> bool:
    """A form: do it, or put the refusal at the field it names. True if it was done."""
    try:
        form.line = act()
    except ForbiddenError:
        raise
    except RuleError as error:
        form.refused_at = error.field
        field = error.field if error.field in form.fields else None
        form.add_error(field, refusal(error, names_of(evening)))
        form.stale = isinstance(error, StaleError)
        return False
    return True


def line_of(form: ActionForm) -> Journal | None:
    """The journal line by which ``attempt`` did what the form asked."""
    line: Journal | None = form.line
    return line


def status_of(form: ActionForm) -> int:
    """The status of a page that shows the form: 409 where somebody was faster, 422 for other refusals."""
    if not form.is_bound or not form.errors:
        return 200
    return 409 if form.stale else 422


def found(request: HttpRequest, read: Callable[[], T]) -> T:
    """What is read: 404 where there is none, but whoever has just typed something is told why in words."""
    try:
        return read()
    except RuleError as error:
        if request.method == "POST":
            raise
        raise Http404(error.message) from error


def key_of(request: HttpRequest) -> UUID | None:
    """The request's key that the form carried; None where it carries none that can be read."""
    try:
        return UUID(request.POST["request_key"])
    except (KeyError, ValueError):
        return None
