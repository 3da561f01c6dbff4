"""What the pages of a season share: access by right, and who asks."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse

from accounts.database.snapshots import shows
from accounts.errors import gettext_noop as _
from accounts.permissions import Right, require
from accounts.shared.views.base import reached, reads_all, signed_in
from tournaments.base.forms.reasons import reason_in
from tournaments.base.views.pages import key_of, of_member
from tournaments.models import Season
from tournaments.seasons.selectors.access import season_for
from tournaments.seasons.services.journal import SeasonBy

P = ParamSpec("P")
SET_UP = _("The season is set up. Choose the evenings that count.")
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


def status(*forms: Form) -> int:
    """422 where a form of the page was refused."""
    return 422 if any(form.errors for form in forms) else 200
