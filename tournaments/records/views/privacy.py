"""What the program knows of somebody, taken along; an account deleted; somebody forgotten."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.models import Club, Player
from accounts.permissions import Right
from accounts.players.selectors.claims import claimed_by
from accounts.players.selectors.exports import data_taken
from accounts.players.selectors.players import entries_of, kept
from accounts.players.services.privacy import player_data_take
from accounts.shared.views.base import Done, club_of, do, get_or_post, show, signed_in
from tournaments.records.forms.privacy import DeleteForm, ForgetForm, TakeDataForm
from tournaments.records.selectors.own_data import leaving, own_data
from tournaments.records.selectors.person_data import person_data
from tournaments.records.services.forgetting import account_delete, player_forget
from tournaments.transfer.views.exports import json_file


@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """All that is kept of who asks, as a file."""
    return json_file(own_data(signed_in(request)), "headtable account")


@sensitive_post_parameters("password")
@never_cache
@get_or_post
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """The own account, deleted by who knows its password."""
    user = signed_in(request)
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        limits.refuse_guessers(request, "password")
        said = _("Your account is deleted. Thank you for playing with us.")
        deleted = do(request, lambda: account_delete(user=user, **form.cleaned_data), said, form=form)
        if isinstance(deleted, Done):
            logout(request)
            return redirect("account_login")
        if "password" in form.errors:
            limits.failed(request, "password")
    return show(request, "accounts/delete.html", form, leaving=leaving(user))


@get_or_post
@login_required
def person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """All that is kept of a player without an account, as a file for an organiser to hand on."""
    club, _right = club_of(request, pk, Right.RUN)
    found = _person(club, player)
    if found.pk != player:
        return redirect("player-data", club.pk, found.pk)
    form = TakeDataForm(request.POST if request.method == "POST" else None)
    taken = do(request, lambda: player_data_take(by=signed_in(request), player=found), form=form)
    if isinstance(taken, Done):
        return json_file(person_data(found), "headtable", found.name)
    shown = {
        "club": club,
        "player": found,
        "linked": claimed_by(found) is not None,
        "taken": data_taken(entries_of(found.pk, kept(club.pk))),
    }
    return show(request, "records/data.html", form, **shown)


def _person(club: Club, player: int) -> Player:
    """The player by the entry that stands. Http404 for nobody, and where the name was removed."""
    player = kept(club.pk).get(player, player)
    found = Player.objects.select_related("club").filter(club=club, pk=player, forgotten_at=None).first()
    if found is None:
        raise Http404
    return found


@get_or_post
@login_required
def forget(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Somebody on the list who asks to be forgotten."""
    club, _right = club_of(request, pk, Right.RUN)
    person = _person(club, player)
    if person.pk != player:
        return redirect("player-forget", club.pk, person.pk)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    forgotten = do(
        request,
        lambda: player_forget(by=signed_in(request), player=person, **form.cleaned_data),
        _("The name is removed permanently. The results stay."),
        form=form,
    )
    if isinstance(forgotten, Done):
        return redirect("players", club.pk)
    return show(request, "records/forget.html", form, club=club, player=person)
