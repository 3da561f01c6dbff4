"""An import is taken back whole: first everything that goes and that stays is shown."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.models import Club
from accounts.shared.forms.base import accepted
from accounts.shared.views.base import get_or_post, signed_in
from tournaments.base.views.pages import status_of
from tournaments.transfer.forms.imports import TakeBackForm
from tournaments.transfer.selectors.imports_made import take_back_of
from tournaments.transfer.services.import_back import import_take_back
from tournaments.transfer.views.imports import club_to_run


@get_or_post
@login_required
def take_back(request: HttpRequest, pk: int, made: str) -> HttpResponse:
    """Show what taking back the import does, then do it."""
    club = club_to_run(request, pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    if form.is_bound and accepted(form, lambda: _take_back(request, club, made, form)):
        messages.success(request, gettext("The import was taken back."))
        return redirect("import", club.pk)
    plan = take_back_of(club.pk, made)
    if plan is None:
        raise Http404
    shown = {"club": club, "form": form, "plan": plan}
    return render(request, "transfer/take_back.html", shown, status=status_of(form))


def _take_back(request: HttpRequest, club: Club, made: str, form: TakeBackForm) -> None:
    import_take_back(by=signed_in(request), club=club, key=made, **form.cleaned_data)
