"""Pages of clubs: new club, settings, members, invitations and claims; and a club's logo and colours.

The logo and the style sheet of the colours need no account.
"""

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.adapter import INVITATION
from accounts.clubs.forms import MAY, ClubEditForm, ClubForm, InvitationForm, MyNameForm, RoleForm
from accounts.clubs.selectors import (
    brings,
    called,
    invitation_by_number,
    invitation_by_token,
    invitation_taken,
    members_of,
    standing_invitations,
)
from accounts.clubs.services import (
    IN_CLUB,
    LEFT_CLUB,
    claim_ask,
    claim_decide,
    claim_end,
    claimed_name_change,
    club_change,
    club_create,
    invitation_accept,
    invitation_make,
    invitation_revoke,
    member_change,
    member_leave,
    member_remove,
)
from accounts.errors import StaleError
from accounts.logos import OWN, TYPES, shades
from accounts.models import Claim, Club, ClubLogo, Invitation, Player, Role, User
from accounts.names import initials
from accounts.permissions import Right, invitable, right_of
from accounts.players.selectors import (
    claimed_by,
    own_player,
    pending_claims,
    person_of,
    read_by_strangers,
    ticket_stands,
    unclaimed,
)
from accounts.shared.forms import PlainForm
from accounts.shared.views import Done, club_of, do, get_or_post, qr_within, show, signed_in
from accounts.unlisted import unlisted


@get_or_post
@login_required
def ask(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Say that this person is oneself. Strangers come by an evening's page, whose ticket opens this one."""
    me = signed_in(request)
    member = right_of(me.pk, pk) is not None
    ticket = (request.POST if request.method == "POST" else request.GET).get("token", "")
    found = Player.objects.filter(club__pk=pk, pk=player).select_related("club").first()
    if found is None or not (member or ticket_stands(player, ticket)):
        raise Http404
    form = PlainForm(request.POST if request.method == "POST" else None)
    sent = _("Your request is sent. An organiser of the club checks it.")
    if isinstance(do(request, lambda: claim_ask(by=me, player=found), sent, form=form), Done):
        return redirect("club", pk) if member else redirect("home")
    mine, person = own_player(me.pk, pk), person_of(found)
    gone = person.forgotten_at is not None or claimed_by(person) not in (None, me.pk)
    return show(
        request,
        "accounts/members/claim.html",
        form,
        club=found.club,
        who=read_by_strangers(person),
        ticket=ticket,
        member=member,
        mine=mine[1] if mine else None,
        gone=gone,
        same=mine is not None and mine[1].pk == person.pk,
    )


@require_POST
@login_required
def decide(request: HttpRequest, pk: int, claim: int) -> HttpResponse:
    """Grant a claim, or refuse it."""
    club, _right = club_of(request, pk, Right.RUN)
    found, granted = _claim(pk, claim), request.POST.get("granted") == "yes"
    said = _("The request is confirmed.") if granted else _("The request is refused.")
    do(request, lambda: claim_decide(by=signed_in(request), claim=found, granted=granted), said)
    return redirect("members", club.pk)


@require_POST
@login_required
def end(request: HttpRequest, pk: int, claim: int) -> HttpResponse:
    """Unlink the account, or withdraw the request."""
    me, found = signed_in(request), _claim(pk, claim)
    own = found.user_id == me.pk
    if not own:
        club_of(request, pk, Right.RUN)
    said = (
        _("The account is no longer linked to this player.")
        if found.granted
        else _("The request is withdrawn.")
    )
    do(request, lambda: claim_end(by=me, claim=found), said)
    return redirect("home") if own else redirect("members", pk)


@get_or_post
@login_required
def my_name(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a form for how strangers read of the user, and a button to unlink the account."""
    club, _right = club_of(request, pk)
    claim, person = _mine(signed_in(request), pk)
    before = {"public": person.public, "public_name": person.public_name}
    form = MyNameForm(request.POST if request.method == "POST" else None, initial=before)
    changed = do(
        request,
        lambda: claimed_name_change(by=signed_in(request), player=person, **form.cleaned_data),
        _("Saved."),
        form=form,
    )
    if isinstance(changed, Done):
        return redirect("club", club.pk)
    shown = {"club": club, "player": person.pk, "name": person.name, "short": initials(person.name)}
    return show(request, "accounts/members/my_name.html", form, claim=claim, **shown)


def _mine(user: User, club: int) -> tuple[Claim, Player]:
    found = own_player(user.pk, club)
    if found is None:
        raise Http404
    return found


def _claim(club: int, claim: int) -> Claim:
    found = Claim.objects.filter(player__club__pk=club, pk=claim).select_related("player").first()
    if found is None:
        raise Http404
    return found


@get_or_post
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Create a club, owned by the user."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    owner = signed_in(request)
    made = do(request, lambda: club_create(owner=owner, name=form.cleaned_data["name"]), form=form)
    if isinstance(made, Done):
        return redirect("club", made.value.pk)
    return show(request, "accounts/club_new.html", form)


@get_or_post
@login_required
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a form for the club's name, its people's public names, its roles and its look."""
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
    """Show everybody in the club."""
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
    """Give a member another role."""
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
    """Remove a member from the club."""
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
    """Leave the club."""
    club, _right = club_of(request, pk)
    said = _("You have left %(club)s.") % {"club": club}
    out = do(request, lambda: member_leave(by=signed_in(request), club=club), said)
    return redirect("home") if isinstance(out, Done) else redirect("members", club.pk)


@never_cache
@get_or_post
@login_required
def invitations(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the open invitations, and a form for one more. Its link is shown once."""
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
    """Show the link without a redirect: only its digest is kept, and nothing could show it again."""
    address = request.build_absolute_uri(reverse("invitation-scan", args=[token]))
    shown = {"club": club, "invitation": invitation, "address": address, "qr": qr_within(address)}
    return render(request, "accounts/members/made.html", shown)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """Revoke the invitation: its link stops working."""
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
    """Keep the invitation of the link in the session."""
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
    """Show what the link invites to. A user who is signed in accepts it."""
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
    """Answer the same for a link that never was, one that was taken or revoked, and one that is too old."""
    request.session.pop(INVITATION, None)
    return render(request, "accounts/members/gone.html", status=404)


DAY = 60 * 60 * 24
YEAR = 365 * DAY
ALONE = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""The policy of a picture that somebody uploaded: it loads nothing, runs nothing, and is nobody's frame."""


@cache_control(public=True, max_age=YEAR, immutable=True)
@require_safe
@unlisted
def logo(request: HttpRequest, pk: int, mark: str) -> HttpResponse:
    """Return the logo with this mark. Another one has another address, which cannot be guessed either."""
    found = ClubLogo.objects.filter(club=pk, club__logo_mark=mark).first() if mark else None
    if found is None or found.kind not in TYPES:
        raise Http404
    response = HttpResponse(bytes(found.data), content_type=TYPES[found.kind])
    response["Content-Security-Policy"] = ALONE
    return response


@cache_control(public=True, max_age=DAY)
@require_safe
def colour(request: HttpRequest, digits: str) -> HttpResponse:
    """Return the shades of a colour as a style sheet: pages may hold no styles of their own."""
    if not re.fullmatch(r"[0-9a-f]{6}", digits, re.ASCII):
        raise Http404
    light, dark = shades(f"#{digits}")
    return render(request, "accounts/colours.css", {"light": light, "dark": dark}, content_type="text/css")
