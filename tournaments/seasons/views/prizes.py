"""A season's prizes: who wins what, their list, and the certificates."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right
from accounts.players.selectors.players import roles_in
from accounts.shared.views.base import Done, do, get_or_post, signed_in
from tournaments.base.views.pages import may_run
from tournaments.base.words import refusal
from tournaments.core.leagues.prizes import SEASON
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.results.prizes import own_prizes
from tournaments.models import Season
from tournaments.prizes.forms.gifts import GiftForm
from tournaments.prizes.forms.prize_list import Offer, OneEachForm
from tournaments.prizes.presenters.prize_lists import prize_sets
from tournaments.prizes.presenters.prizes import Prize
from tournaments.prizes.services.prize_sets import prize_set_keep
from tournaments.prizes.views.gifts import given_again
from tournaments.prizes.views.prize_lists import Holder, Sets, prize_page, with_sets
from tournaments.seasons.presenters.prizes import season_certificates, season_prizes
from tournaments.seasons.selectors.people import divisions_of, people_of
from tournaments.seasons.services.gifts import season_prize_give, season_prize_take_back
from tournaments.seasons.services.seasons import season_prizes_change
from tournaments.seasons.views.base import asked_of, season_page, status
from tournaments.seasons.views.seasons import frame
from tournaments.standings.selectors.people import groups_in


@require_safe
@season_page(Right.VIEW)
def prizes(request: HttpRequest, season: Season) -> HttpResponse:
    """Who wins what and why: if the season ended now, or at its end."""
    found = season_prizes(season, all_known=may_run(request))
    return render(request, "seasons/prizes/page.html", frame(request, season, "prizes") | {"found": found})


@get_or_post
@season_page(Right.RUN)
def give(request: HttpRequest, season: Season) -> HttpResponse:
    """A prize by hand: what for, to whom, and why."""
    people = [(person.player, person.name) for person in people_of(season)]
    title = request.GET.get("title", "")
    form = GiftForm(request.POST if request.method == "POST" else None, people=people, title=title)
    given = do(
        request,
        lambda: season_prize_give(
            asked_of(request, season),
            title=form.cleaned_data["title"],
            winners=form.cleaned_data["winners"],
        ),
        gettext("The prize is given."),
        form=form,
    )
    if isinstance(given, Done):
        return redirect("season-prizes", season.pk)
    shown = {"form": form, "back": reverse("season-prizes", args=[season.pk])}
    return render(
        request, "seasons/prizes/give.html", frame(request, season, "prizes") | shown, status=status(form)
    )


@require_POST
@season_page(Right.RUN)
def take_back(request: HttpRequest, season: Season) -> HttpResponse:
    """A prize was given by mistake, or its winner takes part no more and others are chosen."""
    by, prize = asked_of(request, season), request.POST.get("prize", "")
    said = gettext("The prize is taken back.")
    back = do(request, lambda: season_prize_take_back(by, prize=prize), said, words=refusal)
    again = given_again(request, reverse("season-prize-give", args=[season.pk]))
    return redirect(again) if again and isinstance(back, Done) else redirect("season-prizes", season.pk)


@get_or_post
@season_page(Right.RUN)
def prize_list(request: HttpRequest, season: Season) -> HttpResponse:
    """The prizes in their order, with what each would come to now."""
    rules = from_json(season.rules)
    holder = _holder(request, season, rules, now=_now(season, rules))
    each = OneEachForm(
        request.POST if request.POST.get("do") == "each" else None,
        initial={"one_prize_each": rules.one_prize_each},
    )
    changed = do(
        request,
        lambda: season_prizes_change(
            asked_of(request, season),
            before=rules.prizes,
            after=rules.prizes,
            one_each=each.cleaned_data["one_prize_each"],
        ),
        gettext("Saved."),
        form=each,
    )
    if isinstance(changed, Done):
        return redirect(holder.at)
    club = season.league.club
    keep = Sets(
        prize_sets(club.pk, for_seasons=True),
        lambda name: prize_set_keep(
            by=signed_in(request), club=club, name=name, prizes=rules.prizes, for_seasons=True
        ),
        reverse("prize-sets", args=[club.pk]),
    )
    return with_sets(request, holder, keep, each=each)


@get_or_post
@season_page(Right.RUN)
def prize(request: HttpRequest, season: Season, key: str) -> HttpResponse:
    """One prize on the list, or a new one."""
    return prize_page(request, _holder(request, season, from_json(season.rules)), key)


@require_safe
@season_page(Right.VIEW)
def certificates(request: HttpRequest, season: Season) -> HttpResponse:
    """A sheet for each winner of each prize, to be printed."""
    shown = {
        "certificates": season_certificates(season, runs=may_run(request)),
        "small": request.GET.get("size") == "a5",
    }
    return render(request, "seasons/prizes/certificates.html", frame(request, season, "prizes") | shown)


def _holder(
    request: HttpRequest,
    season: Season,
    rules: Rules,
    now: dict[str, tuple[Prize, ...]] | None = None,
) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return season_prizes_change(asked_of(request, season), before=before, after=after)

    divisions = [division.name for division in divisions_of(season)]
    return Holder(
        rules.prizes,
        Offer(
            SEASON,
            roles=roles_in(season.league.club),
            groups=groups_in(season.league.club_id),
            divisions=divisions,
            good=rules.good,
        ),
        reverse("season-prize-list", args=[season.pk]),
        lambda key: reverse("season-prize-edit", args=[season.pk, key]),
        change,
        "seasons/prizes/in_season.html",
        now=now or {},
        shown=frame(request, season, "prizes"),
        final=season.stage != SeasonStage.OPEN,
    )


def _now(season: Season, rules: Rules) -> dict[str, tuple[Prize, ...]]:
    """What each prize on the list comes to as the season stands."""
    shown = season_prizes(season, all_known=True).by_key
    return {
        prize.key: tuple(shown[one.key] for one in own_prizes(prize, SEASON)) for prize in given(rules.prizes)
    }
