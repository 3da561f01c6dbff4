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
    Looked,
    Table,
    evening_table,
    in_words,
    look_at_people,
    look_at_results,
    players_document,
    players_table,
    removed_names,
    season_as_table,
    season_document,
    table_file,
)
from tournaments.transfer.selectors.imports import New, Plan, SeasonPlan, plan_season
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
"""For what is sent back again, and must not be long."""


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_standings(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """Export how the evening stands, or ended."""
    _refuse_secret(request, evening)
    return _table(evening_table(evening), kind, evening.held_on, evening.name)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening_json(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Export all of the evening, for anybody to replay and check."""
    _refuse_secret(request, evening)
    return json_file(export(evening), evening.held_on, evening.name)


def _refuse_secret(request: HttpRequest, evening: Evening) -> None:
    """Refuse with ForbiddenError where the hall is still to be told how it ended, or it is a rehearsal."""
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
    """Export the season's standing with what each evening gave."""
    table = season_as_table(season, all_known=may_run(request))
    return _table(table, kind, season.league, season)


@require_safe
@season_page(Right.VIEW)
def season_json(request: HttpRequest, season: Season) -> HttpResponse:
    """Export the season as another installation can read it."""
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
    """Show what a table of players or results would make of the club, then import it."""
    club = club_to_run(request, pk)
    if request.method != "POST":
        what = PEOPLE if request.GET.get("what") == PEOPLE else RESULTS
        return _show(request, club, ImportForm(initial={"what": what}))
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, club, form)
    read = attempt(lambda: _look(club, form))
    if isinstance(read, RuleError):
        form.add_error("text", refusal(read, {}))
        return _show(request, club, form)
    looked, people = read.value, form.cleaned_data["what"] == PEOPLE
    if form.cleaned_data["mark"] and not looked.wrong:
        done = do(request, lambda: _import(request, club, form, looked), _told, form=form, words=refusal)
        if isinstance(done, Success):
            return redirect("players" if people else "club", club.pk)
    return _show(request, club, form, looked)


def club_to_run(request: HttpRequest, pk: int) -> Club:
    """Return the club: 404 for a stranger, 403 for members who do not run it."""
    return club_of(request, pk, Right.RUN)[0]


def _look(club: Club, form: ImportForm) -> Looked:
    text = form.cleaned_data["text"]
    people = form.cleaned_data["what"] == PEOPLE
    if people:
        return look_at_people(club, text)
    return look_at_results(club, text, timezone.localdate(), form.cleaned_data["not_removed"])


def _import(request: HttpRequest, club: Club, form: ImportForm, looked: Looked) -> Plan:
    """Do what was shown. RuleError where it is refused."""
    user, mark, good = signed_in(request), form.cleaned_data["mark"], looked.read.good
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


def _told(plan: Plan) -> str:
    return gettext("Done: %(what)s.") % {"what": ", ".join(in_words(plan))}


def _seasons(request: HttpRequest, plan: Plan) -> tuple[SeasonChange, ...]:
    """Return how re-imported evenings change open seasons."""
    evenings = [one.evening for one in plan.evenings_of(New.CHANGED) if one.evening is not None]
    if not evenings:
        return ()
    look = partial(seasons_now, evenings)
    looked = attempt(lambda: results_rehearse(by=signed_in(request), plan=plan, look=look))
    # The import itself says why it is refused.
    return seasons_changed(*looked.value) if isinstance(looked, Success) else ()


def _show(request: HttpRequest, club: Club, form: ImportForm, looked: Looked | None = None) -> HttpResponse:
    shown: dict[str, Any] = {"club": club, "form": form, "columns": COLUMNS}
    shown["made"] = () if looked else imports_made(club.pk)
    status = status_of(form)
    if looked is not None:
        plan = looked.plan
        shown |= {
            "looked": looked,
            "plan": plan,
            "people": form.cleaned_data["what"] == PEOPLE,
            "removed": removed_names(plan, form.cleaned_data["not_removed"]),
            "asks_reason": bool(plan.evenings_of(New.CHANGED)),
            "seasons": () if looked.wrong else _seasons(request, plan),
            "more": len(plan.people) - len(looked.shown_people),
            "more_evenings": len(plan.evenings) - len(looked.shown_evenings),
        }
        status = max(status, 422 if looked.wrong else 200)
    return render(request, "transfer/page.html", shown, status=status)


@get_or_post
@login_required
def take_back(request: HttpRequest, pk: int, made: str) -> HttpResponse:
    """Show what taking back the import does, then do it."""
    club = club_to_run(request, pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    by = signed_in(request)
    back = do(
        request,
        lambda: import_take_back(by=by, club=club, key=made, **form.cleaned_data),
        gettext("The import was taken back."),
        form=form,
    )
    if isinstance(back, Success):
        return redirect("import", club.pk)
    plan = take_back_of(club.pk, made)
    if plan is None:
        raise Http404
    return show(request, "transfer/take_back.html", form, club=club, plan=plan)


@get_or_post
@login_required
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a season's file would make of the club, then import it."""
    club = club_to_run(request, pk)
    if request.method != "POST":
        return _show_season(request, club, SeasonImportForm())
    form = SeasonImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_season(request, club, form)
    told = form.cleaned_data["told"]
    plan = plan_season(club, told, form.cleaned_data["not_removed"])
    if form.cleaned_data["mark"] and not plan.plan.complaints:
        made = do(
            request,
            lambda: _import_season(request, club, form, told),
            _imported,
            form=form,
            words=at_its_place,
        )
        if isinstance(made, Success):
            return redirect("season", made.value.pk)
        if not form.stale:
            return _show_season(request, club, form)
    return _show_season(request, club, form, told, plan)


def _import_season(request: HttpRequest, club: Club, form: SeasonImportForm, told: FileSeason) -> Season:
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


def _show_season(
    request: HttpRequest,
    club: Club,
    form: SeasonImportForm,
    told: FileSeason | None = None,
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
