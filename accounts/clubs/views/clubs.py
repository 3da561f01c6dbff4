"""New clubs, their settings, and their members: what each may do, and who of the list they are."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.clubs.forms.clubs import MAY, ClubEditForm, ClubForm, RoleForm
from accounts.clubs.selectors.members import called, members_of
from accounts.clubs.services.clubs import club_change, club_create
from accounts.clubs.services.members import LEFT_CLUB, member_change, member_leave, member_remove
from accounts.colours import OWN
from accounts.models import Role
from accounts.permissions import Right
from accounts.players.selectors.claims import pending_claims
from accounts.shared.views.base import Done, club_of, do, get_or_post, show, signed_in


@get_or_post
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Another club, owned by whoever makes it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    owner = signed_in(request)
    made = do(request, lambda: club_create(owner=owner, name=form.cleaned_data["name"]), form=form)
    if isinstance(made, Done):
        return redirect("club", made.value.pk)
    return show(request, "accounts/club_new.html", form)


@get_or_post
@login_required
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's name, how strangers read of its people, what it calls its roles, and its look."""
    club, _right = club_of(request, pk, Right.OWN)
    before = {
        "name": club.name,
        "public": club.public,
        "roles": "\n".join(club.roles),
        "colour": club.colour or OWN,
        "bell": club.bell,
    }
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ClubEditForm(*sent, initial=before)
    by = signed_in(request)
    changed = do(request, lambda: club_change(by=by, club=club, **form.cleaned_data), _("Saved."), form=form)
    if isinstance(changed, Done):
        return redirect("club", club.pk)
    return show(request, "accounts/club_edit.html", form, club=club)


@require_safe
@login_required
def members(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody in the club."""
    club, right = club_of(request, pk)
    asked = pending_claims(club.pk) if right >= Right.RUN else ()
    shown = {
        "club": club,
        "members": members_of(club.pk, emails=right >= Right.OWN),
        "asked": [(claim, called(claim.user)) for claim in asked],
        "roles": Role.choices,
        "may": MAY.values(),
        "may_run": right >= Right.RUN,
        "may_own": right >= Right.OWN,
    }
    return render(request, "accounts/members/list.html", shown)


@require_POST
@login_required
def change(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Another role for a member."""
    club, _right = club_of(request, pk, Right.OWN)
    form = RoleForm(request.POST)
    role = form.cleaned_data["role"] if form.is_valid() else ""
    do(
        request,
        lambda: member_change(by=signed_in(request), club=club, user=user, role=role),
        _("Saved."),
    )
    return redirect("members", club.pk)


@require_POST
@login_required
def remove(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Somebody is not in the club any more."""
    club, _right = club_of(request, pk, Right.OWN)
    me = signed_in(request)
    out = do(
        request,
        lambda: member_remove(by=me, club=club, user=user),
        _(LEFT_CLUB),
    )
    return redirect("home") if isinstance(out, Done) and user == me.pk else redirect("members", club.pk)


@require_POST
@login_required
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Out of the club, by oneself."""
    club, _right = club_of(request, pk)
    said = _("You have left %(club)s.") % {"club": club}
    out = do(request, lambda: member_leave(by=signed_in(request), club=club), said)
    return redirect("home") if isinstance(out, Done) else redirect("members", club.pk)
