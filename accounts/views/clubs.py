"""New clubs, and their settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.forms.base import accepted
from accounts.forms.clubs import ClubEditForm, ClubForm
from accounts.models import Club
from accounts.permissions import Right
from accounts.services.clubs import club_change, club_create
from accounts.views.base import club_of, get_or_post, show, signed_in


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
    return show(request, "accounts/club_new.html", form)


@get_or_post
@login_required
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's name, how strangers read of its people, and what it calls its roles."""
    club, _right = club_of(request, pk, Right.OWN)
    before = {"name": club.name, "public": club.public, "roles": "\n".join(club.roles)}
    form = ClubEditForm(request.POST if request.method == "POST" else None, initial=before)
    if request.method == "POST" and accepted(
        form, lambda: club_change(by=signed_in(request), club=club, **form.cleaned_data)
    ):
        messages.success(request, _("The club is changed."))
        return redirect("club", club.pk)
    return show(request, "accounts/club_edit.html", form, club=club)
