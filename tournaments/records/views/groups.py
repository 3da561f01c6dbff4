"""A club's groups: juniors, newcomers; for whom there may be prizes of their own."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Club, Group
from accounts.permissions import Right, require
from accounts.players.selectors.players import kept, members, standing
from accounts.players.services.groups import group_create
from accounts.shared.views.base import Done, club_of, do, signed_in
from tournaments.base.words import refusal
from tournaments.records.forms.players import GroupEditForm, GroupForm
from tournaments.records.services.people import group_drop, group_set
from tournaments.standings.selectors.people import uses_of_groups


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def groups(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's groups and who is in them, and a form for one more."""
    club, right = club_of(request, pk)
    form = GroupForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        require(right, Right.RUN)
        by = signed_in(request)
        made = do(request, lambda: group_create(by=by, club=club, **form.cleaned_data), form=form)
        if isinstance(made, Done):
            return redirect("group", club.pk, made.value.pk)
    shown = {
        "club": club,
        "groups": members(club.pk),
        "form": form,
        "may_run": right >= Right.RUN,
    }
    return render(request, "records/groups/list.html", shown, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def group(request: HttpRequest, pk: int, group: int) -> HttpResponse:
    """One group: its name, and who is in it."""
    club, _right = club_of(request, pk, Right.RUN)
    row = _one(club, group)
    used = uses_of_groups(club.pk).get(row.name, ())
    one = kept(club.pk)
    inside = {one.get(player, player) for player in row.players.values_list("pk", flat=True)}
    before = {"name": row.name, "players": inside}
    sent = request.POST if request.method == "POST" else None
    form = GroupEditForm(sent, initial=before, people=standing(club.pk))
    changed = do(
        request,
        lambda: group_set(
            by=signed_in(request),
            group=row,
            name=form.cleaned_data["name"],
            players=form.cleaned_data["players"],
        ),
        _("Saved."),
        form=form,
    )
    if isinstance(changed, Done):
        return redirect("groups", club.pk)
    shown = {"club": club, "group": row, "called": before["name"], "form": form, "used": used}
    return render(request, "records/groups/group.html", shown, status=422 if form.errors else 200)


@require_POST
@login_required
def delete(request: HttpRequest, pk: int, group: int) -> HttpResponse:
    """No such group any more."""
    club, _right = club_of(request, pk, Right.RUN)
    row = _one(club, group)
    gone = _("“%(name)s” is deleted.") % {"name": row.name}
    dropped = do(request, lambda: group_drop(by=signed_in(request), group=row), gone, words=refusal)
    return redirect("groups", club.pk) if isinstance(dropped, Done) else redirect("group", club.pk, group)


def _one(club: Club, group: int) -> Group:
    found = Group.objects.filter(club=club, pk=group).first()
    if found is None:
        raise Http404
    return found
