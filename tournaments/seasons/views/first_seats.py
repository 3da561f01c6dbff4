"""The first seats of an evening by the standing of a season: which season, and who would sit where."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views.base import get_or_post
from tournaments.base.views.pages import do_at_evening, member_page
from tournaments.models import Evening
from tournaments.seasons.selectors.order import orders_of
from tournaments.seasons.services.seating import seats_by_season


@get_or_post
@member_page(Right.RUN)
def first_seats(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The seasons for which the evening counts, each with the order that it gives; one of them is taken."""
    if request.method == "POST":
        season = number_in(request.POST.get("season", ""), 18) or 0
        said = _("All players have seats by the season’s standings.")
        do_at_evening(request, evening, partial(seats_by_season, season=season), said)
        return redirect("evening", evening.pk)
    return render(request, "seasons/first_seats.html", {"evening": evening, "orders": orders_of(evening)})
