"""The door of a table's phone: it comes by its link, without an account, whoever is signed in on it.

A phone that queued what was typed sends it again when the network is back, and asks for JSON: then the
same answers are told as ``status``, ``message`` and where to go ``next``.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec
from uuid import uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.database.snapshots import shows
from accounts.errors import ForbiddenError, KeyUsedError, RuleError
from accounts.errors import gettext_noop as noop
from accounts.shared.forms.base import ActionForm
from accounts.shared.views.base import Done, attempt
from tournaments.base.forms.reasons import reason_in
from tournaments.base.views.pages import key_of, status_of
from tournaments.base.words import refusal
from tournaments.console.presenters.table_phone import Stand, stand
from tournaments.core.record import ENDED, Stage
from tournaments.evening.selectors.access import names_of, was_sent
from tournaments.evening.selectors.live_state import pulse_of
from tournaments.evening.selectors.tables import AtTable, is_over, mark_of, version_of
from tournaments.evening.services.journal import By
from tournaments.hall.presenters.announced import announced
from tournaments.models import Evening, Journal, ScorerLink
from tournaments.phones.selectors.links import link_by_number
from tournaments.phones.services.phones import entry_late
from tournaments.scoring.forms.typed import typed_words
from tournaments.scoring.views.table_access import Door, Here

P = ParamSpec("P")
COOKIE, SALT = "scorer", "tournaments.scorer"
A_DAY = 24 * 60 * 60
CONFLICT, REFUSED = 409, 422


@dataclass(frozen=True)
class Phone(Door):
    """What a table's phone may do, and its addresses: they name no evening and no table."""

    frame: ClassVar[str] = "phones/frame.html"

    @property
    def card(self) -> ScorerLink:
        """The link, as it stands on the table."""
        assert self.link is not None  # noqa: S101 - no phone is made without
        return self.link

    @property
    def table(self) -> int:
        return self.card.table

    @property
    def of(self) -> str:
        """The evening and the table: each form names them, for a phone may be taken to another table."""
        return f"{self.evening.pk}-{self.table}"

    @property
    def home(self) -> str:
        return reverse("score")

    def deal(self, round: int, table: int, deal: int) -> str:
        return reverse("score-deal", args=[round, deal])

    def sheet(self, round: int, table: int) -> str:
        return reverse("score-sheet", args=[round])

    def after(self, round: int, table: int, deal: int, following: int) -> str:
        """What was written down is looked at before the next deal."""
        return self.deal(round, table, deal)

    def by(self, request: HttpRequest) -> By:
        reason = reason_in(request.POST)
        return By(self.evening.pk, reason=reason, key=key_of(request), link=self.card.pk)

    def done(self, request: HttpRequest, said: str, then: str, line: Journal | None = None) -> HttpResponse:
        if wants_json(request):
            return JsonResponse({"status": "recorded", "message": said, "next": then})
        return super().done(request, said, then)

    def refused(
        self, request: HttpRequest, form: ActionForm, where: tuple[int, int], page: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """Done by the same request before; or too late for its round; or refused indeed.

        One that comes again when its deal is decided may find its form refused: it is done all the same.
        """
        round, deal = where
        another = form.refused_as(KeyUsedError)
        if not another and was_sent(self.evening, key_of(request)):
            then = self.deal(round, self.table, deal) if deal else self.home
            return self.done(request, _("This is already recorded."), then)
        if is_over(self.evening, round):
            return self.late(request, round, deal)
        if not wants_json(request):
            return page()
        status = CONFLICT if status_of(form) == CONFLICT else REFUSED
        told = {"status": "stale" if status == CONFLICT else "refused", "message": why(form)}
        version, _confirmed = version_of(self.evening, round, self.table, deal)
        typed = typed_words(request.POST, names_of(self.evening))
        return JsonResponse({**told, "version": version, "typed": typed}, status=status)

    def late(self, request: HttpRequest, round: int, deal: int) -> HttpResponse:
        """The round is over: nothing is recorded, and the organiser is told what was typed."""
        names = names_of(self.evening)
        typed, by = typed_words(request.POST, names), self.by(request)
        # The key was not used, for nothing was recorded. Its own is made of it, so that it is told once.
        again = replace(by, reason="", key=uuid5(by.key, "late") if by.key else None)
        sent = attempt(lambda: entry_late(again, round=round, table=self.table, deal=deal, typed=typed))
        told = isinstance(sent, Done)
        said = (
            _("The round was over. The result was not recorded. The organiser sees what you typed.")
            if isinstance(sent, Done)
            else refusal(sent, names)
        )
        self.evening.refresh_from_db(from_queryset=Evening.objects.select_related("club"))
        answer = {"message": said, "typed": typed, "next": self.home}
        if wants_json(request):
            return JsonResponse({"status": "late" if told else "refused", **answer}, status=CONFLICT)
        context = {**self.shown(request, Here("late", round, deal)), **answer, "told": told}
        return render(request, "phones/late.html", context, status=CONFLICT)

    def shown(self, request: HttpRequest, here: Here, at: AtTable | None = None) -> dict[str, Any]:
        pulse, waits = pulse_of(self.evening), here.kind == "wait"
        now = stand(self.evening, self.table, pulse, people=waits, at=at)
        typed = typed_words(request.POST, names_of(self.evening)) if request.method == "POST" else []
        return {
            **super().shown(request, here),
            "pulse": pulse,
            "stand": now,
            "here": here,
            "go": self.go(here, now, read_now=at is not None),
            "typed": typed,
            "told": announced(self.evening) if pulse.stage == Stage.FINISHED and waits else None,
            "rebid": here.mark.partition(".")[0] != str(now.bids),
            "restarted": here.mark.rpartition(".")[0] == now.mark.rpartition(".")[0],
        }

    def go(self, here: Here, at: Stand, *, read_now: bool) -> str:
        """Where a page that stands ``here`` goes on by itself, if nothing is typed there; or nowhere.

        ``read_now``: its deal was read by this request.
        """
        if here.kind == "wait":
            return self.deal(at.round, self.table, at.next_deal) if at.next_deal else ""
        if here.kind not in ("deal", "result", "count"):
            return ""
        if not at.playing or at.round != here.round or not at.there:
            return self.home
        same = self.deal(here.round, self.table, here.deal)
        if here.kind == "result" and read_now:
            return ""
        if here.kind == "result":
            mark = mark_of(*version_of(self.evening, here.round, self.table, here.deal))
            return "" if here.mark == mark else same
        if here.kind == "count":
            return "" if at.count else self.home
        if here.deal <= at.decided or here.mark != at.mark:
            return same
        return "" if at.next_deal else self.home


def wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def why(form: ActionForm) -> str:
    """Why the form was refused, in one sentence: at a person's field with the name."""
    if form.stale and (told := form.non_field_errors()):
        return str(told[-1])
    for field, errors in form.errors.items():
        label = str(form.fields[field].label or "") if field in form.fields else ""
        return f"{label}: {errors[0]}" if label else str(errors[0])
    return _("It was not recorded.")


def link_of(request: HttpRequest) -> tuple[ScorerLink | None, str]:
    """Return the link that the cookie speaks of, if it stands; else why there is none."""
    number = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=A_DAY)
    if not number:
        return None, GONE
    link = link_by_number(number)
    if link is None:
        return None, REMOVED
    return (link, "") if link.void_id is None else (None, REVOKED)


