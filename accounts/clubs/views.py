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
    find_accepted_invitation,
    find_invitation_by_number,
    find_invitation_by_token,
    format_account_name,
    list_open_invitations,
    load_club_members,
    preview_invitation,
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
from accounts.logos import OWN, TYPES, find_shades
from accounts.models import Claim, Club, ClubLogo, Invitation, Player, Role, User
from accounts.names import make_initials
from accounts.permissions import Right, find_right, list_invitable_roles
from accounts.players.selectors import (
    find_claiming_user,
    find_own_player,
    find_person,
    get_public_name,
    is_valid_ticket,
    list_pending_claims,
    list_unclaimed_players,
)
from accounts.shared.forms import PlainForm
from accounts.shared.views import (
    Success,
    do,
    draw_qr_inline,
    get_club_or_404,
    get_or_post,
    get_signed_in_user,
    show,
)
from accounts.unlisted import unlisted


@get_or_post
@login_required
def ask(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Ask to be linked to this player. A stranger needs the ticket of an evening's page."""
    me = get_signed_in_user(request)
    member = find_right(me.pk, pk) is not None
    ticket = (request.POST if request.method == "POST" else request.GET).get("token", "")
    row = Player.objects.filter(club__pk=pk, pk=player).select_related("club").first()
    if row is None or not (member or is_valid_ticket(player, ticket)):
        raise Http404
    form = PlainForm(request.POST if request.method == "POST" else None)
    message = _("Your request is sent. An organiser of the club checks it.")
    if isinstance(do(request, lambda: claim_ask(by=me, player=row), message, form=form), Success):
        return redirect("club", pk) if member else redirect("home")
    mine, person = find_own_player(me.pk, pk), find_person(row)
    is_taken = person.forgotten_at is not None or find_claiming_user(person) not in (None, me.pk)
    return show(
        request,
        "accounts/members/claim.html",
        form,
        club=row.club,
        who=get_public_name(person),
        ticket=ticket,
        member=member,
        mine=mine[1] if mine else None,
        gone=is_taken,
        same=mine is not None and mine[1].pk == person.pk,
    )


@require_POST
@login_required
def decide(request: HttpRequest, pk: int, claim: int) -> HttpResponse:
    """Grant a claim, or refuse it."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    row, grants = _find_claim(pk, claim), request.POST.get("granted") == "yes"
    message = _("The request is confirmed.") if grants else _("The request is refused.")
    do(request, lambda: claim_decide(by=get_signed_in_user(request), claim=row, granted=grants), message)
    return redirect("members", club.pk)


@require_POST
@login_required
def end(request: HttpRequest, pk: int, claim: int) -> HttpResponse:
    """Unlink the account, or withdraw the request."""
    me, row = get_signed_in_user(request), _find_claim(pk, claim)
    own = row.user_id == me.pk
    if not own:
        get_club_or_404(request, pk, Right.RUN)
    message = (
        _("The account is no longer linked to this player.")
        if row.granted
        else _("The request is withdrawn.")
    )
    do(request, lambda: claim_end(by=me, claim=row), message)
    return redirect("home") if own else redirect("members", pk)


@get_or_post
@login_required
def my_name(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a form for the user's public name in the club, and a button to unlink the account."""
    club, _right = get_club_or_404(request, pk)
    claim, person = _find_own_claim(get_signed_in_user(request), pk)
    before = {"public": person.public, "public_name": person.public_name}
    form = MyNameForm(request.POST if request.method == "POST" else None, initial=before)
    result = do(
        request,
        lambda: claimed_name_change(by=get_signed_in_user(request), player=person, **form.cleaned_data),
        _("Saved."),
        form=form,
    )
    if isinstance(result, Success):
        return redirect("club", club.pk)
    context = {"club": club, "player": person.pk, "name": person.name, "short": make_initials(person.name)}
    return show(request, "accounts/members/my_name.html", form, claim=claim, **context)


def _find_own_claim(user: User, club: int) -> tuple[Claim, Player]:
    own = find_own_player(user.pk, club)
    if own is None:
        raise Http404
    return own


def _find_claim(club: int, claim: int) -> Claim:
    row = Claim.objects.filter(player__club__pk=club, pk=claim).select_related("player").first()
    if row is None:
        raise Http404
    return row


@get_or_post
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Create a club, owned by the user."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    owner = get_signed_in_user(request)
    result = do(request, lambda: club_create(owner=owner, name=form.cleaned_data["name"]), form=form)
    if isinstance(result, Success):
        return redirect("club", result.value.pk)
    return show(request, "accounts/club_new.html", form)


@get_or_post
@login_required
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a form for the club's name, its people's public names, its roles and its look."""
    club, _right = get_club_or_404(request, pk, Right.OWN)
    before = {
        "name": club.name,
        "public": club.public,
        "roles": "\n".join(club.roles),
        "colour": club.colour or OWN,
        "bell": club.bell,
    }
    posted = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ClubEditForm(*posted, initial=before)
    by = get_signed_in_user(request)
    result = do(request, lambda: club_change(by=by, club=club, **form.cleaned_data), _("Saved."), form=form)
    if isinstance(result, Success):
        return redirect("club", club.pk)
    return show(request, "accounts/club_edit.html", form, club=club)


@require_safe
@login_required
def members(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everybody in the club, and who is invited."""
    club, right = get_club_or_404(request, pk)
    claims = list_pending_claims(club.pk) if right >= Right.RUN else ()
    roles = list_invitable_roles(right)
    open_ones = list_open_invitations(timezone.now()).filter(club=club) if right >= Right.RUN else ()
    members = load_club_members(club.pk, emails=right >= Right.OWN)
    context = {
        "club": club,
        "members": members,
        "linked": any(member.player for member in members) or any(one.player for one in open_ones),
        "invitations": [(one, format_account_name(one.made_by), one.role in roles) for one in open_ones],
        "asked": [(claim, format_account_name(claim.user)) for claim in claims],
        "roles": Role.choices,
        "may": MAY.values(),
        "may_run": right >= Right.RUN,
        "may_own": right >= Right.OWN,
    }
    return render(request, "accounts/members/list.html", context)


@require_POST
@login_required
def change(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Give a member another role."""
    club, _right = get_club_or_404(request, pk, Right.OWN)
    form = RoleForm(request.POST)
    role = form.cleaned_data["role"] if form.is_valid() else ""
    do(
        request,
        lambda: member_change(by=get_signed_in_user(request), club=club, user=user, role=role),
        _("Saved."),
    )
    return redirect("members", club.pk)


@require_POST
@login_required
def remove(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Remove a member from the club."""
    club, _right = get_club_or_404(request, pk, Right.OWN)
    me = get_signed_in_user(request)
    result = do(
        request,
        lambda: member_remove(by=me, club=club, user=user),
        _(LEFT_CLUB),
    )
    return redirect("home") if isinstance(result, Success) and user == me.pk else redirect("members", club.pk)


@require_POST
@login_required
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave the club."""
    club, _right = get_club_or_404(request, pk)
    message = _("You have left %(club)s.") % {"club": club}
    result = do(request, lambda: member_leave(by=get_signed_in_user(request), club=club), message)
    return redirect("home") if isinstance(result, Success) else redirect("members", club.pk)


@never_cache
@get_or_post
@login_required
def invitations(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a form for an invitation. Its link is shown once."""
    club, right = get_club_or_404(request, pk, Right.RUN)
    form = InvitationForm(
        request.POST if request.method == "POST" else None,
        roles=list_invitable_roles(right),
        people=list_unclaimed_players(club.pk),
    )
    by = get_signed_in_user(request)
    result = do(request, lambda: invitation_make(by=by, club=club, **form.cleaned_data), form=form)
    if isinstance(result, Success):
        return _show_link(request, club, *result.value)
    return show(request, "accounts/members/invitations.html", form, club=club)


def _show_link(request: HttpRequest, club: Club, invitation: Invitation, token: str) -> HttpResponse:
    """Show the link without a redirect. Only its digest is stored, so no other response can show it."""
    address = request.build_absolute_uri(reverse("invitation-scan", args=[token]))
    context = {"club": club, "invitation": invitation, "address": address, "qr": draw_qr_inline(address)}
    return render(request, "accounts/members/made.html", context)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """Revoke the invitation: its link stops working."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    row = Invitation.objects.filter(club=club, pk=invitation).first()
    if row is None:
        raise Http404
    do(
        request,
        lambda: invitation_revoke(by=get_signed_in_user(request), invitation=row),
        _("The invitation is revoked."),
    )
    return redirect("members", club.pk)


@require_safe
@never_cache
def scan(request: HttpRequest, token: str) -> HttpResponse:
    """Store the link's invitation in the session."""
    row = find_invitation_by_token(token, timezone.now())
    if row is None:
        limits.refuse_guessers(request, INVITATION)
        limits.count_failure(request, INVITATION)
        return _show_invalid(request)
    request.session[INVITATION] = row.pk
    return redirect("invitation")


@get_or_post
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """Show the invitation's club and role. A signed-in user can accept it."""
    pk = request.session.get(INVITATION)
    row = find_invitation_by_number(pk, timezone.now())
    if row is None:
        own = find_accepted_invitation(pk, request.user.pk)
        return _redirect_to_club(request, own, _compose_welcome(own)) if own else _show_invalid(request)
    form = PlainForm(request.POST if request.method == "POST" else None)
    gains = preview_invitation(get_signed_in_user(request), row) if request.user.is_authenticated else None
    if request.method == "POST":
        if gains is None:
            return redirect_to_login(reverse("invitation"))
        if not gains.has_effect:
            del request.session[INVITATION]
            messages.info(request, _(IN_CLUB))
            return redirect("club", row.club_id)
        accepted = do(
            request, lambda: invitation_accept(by=get_signed_in_user(request), invitation=row), form=form
        )
        if isinstance(accepted, Success):
            return _redirect_to_club(request, row, _compose_welcome(row))
        if isinstance(accepted.error, StaleError):
            return _show_invalid(request)
    person = get_public_name(row.player) if row.player else ""
    context = {"invitation": row, "brought": gains, "who": person, "by": format_account_name(row.made_by)}
    return show(request, "accounts/members/invitation.html", form, **context)


def _compose_welcome(invitation: Invitation) -> str:
    return _("Welcome to %(club)s!") % {"club": invitation.club}


def _redirect_to_club(request: HttpRequest, invitation: Invitation, message: str) -> HttpResponse:
    del request.session[INVITATION]
    messages.success(request, message)
    return redirect("club", invitation.club_id)


def _show_invalid(request: HttpRequest) -> HttpResponse:
    """Return the same page for an unknown, used, revoked or expired link."""
    request.session.pop(INVITATION, None)
    return render(request, "accounts/members/gone.html", status=404)


DAY = 60 * 60 * 24
YEAR = 365 * DAY
PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""The policy of an uploaded picture: it loads nothing, runs nothing, and no page frames it."""


@cache_control(public=True, max_age=YEAR, immutable=True)
@require_safe
@unlisted
def logo(request: HttpRequest, pk: int, mark: str) -> HttpResponse:
    """Return the logo with this mark; 404 for any other. The mark in the address cannot be guessed."""
    row = ClubLogo.objects.filter(club=pk, club__logo_mark=mark).first() if mark else None
    if row is None or row.kind not in TYPES:
        raise Http404
    response = HttpResponse(bytes(row.data), content_type=TYPES[row.kind])
    response["Content-Security-Policy"] = PICTURE_POLICY
    return response


@cache_control(public=True, max_age=DAY)
@require_safe
def colour(request: HttpRequest, digits: str) -> HttpResponse:
    """Return a style sheet with the shades of a colour: pages cannot have inline styles."""
    if not re.fullmatch(r"[0-9a-f]{6}", digits, re.ASCII):
        raise Http404
    light, dark = find_shades(f"#{digits}")
    return render(request, "accounts/colours.css", {"light": light, "dark": dark}, content_type="text/css")
