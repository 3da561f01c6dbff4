"""A season is closed, opened again, and followed by the next one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.permissions import Right
from accounts.shared.views.base import Done, do, get_or_post, signed_in
from tournaments.base.views.pages import key_of
from tournaments.base.words import refusal
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season
from tournaments.seasons.forms.seasons import FollowForm, ReopenForm
from tournaments.seasons.presenters.otherwise import otherwise_said
from tournaments.seasons.presenters.prizes import prizes_of
from tournaments.seasons.presenters.table import hindered, table_of
from tournaments.seasons.selectors.closing import closing_proposal, proposal_of, successor_of
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.services.leagues import season_follow
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.seasons.views.base import SET_UP, asked_of, season_page, status
from tournaments.seasons.views.seasons import frame


@get_or_post
@season_page(Right.RUN)
def close(request: HttpRequest, season: Season) -> HttpResponse:
    """What closing settles: which results count for good, who goes up and who goes down."""
    if request.method == "POST":
        closed = gettext("The season is closed.")
        do(request, lambda: season_close(asked_of(request, season)), closed, words=refusal)
        return redirect("season", season.pk)
    if season.stage != SeasonStage.OPEN:
        return redirect("season", season.pk)
    counted = count_season(season, all_known=True)
    proposal = proposal_of(season, counted)
    shown = {
        "proposal": proposal,
        "in_the_way": hindered(proposal),
        "table": table_of(counted),
        "little": prizes_of(season, counted).little,
    }
    return render(request, "seasons/closing/close.html", frame(request, season, "") | shown)


@get_or_post
@season_page(Right.RUN)
def reopen(request: HttpRequest, season: Season) -> HttpResponse:
    """A closed season goes on, and the newest results count again."""
    form = ReopenForm(request.POST if request.method == "POST" else None, verb="season_reopened")
    said = gettext("The season is open again.")
    reopened = do(request, lambda: season_reopen(asked_of(request, season)), said, form=form)
    if isinstance(reopened, Done):
        return redirect("season", season.pk)
    counted = count_season(season, all_known=True)
    shown = {
        "form": form,
        "newer": table_of(counted).corrected_after_closing,
        "otherwise": otherwise_said(season, counted),
        "successor": successor_of(season),
    }
    return render(
        request, "seasons/closing/reopen.html", frame(request, season, "") | shown, status=status(form)
    )


@get_or_post
@season_page(Right.RUN)
def rewrite(request: HttpRequest, season: Season) -> HttpResponse:
    """The result of a closed season is written again, as today's results and merges make it."""
    if season.stage != SeasonStage.CLOSED and request.method != "POST":
        return redirect("season", season.pk)
    form = ReopenForm(request.POST if request.method == "POST" else None, verb="season_rewritten")
    said = gettext("The standings are written anew.")
    rewritten = do(request, lambda: season_rewrite(asked_of(request, season)), said, form=form)
    if isinstance(rewritten, Done):
        return redirect("season", season.pk)
    shown = {"form": form, "otherwise": otherwise_said(season, count_season(season, all_known=True))}
    return render(
        request, "seasons/closing/rewrite.html", frame(request, season, "") | shown, status=status(form)
    )


@get_or_post
@season_page(Right.RUN)
def following(request: HttpRequest, season: Season) -> HttpResponse:
    """The season after a closed one: its name, and where people play who may be put elsewhere."""
    after = Season.objects.filter(follows=season).first()
    if after is not None and request.method != "POST":
        return redirect("season", after.pk)
    if season.stage != SeasonStage.CLOSED:
        messages.error(request, gettext("Close the season first."))
        return redirect("season-close", season.pk)
    proposal = closing_proposal(season)
    form = FollowForm(
        request.POST if request.method == "POST" else None,
        people=proposal.people,
        divisions=proposal.divisions,
    )
    made = do(request, lambda: _follow(request, season, form), gettext(SET_UP), form=form)
    if isinstance(made, Done):
        return redirect("season-evenings", made.value.pk)
    shown = {"form": form, "proposal": proposal}
    return render(
        request, "seasons/closing/next.html", frame(request, season, "") | shown, status=status(form)
    )


def _follow(request: HttpRequest, season: Season, form: FollowForm) -> Season:
    return season_follow(
        by=signed_in(request),
        season=season,
        name=form.cleaned_data["name"],
        placed=form.placed,
        key=key_of(request),
    )
