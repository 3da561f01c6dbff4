"""A club's leagues, and a league with its seasons."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import Right, require
from accounts.shared.views import (
    Success,
    can_read_all,
    do,
    get_club_or_404,
    get_or_404,
    get_or_post,
    get_signed_in_user,
)
from tournaments.base.views import read_key
from tournaments.core.leagues.rules import Rules, from_json
from tournaments.models import League, Season
from tournaments.seasons.forms import LeagueForm, SeasonForm
from tournaments.seasons.selectors.access import find_league, find_used_seasons, load_leagues, load_seasons
from tournaments.seasons.services.leagues import league_create, league_remove, league_rename, season_create
from tournaments.seasons.views.seasons import SET_UP, get_status


@get_or_post
@login_required
def leagues(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's leagues with their seasons, and a form for a new league."""
    club, right = get_club_or_404(request, pk)
    form = LeagueForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        require(right, Right.RUN)
        by = get_signed_in_user(request)
        outcome = do(
            request, lambda: league_create(by=by, club=club, name=form.cleaned_data["name"]), form=form
        )
        if isinstance(outcome, Success):
            return redirect("season-new", outcome.value.pk)
    context = {"club": club, "leagues": load_leagues(club.pk), "form": form, "may_run": right >= Right.RUN}
    return render(request, "seasons/leagues/list.html", context, status=get_status(form))


@get_or_post
@login_required
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a league with its seasons, the newest first. Members who run it can rename it."""
    row, right = _get_league(request, pk)
    form = LeagueForm(request.POST if request.method == "POST" else None, initial={"name": row.name})
    if request.method == "POST":
        require(right, Right.RUN)
        renamed = do(
            request,
            lambda: league_rename(by=get_signed_in_user(request), league=row, name=form.cleaned_data["name"]),
            gettext("Saved."),
            form=form,
        )
        if isinstance(renamed, Success):
            return redirect("league", row.pk)
    runs = right >= Right.RUN
    context = {
        "club": row.club,
        "league": row,
        "seasons": load_seasons(row.pk),
        "may_run": runs,
        "form": form,
        "used": find_used_seasons(row.pk) if runs else (),
    }
    return render(request, "seasons/leagues/league.html", context, status=get_status(form))


@require_POST
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a league if nothing ever counted for its seasons."""
    row, right = _get_league(request, pk)
    require(right, Right.RUN)
    outcome = do(
        request,
        lambda: league_remove(by=get_signed_in_user(request), league=row),
        gettext("The league is removed."),
    )
    return redirect("leagues", row.club_id) if isinstance(outcome, Success) else redirect("league", pk)


@get_or_post
@login_required
def season_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a season. The form starts with the rules of the league's newest season, if there is one."""
    row, right = _get_league(request, pk)
    require(right, Right.RUN)
    last = Season.objects.filter(league=row).order_by("-pk").first()
    form = SeasonForm(
        request.POST if request.method == "POST" else None,
        before=from_json(last.rules) if last else Rules(),
    )
    outcome = do(request, lambda: _create(request, row, form), gettext(SET_UP), form=form)
    if isinstance(outcome, Success):
        return redirect("season-evenings", outcome.value.pk)
    context = {"club": row.club, "league": row, "form": form}
    return render(request, "seasons/leagues/season_new.html", context, status=get_status(form))


def _create(request: HttpRequest, league: League, form: SeasonForm) -> Season:
    return season_create(
        by=get_signed_in_user(request),
        league=league,
        name=form.cleaned_data["name"],
        rules=form.rules,
        key=read_key(request),
    )


def _get_league(request: HttpRequest, pk: int) -> tuple[League, Right]:
    return get_or_404(request, find_league(get_signed_in_user(request), pk, reads_all=can_read_all(request)))
