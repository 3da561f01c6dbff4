"""An evening of the club is removed, or its name, its day or its game are corrected."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import Right
from accounts.shared.views.base import Done, do, get_or_post
from tournaments.base.views.confirm import confirm
from tournaments.base.views.pages import asked_by, do_at_evening, member_page, rights_of, status_of
from tournaments.base.views.preview import Look, look, show
from tournaments.console.presenters.confirmations import removal_asked
from tournaments.core.record import Stage
from tournaments.evening.selectors.seasons import seasons_by_stage
from tournaments.evening.selectors.seat_options import may_remove
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.planning.services.evenings import evening_correct
from tournaments.results.forms.settling import CorrectForm
from tournaments.results.presenters.imported_result import games_counted_alike
from tournaments.seasons.services.removal import evening_delete


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def remove(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Ask, and remove an evening that has no result yet, or was imported."""
    if request.method != "POST":
        asked = removal_asked(evening, *seasons_by_stage(evening.pk)) if may_remove(evening) else None
        return confirm(request, evening, asked)
    removed = gettext("The evening was removed.")
    out = do(request, lambda: evening_delete(asked_by(request, evening)), removed)
    return redirect("club", evening.club_id) if isinstance(out, Done) else redirect("evening", evening.pk)


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def correct(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Correct the name or the day of an evening that is finished, with the reason."""
    if evening.stage != Stage.FINISHED and request.method != "POST":
        return redirect("evening", evening.pk)
    form = _form(request, evening)
    corrected = do_at_evening(request, evening, partial(_correct, form=form), gettext("Saved."), form=form)
    if isinstance(corrected, Done):
        return redirect("evening", evening.pk)
    words = (
        gettext("Correct name, date or game") if "game" in form.fields else gettext("Correct name or date")
    )
    shown = {"evening": evening, "form": form, "title": words, "closed": seasons_by_stage(evening.pk)[1]}
    return render(
        request, "results/settling/correct.html", shown | rights_of(request), status=status_of(form)
    )


@require_POST
@member_page(Right.RUN, of_recorded=True)
def correct_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What it would change, as the form is filled in by now."""
    form = _form(request, evening)
    form.fields["reason"].required = False
    looked = look(request, evening, partial(_correct, form=form)) if form.is_valid() else Look()
    return show(request, evening, looked)


def _form(request: HttpRequest, evening: Evening) -> CorrectForm:
    return CorrectForm(
        request.POST if request.method == "POST" else None,
        games=games_counted_alike(evening),
        initial={"name": evening.name, "held_on": evening.held_on, "game": evening.game},
    )


def _correct(by: By, form: CorrectForm) -> Journal:
    return evening_correct(by, **form.told)
