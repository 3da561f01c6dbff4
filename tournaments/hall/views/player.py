"""Pages of a player's own phone: the join code, the names, the seat; and “This is me” without an account.

A phone that is remembered reads nothing more than every phone with the code. Its cookie names its claim.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.players.selectors import make_claim_ticket
from accounts.shared.views import Success, do, get_or_post, get_signed_in_user
from tournaments.base.views import do_at_evening, get_status, list_rights, member_page
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import find_player, load_names
from tournaments.hall.forms import CodeForm, JoinForm
from tournaments.hall.presenters.player import PlayerPage
from tournaments.hall.presenters.published import PublicView
from tournaments.hall.presenters.tables import list_names
from tournaments.hall.views.visitors import by_code, code_page, find_evening, render_changing
from tournaments.models import EntryRow, Evening, PhoneClaim
from tournaments.phones.selectors import CODE_LASTS, ME, ME_SALT, ME_SECONDS, find_claim, select_open_claims
from tournaments.phones.services import (
    WHILE_HERE,
    phone_claim_ask,
    phone_claim_decide,
    phone_claim_end,
    phone_code_show,
    phone_code_use,
)
from tournaments.results.presenters.pictures import draw_own_path


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Show the form for the code, and redirect to the list of names. A remembered person goes to the seat."""
    if "code" not in request.GET and (seat := _redirect_to_seat(request)):
        return seat
    form = JoinForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        evening = find_evening(request, form.cleaned_data["code"])
        if evening is not None:
            return redirect("find-me", evening.join_code)
        form.add_error(
            "code",
            _("No open evening has this code. Check the code on the projector."),
        )
    return render(request, "hall/join.html", {"form": form}, status=get_status(form))


