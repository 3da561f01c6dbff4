"""The front page, and a club with its evenings."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.account.selectors.accounts import may_begin
from accounts.models import User
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.players.selectors.claims import own_player, pending_claims
from accounts.shared.views.base import club_of, signed_in
from tournaments.planning.presenters import clubs

MOST_PAGES = 1000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Players join from here; who is signed in sees the evening that is on, and all clubs."""
    if request.user.is_authenticated:
        user = signed_in(request)
        view = clubs.home(user, timezone.localdate())
        found = {"home": view, "many_clubs": len(view.clubs) > 1, "begin": user.is_demo and may_begin(user)}
        return render(request, "planning/club/home.html", found)
    if not User.objects.exists():
        return redirect("start")
    return render(request, "planning/club/front.html")


@require_safe
@login_required
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """One club: its evenings by date, with where each stands."""
    mine, right = club_of(request, pk)
    number = request.GET.get("page", "1")
    asked = number_in(number, 8)
    page = 1 if asked is None else min(asked, MOST_PAGES)
    page = max(page, 1)
    view = clubs.club_evenings(mine.pk, timezone.localdate(), page)
    own = own_player(signed_in(request).pk, mine.pk)
    return render(
        request,
        "planning/club/club.html",
        {
            "club": mine,
            "evenings": view,
            "may_run": right >= Right.RUN,
            "may_own": right >= Right.OWN,
            "own": own[1] if own else None,
            "asked": pending_claims(mine.pk).count() if right >= Right.RUN else 0,
            "page": page,
            "older": page + 1,
            "newer": page - 1,
        },
    )
