"""Helpers of all pages: access to a club, forms and their actions, downloads, and QR codes.

A download has a name in any script, and is never cached. QR codes are black on white: cameras read them in
the dark.
"""

import unicodedata
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Generic, TypeVar

import segno
from django.contrib import messages
from django.db.models import Model
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods

from accounts.errors import ForbiddenError, RuleError
from accounts.models import Club, User
from accounts.names import drop_double_stop
from accounts.permissions import Right, find_club, require
from accounts.shared.forms import refuse, translate_refusal
from accounts.shared.services import LOOKED_AT, write_log

T = TypeVar("T", bound=Model)
V = TypeVar("V")
AS_ADMINISTRATOR = "as_administrator"
"""The request's attribute with the row of the club that an administrator looks at."""
READ_STATUSES = (200, 304)
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def show(request: HttpRequest, template: str, form: Form, **more: object) -> HttpResponse:
    """Return the page with its form: status 422 if the form was refused."""
    return render(request, template, {"form": form, **more}, status=422 if form.errors else 200)


class Refusing:
    """A mixin for allauth's pages: a refused form is shown again with status 422."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 422
        return response


@dataclass(frozen=True)
class Success(Generic[V]):
    """The action succeeded. ``value``: the service's return value."""

    value: V


@dataclass(frozen=True)
class Failure:
    """The action failed. ``error``: the refusal; None if the form itself was empty or invalid."""

    error: RuleError | None = None


def attempt(act: Callable[[], V]) -> Success[V] | RuleError:
    """Call ``act``. Return a RuleError instead of raising it. ForbiddenError is raised."""
    try:
        return Success(act())
    except ForbiddenError:
        raise
    except RuleError as error:
        return error


def do(
    request: HttpRequest,
    act: Callable[[], V],
    success: str | Callable[[V], str] = "",
    *,
    form: Form | None = None,
    words: Callable[[RuleError], str] = translate_refusal,
    tag: Callable[[V], str] = lambda value: "",
) -> Success[V] | Failure:
    """Call ``act``, and show a success message on the next page. ForbiddenError is raised.

    A refusal is shown at its field of the ``form``; without a form, on the next page. ``words`` translates
    the refusal. ``success``: the success message; ``tag``: its mark.
    """
    if form is not None and not form.is_valid():
        return Failure()
    result = attempt(act)
    if isinstance(result, RuleError):
        if form is None:
            messages.error(request, words(result))
        else:
            for refusal in (result, *result.more):
                refuse(form, refusal, words(refusal))
        return Failure(result)
    if message := success(result.value) if callable(success) else success:
        messages.success(request, drop_double_stop(message), extra_tags=tag(result.value))
    return result


def get_club_or_404(request: HttpRequest, pk: int, least: Right = Right.VIEW) -> tuple[Club, Right]:
    """Return the club and the visitor's right in it: 404 for strangers, 403 below ``least``."""
    club_and_right = get_or_404(
        request, find_club(get_signed_in_user(request), pk, reads_all=can_read_all(request))
    )
    require(club_and_right[1], least)
    return club_and_right


def can_read_all(request: HttpRequest) -> bool:
    """Return whether the visitor can read every club's pages: a superuser. They change nothing there."""
    return get_signed_in_user(request).is_superuser and request.method in ("GET", "HEAD")


def get_or_404(request: HttpRequest, row_and_right: tuple[T, Right] | None) -> tuple[T, Right]:
    """Return the row and right; Http404 for strangers. Mark requests of administrators who are no members.

    ``request.right``: the visitor's right, for the frame of the page.
    """
    if row_and_right is None:
        raise Http404
    row: Any = row_and_right[0]
    request.right = row_and_right[1]  # type: ignore[attr-defined]
    if row.member_role is None:
        setattr(request, AS_ADMINISTRATOR, row)
    return row_and_right


def log_look(request: HttpRequest, response: HttpResponse) -> None:
    """Log what an administrator saw of a club; not refused or missing pages."""
    row = getattr(request, AS_ADMINISTRATOR, None)
    # An htmx request of the page itself is no further look.
    if row is not None and response.status_code in READ_STATUSES and "HX-Request" not in request.headers:
        club = row if isinstance(row, Club) else getattr(row, "league", row).club
        write_log(get_signed_in_user(request), club, f"{LOOKED_AT}{request.path} as administrator.")


def get_signed_in_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required stands before every caller
    return request.user


MOST_BYTES = 120
"""The most bytes of a file name: a file system allows 255, and browsers add to the name."""


def make_file_name(*parts: object) -> str:
    """Return a file name: letters and digits of any script, and hyphens for everything else."""
    text = unicodedata.normalize("NFC", " ".join(map(str, parts))).lower()
    signs = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in text)
    name = "-".join(signs.split()).encode()[:MOST_BYTES].decode(errors="ignore").rstrip("-")
    return name or "headtable"


def make_download(content: bytes, kind: str, name: str) -> HttpResponse:
    """Return the content as a download with that name. ``kind`` is its media type."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Cache-Control"] = "private, no-store"
    return answer


def draw_qr(address: str) -> HttpResponse:
    """Return a picture of the address's QR code."""
    return HttpResponse(_draw_svg(address), content_type="image/svg+xml")


def draw_qr_inline(address: str) -> str:
    """Return the QR code as a data URL: for an address that is shown only once."""
    return f"data:image/svg+xml;base64,{b64encode(_draw_svg(address)).decode()}"


def _draw_svg(address: str) -> bytes:
    svg = BytesIO()
    segno.make(address, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=4, dark="#000", light="#fff"
    )
    return svg.getvalue()
