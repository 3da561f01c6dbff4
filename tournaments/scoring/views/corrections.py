"""Pages of a deal and its correction, of a table's sheet, its count and the end of its round.

A correction takes two steps: the page shows the changes, then the scorer confirms. The confirmation carries
the number of the journal's last line and a digest of the form. If either has changed, the page shows the
changes again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as noop
from accounts.numbers import number_in
from accounts.permissions import Right, require
from accounts.refusals import CHANGED_MEANWHILE
from accounts.shared.forms import refuse
from accounts.shared.views import Failure, Success, attempt
from tournaments.base.services import make_digest
from tournaments.base.views import (
    do_at_evening,
    get_status,
    list_rights,
    may_run,
    member_page,
    read_key,
    read_or_404,
    rehearse,
)
from tournaments.base.words import describe_in_round, describe_refusal, fill_sentence
from tournaments.console.presenters import load_last_bell
from tournaments.core.record import Ending, Stage
from tournaments.core.refusals import NO_DEAL
from tournaments.evening.presenters.evening_view import find_corrected_moves
from tournaments.evening.selectors.access import is_request_done, load_names
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.scoring.forms.deal_list import DealsForm
from tournaments.scoring.forms.deals import CountForm, EndForm, RecordForm, StopForm, WithdrawForm
from tournaments.scoring.presenters.deals import TableSheet, load_round_page, load_table_sheet
from tournaments.scoring.presenters.sheets import ScoreSheet, load_score_sheet
from tournaments.scoring.services.corrections import UNCHANGED
from tournaments.scoring.services.deals import table_end
from tournaments.scoring.views.kinds import choose_kind_views, render_blank_form
from tournaments.scoring.views.slips import PageState, TableAccess, make_member_access
from tournaments.undo.presenters import Changes, load_version_changes
from tournaments.undo.services.undo import correct_and_replay, derive_replay_key, run_if_current

PRIZES, NO_PRIZE = noop("Changed prizes: %(prizes)s."), noop("No prize changes.")
YES, TOKEN, REPLAY = "yes", "seen", "replay"

V = TypeVar("V")
Parts = Mapping[int, Any]
"""Each player's part in a deal's result, by entry. Empty for an undone deal."""


@dataclass(frozen=True)
class CorrectionPreview:
    """The changes of a correction: to the result, and to everything that follows from the result.

    ``replay``: what changes besides if the moves are also made again. None: nothing, or a replay is not
    possible; ``no_replay`` may give the reason. The confirmation must send ``token``.
    ``asks_reason``: the reason is asked for here, not in the form beside it.
    """

    stands: Parts
    corrected: Parts
    changes: Changes
    replay: Changes | None
    no_replay: str
    token: str
    asks_reason: bool = True

    @property
    def rows(self) -> list[tuple[Any, Any]]:
        """Return each player's current and corrected part. Empty if the deal is undone."""
        return [(part, self.corrected[entry]) for entry, part in self.stands.items() if self.corrected]


