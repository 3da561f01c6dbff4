"""How many tables, and how many people at each: chosen before the draw, or with a new one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import StaleError
from accounts.permissions import Right
from accounts.refusals import CHANGED
from accounts.shared.views.base import Done
from tournaments.attendance.presenters.checkin import plan_of
from tournaments.base.views.pages import do_at_evening, member_page, status_of
from tournaments.base.words import refusal, worded
from tournaments.core.record import Stage
from tournaments.core.settings import OF_TABLES
from tournaments.evening.selectors.seat_options import may_draw_again
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.seating.forms.draw import SizesForm
from tournaments.seating.services.seats import seats_draw

BEFORE_THE_DRAW = (Stage.DRAFT, Stage.CHECK_IN)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def sizes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show what tables tonight's people make, and change them: one tap, or all numbers."""
    stood = {name: getattr(evening.settings, name) or None for name in OF_TABLES}
    form = SizesForm(request.POST if request.method == "POST" else None, initial=stood)
    said = _("Saved.") if evening.stage in BEFORE_THE_DRAW else _("The seats are drawn.")
    done = do_at_evening(request, evening, lambda by: _choose(by, evening, form), said, form=form)
    if isinstance(done, Done):
        return redirect("evening", evening.pk)
    plan = plan_of(evening)
    shown = {
        "evening": evening,
        "form": form,
        "plan": plan,
        "why": worded(plan.why, {}) if plan.why else "",
        "refusal": refusal(plan.refusal, {}) if plan.refusal and not form.errors else "",
        "open": may_draw_again(evening),
        "drawn_before": evening.stage not in BEFORE_THE_DRAW,
    }
    return render(request, "seating/tables/sizes.html", shown, status=status_of(form))


def _choose(by: By, evening: Evening, form: SizesForm) -> Journal:
    """Change the settings, or draw again. A page from before the draw never takes seats back."""
    if form.cleaned_data["stage"] not in ("", evening.stage):
        raise StaleError("seen", CHANGED)
    if evening.stage in BEFORE_THE_DRAW:
        return evening_change(by, settings=form.told)
    return seats_draw(by, **form.told)
