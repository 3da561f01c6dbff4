"""Pages of groups, a player's record, ratings and merges, of data exports, deletion and forgetting."""

from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.models import Club, Group, Merge, Player
from accounts.permissions import Right, require
from accounts.players.selectors import (
    find_claiming_user,
    find_entries,
    find_own_player,
    list_data_exports,
    list_standing_players,
    load_groups_with_members,
    load_merges,
    map_former_entries,
)
from accounts.players.services import group_create, player_data_take, player_unmerge
from accounts.shared.views import Success, do, get_club_or_404, get_or_post, get_signed_in_user, show
from tournaments.base.words import describe_refusal
from tournaments.records.forms import (
    DeleteForm,
    ForgetForm,
    GroupEditForm,
    GroupForm,
    MergeChoiceForm,
    MergeForm,
    RatingsForm,
    TakeDataForm,
)
from tournaments.records.presenters import load_rating_lists, load_record
from tournaments.records.selectors.own_data import collect_own_data, collect_person_data, preview_leaving
from tournaments.records.services.people import (
    account_delete,
    group_drop,
    group_set,
    player_forget,
    players_merge,
)
from tournaments.seasons.presenters.row import preview_merged_seasons, preview_unmerged_seasons
from tournaments.standings.selectors.people import find_group_uses, preview_merging
from tournaments.transfer.views import send_json
from tournaments.undo.presenters import ClosedSeason


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def groups(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's groups with their members, and a form for a new group."""
    club, right = get_club_or_404(request, pk)
    form = GroupForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        require(right, Right.RUN)
        by = get_signed_in_user(request)
        outcome = do(request, lambda: group_create(by=by, club=club, **form.cleaned_data), form=form)
        if isinstance(outcome, Success):
            return redirect("group", club.pk, outcome.value.pk)
    context = {
        "club": club,
        "groups": load_groups_with_members(club.pk),
        "form": form,
        "may_run": right >= Right.RUN,
    }
    return render(request, "records/groups/list.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def group(request: HttpRequest, pk: int, group: int) -> HttpResponse:
    """Show one group: its name and its members."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    row = _get_group(club, group)
    uses = find_group_uses(club.pk).get(row.name, ())
    merges = load_merges(club.pk)
    inside = {merges.get(player, player) for player in row.players.values_list("pk", flat=True)}
    before = {"name": row.name, "players": inside}
    data = request.POST if request.method == "POST" else None
    form = GroupEditForm(data, initial=before, people=list_standing_players(club.pk))
    outcome = do(
        request,
        lambda: group_set(
            by=get_signed_in_user(request),
            group=row,
            name=form.cleaned_data["name"],
            players=form.cleaned_data["players"],
        ),
        _("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("groups", club.pk)
    context = {"club": club, "group": row, "called": before["name"], "form": form, "used": uses}
    return render(request, "records/groups/group.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def delete_group(request: HttpRequest, pk: int, group: int) -> HttpResponse:
    """Delete a group."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    row = _get_group(club, group)
    message = _("“%(name)s” is deleted.") % {"name": row.name}
    dropped = do(
        request,
        lambda: group_drop(by=get_signed_in_user(request), group=row),
        message,
        words=describe_refusal,
    )
    return redirect("groups", club.pk) if isinstance(dropped, Success) else redirect("group", club.pk, group)


def _get_group(club: Club, group: int) -> Group:
    group_row = Group.objects.filter(club=club, pk=group).first()
    if group_row is None:
        raise Http404
    return group_row


@require_safe
@login_required
def record(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a player's page."""
    club, right = get_club_or_404(request, pk)
    player_page = load_record(club, player)
    if player_page is None:
        raise Http404
    if player_page.player != player:
        return redirect("player-record", club.pk, player_page.player)
    mine, runs = find_own_player(get_signed_in_user(request).pk, club.pk), right >= Right.RUN
    listed = player_page.person.forgotten_at is None
    may_claim = listed and (mine is None or runs) and find_claiming_user(player_page.person) is None
    context = {
        "club": club,
        "record": player_page,
        "may_run": runs,
        "may_export": runs and may_claim,
        "is_me": mine is not None and mine[1].pk == player,
        "may_be_me": mine is None and may_claim,
    }
    return render(request, "records/record.html", context)


@require_safe
@login_required
def ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everybody's rating, in all games or in one."""
    club, _right = get_club_or_404(request, pk)
    ratings = load_rating_lists(club)
    form = RatingsForm(request.GET, games=[(rated.game, rated.title) for rated in ratings.ratings])
    game = form.choices["game"]
    lists = [rated for rated in ratings.ratings if game in (None, rated.game)]
    context = {"club": club, "ratings": ratings, "form": form, "lists": lists}
    return render(request, "records/ratings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def merge(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Merge two entries of a player: choose the other entry, show the changes, then merge."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    stays = _get_player(club, player)
    if (stays_pk := load_merges(club.pk).get(stays.pk)) is not None:
        return redirect("player-merge", club.pk, stays_pk)
    candidates = list_standing_players(club.pk).filter(forgotten_at=None).exclude(pk=stays.pk)
    data = request.POST if request.method == "POST" else request.GET if "gone" in request.GET else None
    choose = MergeChoiceForm(data, entries=candidates)
    goes = choose.cleaned_data["gone"] if choose.is_valid() else None
    form = MergeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and goes is not None:
        reason = form.data.get("reason", "")
        by, names = get_signed_in_user(request), {"other": goes.name, "name": stays.name}
        outcome = do(
            request,
            lambda: players_merge(by=by, stays=stays, goes=goes, reason=reason),
            _("%(other)s is merged into %(name)s.") % names,
            form=form,
        )
        if isinstance(outcome, Success):
            return redirect("player-record", club.pk, stays.pk)
    context: dict[str, Any] = {
        "club": club,
        "player": stays,
        "choose": choose,
        "form": form,
        "goes": goes,
        "merging": preview_merging(stays, goes) if goes else None,
        "closed": preview_merged_seasons(club.pk, goes.pk, stays.pk) if goes else (),
        "merged": _load_merges(club, stays),
    }
    is_refused = (data is not None and not choose.is_valid()) or form.errors
    return render(request, "records/merge.html", context, status=422 if is_refused else 200)


def _load_merges(club: Club, stays: Player) -> list[tuple[Merge, tuple[ClosedSeason, ...]]]:
    """Return the merges into the player, each with the closed seasons that would differ without the merge."""
    entries = [entry.pk for entry in map_former_entries(club.pk).get(stays.pk, ())]
    rows = Merge.objects.filter(gone__in=entries, undone_at=None).select_related("gone", "kept", "by")
    return [(merge_row, preview_unmerged_seasons(club.pk, merge_row.gone_id)) for merge_row in rows]


@require_POST
@login_required
def unmerge(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Undo a merge; the entries are two people again."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    entry = _get_player(club, player)
    stays = load_merges(club.pk).get(entry.pk, entry.pk)
    message = _("%(name)s is a separate player again.") % {"name": entry.name}
    do(
        request,
        lambda: player_unmerge(by=get_signed_in_user(request), gone=entry),
        message,
        words=describe_refusal,
    )
    return redirect("player-merge", club.pk, stays)


def _get_player(club: Club, player: int) -> Player:
    player_row = Player.objects.filter(club=club, pk=player).first()
    if player_row is None:
        raise Http404
    return player_row


@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Send all stored data of the user as a file."""
    return send_json(collect_own_data(get_signed_in_user(request)), "headtable account")


@sensitive_post_parameters("password")
@never_cache
@get_or_post
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the user's own account, after a check of the password."""
    user = get_signed_in_user(request)
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        limits.refuse_guessers(request, "password")
        message = _("Your account is deleted. Thank you for playing with us.")
        deleted = do(request, lambda: account_delete(user=user, **form.cleaned_data), message, form=form)
        if isinstance(deleted, Success):
            logout(request)
            return redirect("account_login")
        if "password" in form.errors:
            limits.count_failure(request, "password")
    return show(request, "accounts/delete.html", form, leaving=preview_leaving(user))


@get_or_post
@login_required
def person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Send all stored data of a player without an account, as a file that an organiser hands on."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    person_row = _get_person(club, player)
    if person_row.pk != player:
        return redirect("player-data", club.pk, person_row.pk)
    form = TakeDataForm(request.POST if request.method == "POST" else None)
    outcome = do(
        request, lambda: player_data_take(by=get_signed_in_user(request), player=person_row), form=form
    )
    if isinstance(outcome, Success):
        return send_json(collect_person_data(person_row), "headtable", person_row.name)
    context = {
        "club": club,
        "player": person_row,
        "linked": find_claiming_user(person_row) is not None,
        "taken": list_data_exports(find_entries(person_row.pk, load_merges(club.pk))),
    }
    return show(request, "records/data.html", form, **context)


def _get_person(club: Club, player: int) -> Player:
    """Return the player of the kept entry. Http404 if there is none, or if the name was removed."""
    player = load_merges(club.pk).get(player, player)
    person_row = Player.objects.select_related("club").filter(club=club, pk=player, forgotten_at=None).first()
    if person_row is None:
        raise Http404
    return person_row


@get_or_post
@login_required
def forget(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Forget a player on the list at their request."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    person = _get_person(club, player)
    if person.pk != player:
        return redirect("player-forget", club.pk, person.pk)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    forgotten = do(
        request,
        lambda: player_forget(by=get_signed_in_user(request), player=person, **form.cleaned_data),
        _("The name is removed permanently. The results stay."),
        form=form,
    )
    if isinstance(forgotten, Success):
        return redirect("players", club.pk)
    return show(request, "records/forget.html", form, club=club, player=person)