def gone(request: HttpRequest, why: str = "") -> HttpResponse:
    """Answer that the phone has no table, and ``why``; a code that never was is answered like an old one."""
    if wants_json(request):
        return JsonResponse({"status": "gone", "message": _(why or GONE)}, status=404)
    shown = {"removed": why == REMOVED, "why": _(why) if why in (REMOVED, REVOKED) else ""}
    return render(request, "phones/gone.html", shown, status=404)


def over(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Answer that the evening is over, and lead to the prizes: nothing is recorded."""
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
    """A page of a table's phone: 404 without a link that stands. Two are left once the evening is over."""

    @never_cache
    @wraps(page)
    def view(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        link, why = link_of(request)
        if link is None:
            return gone(request, why)
        phone = Phone(link.evening, link=link)
        shows(phone.evening, by="seq")
        if phone.evening.stage in ENDED and page.__name__ not in ("score", "now"):
            return over(request, phone)
        try:
            if request.method == "POST" and request.POST.get("of") != phone.of:
                raise ForbiddenError("of", ANOTHER)
            return page(request, phone, *args, **kwargs)
        except RuleError as error:
            return _told(request, phone, error, kwargs)

    return view  # type: ignore[return-value]


def _told(request: HttpRequest, phone: Phone, error: RuleError, asked: Any) -> HttpResponse:
    """A refusal that no form holds: what was typed for a round that is over is not lost by it."""
    barred = isinstance(error, ForbiddenError)
    if (
        request.method == "POST"
        and not barred
        and "round" in asked
        and is_over(phone.evening, asked["round"])
    ):
        return phone.late(request, asked["round"], asked.get("deal", 0))
    if not wants_json(request):
        raise error
    status = ("another" if error.message == ANOTHER else "gone") if barred else "refused"
    return JsonResponse(
        {"status": status, "message": refusal(error, names_of(phone.evening))},
        status=403 if barred else REFUSED,
    )
