"""Pages of a table's phone: the scan of its code, the next deal, the table's state, requests, confirmations.

A phone needs no account. It always uses its link, even if a user is signed in on it.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec
from uuid import uuid5

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.database.snapshots import note_shown
from accounts.errors import ForbiddenError, KeyUsedError, RuleError, SameError
from accounts.errors import gettext_noop as noop
from accounts.numbers import number_in
from accounts.release import RELEASE
from accounts.shared.forms import ActionForm
from accounts.shared.views import Success, attempt
from tournaments.base.forms import read_reason
from tournaments.base.views import do_at_evening, get_status, read_key
from tournaments.base.words import describe_refusal, offer_reasons
from tournaments.console.presenters import TableStatus, load_table_status
from tournaments.core.record import ENDED, Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import is_request_done, load_names
from tournaments.evening.selectors.evening import load_live_state
from tournaments.evening.selectors.tables import (
    ScorerTable,
    find_version,
    is_after_bell,
    is_over,
    make_version_mark,
)
from tournaments.evening.services.journal import RequestedBy
from tournaments.hall.presenters.published import load_announcement
from tournaments.models import Evening, Journal, ScorerLink
from tournaments.phones.forms import AskForm, ConfirmForm, SeatsForm
from tournaments.phones.presenters import SeatQuestion, load_seat_question
from tournaments.phones.selectors import find_link_by_number, find_link_by_token
from tournaments.phones.services import (
    WHILE_SCORED,
    correction_ask,
    deal_confirm,
    entry_late,
    phone_answer,
    phone_note,
)
from tournaments.scoring.forms.slips import describe_typed
from tournaments.scoring.services.corrections import CONFIRMED
from tournaments.scoring.views.corrections import (
    answer_plan,
    show_count_page,
    show_deal_page,
    show_sheet_page,
)
from tournaments.scoring.views.slips import PageState, TableAccess

P = ParamSpec("P")
COOKIE, SALT = "scorer", "tournaments.scorer"
AT_SCAN = "scorer-scan"
"""The same cookie for the addresses in the codes: so another table's code can ask before it switches."""
A_DAY = 24 * 60 * 60
CONFLICT, UNPROCESSABLE = 409, 422


