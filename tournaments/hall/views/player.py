"""Pages of a player's own phone: the join code, the names, the seat; and “This is me” without an account.

A phone that is remembered reads nothing more than every phone with the code. Its cookie names the request;
the journal says whether the organiser agreed.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.permissions import Right
from accounts.players.selectors import claim_ticket
from accounts.shared.views import Failure, Success, attempt
from tournaments.base.views import do_at_evening, key_of, member_page, rights_of, status_of
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import names_of, player_of
from tournaments.evening.services.journal import RequestedBy
from tournaments.hall.forms import ClaimForm, CodeForm, JoinForm
from tournaments.hall.presenters.player import PlayerPage
from tournaments.hall.presenters.published import PublicView
from tournaments.hall.presenters.tables import names_a_to_z
from tournaments.hall.views.visitors import by_code, changing_page, code_page, evening_of
from tournaments.models import Evening, Journal
from tournaments.phones.selectors import (
    CODE_LASTS,
    ME,
    ME_SALT,
    ME_SECONDS,
    ClaimState,
    claim_state,
    code_of,
    own_request,
    phone_lines,
    remembered_person,
    standing_code,
)
from tournaments.phones.services import (
    WHILE_HERE,
    WRONG_CODE,
    phone_claim_ask,
    phone_claim_decide,
    phone_code_show,
    phone_code_use,
)
from tournaments.results.presenters.pictures import own_picture


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Show the form for the code, and redirect to the list of names. A remembered person goes to the seat."""
    if "code" not in request.GET and (seat := _remembered_seat(request)):
        return redirect(seat)
    form = JoinForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        evening = evening_of(request, form.cleaned_data["code"])
        if evening is not None:
            return redirect("find-me", evening.join_code)
        form.add_error(
            "code",
            _("No open evening has this code. Check the code on the projector."),
        )
    return render(request, "hall/join.html", {"form": form}, status=status_of(form))


