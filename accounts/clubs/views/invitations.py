"""Invitations to a club: made and revoked by its members, and taken by whoever has the link."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.adapter import INVITATION
from accounts.clubs.forms.clubs import InvitationForm
from accounts.clubs.selectors.invitations import (
    brings,
    invitation_by_number,
    invitation_by_token,
    invitation_taken,
    standing_invitations,
)
from accounts.clubs.selectors.members import called
from accounts.clubs.services.invitations import IN_CLUB, invitation_accept, invitation_make, invitation_revoke
from accounts.errors import StaleError
from accounts.models import Club, Invitation
from accounts.permissions import Right, invitable
from accounts.players.selectors.claims import read_by_strangers, unclaimed
from accounts.shared.forms.base import PlainForm
from accounts.shared.views.base import Done, club_of, do, get_or_post, show, signed_in
from accounts.shared.views.qr import qr_within


@never_cache
@get_or_post
@login_required
def invitations(request: HttpRequest, pk: int) -> HttpResponse:
    """Those that are open, and a form for one more, whose link is shown once."""
    club, right = club_of(request, pk, Right.RUN)
    roles = invitable(right)
    form = InvitationForm(
        request.POST if request.method == "POST" else None, roles=roles, people=unclaimed(club.pk)
    )
    by = signed_in(request)
    made = do(request, lambda: invitation_make(by=by, club=club, **form.cleaned_data), form=form)
    if isinstance(made, Done):
        return _made(request, club, *made.value)
    found = standing_invitations(timezone.now()).filter(club=club)
    standing = [(one, called(one.made_by), one.role in roles) for one in found]
    return show(request, "accounts/members/invitations.html", form, club=club, standing=standing)


def _made(request: HttpRequest, club: Club, invitation: Invitation, token: str) -> HttpResponse:
    """The link: not led on from here, for only its digest is kept and nothing could show it again."""
    address = request.build_absolute_uri(reverse("invitation-scan", args=[token]))
    shown = {"club": club, "invitation": invitation, "address": address, "qr": qr_within(address)}
    return render(request, "accounts/members/made.html", shown)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """The link stops working."""
    club, _right = club_of(request, pk, Right.RUN)
    found = Invitation.objects.filter(club=club, pk=invitation).first()
    if found is None:
        raise Http404
    do(
        request,
        lambda: invitation_revoke(by=signed_in(request), invitation=found),
        _("The invitation is revoked."),
    )
    return redirect("invitations", club.pk)


@require_safe
@never_cache
def scan(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invitation: which it is goes into the session."""
    found = invitation_by_token(token, timezone.now())
    if found is None:
        limits.refuse_guessers(request, INVITATION)
        limits.failed(request, INVITATION)
        return _gone(request)
    request.session[INVITATION] = found.pk
    return redirect("invitation")


@get_or_post
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """What the link invites to; taken by whoever is signed in."""
    kept = request.session.get(INVITATION)
    found = invitation_by_number(kept, timezone.now())
    if found is None:
        own = invitation_taken(kept, request.user.pk)
        return _taken(request, own, _welcome(own)) if own else _gone(request)
    form = PlainForm(request.POST if request.method == "POST" else None)
    brought = brings(signed_in(request), found) if request.user.is_authenticated else None
    if request.method == "POST":
        if brought is None:
            return redirect_to_login(reverse("invitation"))
        if not brought.anything:
            del request.session[INVITATION]
            messages.info(request, _(IN_CLUB))
            return redirect("club", found.club_id)
        accepted = do(request, lambda: invitation_accept(by=signed_in(request), invitation=found), form=form)
        if isinstance(accepted, Done):
            return _taken(request, found, _welcome(found))
        if isinstance(accepted.error, StaleError):
            return _gone(request)
    who = read_by_strangers(found.player) if found.player else ""
    shown = {"invitation": found, "brought": brought, "who": who, "by": called(found.made_by)}
    return show(request, "accounts/members/invitation.html", form, **shown)


def _welcome(invitation: Invitation) -> str:
    return _("Welcome to %(club)s!") % {"club": invitation.club}


def _taken(request: HttpRequest, invitation: Invitation, said: str) -> HttpResponse:
    del request.session[INVITATION]
    messages.success(request, said)
    return redirect("club", invitation.club_id)


def _gone(request: HttpRequest) -> HttpResponse:
    """The same for a link that never was, one that was taken or revoked, and one that is too old."""
    request.session.pop(INVITATION, None)
    return render(request, "accounts/members/gone.html", status=404)
