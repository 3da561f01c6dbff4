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
    club_of,
    do,
    download,
    file_name,
    get_or_post,
    show,
    signed_in,
)
from tournaments.base.views import key_of, may_run, member_page, status_of
from tournaments.base.words import pointed, refusal
from tournaments.core.files import results_table
from tournaments.core.files import results_table as files_results_table
from tournaments.core.files.season import FileSeason
from tournaments.core.refusals import BEFORE_PRIZES
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.seasons.presenters.journal import seasons_changed, seasons_now
from tournaments.seasons.views.seasons import season_page
from tournaments.transfer.forms import (
    PEOPLE,
    RESULTS,
    ImportForm,
    SeasonImportForm,
    TakeBackForm,
    at_its_place,
)
from tournaments.transfer.presenters.evening import export, refuse_rehearsal
from tournaments.transfer.presenters.import_preview import (
    ImportPreview,
    in_words,
    look_at_people,
    look_at_results,
    removed_names,
)
from tournaments.transfer.presenters.tables import (
    Table,
    evening_table,
    players_document,
    players_table,
    season_as_table,
    season_document,
    table_file,
)
from tournaments.transfer.selectors.imports import ImportPlan, ImportState, SeasonPlan, plan_season
from tournaments.transfer.selectors.imports_made import imports_made, take_back_of
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
    return _table(evening_table(evening), kind, evening.held_on, evening.name)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_json(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Export the whole evening, so that anybody can replay and check the evening."""
    _refuse_secret(request, evening)
    return json_file(export(evening), evening.held_on, evening.name)


def _refuse_secret(request: HttpRequest, evening: Evening) -> None:
    """Refuse with ForbiddenError until the prizes are revealed, and for a rehearsal."""
    refuse_rehearsal(evening)
    if not may_run(request) and keeps_secrets(evening):
        raise ForbiddenError("prizes", BEFORE_PRIZES)


@require_safe
@login_required
def players_list(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Export everybody on the club's list."""
    club = club_of(request, pk)[0]
    return _table(players_table(club), kind, club.name, "players")


@require_safe
@login_required
def players_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Export everybody who is or was on the club's list."""
    club = club_of(request, pk)[0]
    return json_file(players_document(club), club.name, "players")


@require_safe
@season_page(Right.VIEW)
def season_standings(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """Export the season's standings with each evening's points."""
    table = season_as_table(season, all_known=may_run(request))
    return _table(table, kind, season.league, season)


@require_safe
@season_page(Right.VIEW)
def season_json(request: HttpRequest, season: Season) -> HttpResponse:
    """Export the season for another installation."""
    document = season_document(season, all_known=may_run(request))
    return json_file(document, season.league, season, layout=NO_SPACE)


def _table(table: Table, kind: str, *name: object) -> HttpResponse:
    """Return the table as a file, CSV or XLSX."""
    content, media = table_file(table, kind)
    return download(content, media, f"{file_name(*name)}.{kind}")


def json_file(document: dict[str, Any], *name: object, layout: Mapping[str, Any] = IN_LINES) -> HttpResponse:
    """Return the document as a file."""
    content = json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, **layout).encode()
    return download(content, "application/json", f"{file_name(*name)}.json")


COLUMNS = {"people": files_results_table.PEOPLE, "results": results_table.RESULTS}


@get_or_post
@login_required
def tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how a table of players or results would change the club, then import the table."""
    club = club_to_run(request, pk)
    if request.method != "POST":
        contents = PEOPLE if request.GET.get("what") == PEOPLE else RESULTS
        return _show(request, club, ImportForm(initial={"what": contents}))
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, club, form)
    read = attempt(lambda: _look(club, form))
    if isinstance(read, RuleError):
        form.add_error("text", refusal(read, {}))
        return _show(request, club, form)
    preview, people = read.value, form.cleaned_data["what"] == PEOPLE
    if form.cleaned_data["mark"] and not preview.wrong:
        import_done = do(
            request, lambda: _import(request, club, form, preview), _success_message, form=form, words=refusal
        )
        if isinstance(import_done, Success):
            return redirect("players" if people else "club", club.pk)
    return _show(request, club, form, preview)


def club_to_run(request: HttpRequest, pk: int) -> Club:
    """Return the club: 404 for a stranger, 403 for members without the right to run the club."""
    return club_of(request, pk, Right.RUN)[0]


def _look(club: Club, form: ImportForm) -> ImportPreview:
    text = form.cleaned_data["text"]
    people = form.cleaned_data["what"] == PEOPLE
    if people:
        return look_at_people(club, text)
    return look_at_results(club, text, timezone.localdate(), form.cleaned_data["not_removed"])


def _import(request: HttpRequest, club: Club, form: ImportForm, preview: ImportPreview) -> ImportPlan:
    """Import as previewed. RuleError if the import is refused."""
    user, mark, good = signed_in(request), form.cleaned_data["mark"], preview.read.good
    if form.cleaned_data["what"] == PEOPLE:
        return people_import(by=user, club=club, people=good, mark=mark)
    return results_import(
        by=user,
        club=club,
        evenings=good,
        mark=mark,
        reason=form.cleaned_data["reason"],
        not_removed=form.cleaned_data["not_removed"],
        key=key_of(request),
    )


def _success_message(plan: ImportPlan) -> str:
    return gettext("Done: %(what)s.") % {"what": ", ".join(in_words(plan))}


def _seasons(request: HttpRequest, plan: ImportPlan) -> tuple[SeasonChange, ...]:
    """Return how re-imported evenings change open seasons."""
    evenings = [row.evening for row in plan.evenings_of(ImportState.CHANGED) if row.evening is not None]
    if not evenings:
        return ()
    look = partial(seasons_now, evenings)
    rehearsal = attempt(lambda: results_rehearse(by=signed_in(request), plan=plan, look=look))
    # The import itself shows the reason of a refusal.
    return seasons_changed(*rehearsal.value) if isinstance(rehearsal, Success) else ()


def _show(
    request: HttpRequest, club: Club, form: ImportForm, preview: ImportPreview | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"club": club, "form": form, "columns": COLUMNS}
    context["made"] = () if preview else imports_made(club.pk)
    status = status_of(form)
    if preview is not None:
        plan = preview.plan
        context |= {
            "preview": preview,
            "plan": plan,
            "people": form.cleaned_data["what"] == PEOPLE,
            "removed": removed_names(plan, form.cleaned_data["not_removed"]),
            "asks_reason": bool(plan.evenings_of(ImportState.CHANGED)),
            "seasons": () if preview.wrong else _seasons(request, plan),
            "more": len(plan.people) - len(preview.shown_people),
            "more_evenings": len(plan.evenings) - len(preview.shown_evenings),
        }
        status = max(status, 422 if preview.wrong else 200)
    return render(request, "transfer/page.html", context, status=status)


@get_or_post
@login_required
def take_back(request: HttpRequest, pk: int, made: str) -> HttpResponse:
    """Show the effects of taking back the import, then take it back."""
    club = club_to_run(request, pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    by = signed_in(request)
    take_back_done = do(
        request,
        lambda: import_take_back(by=by, club=club, key=made, **form.cleaned_data),
        gettext("The import was taken back."),
        form=form,
    )
    if isinstance(take_back_done, Success):
        return redirect("import", club.pk)
    plan = take_back_of(club.pk, made)
    if plan is None:
        raise Http404
    return show(request, "transfer/take_back.html", form, club=club, plan=plan)


@get_or_post
@login_required
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how a season's file would change the club, then import the file."""
    club = club_to_run(request, pk)
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
            _season_message,
            form=form,
            words=at_its_place,
        )
        if isinstance(season_made, Success):
            return redirect("season", season_made.value.pk)
        if not form.stale:
            return _show_season(request, club, form)
    return _show_season(request, club, form, file, plan)


def _import_season(request: HttpRequest, club: Club, form: SeasonImportForm, file: FileSeason) -> Season:
    """Import as previewed. RuleError if the import is refused."""
    return season_import(
        by=signed_in(request),
        club=club,
        file=file,
        mark=form.cleaned_data["mark"],
        not_removed=form.cleaned_data["not_removed"],
        key=key_of(request),
    )


def _season_message(season: Season) -> str:
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
    status = status_of(form)
    if file and planned:
        preview = ImportPreview(planned.plan, planned.mark)
        context |= {
            "file": file,
            "planned": planned,
            "preview": preview,
            "removed": removed_names(planned.plan, form.cleaned_data["not_removed"]),
            "standing": [(row, pointed(row.total)) for row in planned.file.standing],
        }
        status = max(status, 422 if preview.wrong else 200)
    return render(request, "transfer/season.html", context, status=status)