@code_page
def find_me(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the list of names, in which people find their own. A remembered person goes to the seat."""
    if "names" not in request.GET and (seat := _redirect_to_seat(request, evening)):
        return seat
    context = {"evening": evening, "people": list_names(evening)}
    return render(request, "hall/find_me.html", context)


@code_page
def player(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show one person's evening on the phone."""
    return _render_player(request, evening, entry, CodeForm())


def _render_player(request: HttpRequest, evening: Evening, entry: int, form: CodeForm) -> HttpResponse:
    def me(view: PublicView) -> dict[str, Any]:
        if entry not in view.names:
            raise Http404
        page = PlayerPage(view, entry, program_clock.read_time())
        return {
            "me": page,
            "own_path": draw_own_path(page.play, view.floor, entry, page.name),
            "claim": _find_own_claim(request, entry),
            "may_claim": view.stage in WHILE_HERE,
            "form": form,
        }

    return render_changing(request, evening, "hall/player", me, status=get_status(form))


def _find_own_claim(request: HttpRequest, entry: int | None = None) -> PhoneClaim | None:
    """Return this phone's claim in an evening that is not over; with ``entry``, if it is this person's."""
    cookie = request.get_signed_cookie(ME, "", salt=ME_SALT, max_age=ME_SECONDS)
    claim = find_claim(cookie or "")
    return claim if claim and entry in (None, claim.entry_id) else None


def _redirect_to_seat(request: HttpRequest, evening: Evening | None = None) -> HttpResponse | None:
    """Return a redirect to the seat of the person whom this phone remembers; in ``evening``, if given."""
    claim = _find_own_claim(request)
    if claim is None or not claim.granted or evening not in (None, claim.entry.evening):
        return None
    return redirect("player", claim.entry.evening.join_code, claim.entry_id)


def _do_own(
    action: Callable[[HttpRequest, EntryRow], HttpResponse],
) -> Callable[[HttpRequest, str, int], HttpResponse]:
    """Wrap an action of a player's own phone. 404 if nobody of that number takes part."""

    @require_POST
    @never_cache
    @by_code
    @wraps(action)
    def view(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
        row = EntryRow.objects.filter(evening=evening, void=None, pk=entry).first()
        if row is None:
            raise Http404
        row.evening = evening
        limits.refuse_guessers(request, "person")
        return action(request, row)

    return view


@_do_own
def claim(request: HttpRequest, entry: EntryRow) -> HttpResponse:
    """Ask the organiser to remember this phone as this person's. A claim that stands is not sent again."""
    before, response = _find_own_claim(request), HttpResponseRedirect(f"{_redirect_to_person(entry)}#mine")
    if before is not None and before.entry_id == entry.pk and before.granted is not False:
        return response
    outcome = do(request, lambda: phone_claim_ask(entry=entry, now=program_clock.read_time(), before=before))
    if isinstance(outcome, Success):
        return _remember(response, outcome.value)
    limits.count_failure(request, "person")
    return response


@_do_own
def use_code(request: HttpRequest, entry: EntryRow) -> HttpResponse:
    """Remember this phone as this person's, by the code that the organiser shows. Attempts are few."""
    form = CodeForm(request.POST)

    def send() -> PhoneClaim:
        code, before = form.cleaned_data["code"], _find_own_claim(request)
        return phone_code_use(entry=entry, code=code, now=program_clock.read_time(), before=before)

    outcome = do(request, send, form=form)
    if isinstance(outcome, Success):
        return _remember(redirect(_redirect_to_person(entry)), outcome.value)
    limits.count_failure(request, "person")
    return _render_player(request, entry.evening, entry.pk, form)


@_do_own
def forget_me(request: HttpRequest, entry: EntryRow) -> HttpResponse:
    """Forget who uses this phone. A claim that waits is withdrawn."""
    if own := _find_own_claim(request, entry.pk):
        phone_claim_end(claim=own)
    response = HttpResponseRedirect(f"{reverse('find-me', args=[entry.evening.join_code])}?names")
    response.delete_cookie(ME, samesite="Lax")
    return response


@never_cache
@code_page
def show_claim(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show the part of a phone's page that says whether the organiser has agreed."""
    context = {"evening": evening, "claim": _find_own_claim(request, entry)}
    return render(request, "hall/player/claim.html", context)


def _redirect_to_person(entry: EntryRow) -> str:
    return reverse("player", args=[entry.evening.join_code, entry.pk])


def _remember(response: HttpResponse, claim: PhoneClaim) -> HttpResponse:
    """Store in a cookie which claim is this phone's."""
    response.set_signed_cookie(
        ME,
        f"{claim.pk}.{claim.entry_id}",
        salt=ME_SALT,
        max_age=ME_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@get_or_post
@never_cache
@member_page(Right.RUN)
def claims(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the claims that wait, a part of the organiser's pages; or agree to some, or refuse them."""
    if request.method != "POST":
        context = {"evening": evening, "claims": select_open_claims(evening.pk)}
        return render(request, "components/phone_claims.html", context)
    numbers = [number for text in request.POST.getlist("claim") if (number := number_in(text))]
    granted, by = "granted" in request.POST, get_signed_in_user(request)
    do_at_evening(
        request,
        evening,
        lambda _by: phone_claim_decide(by=by, evening=evening, claims=numbers, granted=granted),
    )
    return redirect("evening", evening.pk)


@require_POST
@never_cache
@member_page(Right.RUN)
def show_code(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show a code for one person, once: it is stored as a digest, so no other response can show it.

    After two minutes the page goes back to the evening by itself.
    """
    row = EntryRow.objects.filter(evening=evening, pk=entry).first()
    if row is None:
        raise Http404
    row.evening, now = evening, program_clock.read_time()
    by = get_signed_in_user(request)
    outcome = do_at_evening(request, evening, lambda _by: phone_code_show(by=by, entry=row, now=now))
    if not isinstance(outcome, Success):
        return redirect("person", evening.pk, entry)
    code = outcome.value
    context = {
        "evening": evening,
        "name": row.name,
        "parts": (code[:3], code[3:]),
        "until": now + CODE_LASTS,
    }
    response = render(request, "hall/code.html", context | list_rights(request))
    response["Refresh"] = f"{int(CODE_LASTS.total_seconds())}; url={reverse('evening', args=[evening.pk])}"
    return response


@never_cache
@code_page
def claim_way(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Redirect a person who claims this entry to the account's page, with the ticket that opens that page."""
    person = find_player(entry) if entry in load_names(evening) else None
    if person is None:
        raise Http404
    return redirect(
        f"{reverse('player-claim', args=[evening.club_id, person])}?token={make_claim_ticket(person)}"
    )
