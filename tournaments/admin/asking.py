"""What the pages of the administration share: the request as a command, pages in its frame, comparisons."""

from collections.abc import Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from accounts.models import User
from accounts.numbers import number_in
from tournaments.checks.presenters.comparison import Compared
from tournaments.evening.services.journal import By
from tournaments.models import Evening

M = TypeVar("M", bound=Model)
LONGEST_NUMBER = 9


def number_of(told: str | None) -> int | None:
    """A number in an address; None where there is none."""
    return number_in(told, LONGEST_NUMBER)


def asked_by(request: HttpRequest, evening: int, *, reason: str = "", keyed: bool = True) -> By:
    """Who looks after the installation asks, in any club. ``keyed``: the request is of one command."""
    assert isinstance(request.user, User)  # noqa: S101 - the administration lets nobody else in
    try:
        key = UUID(request.POST["request_key"]) if keyed else None
    except (KeyError, ValueError):
        key = None
    return By(evening, request.user, reason, key, admin=True)


def evening_to_change(of: Any, request: HttpRequest, pk: int) -> Evening:
    """Return the evening, for who may change it. PermissionDenied, Http404."""
    evening: Evening | None = of.get_queryset(request).select_related("club").filter(pk=pk).first()
    if not of.has_view_permission(request, evening) or not of.may_change(request):
        raise PermissionDenied
    if evening is None:
        raise Http404
    return evening


def chosen_of(of: "ModelAdmin[Any]", request: HttpRequest, queryset: QuerySet[M], most: int) -> list[M]:
    """The chosen rows; none, and a message, where they are more than ``most``."""
    chosen = list(queryset[: most + 1])
    if len(chosen) <= most:
        return chosen
    of.message_user(
        request, gettext("There are too many. Choose at most %(most)s.") % {"most": most}, messages.ERROR
    )
    return []


def page(
    of: "ModelAdmin[Any]", request: HttpRequest, template: str, title: str, *, status: int = 200, **shown: Any
) -> TemplateResponse:
    """A page of ours within the administration's frame."""
    context = {**of.admin_site.each_context(request), "opts": of.opts, "title": title, **shown}
    return TemplateResponse(request, template, context, status=status)


def compared(of: "ModelAdmin[Any]", request: HttpRequest, results: Sequence[Compared]) -> TemplateResponse:
    """What was written beside what was worked out again."""
    same = sum(result.equal for result in results)
    return page(of, request, "admin/compared.html", gettext("Comparison"), results=results, same=same)
