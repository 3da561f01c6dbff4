"""What the pages share: the club as its visitor reaches it, and a page with its form."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import ForbiddenError, RuleError
from accounts.forms.base import worded
from accounts.models import Club, User
from accounts.permissions import Right, club_for, require

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
    found = club_for(signed_in(request), pk)
    if found is None:
        raise Http404
    require(found[1], needed)
    return found


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required stands before every caller
    return request.user
