"""People across evenings: what one of them has played, the club's ratings, entries that are one person."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Club, Merge, Player
from accounts.permissions import Right
from accounts.players.selectors.claims import claimed_by, own_player
from accounts.players.selectors.players import former, kept, standing
from accounts.players.services.merging import player_unmerge
from accounts.shared.views.base import Done, club_of, do, signed_in
from tournaments.base.words import refusal
from tournaments.records.forms.players import MergeForm, OtherForm
from tournaments.records.presenters.player_record import player_record
from tournaments.records.presenters.ratings import rating_lists
from tournaments.records.services.people import players_merge
from tournaments.seasons.presenters.otherwise import closed_if_merged, closed_if_parted
from tournaments.standings.selectors.people import merging
from tournaments.undo.presenters.changes import ClosedSeason


@require_safe
@login_required
def record(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """A player's page."""
    club, right = club_of(request, pk)
    found = player_record(club, player)
    if found is None:
        raise Http404
    if found.player != player:
        return redirect("player-record", club.pk, found.player)
    mine, runs = own_player(signed_in(request).pk, club.pk), right >= Right.RUN
    listed = found.person.forgotten_at is None
    alone = listed and (mine is None or runs) and claimed_by(found.person) is None
    shown = {
        "club": club,
        "record": found,
        "may_run": runs,
        "may_export": runs and alone,
        "is_me": mine is not None and mine[1].pk == player,
        "may_be_me": mine is None and alone,
    }
    return render(request, "records/record.html", shown)


@require_safe
@login_required
def ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's rating, by game."""
    club, _right = club_of(request, pk)
    return render(request, "records/ratings.html", {"club": club, "ratings": rating_lists(club)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def merge(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Somebody who is on the list twice: choose the other entry, look at what it changes, make them one."""
    club, _right = club_of(request, pk, Right.RUN)
    stays = _one(club, player)
    if (one := kept(club.pk).get(stays.pk)) is not None:
        return redirect("player-merge", club.pk, one)
    others = standing(club.pk).filter(forgotten_at=None).exclude(pk=stays.pk)
    sent = request.POST if request.method == "POST" else request.GET if "gone" in request.GET else None
    choose = OtherForm(sent, others=others)
    goes = choose.cleaned_data["gone"] if choose.is_valid() else None
    form = MergeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and goes is not None:
        reason = form.data.get("reason", "")
        by, names = signed_in(request), {"other": goes.name, "name": stays.name}
        merged = do(
            request,
            lambda: players_merge(by=by, stays=stays, goes=goes, reason=reason),
            _("%(other)s is merged into %(name)s.") % names,
            form=form,
        )
        if isinstance(merged, Done):
            return redirect("player-record", club.pk, stays.pk)
    shown: dict[str, Any] = {
        "club": club,
        "player": stays,
        "choose": choose,
        "form": form,
        "goes": goes,
        "merging": merging(stays, goes) if goes else None,
        "closed": closed_if_merged(club.pk, goes.pk, stays.pk) if goes else (),
        "merged": _merged(club, stays),
    }
    refused = (sent is not None and not choose.is_valid()) or form.errors
    return render(request, "records/merge.html", shown, status=422 if refused else 200)


def _merged(club: Club, stays: Player) -> list[tuple[Merge, tuple[ClosedSeason, ...]]]:
    """The merges into the player, each with the closed seasons that would be otherwise without it."""
    gone = [other.pk for other in former(club.pk).get(stays.pk, ())]
    rows = Merge.objects.filter(gone__in=gone, undone_at=None).select_related("gone", "kept", "by")
    return [(one, closed_if_parted(club.pk, one.gone_id)) for one in rows]


@require_POST
@login_required
def unmerge(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """They are two people after all."""
    club, _right = club_of(request, pk, Right.RUN)
    gone = _one(club, player)
    stays = kept(club.pk).get(gone.pk, gone.pk)
    said = _("%(name)s is a separate player again.") % {"name": gone.name}
    do(request, lambda: player_unmerge(by=signed_in(request), gone=gone), said, words=refusal)
    return redirect("player-merge", club.pk, stays)


def _one(club: Club, player: int) -> Player:
    found = Player.objects.filter(club=club, pk=player).first()
    if found is None:
        raise Http404
    return found
