"""What waits over all clubs, each thing with its page here and on the site."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.admin.base import page_of
from tournaments.admin.asking import number_of, page
from tournaments.pages.club.waiting import Section, Waits, recalculated, waiting

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin


@dataclass(frozen=True)
class Linked:
    """A line with the addresses of its pages."""

    line: Waits
    here: str
    site: str | None


def waiting_view(of: "ModelAdmin[Any]", request: HttpRequest) -> HttpResponse:
    """What waits; ``?after=`` says after which result they are calculated again."""
    if not of.has_view_permission(request):
        raise PermissionDenied
    found = waiting(timezone.localdate())
    again = recalculated(number_of(request.GET.get("after")) or 0)
    return page(
        of,
        request,
        "admin/waiting.html",
        gettext("What waits"),
        sections=[_linked(section) for section in found if section.count],
        done=[section for section in found if not section.count],
        again=again,
        differ=[*map(_with_pages, again.differ)],
    )


def _linked(section: Section) -> tuple[Section, list[Linked]]:
    return section, [*map(_with_pages, section.lines)]


def _with_pages(line: Waits) -> Linked:
    meta = line.row._meta
    here = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[line.row.pk])
    return Linked(line, here, page_of(line.row))
