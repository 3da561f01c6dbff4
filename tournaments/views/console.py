"""The organiser's one page of an evening: what it shows depends on where the evening stands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.core.facts import Stage
from tournaments.core.formats.recorded import RECORDED
from tournaments.models import Evening
from tournaments.views.base import member_page, of_member
from tournaments.views.results import imported_result, settling
from tournaments.views.running import checkin, draw, playing, prepare

PAGES = {
    Stage.DRAFT: prepare.page,
    Stage.CHECK_IN: checkin.page,
    Stage.SEATED: draw.page,
    Stage.PLAYING: playing.page,
    Stage.SETTLING: settling.page,
    Stage.FINISHED: settling.page,
}


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening as it stands, with the one next thing to do.

    The page itself asks by its ``seq`` for the part that changes, and gets nothing while nothing is new.
    """
    part = bool(getattr(request, "htmx", False)) and "seq" in request.GET
    if part and request.GET["seq"] == str(evening.seq):
        response = HttpResponse(status=204)
    else:
        of_member(request).part = part
        page = imported_result.page if evening.format == RECORDED.key else PAGES[Stage(evening.stage)]
        response = page(request, evening)
    if part:
        response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
