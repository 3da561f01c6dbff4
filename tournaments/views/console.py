"""The organiser's one page of an evening: what it shows depends on where the evening stands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.core.facts import Stage
from tournaments.models import Evening
from tournaments.views import checkin, draw, playing, prepare, settling
from tournaments.views.base import member_page

PAGES = {
    Stage.DRAFT: prepare.page,
    Stage.CHECK_IN: checkin.page,
    Stage.SEATED: draw.page,
    Stage.PLAYING: playing.page,
    Stage.SETTLING: settling.page,
    Stage.FINISHED: settling.page,
}


@require_safe
@member_page(Right.VIEW)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The evening as it stands, with the one next thing to do."""
    return PAGES[Stage(evening.stage)](request, evening)
