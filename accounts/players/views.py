"""The page of a club's list of players, and its form for one player."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.names import make_initials
from accounts.permissions import Right, require
from accounts.players.forms import PlayerEditForm, PlayerForm
from accounts.players.selectors import attach_merges, list_roles, load_merges
from accounts.players.services import player_add, player_change
from accounts.shared.views import Success, do, get_club_or_404, get_or_post, get_signed_in_user, show


@get_or_post
@login_required
def players(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's list, and a form for a new player."""
    club, right = get_club_or_404(request, pk)
    roles = list_roles(club)
    form = PlayerForm(request.POST if request.method == "POST" else None, roles=roles)
    if request.method == "POST":
        require(right, Right.RUN)
        result = do(
            request,
            lambda: player_add(by=get_signed_in_user(request), club=club, **form.cleaned_data),
            lambda _player: _("%(name)s is on the list.") % {"name": form.cleaned_data["name"]},
            form=form,
        )
        if isinstance(result, Success):
            return redirect("players", club.pk)
    everybody = attach_merges(club.pk, club.players.filter(forgotten_at=None))
    listed = [player for player in everybody if player.merged_into is None]
    return show(
        request,
        "accounts/players.html",
        form,
        club=club,
        may_run=right >= Right.RUN,
        on_list=[player for player in listed if player.active],
        off_list=[player for player in listed if not player.active],
        roles=roles,
    )


@get_or_post
@login_required
def player_edit(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a form for one player: name, role, public name, active or not."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    person = Player.objects.filter(club=club, pk=player, forgotten_at=None).first()
    if person is None:
        raise Http404
    if (standing_id := load_merges(club.pk).get(person.pk)) is not None:
        return redirect("player-edit", club.pk, standing_id)
    before = {field: getattr(person, field) for field in PlayerEditForm.base_fields}
    roles = list_roles(club)
    form = PlayerEditForm(request.POST if request.method == "POST" else None, roles=roles, initial=before)
    result = do(
        request,
        lambda: player_change(by=get_signed_in_user(request), player=person, **form.cleaned_data),
        _("Saved."),
        form=form,
    )
    if isinstance(result, Success):
        return redirect("players", club.pk)
    return show(
        request,
        "accounts/player_edit.html",
        form,
        club=club,
        player=player,
        shown_name=before["name"],
        short=make_initials(before["name"]),
        roles=roles,
    )