@dataclass(frozen=True)
class Phone(TableAccess):
    """The rights of a table's phone, and its addresses. The addresses contain no evening and no table.

    ``name``: this phone among those of the table.
    """

    name: str = ""
    frame: ClassVar[str] = "phones/frame.html"
    release: ClassVar[str] = RELEASE[:12]

    @property
    def card(self) -> ScorerLink:
        """Return the link in the code on the table."""
        assert self.link is not None  # noqa: S101 - no phone is made without
        return self.link

    @property
    def table(self) -> int:
        return self.card.table

    @property
    def form_mark(self) -> str:
        """Return a mark of evening and table. Each form sends it: a phone may be taken to another table."""
        return f"{self.evening.pk}-{self.table}"

    @property
    def home(self) -> str:
        return reverse("score")

    def get_deal_url(self, round: int, table: int, deal: int) -> str:
        return reverse("score-deal", args=[round, deal])

    def get_sheet_url(self, round: int, table: int) -> str:
        return reverse("score-sheet", args=[round])

    def get_next_url(self, round: int, table: int, deal: int, following_deal: int) -> str:
        """Return the address of the recorded deal. The phone shows it before the next deal."""
        return self.get_deal_url(round, table, deal)

    def make_requested_by(self, request: HttpRequest) -> RequestedBy:
        reason = read_reason(request.POST)
        return RequestedBy(self.evening.pk, reason=reason, key=read_key(request), link=self.card.pk)

    def success_message(self, message: str, line: Journal) -> str:
        return _("Confirmed. Thank you.") if line.verb == CONFIRMED else message

    def redirect_done(
        self, request: HttpRequest, message: str, next_page: str, line: Journal | None = None
    ) -> HttpResponse:
        if wants_json(request):
            return JsonResponse({"status": "recorded", "message": message, "next": next_page})
        return super().redirect_done(request, message, next_page)

    def answer_refused(
        self, request: HttpRequest, form: ActionForm, place: tuple[int, int], page: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """Respond to a refused form: already recorded, too late for its round, or refused.

        A repeated request may be refused because its deal has a result. Then the response is still
        "recorded". So it is if another phone of the table has sent the same.
        """
        round, deal = place
        another, same = form.has_refusal(KeyUsedError), form.has_refusal(SameError)
        if same or (not another and is_request_done(self.evening, read_key(request))):
            next_page = self.get_deal_url(round, self.table, deal) if deal else self.home
            return self.redirect_done(request, _("This is already recorded."), next_page)
        if is_over(self.evening, round) or is_after_bell(self.evening, round, self.table, deal):
            return self.report_late(request, round, deal)
        if not wants_json(request):
            return page()
        status = CONFLICT if get_status(form) == CONFLICT else UNPROCESSABLE
        answer = {"status": "stale" if status == CONFLICT else "refused", "message": refusal_text(form)}
        version, _confirmed = find_version(self.evening, round, self.table, deal)
        typed = describe_typed(request.POST, load_names(self.evening))
        return JsonResponse({**answer, "version": version, "typed": typed}, status=status)

    def report_late(self, request: HttpRequest, round: int, deal: int) -> HttpResponse:
        """Record nothing, as the round is over. Tell the organiser what was typed."""
        names = load_names(self.evening)
        typed, by = describe_typed(request.POST, names), self.make_requested_by(request)
        # The key was not used, as nothing was recorded. The late report has a key made from it.
        late_by = replace(by, reason="", key=uuid5(by.key, "late") if by.key else None)
        outcome = attempt(lambda: entry_late(late_by, round=round, table=self.table, deal=deal, typed=typed))
        is_reported = isinstance(outcome, Success)
        message = (
            _("The round was over. The result was not recorded. The organiser sees what you typed.")
            if isinstance(outcome, Success)
            else describe_refusal(outcome, names)
        )
        self.evening.refresh_from_db(from_queryset=Evening.objects.select_related("club"))
        answer = {"message": message, "typed": typed, "next": self.home}
        if wants_json(request):
            return JsonResponse({"status": "late" if is_reported else "refused", **answer}, status=CONFLICT)
        context = {
            **self.make_page_context(request, PageState("late", round, deal)),
            **answer,
            "is_reported": is_reported,
        }
        return render(request, "phones/late.html", context, status=CONFLICT)

    def make_page_context(
        self, request: HttpRequest, page_state: PageState, state: ScorerTable | None = None, sheet: Any = None
    ) -> dict[str, Any]:
        pulse, waits = load_live_state(self.evening), page_state.kind == "wait"
        shows_people = page_state.kind in ("wait", "deal")
        now = load_table_status(self.evening, self.table, pulse, people=shows_people, facts=state)
        typed = describe_typed(request.POST, load_names(self.evening)) if request.method == "POST" else []
        return {
            **super().make_page_context(request, page_state),
            "pulse": pulse,
            "stand": now,
            "here": page_state,
            "go": self.choose_next_url(page_state, now, read_now=state is not None),
            "typed": typed,
            "seats": self.seat_question(now) if shows_people else None,
            "announced": load_announcement(self.evening) if pulse.stage == Stage.FINISHED and waits else None,
            "rebid": page_state.mark.partition(".")[0] != str(now.bids),
            "reasons": offer_reasons("deal_corrected")["reasons"],
            "restarted": page_state.mark.rpartition(".")[0] == now.mark.rpartition(".")[0],
        }

    def seat_question(self, state: TableStatus) -> SeatQuestion:
        """Return *Who sits here?*, which is asked until the round's first result is recorded."""
        is_asked = state.exists and not state.is_over and not state.decided
        return load_seat_question(
            self.card.pk,
            self.name,
            program_clock.read_time(),
            round=state.round,
            entries=state.playing_here,
            is_asked=is_asked,
        )

    def choose_next_url(self, page_state: PageState, state: TableStatus, *, read_now: bool) -> str:
        """Return the address to which the page moves by itself while nothing is typed. Empty to stay.

        ``read_now``: this request read the deal.
        """
        if page_state.kind == "wait":
            return self.get_deal_url(state.round, self.table, state.next_deal) if state.next_deal else ""
        if page_state.kind not in ("deal", "result", "count"):
            return ""
        if not state.playing or state.round != page_state.round or not state.exists:
            return self.home
        same = self.get_deal_url(page_state.round, self.table, page_state.deal)
        if page_state.kind == "result" and read_now:
            return ""
        if page_state.kind == "result":
            mark = make_version_mark(
                *find_version(self.evening, page_state.round, self.table, page_state.deal)
            )
            return "" if page_state.mark == mark else same
        if page_state.kind == "count":
            return "" if state.count else self.home
        if page_state.deal <= state.decided or page_state.mark != state.mark:
            return same
        return "" if state.next_deal else self.home


# A phone without network keeps what was typed. Later it sends this again and requests JSON. The response has
# the same content: ``status``, ``message`` and the ``next`` address.
def wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def refusal_text(form: ActionForm) -> str:
    """Return why the form was refused, in one sentence. An error at a field begins with the field's label."""
    if form.stale and (messages_ := form.non_field_errors()):
        return str(messages_[-1])
    for field, errors in form.errors.items():
        label = str(form.fields[field].label or "") if field in form.fields else ""
        return f"{label}: {errors[0]}" if label else str(errors[0])
    return _("It was not recorded.")


def read_cookie(request: HttpRequest, cookie: str = COOKIE) -> tuple[str, str]:
    """Return the number of the phone's link, and the phone's name."""
    value = request.get_signed_cookie(cookie, "", salt=SALT, max_age=A_DAY) or ""
    number, _dot, name = value.partition(".")
    return number, name


def read_link(request: HttpRequest, cookie: str = COOKIE) -> tuple[ScorerLink | None, str]:
    """Return the link in the cookie if it is valid; else return the reason."""
    number, _name = read_cookie(request, cookie)
    if not number:
        return None, GONE
    link = find_link_by_number(number)
    if link is None:
        return None, REMOVED
    return (link, "") if link.void_id is None else (None, REVOKED)


def answer_gone(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond that the phone has no table, with the reason. Unknown and old codes get the same response."""
    if wants_json(request):
        return JsonResponse({"status": "gone", "message": _(reason or GONE)}, status=404)
    context = {"removed": reason == REMOVED, "why": _(reason) if reason in (REMOVED, REVOKED) else ""}
    return render(request, "phones/gone.html", context, status=404)


def answer_over(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Respond that the evening is over and nothing is recorded. Redirect to the prizes."""
    if wants_json(request):
        return JsonResponse({"status": "gone", "message": _(OVER)}, status=CONFLICT)
    if request.method == "POST":
        messages.error(request, _(OVER))
    return redirect(phone.home)


GONE = noop("This phone’s code no longer works. Scan the code on the table.")
REVOKED = noop("The organiser ended this table’s code. Scan the code that is on the table now.")
REMOVED = noop("The evening was removed. Nothing more is recorded.")
OVER = noop("The evening is over. This was not recorded: tell the organiser.")
ANOTHER = noop("This was typed for another table. Scan that table’s code to send it.")


def phone_page(
    page: Callable[Concatenate[HttpRequest, Phone, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Wrap a page of a table's phone. 404 without a valid link. Two pages stay open after the evening."""

    @never_cache
    @wraps(page)
    def view(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        link, reason = read_link(request)
        if link is None:
            return answer_gone(request, reason)
        phone = Phone(link.evening, link=link, name=read_cookie(request)[1])
        note_shown(phone.evening, by="seq")
        if phone.evening.stage in ENDED and page.__name__ not in ("score", "now"):
            return answer_over(request, phone)
        try:
            if request.method == "POST" and request.POST.get("of") != phone.form_mark:
                raise ForbiddenError("of", ANOTHER)
            return page(request, phone, *args, **kwargs)
        except RuleError as error:
            return _answer_refusal(request, phone, error, kwargs)

    return view  # type: ignore[return-value]


def _answer_refusal(request: HttpRequest, phone: Phone, error: RuleError, arguments: Any) -> HttpResponse:
    """Respond to a refusal outside a form. If the round is over, the organiser still gets what was typed."""
    barred = isinstance(error, ForbiddenError)
    if (
        request.method == "POST"
        and not barred
        and "round" in arguments
        and is_over(phone.evening, arguments["round"])
    ):
        return phone.report_late(request, arguments["round"], arguments.get("deal", 0))
    if not wants_json(request):
        raise error
    status = ("another" if error.message == ANOTHER else "gone") if barred else "refused"
    return JsonResponse(
        {"status": status, "message": describe_refusal(error, load_names(phone.evening))},
        status=403 if barred else UNPROCESSABLE,
    )


LONGEST_MARK = 120
WATCHED = ("deal", "result", "count", "sheet", "wait", "late")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def scan(request: HttpRequest, token: str) -> HttpResponse:
    """Store the token of the table's code in a cookie, so that later addresses do not contain it.

    A phone that is at another table is asked first.
    """
    link = find_link_by_token(token)
    if link is None:
        # Nobody can guess a signature. A right token is accepted even after many failures at one address.
        limits.refuse_guessers(request, "link")
        limits.count_failure(request, "link")
        return answer_gone(request)
    present, _reason = read_link(request, AT_SCAN)
    is_other = present is not None and present.pk != link.pk and present.evening.stage in WHILE_SCORED
    if is_other and request.method != "POST":
        return render(request, "phones/switch.html", {"present": present, "link": link})
    name = read_cookie(request, AT_SCAN)[1] or secrets.token_urlsafe(6)
    phone_note(link.pk, name, program_clock.read_time(), before=present.pk if present else 0)
    response = redirect("score")
    for cookie, path in ((COOKIE, response.url), (AT_SCAN, reverse("scan", args=["-"]).removesuffix("-/"))):
        response.set_signed_cookie(
            cookie,
            f"{link.pk}.{name}",
            salt=SALT,
            max_age=A_DAY,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script that opens a table's last page on https when the server does not answer.

    Its address is below ``/score/``, so browsers let it answer for these pages only.
    """
    script = settings.BASE_DIR / "static" / "js" / "phones" / "worker.js"
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@phone_page
def score(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Redirect to the awaited deal. If there is none, show the state of the table."""
    phone_note(phone.card.pk, phone.name, program_clock.read_time())
    context = phone.make_page_context(request, PageState("wait"))
    return redirect(context["go"]) if context["go"] else render(request, "phones/wait.html", context)


@require_safe
@phone_page
def now(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the part of a phone's page with the current state of the table."""
    query = request.GET
    kind = query.get("at", "")
    numbers = (_parse_number(query.get("round", "")), _parse_number(query.get("deal", "")))
    page_state = PageState(
        kind if kind in WATCHED else "sheet", *numbers, query.get("mark", "")[:LONGEST_MARK]
    )
    return render(request, "phones/state.html", phone.make_page_context(request, page_state))


@require_safe
@phone_page
def plan(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Return the table's deals to come and blank forms for them, with which a phone goes on by itself."""
    return answer_plan(request, phone, load_live_state(phone.evening).round, phone.table)


@require_http_methods(["GET", "HEAD", "POST"])
@phone_page
def deal(request: HttpRequest, phone: Phone, round: int, deal: int) -> HttpResponse:
    """Show a deal of the phone's table, or record it."""
    return show_deal_page(request, phone, round, phone.table, deal)


@require_http_methods(["GET", "HEAD", "POST"])
@phone_page
def count(request: HttpRequest, phone: Phone, round: int) -> HttpResponse:
    """Show or record the table's counters at the bell, if deals do not record counters."""
    return show_count_page(request, phone, round, phone.table)


@require_safe
@phone_page
def sheet(request: HttpRequest, phone: Phone, round: int) -> HttpResponse:
    """Show all deals of the table in a round."""
    return show_sheet_page(request, phone, round, phone.table)


@require_POST
@phone_page
def seats(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Keep the table's answer to *Who sits here?*. The console shows it; no journal line is written."""
    form = SeatsForm(request.POST)
    if not form.is_valid():
        raise Http404
    phone_answer(phone.card.pk, phone.name, program_clock.read_time(), **form.cleaned_data)
    if form.cleaned_data["sits"]:
        return _answer(request, phone, "", phone.home)
    return _answer(request, phone, _("The organiser sees that other people sit here."), phone.home)


@require_POST
@phone_page
def ask(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Ask the organiser to correct a result, or to look at a refused entry."""
    form = AskForm(request.POST)

    def send(by: RequestedBy) -> Journal:
        return correction_ask(by, **form.cleaned_data, table=phone.table, typed=form.typed)

    outcome = do_at_evening(request, phone.evening, send, form=form, by=phone.make_requested_by(request))
    if isinstance(outcome, Success):
        deal_place = (form.cleaned_data["round"], phone.table, form.cleaned_data["deal"])
        return _answer(request, phone, _("Sent to the organiser."), phone.get_deal_url(*deal_place))
    return _answer(request, phone, refusal_text(form), phone.home, get_status(form))


@require_POST
@phone_page
def confirm(request: HttpRequest, phone: Phone, round: int, deal: int) -> HttpResponse:
    """Record that another player confirms the result."""
    form, deal_page_ = ConfirmForm(request.POST), phone.get_deal_url(round, phone.table, deal)

    def send(by: RequestedBy) -> Journal:
        return deal_confirm(by, round=round, table=phone.table, deal=deal, **form.cleaned_data)

    outcome = do_at_evening(request, phone.evening, send, form=form, by=phone.make_requested_by(request))
    if isinstance(outcome, Success):
        return _answer(request, phone, _("Confirmed. Thank you."), deal_page_)
    return _answer(request, phone, refusal_text(form), deal_page_, get_status(form))


def _answer(
    request: HttpRequest, phone: Phone, message: str, next_page: str, status: int = 200
) -> HttpResponse:
    """Redirect after a small form, with a message about its outcome."""
    if wants_json(request):
        result = "recorded" if status < 400 else "refused"
        return JsonResponse({"status": result, "message": message, "next": next_page}, status=status)
    if message:
        messages.add_message(request, messages.SUCCESS if status < 400 else messages.ERROR, message)
    return redirect(next_page)


def _parse_number(text: str) -> int:
    return number_in(text, 8) or 0