@dataclass(frozen=True)
class DealCorrection:
    """A correction or an undo of a deal, from a submitted form.

    ``sheet``: the deal when the request began. ``read`` loads the deal's sheet again.
    """

    request: HttpRequest
    access: TableAccess
    form: RecordForm
    sheet: Any
    read: Callable[[], Any]

    def run(self) -> Success[str] | CorrectionPreview | Failure:
        """Write a confirmed correction and return the message; else return its preview, or Failure."""
        form, yes = self.form, YES in self.request.POST
        if not form.is_valid():
            return Failure()
        require(self.access.right, Right.RUN)
        seq, _dot, typed = self.request.POST.get(TOKEN, "").partition(".")
        if yes and typed == self._typed and (line := number_in(seq)) is not None:
            outcome = self._do(lambda by: self._confirm(by, line))
            if isinstance(outcome, Success):
                return Success(_describe_success(self._evening, outcome.value, form.success_message()))
            # The form already contains the reason of the refusal.
            look = attempt(lambda: self._preview(self.access.make_requested_by(self.request)))
            return look.value if isinstance(look, Success) else outcome
        preview = self._do(self._preview)
        if isinstance(preview, Failure):
            return preview
        if yes:
            refuse(form, StaleError("", CHANGED_MEANWHILE))
        return preview.value

    def _do(self, act: Callable[[RequestedBy], V]) -> Success[V] | Failure:
        return do_at_evening(
            self.request, self._evening, act, form=self.form, by=self.access.make_requested_by(self.request)
        )

    @property
    def _evening(self) -> Evening:
        return self.access.evening

    @cached_property
    def _write(self) -> partial[Journal]:
        address = {"round": self.sheet.round, "table": self.sheet.table, "deal": self.sheet.deal}
        return partial(self.form.command(), **address)

    @property
    def _typed(self) -> str:
        return make_digest("correction", self._write.keywords)

    def _confirm(self, by: RequestedBy, seq: int) -> Journal:
        """Write the confirmed correction if line ``seq`` is still the newest. Return its journal line."""
        if self.request.POST[YES] != REPLAY:
            return run_if_current(by, self._write, seq=seq)
        replay = partial(correct_and_replay, correct=self._write, round=self.sheet.round)
        return run_if_current(by, replay, seq=seq, key=derive_replay_key(by.key))

    def _preview(self, by: RequestedBy) -> CorrectionPreview:
        corrected = dict[int, Any]()

        def write(by: RequestedBy) -> None:
            self._write(by)
            corrected.update(self.read().result)

        changes = rehearse(by, write)
        if corrected == self.sheet.result and not changes:
            raise RuleError("", UNCHANGED)
        replay, why_not = _preview_replay(by, self._evening, self._write, self.sheet.round, changes)
        token = f"{self._evening.seq}.{self._typed}"
        return CorrectionPreview(self.sheet.result, corrected, changes, replay, why_not, token)


def answer_no_deal(request: HttpRequest) -> HttpResponse:
    """Respond with 404 and a sentence: a deal that does not exist cannot be corrected."""
    return render(request, "refused.html", {"why": _(NO_DEAL)}, status=404)


def _preview_replay(
    by: RequestedBy, evening: Evening, write: partial[Journal], round: int, changes: Changes
) -> tuple[Changes | None, str]:
    """Return what else changes if the moves are also made again, or the reason why that is not possible."""
    if evening.stage != Stage.PLAYING:
        return None, ""
    bell = load_last_bell(evening, moves=False)
    if not bell.applied or bell.round != round:
        return None, ""
    if not evening.play.format.may_replay:
        return None, _("Nobody moves at fixed tables. There are no moves to calculate again.")
    if bell.lost_tables:
        return None, _("The moves cannot be calculated again: %(round)s already has results.") % {
            "round": describe_in_round(evening.play, bell.opened_round)
        }
    replay = attempt(lambda: rehearse(by, lambda by: correct_and_replay(by, write, round=round)))
    if isinstance(replay, Success):
        return (None, "") if replay.value == changes else (replay.value.beyond(changes), "")
    if replay.field in ("cards", "counts"):
        return None, _(
            "The moves cannot be calculated again: a cut or a count is missing. Correct the scores only. "
            "Then undo the last bell and make the cut or the count."
        )
    return None, _("The moves cannot be calculated again: %(why)s") % {
        "why": describe_refusal(replay, load_names(evening))
    }


