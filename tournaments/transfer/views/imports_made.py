"""An import is taken back whole: first everything that goes and that stays is shown."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.shared.views.base import Done, do, get_or_post, show, signed_in
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
    by = signed_in(request)
    back = do(
        request,
        lambda: import_take_back(by=by, club=club, key=made, **form.cleaned_data),
        gettext("The import was taken back."),
        form=form,
    )
    if isinstance(back, Done):
        return redirect("import", club.pk)
    plan = take_back_of(club.pk, made)
    if plan is None:
        raise Http404
    return show(request, "transfer/take_back.html", form, club=club, plan=plan)
