"""Downloads of evenings, lists and seasons, and pages to import tables and seasons and to take them back.

The pages first show the changes.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.errors import ForbiddenError, RuleError
from accounts.models import Club
from accounts.permissions import Right
from accounts.shared.views import (
    Success,
    attempt,
    do,
    get_club_or_404,
    get_or_post,
    get_signed_in_user,
    make_download,
    make_file_name,
    show,
)
from tournaments.base.views import get_status, may_run, member_page, read_key
from tournaments.base.words import describe_refusal, format_points
from tournaments.core.files import results_table
from tournaments.core.files import results_table as files_results_table
from tournaments.core.files.season import FileSeason
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.presenters.journal import compare_seasons, load_season_stands
from tournaments.seasons.views.seasons import season_page
from tournaments.transfer.forms import (
    PEOPLE,
    RESULTS,
    ImportForm,
    SeasonImportForm,
    TakeBackForm,
    prefix_place,
)
from tournaments.transfer.presenters.evening import export_evening, refuse_rehearsal
from tournaments.transfer.presenters.import_preview import (
    ImportPreview,
    describe_plan,
    list_removed_names,
    preview_people,
    preview_results,
)
from tournaments.transfer.presenters.tables import (
    Table,
    build_evening_table,
    build_players_document,
    build_players_table,
    build_season_document,
    build_standing_table,
    build_table_file,
)
from tournaments.transfer.selectors.imports import ImportPlan, ImportState, SeasonPlan, plan_season
from tournaments.transfer.selectors.imports_made import load_imports, plan_take_back
from tournaments.transfer.services.imported_results import import_take_back
from tournaments.transfer.services.imports import (
    people_import,
    results_import,
    results_rehearse,
    season_import,
)
from tournaments.undo.presenters import SeasonChange

IN_LINES: Mapping[str, Any] = {"indent": 1}
NO_SPACE: Mapping[str, Any] = {"separators": (",", ":")}
"""Compact JSON, for text that the form sends back."""


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_standings(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """Export the evening's standing or result."""
    _refuse_secret(request, evening)
    return _send_table(build_evening_table(evening), kind, evening.held_on, evening.name)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_json(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Export the whole evening, so that anybody can replay and check the evening."""
    _refuse_secret(request, evening)
    return send_json(export_evening(evening), evening.held_on, evening.name)


def _refuse_secret(request: HttpRequest, evening: Evening) -> None:
    """Refuse with ForbiddenError until the prizes are revealed, and for a rehearsal."""
    refuse_rehearsal(evening)
    if not may_run(request) and keeps_secrets(evening):
        raise ForbiddenError("prizes", BEFORE_PRIZES)


@require_safe
@login_required
def players_list(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Export everybody on the club's list."""
    club = get_club_or_404(request, pk)[0]
    return _send_table(build_players_table(club), kind, club.name, "players")


@require_safe
@login_required
def players_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Export everybody who is or was on the club's list."""
    club = get_club_or_404(request, pk)[0]
    return send_json(build_players_document(club), club.name, "players")


@require_safe
@season_page(Right.VIEW)
def season_standings(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """Export the season's standings with each evening's points."""
    table = build_standing_table(season, all_known=may_run(request))
    return _send_table(table, kind, season.league, season)


@require_safe
@season_page(Right.VIEW)
def season_json(request: HttpRequest, season: Season) -> HttpResponse:
    """Export the season for another installation."""
    document = build_season_document(season, all_known=may_run(request))
    return send_json(document, season.league, season, layout=NO_SPACE)


def _send_table(table: Table, kind: str, *name: object) -> HttpResponse:
    """Return the table as a file, CSV or XLSX."""
    content, media = build_table_file(table, kind)
    return make_download(content, media, f"{make_file_name(*name)}.{kind}")


def send_json(document: dict[str, Any], *name: object, layout: Mapping[str, Any] = IN_LINES) -> HttpResponse:
    """Return the document as a file."""
    content = json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, **layout).encode()
    return make_download(content, "application/json", f"{make_file_name(*name)}.json")


COLUMNS = {"people": files_results_table.PEOPLE, "results": results_table.RESULTS}


@get_or_post
@login_required
def tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how a table of players or results would change the club, then import the table."""
    club = get_club_to_run(request, pk)
    if request.method != "POST":
        contents = PEOPLE if request.GET.get("what") == PEOPLE else RESULTS
        return _show(request, club, ImportForm(initial={"what": contents}))
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, club, form)
    read = attempt(lambda: _preview(club, form))
    if isinstance(read, RuleError):
        form.add_error("text", describe_refusal(read, {}))
        return _show(request, club, form)
    preview, people = read.value, form.cleaned_data["what"] == PEOPLE
    if form.cleaned_data["mark"] and not preview.wrong:
        import_done = do(
            request,
            lambda: _import(request, club, form, preview),
            _describe_success,
            form=form,
            words=describe_refusal,
        )
        if isinstance(import_done, Success):
            return redirect("players" if people else "club", club.pk)
    return _show(request, club, form, preview)


def get_club_to_run(request: HttpRequest, pk: int) -> Club:
    """Return the club: 404 for a stranger, 403 for members without the right to run the club."""
    return get_club_or_404(request, pk, Right.RUN)[0]


def _preview(club: Club, form: ImportForm) -> ImportPreview:
    text = form.cleaned_data["text"]
    people = form.cleaned_data["what"] == PEOPLE
    if people:
        return preview_people(club, text)
    return preview_results(club, text, timezone.localdate(), form.cleaned_data["not_removed"])


def _import(request: HttpRequest, club: Club, form: ImportForm, preview: ImportPreview) -> ImportPlan:
    """Import as previewed. RuleError if the import is refused."""
    user, mark, good = get_signed_in_user(request), form.cleaned_data["mark"], preview.read.good
    if form.cleaned_data["what"] == PEOPLE:
        return people_import(by=user, club=club, people=good, mark=mark)
    return results_import(
        by=user,
        club=club,
        evenings=good,
        mark=mark,
        reason=form.cleaned_data["reason"],
        not_removed=form.cleaned_data["not_removed"],
        key=read_key(request),
    )


def _describe_success(plan: ImportPlan) -> str:
    return gettext("Done: %(what)s.") % {"what": ", ".join(describe_plan(plan))}


def _preview_seasons(request: HttpRequest, plan: ImportPlan) -> tuple[SeasonChange, ...]:
    """Return how re-imported evenings change open seasons."""
    evenings = [row.evening for row in plan.select_evenings(ImportState.CHANGED) if row.evening is not None]
    if not evenings:
        return ()
    look = partial(load_season_stands, evenings)
    rehearsal = attempt(lambda: results_rehearse(by=get_signed_in_user(request), plan=plan, look=look))
    # The import itself shows the reason of a refusal.
    return compare_seasons(*rehearsal.value) if isinstance(rehearsal, Success) else ()


def _show(
    request: HttpRequest, club: Club, form: ImportForm, preview: ImportPreview | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"club": club, "form": form, "columns": COLUMNS}
    context["made"] = () if preview else load_imports(club.pk)
    status = get_status(form)
    if preview is not None:
        plan = preview.plan
        context |= {
            "preview": preview,
            "plan": plan,
            "people": form.cleaned_data["what"] == PEOPLE,
            "removed": list_removed_names(plan, form.cleaned_data["not_removed"]),
            "asks_reason": bool(plan.select_evenings(ImportState.CHANGED)),
            "seasons": () if preview.wrong else _preview_seasons(request, plan),
            "more": len(plan.people) - len(preview.shown_people),
            "more_evenings": len(plan.evenings) - len(preview.shown_evenings),
        }
        status = max(status, 422 if preview.wrong else 200)
    return render(request, "transfer/page.html", context, status=status)


@get_or_post
@login_required
def take_back(request: HttpRequest, pk: int, made: str) -> HttpResponse:
    """Show what taking back the import would remove, then remove it. ``made``: the import's key."""
    club = get_club_to_run(request, pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    by = get_signed_in_user(request)
    take_back_done = do(
        request,
        lambda: import_take_back(by=by, club=club, key=made, **form.cleaned_data),
        gettext("The import was taken back."),
        form=form,
    )
    if isinstance(take_back_done, Success):
        return redirect("import", club.pk)
    plan = plan_take_back(club.pk, made)
    if plan is None:
        raise Http404
    return show(request, "transfer/take_back.html", form, club=club, plan=plan)


@get_or_post
@login_required
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how a season's file would change the club, then import the file."""
    club = get_club_to_run(request, pk)
    if request.method != "POST":
        return _show_season(request, club, SeasonImportForm())
    form = SeasonImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_season(request, club, form)
    file = form.cleaned_data["season"]
    plan = plan_season(club, file, form.cleaned_data["not_removed"])
    if form.cleaned_data["mark"] and not plan.plan.complaints:
        season_made = do(
            request,
            lambda: _import_season(request, club, form, file),
            _describe_season,
            form=form,
            words=prefix_place,
        )
        if isinstance(season_made, Success):
            return redirect("season", season_made.value.pk)
        if not form.stale:
            return _show_season(request, club, form)
    return _show_season(request, club, form, file, plan)


def _import_season(request: HttpRequest, club: Club, form: SeasonImportForm, file: FileSeason) -> Season:
    """Import as previewed. RuleError if the import is refused."""
    return season_import(
        by=get_signed_in_user(request),
        club=club,
        file=file,
        mark=form.cleaned_data["mark"],
        not_removed=form.cleaned_data["not_removed"],
        key=read_key(request),
    )


def _describe_season(season: Season) -> str:
    names = {"season": season.name, "league": season.league.name}
    return gettext("%(season)s of %(league)s is imported.") % names


def _show_season(
    request: HttpRequest,
    club: Club,
    form: SeasonImportForm,
    file: FileSeason | None = None,
    planned: SeasonPlan | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"club": club, "form": form}
    status = get_status(form)
    if file and planned:
        preview = ImportPreview(planned.plan, planned.mark)
        context |= {
            "file": file,
            "planned": planned,
            "preview": preview,
            "removed": list_removed_names(planned.plan, form.cleaned_data["not_removed"]),
            "standing": [(row, format_points(row.total)) for row in planned.file.standing],
        }
        status = max(status, 422 if preview.wrong else 200)
    return render(request, "transfer/season.html", context, status=status)
