"""What the pages share: access to an evening by right, and what is done from a page."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.database.snapshots import shows
from accounts.errors import RuleError
from accounts.permissions import Right, require
from accounts.shared.forms.base import ActionForm
from accounts.shared.views.base import Done, Refused, do, reached, reads_all, signed_in
from tournaments.base.forms.reasons import reason_in
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import evening_for, is_recorded, names_of
from tournaments.evening.selectors.reverting import tag_of
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal

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
    """The request, which ``member_page`` or ``season_page`` has let in."""
    return cast(MemberRequest, request)


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


def do_at_evening(
    request: HttpRequest,
    evening: Evening,
    act: Callable[[By], V],
    said: str | Callable[[V], str] = "",
    *,
    form: Form | None = None,
    by: By | None = None,
) -> Done[V] | Refused:
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
    """The status of a page that shows the form: 409 where somebody was faster, 422 for other refusals."""
    if not form.is_bound or not form.errors:
        return 200
    return 409 if form.stale else 422


def found(request: HttpRequest, read: Callable[[], V]) -> V:
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
