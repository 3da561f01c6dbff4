"""A season that somebody brings along: looked at first, then put into the club."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.models import Club
from accounts.shared.views.base import Done, do, get_or_post, signed_in
from tournaments.base.views.pages import key_of, status_of
from tournaments.base.words import pointed
from tournaments.core.files.season import SeasonTold
from tournaments.models import Season
from tournaments.transfer.forms.imports import SeasonImportForm, at_its_place
from tournaments.transfer.presenters.import_preview import Looked, removed_names
from tournaments.transfer.selectors.season_imports import SeasonPlan, plan_season
from tournaments.transfer.services.season_imports import season_import
from tournaments.transfer.views.imports import club_to_run


@get_or_post
@login_required
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """A season's file: what it would make of the club, and then that."""
    club = club_to_run(request, pk)
    if request.method != "POST":
        return _show(request, club, SeasonImportForm())
    form = SeasonImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, club, form)
    told = form.cleaned_data["told"]
    plan = plan_season(club, told, form.cleaned_data["not_removed"])
    if form.cleaned_data["mark"] and not plan.plan.complaints:
        made = do(
            request, lambda: _import(request, club, form, told), _imported, form=form, words=at_its_place
        )
        if isinstance(made, Done):
            return redirect("season", made.value.pk)
        if not form.stale:
            return _show(request, club, form)
    return _show(request, club, form, told, plan)


def _import(request: HttpRequest, club: Club, form: SeasonImportForm, told: SeasonTold) -> Season:
    """Do what was shown. RuleError where it is refused."""
    return season_import(
        by=signed_in(request),
        club=club,
        told=told,
        mark=form.cleaned_data["mark"],
        not_removed=form.cleaned_data["not_removed"],
        key=key_of(request),
    )


def _imported(season: Season) -> str:
    said = {"season": season.name, "league": season.league.name}
    return gettext("%(season)s of %(league)s is imported.") % said


def _show(
    request: HttpRequest,
    club: Club,
    form: SeasonImportForm,
    told: SeasonTold | None = None,
    planned: SeasonPlan | None = None,
) -> HttpResponse:
    shown: dict[str, Any] = {"club": club, "form": form}
    status = status_of(form)
    if told and planned:
        looked = Looked(planned.plan, planned.mark)
        shown |= {
            "told": told,
            "planned": planned,
            "looked": looked,
            "removed": removed_names(planned.plan, form.cleaned_data["not_removed"]),
            "standing": [(row, pointed(row.total)) for row in planned.told.standing],
        }
        status = max(status, 422 if looked.wrong else 200)
    return render(request, "transfer/season.html", shown, status=status)
