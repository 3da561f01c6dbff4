"""A club's prize sets, for its evenings and for its seasons."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right, require
from accounts.players.selectors.players import roles_in
from accounts.shared.views.base import Done, club_of, do, get_or_post, signed_in
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.leagues.prizes import SEASON
from tournaments.core.ranking.prize_json import good_in_any_season
from tournaments.core.ranking.prize_list import Prizes
from tournaments.core.results.prizes import EVENING
from tournaments.core.settings import Settings
from tournaments.models import PrizeSet
from tournaments.prizes.forms.prize_list import Offer, SetNameForm
from tournaments.prizes.presenters.prize_lists import prize_sets, saved, usual_of
from tournaments.prizes.services.prize_sets import prize_set_change, prize_set_drop
from tournaments.prizes.views.prize_lists import Holder, list_changed, list_page, prize_page
from tournaments.standings.selectors.people import groups_in, prize_set_for


@require_safe
@login_required
def prize_sets_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's sets: for its members to read, for those who run its evenings to change."""
    club, right = club_of(request, pk)
    shown = {
        "club": club,
        "may_run": right >= Right.RUN,
        "evenings": prize_sets(club.pk),
        "seasons": prize_sets(club.pk, for_seasons=True),
    }
    return render(request, "prizes/prize_sets/list.html", shown)


@get_or_post
@login_required
def prize_set(request: HttpRequest, pk: int) -> HttpResponse:
    """One set: its name, and its prizes in their order."""
    one = _set(request, pk)
    holder = _holder(one)
    renames = request.method == "POST" and request.POST.get("do") == "name"
    form = SetNameForm(request.POST if renames else None, initial={"name": one.name})
    prizes = saved(one).prizes
    renamed = do(
        request,
        lambda: prize_set_change(
            by=signed_in(request),
            prize_set=one,
            before=prizes,
            after=prizes,
            name=form.cleaned_data["name"],
        ),
        gettext("Saved."),
        form=form,
    )
    if isinstance(renamed, Done):
        return redirect(holder.at)
    if request.method == "POST" and not renames:
        return list_changed(request, holder)
    return list_page(request, holder, naming=form)


@get_or_post
@login_required
def prize_set_prize(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One prize of a set, or a new one."""
    return prize_page(request, _holder(_set(request, pk)), key)


@require_POST
@login_required
def prize_set_gone(request: HttpRequest, pk: int) -> HttpResponse:
    """Give up a set."""
    one = _set(request, pk)
    said = gettext("“%(name)s” is deleted.") % {"name": one.name}
    do(request, lambda: prize_set_drop(by=signed_in(request), prize_set=one), said)
    return redirect("prize-sets", one.club_id)


def _set(request: HttpRequest, pk: int) -> PrizeSet:
    """The set, for who runs its club's evenings: 404 for strangers, 403 below the right."""
    found = prize_set_for(signed_in(request), pk)
    if found is None:
        raise Http404
    one, right = found
    require(right, Right.RUN)
    return one


def _holder(one: PrizeSet) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return prize_set_change(by=signed_in(request), prize_set=one, before=before, after=after)

    return Holder(
        saved(one).prizes,
        _offer(one),
        reverse("prize-set", args=[one.pk]),
        lambda key: reverse("prize-set-prize", args=[one.pk, key]),
        change,
        "prizes/prize_sets/in_club.html",
        usual={} if one.for_seasons else usual_of(Settings(), POKER_EVENING),
        shown={"club": one.club, "set": one},
    )


def _offer(one: PrizeSet) -> Offer:
    """What prizes go by in any evening, or in any season; and for whom they can be in this club."""
    if one.for_seasons:
        return Offer(SEASON, roles_in(one.club), groups_in(one.club_id), good=good_in_any_season)
    return Offer(EVENING, roles_in(one.club), groups_in(one.club_id))