def _describe_success(evening: Evening, line: Journal, message: str) -> str:
    """Return the success message. After the result is published, include the prizes that change hands."""
    if line.verb == "moves_replayed":
        return _("The result is corrected and the moves are calculated again.")
    if evening.stage != Stage.FINISHED:
        return message
    if "version" not in line.payload:
        return _("The result is corrected. Its new version needs a cut first.")
    [latest] = load_version_changes(evening, newest=1)
    prizes = "; ".join(f"{prize.title}: {prize.before} → {prize.after}" for prize in latest.changes.prizes)
    return format_html(
        '{} {} <a href="{}#changed">{}</a>',
        _("The result was recorded again: version %(n)s.") % {"n": latest.version},
        fill_sentence(PRIZES if prizes else NO_PRIZE, {"prizes": prizes}, {}),
        reverse("prizes", args=[evening.pk]),
        _("What the correction changed"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def deal(request: HttpRequest, evening: Evening, round: int, table: int, deal: int) -> HttpResponse:
    """Record a deal, or show its recorded result and correct it."""
    return show_deal_page(request, make_member_access(request, evening), round, table, deal)


def show_deal_page(
    request: HttpRequest, access: TableAccess, round: int, table: int, deal: int
) -> HttpResponse:
    """Show a deal, and record or correct it, with these rights and addresses."""
    evening, views = access.evening, choose_kind_views(access.evening.play.kind)

    def read() -> Any:
        return views.load_sheet(request, evening, round=round, table=table, deal=deal)

    sheet = read_or_404(request, read)
    if request.method != "POST":
        return _render_page(request, access, sheet, like=sheet.rewind_to(request.GET.get("as", "")))
    withdraws = request.POST.get("step") == "withdraw"
    form = WithdrawForm(request.POST) if withdraws else views.read_form(request, sheet)
    next_page = access.get_next_url(round, table, deal, views.find_next_deal(sheet, form))
    if form.correcting and access.link is None:
        if not sheet.versions and not is_request_done(evening, read_key(request)):
            return answer_no_deal(request)
        corrected = DealCorrection(request, access, form, sheet, read).run()
        if "HX-Request" in request.headers:
            return _render_changes(request, access, form, corrected)
        if isinstance(corrected, CorrectionPreview):
            return _render_page(request, access, sheet, form, corrected)
        if isinstance(corrected, Success):
            return access.redirect_done(request, corrected.value, next_page)
    else:
        address = {"round": round, "table": table, "deal": deal}
        by = replace(access.make_requested_by(request), read_table=sheet.table_now)
        outcome = do_at_evening(request, evening, lambda by: form.command()(by, **address), form=form, by=by)
        if isinstance(outcome, Success):
            message = access.success_message(form.success_message(), outcome.value)
            return access.redirect_done(request, message, next_page)
    # If somebody else was faster, the page shows the newest version beside the typed values.
    return access.answer_refused(
        request, form, (round, deal), lambda: _render_page(request, access, read(), form)
    )


def _render_changes(
    request: HttpRequest,
    access: TableAccess,
    form: RecordForm,
    corrected: Success[str] | CorrectionPreview | Failure,
) -> HttpResponse:
    """Show what the form would change, while it is filled in; nothing as long as it is not valid."""
    if not isinstance(corrected, CorrectionPreview):
        return HttpResponse()
    words = choose_kind_views(access.evening.play.kind).line_template
    context = {
        "evening": access.evening,
        "look": replace(corrected, asks_reason=False),
        "typed": form,
        "words": words,
        "to": "correction",
    }
    return render(request, "scoring/correction.html", context)


def answer_plan(request: HttpRequest, access: TableAccess, round: int, table: int) -> JsonResponse:
    """Return the table's deals to come as figures, with the HTML of a blank form for each step."""
    views = choose_kind_views(access.evening.play.kind)
    plan = read_or_404(request, lambda: views.plan(access.evening, round=round, table=table))
    forms = {name: render_blank_form(request, access, step) for name, step in plan.forms.items()}
    return JsonResponse({**plan.figures, "forms": forms})


def _render_page(
    request: HttpRequest,
    access: TableAccess,
    sheet: Any,
    form: RecordForm | None = None,
    preview: CorrectionPreview | None = None,
    like: Any = None,
) -> HttpResponse:
    """Show the deal's page. A refused ``form`` keeps its typed values.

    ``preview``: the changes that the form would make. ``like``: the version that fills in the form.
    """
    views, refused_form = choose_kind_views(access.evening.play.kind), None if preview else form
    may_correct = access.may_correct(sheet)
    page = PageState("result" if sheet.versions else "deal", sheet.round, sheet.deal, sheet.mark)
    context = {
        **access.make_page_context(request, page, sheet.table_now, sheet),
        "sheet": sheet,
        "look": preview,
        "like": like,
        "opens": "correct" in request.GET,
        "withdraw": form if isinstance(form, WithdrawForm) else WithdrawForm(),
        "may_correct": may_correct,
        "awaits_confirmation": access.awaits_confirmation(sheet) and not refused_form,
        **views.make_context(request, sheet, refused_form, like, can_run=access.can_run or may_correct),
    }
    if preview and preview.rows:
        context["form"] = form
    return render(request, views.template, context, status=get_status(form or context["form"]))


@require_safe
@member_page(Right.VIEW)
def sheet(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Show all deals of a table in a round. At fixed tables that is the whole game."""
    return show_sheet_page(request, make_member_access(request, evening), round, table)


def show_sheet_page(request: HttpRequest, access: TableAccess, round: int, table: int) -> HttpResponse:
    """Show a table's score sheet, with these rights and addresses."""
    sheet = read_or_404(request, lambda: load_score_sheet(access.evening, round, table))
    context = access.make_page_context(request, PageState("sheet", round), sheet=sheet)
    return render(request, "scoring/bids/sheet.html", context | {"sheet": sheet})


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def count(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Count a table's counters at the bell, in evenings that do not count each deal."""
    return show_count_page(request, make_member_access(request, evening), round, table)


def show_count_page(request: HttpRequest, access: TableAccess, round: int, table: int) -> HttpResponse:
    """Show and record a table's count, with these rights and addresses."""
    sheet = read_or_404(request, lambda: load_table_sheet(access.evening, round, table))
    form = CountForm(request.POST if request.method == "POST" else None, sheet=sheet)

    def page() -> HttpResponse:
        page_state = PageState("count", round, 0, sheet.mark)
        context = access.make_page_context(request, page_state, sheet=sheet) | {"sheet": sheet, "form": form}
        return render(request, "scoring/deal/count.html", context, status=get_status(form))

    if not form.is_bound:
        return page()
    outcome = do_at_evening(
        request,
        access.evening,
        lambda by: form.command()(by, round=round, table=table),
        form=form,
        by=access.make_requested_by(request),
    )
    if isinstance(outcome, Success):
        return access.redirect_done(request, form.success_message(), access.home, outcome.value)
    return access.answer_refused(request, form, (round, 0), page)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def end(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """End a table's round without a result: an unfinished deal, no deal in play, or a stopped game."""
    access, data = make_member_access(request, evening), request.POST if request.method == "POST" else None
    sheet: TableSheet | ScoreSheet
    form: EndForm | StopForm
    if evening.play.bids is not None or evening.play.format.plays_games:
        sheet = read_or_404(request, lambda: load_score_sheet(evening, round, table))
        endings = evening.play.format.list_endings(evening.settings, 0)
        form = StopForm(data, ending=next(iter(endings), Ending.VOID))
    else:
        sheet = read_or_404(request, lambda: load_table_sheet(evening, round, table))
        form = EndForm(data, sheet=sheet)
    outcome = do_at_evening(
        request,
        evening,
        lambda by: table_end(by, round=round, table=table, ending=Ending(form.cleaned_data["ending"])),
        _("The end of table %(table)s is recorded.") % {"table": table},
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect(access.home)
    context = access.make_page_context(request, PageState("sheet", round), sheet=sheet)
    context |= {"sheet": sheet, "form": form}
    return render(request, form.template, context, status=get_status(form))


@require_safe
@member_page(Right.VIEW)
def deals(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the deals, by table or player, newest rounds first. Each links to the page that corrects it."""
    facts = load_facts(evening.pk)
    form = DealsForm(request.GET, facts=facts)
    page = load_round_page(evening, facts, form.number, **form.choices)
    context = {
        "evening": evening,
        "play": facts.play,
        "deals": page,
        "form": form,
        "older": form.build_query(page.older),
        "newer": form.build_query(page.newer),
        "corrected": find_corrected_moves(evening, facts) if evening.stage == Stage.PLAYING else None,
        "round": facts.now.number,
    }
    mends = may_run(request) and evening.stage != Stage.CALLED_OFF
    return render(request, "scoring/deal_list.html", context | list_rights(request) | {"can_run": mends})
