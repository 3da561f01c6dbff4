"""Who of a club's list one is: asked by the one, decided by the club, and ended by either."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.clubs.forms.clubs import MyNameForm
from accounts.clubs.services.claims import claim_ask, claim_decide, claim_end, claimed_name_change
from accounts.models import Claim, Player, User
from accounts.names import initials
from accounts.permissions import Right, right_of
from accounts.players.selectors.claims import (
    claimed_by,
    own_player,
    person_of,
    read_by_strangers,
    ticket_stands,
)
from accounts.shared.forms.base import PlainForm
from accounts.shared.views.base import Done, club_of, do, get_or_post, show, signed_in


@get_or_post
@login_required
def ask(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Say that this person is oneself. A stranger comes by an evening's page, whose ticket opens this one."""
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
    """They are two after all; or what was asked is taken back."""
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
    """How strangers read of oneself; and the end of being this person here."""
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
