"""What the pages of a season share: access by right, and commands sent from a page."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.database.snapshots import shows
from accounts.permissions import Right, require
from accounts.shared.forms.base import accepted
from accounts.shared.views.base import done as done_by_button
from accounts.shared.views.base import reached, reads_all, signed_in
from tournaments.base.forms.reasons import reason_in
from tournaments.base.views.pages import key_of, of_member
from tournaments.base.words import refusal
from tournaments.models import Season, SeasonLine
from tournaments.seasons.selectors.access import season_for
from tournaments.seasons.services.journal import SeasonBy

P = ParamSpec("P")
SeasonPage = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def season_page(
    right: Right, change: Right | None = None
) -> Callable[[SeasonPage[P]], Callable[Concatenate[HttpRequest, int, P], HttpResponse]]:
    """A page of one season for members who hold ``right``: 404 for strangers, 403 below the right.

    ``change``: what whoever sends something to it must hold, where that is more.
    """

    def wrap(page: SeasonPage[P]) -> Callable[Concatenate[HttpRequest, int, P], HttpResponse]:
        @wraps(page)
        @login_required
        def view(request: HttpRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            found = season_for(signed_in(request), pk, reads_all=reads_all(request))
            season, held = reached(request, found)
            shows(season, by="seq")
            require(held, change if change and request.method == "POST" else right)
            of_member(request).right = held
            return page(request, season, *args, **kwargs)

        return view  # type: ignore[return-value]

    return wrap


def asked_of(request: HttpRequest, season: Season) -> SeasonBy:
    """Who asks, with the reason and the request's key that the form carried."""
    return SeasonBy(season.pk, signed_in(request), reason_in(request.POST), key_of(request))


def done(request: HttpRequest, form: Form, act: Callable[[], Any], words: str) -> bool:
    """Do what a form asks and say so; a refusal is put at its field. True if it was done."""
    if not accepted(form, act):
        return False
    messages.success(request, words)
    return True


def season_command(
    request: HttpRequest,
    season: Season,
    then: str,
    act: Callable[[SeasonBy], SeasonLine],
    words: str,
    refused: str = "",
) -> HttpResponse:
    """A button: do it and go to ``then``; a refusal is told there, or at ``refused``."""
    told = partial(refusal, names={})
    did = done_by_button(request, lambda: act(asked_of(request, season)), words, told)
    return redirect(then if did else refused or then)


def status(*forms: Form) -> int:
    """422 where a form of the page was refused."""
    return 422 if any(form.errors for form in forms) else 200
