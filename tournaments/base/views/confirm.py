"""A question before something is done that the hall notices, or that ends a part of the evening."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.base.presenters.confirmation import Confirmation
from tournaments.base.views.pages import rights_of
from tournaments.models import Evening


def confirm(request: HttpRequest, evening: Evening, asked: Confirmation | None) -> HttpResponse:
    """Ask, and send the yes to the same address; back to the console where there is nothing to ask."""
    if asked is None:
        return redirect("evening", evening.pk)
    shown = {"evening": evening, "asked": asked}
    return render(request, "components/confirm.html", shown | rights_of(request))
