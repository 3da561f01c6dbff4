"""An evening's standing and prizes to be looked through: approved while settling up, announced after it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.shared.views.base import Done, do
from tournaments.admin.asking import asked_by, number_of, page
from tournaments.base.words import refusal
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.prizes.presenters.prizes import prize_page
from tournaments.prizes.services.prizes import prize_reveal, prizes_reveal_all
from tournaments.results.presenters.settling import settling_of
from tournaments.results.presenters.standing import standing_of
from tournaments.results.services.results import evening_finish

PEOPLE_A_PAGE = 50
CONSIDERED = 10
"""Of each ranking so many are shown: by then it is plain why somebody won."""
NO_STANDINGS = (Stage.DRAFT, Stage.CHECK_IN, Stage.CALLED_OFF)
DONE: Mapping[str, str] = {
    "approve": _("The evening is finished."),
    "reveal": _("The prize is announced."),
    "reveal-all": _("All prizes are announced."),
}


def prizes_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """The page, and its buttons: each is a command of its service, with the same refusals."""
    evening = of.get_queryset(request).select_related("club").filter(pk=pk).first()
    if not of.has_view_permission(request, evening):
        raise PermissionDenied
    if evening is None:
        raise Http404
    if request.method == "POST":
        return _answer(of, request, evening)
    shown = _shown(of, request, evening)
    return page(of, request, "admin/prizes.html", gettext("Standings and prizes"), **shown)


def _answer(of: Any, request: HttpRequest, evening: Evening) -> HttpResponse:
    asked, prize = request.POST.get("do", ""), request.POST.get("prize", "")
    acts: Mapping[str, Callable[[By], Journal]] = {
        "approve": evening_finish,
        "reveal": lambda by: prize_reveal(by, prize=prize),
        "reveal-all": prizes_reveal_all,
    }
    if not of.may_change(request):
        raise PermissionDenied
    if asked not in acts:
        raise Http404
    by, said = asked_by(request, evening.pk), gettext(DONE[asked])
    done = do(request, lambda: acts[asked](by), said, words=lambda error: refusal(error, names_of(evening)))
    if isinstance(done, Done):
        of.log_change(request, evening, asked)
    return redirect(reverse("admin:tournaments_evening_prizes", args=[evening.pk]))


def _shown(of: Any, request: HttpRequest, evening: Evening) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "evening": evening,
        "considered": CONSIDERED,
        "first": f":{CONSIDERED}",
        "may": of.may_change(request),
    }
    if evening.stage in NO_STANDINGS:
        return shown
    standing = standing_of(evening)
    rows = standing.standing
    number = min(number_of(request.GET.get("page")) or 1, max(-(-len(rows) // PEOPLE_A_PAGE), 1))
    facts = load_facts(evening.pk)
    return shown | {
        "play": evening.play,
        "waits": standing.cut_awaited,
        "rows": rows[(number - 1) * PEOPLE_A_PAGE : number * PEOPLE_A_PAGE],
        "people": len(rows),
        "newer": number - 1,
        "older": number + 1 if number * PEOPLE_A_PAGE < len(rows) else 0,
        "stands": settling_of(evening, facts) if evening.stage == Stage.SETTLING else None,
        "list": prize_page(evening, facts, runs=True),
    }