@code_page
def find_me(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the list of names, in which people find their own. A remembered person goes to the seat."""
    person = remembered_person(_cookie_of(request))
    if person and person[0] == evening.join_code and "names" not in request.GET:
        return redirect("player", *person)
    context = {"evening": evening, "people": names_a_to_z(evening)}
    return render(request, "hall/find_me.html", context)


@code_page
def player(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show one person's evening on the phone."""
    return _player_page(request, evening, entry, CodeForm())


def _player_page(request: HttpRequest, evening: Evening, entry: int, form: CodeForm) -> HttpResponse:
    seq = own_claim(request, evening, entry)

    def me(view: PublicView) -> dict[str, Any]:
        if entry not in view.names:
            raise Http404
        page = PlayerPage(view, entry, program_clock.now())
        return {
            "me": page,
            "own_path": own_picture(page.play, view.floor, entry, page.name),
            "claim": claim_state(evening.pk, entry, seq) if seq else None,
            "claim_seq": seq,
            "may_claim": view.stage in WHILE_HERE,
            "form": form,
        }

    return changing_page(request, evening, "hall/player", me, seq, status=status_of(form))


def own_claim(request: HttpRequest, evening: Evening, entry: int) -> int:
    """Return the journal line of this phone's request to be remembered as this person's; 0 without one."""
    pk, asked_entry, seq = own_request(_cookie_of(request))
    return seq if (pk, asked_entry) == (evening.pk, entry) else 0


def _remembered_seat(request: HttpRequest) -> str:
    """Return the address of the remembered person's page, "" if nobody is remembered in an open evening."""
    person = remembered_person(_cookie_of(request))
    return reverse("player", args=person) if person else ""


def _cookie_of(request: HttpRequest) -> str:
    return request.get_signed_cookie(ME, "", salt=ME_SALT, max_age=ME_SECONDS) or ""


def _own_act(
    action: Callable[[HttpRequest, Evening, int], HttpResponse],
) -> Callable[[HttpRequest, str, int], HttpResponse]:
    """Wrap an action of a player's own phone. 404 if nobody of that number takes part."""

    @require_POST
    @never_cache
    @by_code
    @wraps(action)
    def view(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
        if entry not in names_of(evening, withdrawn=False):
            raise Http404
        limits.refuse_guessers(request, "person")
        return action(request, evening, entry)

    return view


@_own_act
def claim(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Ask the organiser to remember this phone as this person's. A request that stands is not sent again."""
    seq = own_claim(request, evening, entry)
    response = redirect("player", evening.join_code, entry)
    if seq and claim_state(evening.pk, entry, seq) in (ClaimState.WAITING, ClaimState.GRANTED):
        return response
    act = partial(phone_claim_ask, entry=entry, instead=_replaced(request, evening))
    outcome = do_at_evening(request, evening, act, by=_by_phone(request, evening))
    return _remember(request, response, evening, entry, outcome)


@_own_act
def use_code(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Remember this phone as this person's, by the code that the organiser shows. Attempts are few."""
    form = CodeForm(request.POST)
    shown = standing_code(phone_lines(evening.pk), entry, program_clock.now())
    if shown is None or not limits.take_attempt("code", shown.pk):
        form.add_error("code", _(WRONG_CODE))

    def send(by: RequestedBy) -> Journal:
        code = form.cleaned_data["code"]
        return phone_code_use(by, entry=entry, code=code, instead=_replaced(request, evening))

    outcome = do_at_evening(request, evening, send, form=form, by=_by_phone(request, evening))
    if isinstance(outcome, Success):
        response = redirect("player", evening.join_code, entry)
        return _remember(request, response, evening, entry, outcome)
    limits.failed(request, "person")
    return _player_page(request, evening, entry, form)


@_own_act
def forget_me(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Forget who uses this phone. A request that waits is withdrawn."""
    seq = own_claim(request, evening, entry)
    if seq and claim_state(evening.pk, entry, seq) is ClaimState.WAITING:
        by = _by_phone(request, evening)
        attempt(lambda: phone_claim_decide(by, claim=seq, granted=False))
    response = HttpResponseRedirect(f"{reverse('find-me', args=[evening.join_code])}?names")
    response.delete_cookie(ME, samesite="Lax")
    return response


def _by_phone(request: HttpRequest, evening: Evening) -> RequestedBy:
    return RequestedBy(evening.pk, key=key_of(request))


def _replaced(request: HttpRequest, evening: Evening) -> int:
    """Return the request in this evening that this phone sent before, for anybody; 0 without one."""
    pk, _entry, seq = own_request(_cookie_of(request))
    return seq if pk == evening.pk else 0


def _remember(
    request: HttpRequest,
    response: HttpResponse,
    evening: Evening,
    entry: int,
    outcome: Success[Journal] | Failure,
) -> HttpResponse:
    """Store in a cookie which request is this phone's. A refusal counts as a failure of the address."""
    if not isinstance(outcome, Success):
        limits.failed(request, "person")
        return response
    response.set_signed_cookie(
        ME,
        f"{evening.pk}.{entry}.{outcome.value.seq}",
        salt=ME_SALT,
        max_age=ME_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@require_POST
@member_page(Right.RUN)
def decide_claim(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Confirm that a phone is this person's, or refuse one request or all."""
    form = ClaimForm(request.POST)
    if not form.is_valid():
        raise Http404
    do_at_evening(request, evening, partial(phone_claim_decide, **form.cleaned_data))
    return redirect("evening", evening.pk)


@require_POST
@never_cache
@member_page(Right.RUN)
def show_code(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show a code for one person, once. It is stored nowhere, so no other response can show it.

    After two minutes the page goes back to the evening by itself.
    """
    outcome = do_at_evening(request, evening, partial(phone_code_show, entry=entry))
    if not isinstance(outcome, Success):
        return redirect("person", evening.pk, entry)
    line = outcome.value
    code = code_of(line)
    context = {
        "evening": evening,
        "name": names_of(evening)[entry],
        "parts": (code[:3], code[3:]),
        "until": line.at + CODE_LASTS,
    }
    response = render(request, "hall/code.html", context | rights_of(request))
    response["Refresh"] = f"{int(CODE_LASTS.total_seconds())}; url={reverse('evening', args=[evening.pk])}"
    return response


@never_cache
@code_page
def claim_way(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Redirect a person who claims this entry to the account's page, with the ticket that opens that page."""
    person = player_of(entry) if entry in names_of(evening) else None
    if person is None:
        raise Http404
    return redirect(f"{reverse('player-claim', args=[evening.club_id, person])}?token={claim_ticket(person)}")
