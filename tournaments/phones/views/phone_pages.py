"""The pages of a table's phone: the deal that comes next, how the table stands, asking and confirming."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.numbers import number_in
from tournaments.base.views.pages import attempt, status_of
from tournaments.models import Journal
from tournaments.phones.forms.table_requests import AskForm, ConfirmForm
from tournaments.phones.selectors.links import link_by_token
from tournaments.phones.services.phones import correction_ask, deal_confirm
from tournaments.phones.views.phones import A_DAY, COOKIE, SALT, Phone, gone, phone_page, wants_json, why
from tournaments.scoring.views import deals, ends
from tournaments.scoring.views.table_access import Here

LONGEST_MARK = 120
WATCHED = ("deal", "result", "count", "sheet", "wait", "late")


@require_safe
@never_cache
def scan(request: HttpRequest, token: str) -> HttpResponse:
    """The code on the table: its token becomes a cookie, and no address holds it any more."""
    link = link_by_token(token)
    if link is None:
        # Nobody guesses a signature: who has a right one is let in, however many fail at the same address.
        limits.refuse_guessers(request, "link")
        limits.failed(request, "link")
        return gone(request)
    response = redirect("score")
    response.set_signed_cookie(
        COOKIE,
        str(link.pk),
        salt=SALT,
        max_age=A_DAY,
        path=response.url,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@require_safe
@phone_page
def score(request: HttpRequest, phone: Phone) -> HttpResponse:
    """On to the deal that is awaited; where none is, how the table stands."""
    shown = phone.shown(request, Here("wait"))
    return redirect(shown["go"]) if shown["go"] else render(request, "phones/wait.html", shown)


@require_safe
@phone_page
def now(request: HttpRequest, phone: Phone) -> HttpResponse:
    """The part of a phone's page that says how the table stands by now."""
    asked = request.GET
    kind = asked.get("at", "")
    numbers = (_number(asked.get("round", "")), _number(asked.get("deal", "")))
    here = Here(kind if kind in WATCHED else "sheet", *numbers, asked.get("mark", "")[:LONGEST_MARK])
    return render(request, "phones/state.html", phone.shown(request, here))


@require_http_methods(["GET", "HEAD", "POST"])
@phone_page
def deal(request: HttpRequest, phone: Phone, round: int, deal: int) -> HttpResponse:
    """A deal of the phone's table."""
    return deals.deal_page(request, phone, round, phone.table, deal)


@require_http_methods(["GET", "HEAD", "POST"])
@phone_page
def count(request: HttpRequest, phone: Phone, round: int) -> HttpResponse:
    """The table's counters at the bell, where deals are not counted."""
    return ends.count_page(request, phone, round, phone.table)


@require_safe
@phone_page
def sheet(request: HttpRequest, phone: Phone, round: int) -> HttpResponse:
    """All deals of the table in a round."""
    return ends.sheet_page(request, phone, round, phone.table)


@require_POST
@phone_page
def ask(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Ask the organiser to correct a result, or to look at what was refused."""
    form = AskForm(request.POST)

    def send() -> Journal:
        sent = form.cleaned_data
        where = {"round": sent["round"], "table": phone.table, "deal": sent["deal"]}
        words, version = sent["words"], sent["version"]
        return correction_ask(phone.by(request), **where, version=version, typed=form.typed, words=words)

    if form.is_valid() and attempt(form, phone.evening, send):
        there = (form.cleaned_data["round"], phone.table, form.cleaned_data["deal"])
        return _answer(request, phone, _("Sent to the organiser."), phone.deal(*there))
    return _answer(request, phone, why(form), phone.home, status_of(form))


@require_POST
@phone_page
def confirm(request: HttpRequest, phone: Phone, round: int, deal: int) -> HttpResponse:
    """Another player says that the result is right."""
    form, there = ConfirmForm(request.POST), phone.deal(round, phone.table, deal)

    def send() -> Journal:
        where = {"round": round, "table": phone.table, "deal": deal}
        return deal_confirm(phone.by(request), **where, **form.cleaned_data)

    if form.is_valid() and attempt(form, phone.evening, send):
        return _answer(request, phone, _("Confirmed. Thank you."), there)
    return _answer(request, phone, why(form), there, status_of(form))


def _answer(request: HttpRequest, phone: Phone, said: str, then: str, status: int = 200) -> HttpResponse:
    """What became of a small form: told on the page that it leads to."""
    if wants_json(request):
        told = "recorded" if status < 400 else "refused"
        return JsonResponse({"status": told, "message": said, "next": then}, status=status)
    if status < 400:
        messages.success(request, said)
    else:
        messages.error(request, said)
    return redirect(then)


def _number(text: str) -> int:
    return number_in(text, 8) or 0
