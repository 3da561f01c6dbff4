"""Prizes of an evening that no rule decides: given by hand, and taken back."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.database.folding import by_name
from accounts.permissions import Right
from accounts.shared.views.base import get_or_post
from tournaments.base.views.pages import (
    asked_by,
    attempt,
    command,
    line_of,
    member_page,
    rights_of,
    say_done,
    status_of,
)
from tournaments.models import EntryRow, Evening
from tournaments.prizes.forms.gifts import GiftForm
from tournaments.prizes.services.gifts import prize_give, prize_take_back


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def give(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What for, to whom, and why."""
    there = EntryRow.objects.filter(evening=evening, void=None).order_by(*by_name())
    form = GiftForm(
        request.POST if request.method == "POST" else None,
        people=[*there.values_list("pk", "name")],
        title=request.GET.get("title", ""),
    )
    if form.is_valid() and attempt(
        form,
        evening,
        lambda: prize_give(
            asked_by(request, evening),
            title=form.cleaned_data["title"],
            winners=form.cleaned_data["winners"],
        ),
    ):
        say_done(request, gettext("The prize is given."), line_of(form))
        return redirect("prizes", evening.pk)
    shown = {"evening": evening, "form": form, "back": reverse("prizes", args=[evening.pk])}
    return render(request, "prizes/give.html", shown | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def take_back(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A prize was given by mistake, or its winner was removed and others are chosen."""
    here, prize = reverse("prizes", args=[evening.pk]), request.POST.get("prize", "")
    return command(
        request,
        evening,
        given_again(request, reverse("prize-give", args=[evening.pk])) or here,
        lambda by: prize_take_back(by, prize=prize),
        gettext("The prize is taken back."),
        astray={"prize": here, "reason": here, "": here},
    )


def given_again(request: HttpRequest, give: str) -> str:
    """Return the address where the prize is given to others, if that is wanted."""
    title = request.POST.get("again", "")
    return f"{give}?{urlencode({'title': title})}" if title else ""
