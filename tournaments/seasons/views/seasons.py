"""A season for its readers: the table, each row explained, the rules, and its book."""

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views.base import Done, do, get_or_post
from tournaments.base.views.conditional_get import remembered
from tournaments.base.views.pages import may_run
from tournaments.core.leagues.rules import SeasonStage, from_json
from tournaments.models import Season
from tournaments.seasons.forms.rules import SeasonForm
from tournaments.seasons.presenters.columns import table_shown
from tournaments.seasons.presenters.journal import season_book
from tournaments.seasons.presenters.kept import KEPT
from tournaments.seasons.presenters.otherwise import otherwise_said
from tournaments.seasons.presenters.rules import rules_said
from tournaments.seasons.presenters.table import table_of
from tournaments.seasons.presenters.versions import season_versions, season_written
from tournaments.seasons.selectors.access import season_tag
from tournaments.seasons.selectors.counting import newest_of_season
from tournaments.seasons.selectors.questions import rows_waiting
from tournaments.seasons.services.seasons import season_change
from tournaments.seasons.views.base import asked_of, season_page, status


def frame(request: HttpRequest, season: Season, tab: str) -> dict[str, object]:
    """What every page of the season shows around its own part."""
    return {
        "season": season,
        "club": season.league.club,
        "open": season.stage == SeasonStage.OPEN,
        "may_run": may_run(request),
        "tab": tab,
    }


def refused(request: HttpRequest, season: Season, form: Form, then: str) -> HttpResponse:
    """A small form that was refused: what was wrong, and the way back."""
    shown = frame(request, season, "") | {"form": form, "then": then}
    return render(request, "seasons/refused.html", shown, status=422)


@require_safe
@season_page(Right.VIEW)
def season(request: HttpRequest, season: Season) -> HttpResponse:
    """How the season stands, each place with what sets the next below."""
    tag = season_tag(season)
    return remembered(request, lambda: _table(request, season, tag), tag, may_run(request))


def _table(request: HttpRequest, season: Season, tag: str) -> HttpResponse:
    counted = KEPT.count(season, tag, all_known=may_run(request))
    questions = rows_waiting(season) if may_run(request) else ()
    shown = table_shown(season, counted, table_of(counted), everything=all_evenings(request)) | {
        "questions": questions,
        "questions_waiting": sum(row.questions for row in questions),
        "otherwise": otherwise_said(season, counted),
    }
    return render(request, "seasons/season.html", frame(request, season, "table") | shown)


def all_evenings(request: HttpRequest) -> bool:
    """Whether all evenings are to be shown beside the names, not the newest alone."""
    return request.GET.get("evenings") == "all"


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def settings(request: HttpRequest, season: Season) -> HttpResponse:
    """The rules in words; who runs the season changes them while it is under way."""
    rules, shown = from_json(season.rules), frame(request, season, "rules")
    if not (shown["open"] and shown["may_run"]) and request.method != "POST":
        return render(request, "seasons/rules.html", shown | {"rules": rules_said(rules)})
    form = SeasonForm(
        request.POST if request.method == "POST" else None, before=rules, initial={"name": season.name}
    )
    changed = do(
        request,
        lambda: season_change(asked_of(request, season), name=form.cleaned_data["name"], rules=form.rules),
        gettext("Saved."),
        form=form,
    )
    if isinstance(changed, Done):
        return redirect("season", season.pk)
    return render(request, "seasons/settings.html", shown | {"form": form}, status=status(form))


@require_safe
@season_page(Right.VIEW)
def book(request: HttpRequest, season: Season) -> HttpResponse:
    """Who did what to the season, the newest first."""
    before = request.GET.get("before", "")
    number = number_in(before, 8)
    shown = {"book": season_book(season, number), "before": number}
    return render(request, "seasons/journal.html", frame(request, season, "book") | shown)


@require_safe
@season_page(Right.VIEW)
def versions(request: HttpRequest, season: Season) -> HttpResponse:
    """Every version of the season's result: when, by whom and why it was written."""
    shown = {"versions": season_versions(season)}
    return render(request, "seasons/versions.html", frame(request, season, "book") | shown)


@require_safe
@season_page(Right.VIEW)
def version(request: HttpRequest, season: Season, version: int) -> HttpResponse:
    """The standings and prizes as one closing wrote them."""
    if (written := season_written(season, version)) is None:
        raise Http404
    newest = newest_of_season(season)
    shown = {
        "written": written,
        "current": season.stage == SeasonStage.CLOSED and newest is not None and newest.version == version,
        "named": written.named,
        "rules": written.rules,
    }
    return render(request, "seasons/version.html", frame(request, season, "book") | shown)
