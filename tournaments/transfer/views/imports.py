"""Tables that somebody brings along: looked at first, then put into the club."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from accounts.errors import RuleError
from accounts.models import Club
from accounts.permissions import Right
from accounts.shared.views.base import Done, attempt, club_of, do, get_or_post, signed_in
from tournaments.base.views.pages import key_of, status_of
from tournaments.base.words import refusal
from tournaments.core.files import people_table, results_table
from tournaments.seasons.presenters.corrected import seasons_changed, seasons_now
from tournaments.transfer.forms.imports import PEOPLE, RESULTS, ImportForm
from tournaments.transfer.presenters.import_preview import (
    Looked,
    in_words,
    look_at_people,
    look_at_results,
    removed_names,
)
from tournaments.transfer.selectors.imports import New, Plan
from tournaments.transfer.selectors.imports_made import imports_made
from tournaments.transfer.services.imports import people_import, results_import, results_rehearse
from tournaments.undo.presenters.changes import SeasonChange

COLUMNS = {"people": people_table.PEOPLE, "results": results_table.RESULTS}


@get_or_post
@login_required
def tables(request: HttpRequest, pk: int) -> HttpResponse:
    """A table of players or results: what it would make of the club, and then that."""
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
        if isinstance(done, Done):
            return redirect("players" if people else "club", club.pk)
    return _show(request, club, form, looked)


def club_to_run(request: HttpRequest, pk: int) -> Club:
    """The club: 404 for a stranger, 403 for members who do not run it."""
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
    """What the evenings that are told anew change in open seasons."""
    evenings = [one.evening for one in plan.evenings_of(New.CHANGED) if one.evening is not None]
    if not evenings:
        return ()
    look = partial(seasons_now, evenings)
    looked = attempt(lambda: results_rehearse(by=signed_in(request), plan=plan, look=look))
    # The import itself says why it is refused.
    return seasons_changed(*looked.value) if isinstance(looked, Done) else ()


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
