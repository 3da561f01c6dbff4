"""What the pages share: the club as its visitor reaches it, and a page with its form."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.db.models import Model
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import ForbiddenError, RuleError
from accounts.forms.base import worded
from accounts.models import Club, User
from accounts.permissions import Right, club_for, require
from accounts.services.traces import logged

T = TypeVar("T", bound=Model)
AS_ADMINISTRATOR = "as_administrator"
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def show(request: HttpRequest, template: str, form: Form, **more: object) -> HttpResponse:
    """The page with its form: 422 where the form was refused."""
    return render(request, template, {"form": form, **more}, status=422 if form.errors else 200)


class Refusing:
    """For a page of allauth's: a form that was refused is shown again with 422, as ours are."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 422
        return response


def done(
    request: HttpRequest,
    act: Callable[[], object],
    said: str,
    refusal: Callable[[RuleError], str] = worded,
) -> bool:
    """Do what a button asks, and say on the page that follows that it is done, or why it is not."""
    try:
        act()
    except ForbiddenError:
        raise
    except RuleError as error:
        messages.error(request, refusal(error))
        return False
    messages.success(request, said)
    return True


def club_of(request: HttpRequest, pk: int, needed: Right = Right.VIEW) -> tuple[Club, Right]:
    """The club and the visitor's right in it: 404 for strangers, 403 below the right that is ``needed``."""
    found = reached(request, club_for(signed_in(request), pk, reads_all=reads_all(request)))
    require(found[1], needed)
    return found


def reads_all(request: HttpRequest) -> bool:
    """Whether the visitor reads the pages of every club: a superuser, who changes nothing there."""
    return signed_in(request).is_superuser and request.method in ("GET", "HEAD")


def reached(request: HttpRequest, found: tuple[T, Right] | None) -> tuple[T, Right]:
    """What the visitor reaches: 404 for strangers.

    Who reads it as administrator is told so on the page, and each look is in the admin's log.
    """
    if found is None:
        raise Http404
    row: Any = found[0]
    if row.member_role is None:
        setattr(request, AS_ADMINISTRATOR, True)
        if "HX-Request" not in request.headers:  # what a page asks for by itself is no further look
            logged(signed_in(request), row, f"Looked at {request.path} as administrator.")
    return found


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required stands before every caller
    return request.user
