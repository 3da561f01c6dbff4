"""The first run, new clubs, and a club's list of players."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import ClubForm, PlayerEditForm, PlayerForm, StartForm, accepted
from accounts.models import Club, Player, User
from accounts.permissions import Right, club_for, require
from accounts.services import club_create, first_account_create, player_add, player_change

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


class SignIn(LoginView):
    """Signing in; before there is anybody to sign in, the first run."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "label_suffix": ""}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "GET" and not User.objects.exists():
            return redirect("start")
        return super().dispatch(request, *args, **kwargs)


@sensitive_post_parameters("password", "again")
@never_cache
@get_or_post
def start(request: HttpRequest) -> HttpResponse:
    """The first run: the first account and its club. There is no such page once somebody has an account."""
    if User.objects.exists():
        raise Http404
    form = StartForm(request.POST if request.method == "POST" else None)
    made: list[tuple[User, Club]] = []
    if request.method == "POST" and accepted(form, lambda: made.append(_first(form))):
        user, club = made[0]
        login(request, user)
        messages.success(request, _("Welcome. You can plan your first evening now."))
        return redirect("club", club.pk)
    return _show(request, "accounts/start.html", form)


def _first(form: Form) -> tuple[User, Club]:
    fields = ("email", "name", "password", "club")
    return first_account_create(**{field: form.cleaned_data[field] for field in fields})


@get_or_post
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Another club, owned by whoever makes it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    made: list[Club] = []
    if request.method == "POST" and accepted(
        form, lambda: made.append(club_create(owner=signed_in(request), name=form.cleaned_data["name"]))
    ):
        return redirect("club", made[0].pk)
    return _show(request, "accounts/club_new.html", form)


@get_or_post
@login_required
def players(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's list: everybody on it, and a form for one more."""
    club, right = club_of(request, pk)
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        require(right, Right.RUN)
        if accepted(form, lambda: player_add(by=signed_in(request), club=club, **form.cleaned_data)):
            messages.success(request, _("%(name)s is on the list.") % {"name": form.cleaned_data["name"]})
            return redirect("players", club.pk)
    everybody = list(club.players.all())
    return _show(
        request,
        "accounts/players.html",
        form,
        club=club,
        may_run=right >= Right.RUN,
        on_list=[player for player in everybody if player.active],
        off_list=[player for player in everybody if not player.active],
        roles=sorted({player.role for player in everybody} - {""}),
    )


@get_or_post
@login_required
def player_edit(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """One person on the list: renamed, given another role, or taken off."""
    club, right = club_of(request, pk)
    require(right, Right.RUN)
    person = Player.objects.filter(club=club, pk=player).first()
    if person is None:
        raise Http404
    before = {"name": person.name, "role": person.role, "active": person.active}
    form = PlayerEditForm(request.POST if request.method == "POST" else None, initial=before)
    if request.method == "POST" and accepted(
        form, lambda: player_change(by=signed_in(request), player=person, **form.cleaned_data)
    ):
        messages.success(request, _("The list is changed."))
        return redirect("players", club.pk)
    roles = club.players.exclude(role="").order_by("role").values_list("role", flat=True).distinct()
    return _show(
        request, "accounts/player_edit.html", form, club=club, shown_name=before["name"], roles=list(roles)
    )


def _show(request: HttpRequest, template: str, form: Form, **more: object) -> HttpResponse:
    """The page with its form: 422 where the form was refused."""
    return render(request, template, {"form": form, **more}, status=422 if form.errors else 200)


def club_of(request: HttpRequest, pk: int) -> tuple[Club, Right]:
    """The club and the visitor's right in it: 404 for a stranger."""
    found = club_for(signed_in(request), pk)
    if found is None:
        raise Http404
    return found


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required stands before every caller
    return request.user
