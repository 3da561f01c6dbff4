"""Pages of a deal and its correction, of a table's sheet, its count and the end of its round.

A correction takes two steps: the page shows the changes, then the scorer confirms. The confirmation carries
the number of the journal's last line and a digest of the form. If either has changed, the page shows the
changes again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
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
from tournaments.base.services import digest_of
from tournaments.base.views import do_at_evening, found, key_of, member_page, rehearse, status_of
from tournaments.base.words import in_round, refusal, sentence
from tournaments.console.presenters import last_bell
from tournaments.core.record import Ending, Stage
from tournaments.core.refusals import NO_DEAL
from tournaments.evening.selectors.access import names_of, was_sent
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.scoring.forms.deals import CountForm, EndForm, RecordForm, StopForm, WithdrawForm
from tournaments.scoring.presenters.deals import TableSheet, table_sheet
from tournaments.scoring.presenters.sheets import ScoreSheet, score_sheet
from tournaments.scoring.services.deals import table_end
from tournaments.scoring.views.kinds import kind_views
from tournaments.scoring.views.slips import Door, Here, member_door
from tournaments.undo.presenters import Changes, version_changes
from tournaments.undo.services.undo import as_shown, correct_and_replay, replay_key

PRIZES, NO_PRIZE = noop("Changed prizes: %(prizes)s."), noop("No prize changes.")
YES, SEEN, REPLAY = "yes", "seen", "replay"

V = TypeVar("V")
Result = Mapping[int, Any]
"""Everybody's part in a deal's result, by entry; a deal that is taken back has none."""


@dataclass(frozen=True)
class Look:
    """What a correction would change: in the result, and of everything that follows from it.

    ``replay`` is what changes if the moves are made again from it; None: nothing else, or they cannot
    be, and then ``no_replay`` may say why. ``seen`` is what a yes to it must carry.
    """

    stands: Result
    corrected: Result
    changes: Changes
    replay: Changes | None
    no_replay: str
    seen: str

    @property
    def rows(self) -> list[tuple[Any, Any]]:
        """Return everybody's part as it stands, and as it would be."""
        return [(part, self.corrected[entry]) for entry, part in self.stands.items() if self.corrected]


@dataclass(frozen=True)
class Correction:
    """A deal is written anew, or taken back, with what was typed in the form.

    ``sheet`` shows the deal as it stands, and ``read`` as it is when that is called.
    """

    request: HttpRequest
    door: Door
    form: RecordForm
    sheet: Any
    read: Callable[[], Any]

    def done(self) -> Success[str] | Look | Failure:
        """Do it and return the message, or return what it would change; Refused: as the form says."""
        form, yes = self.form, YES in self.request.POST
        if not form.is_valid():
            return Failure()
        require(self.door.right, Right.RUN)
        seq, _dot, typed = self.request.POST.get(SEEN, "").partition(".")
        if yes and typed == self._typed and (line := number_in(seq)) is not None:
            done = self._do(lambda by: self._said_yes(by, line))
            if isinstance(done, Success):
                return Success(_done(self._evening, done.value, form.success_message()))
            # Why the yes was refused is told already.
            look = attempt(lambda: self._look(self.door.by(self.request)))
            return look.value if isinstance(look, Success) else done
        looked = self._do(self._look)
        if isinstance(looked, Failure):
            return looked
        if yes:
            refuse(form, StaleError("", CHANGED_MEANWHILE))
        return looked.value

    def _do(self, act: Callable[[RequestedBy], V]) -> Success[V] | Failure:
        return do_at_evening(self.request, self._evening, act, form=self.form, by=self.door.by(self.request))

    @property
    def _evening(self) -> Evening:
        return self.door.evening

    @cached_property
    def _write(self) -> partial[Journal]:
        where = {"round": self.sheet.round, "table": self.sheet.table, "deal": self.sheet.deal}
        return partial(self.form.command(), **where)

    @property
    def _typed(self) -> str:
        return digest_of("correction", self._write.keywords)

    def _said_yes(self, by: RequestedBy, seq: int) -> Journal:
        """Write the correction, if what was confirmed is what was shown at line ``seq``. Return its line."""
        if self.request.POST[YES] != REPLAY:
            return as_shown(by, self._write, seq=seq)
        both = partial(correct_and_replay, correct=self._write, round=self.sheet.round)
        return as_shown(by, both, seq=seq, key=replay_key(by.key))

    def _look(self, by: RequestedBy) -> Look:
        corrected = dict[int, Any]()

        def write(by: RequestedBy) -> None:
            self._write(by)
            corrected.update(self.read().result)

        changes = rehearse(by, write)
        if corrected == self.sheet.result and not changes:
            raise RuleError("", noop("You changed nothing. Change what is wrong."))
        replay, why_not = _replayed(by, self._evening, self._write, self.sheet.round, changes)
        seen = f"{self._evening.seq}.{self._typed}"
        return Look(self.sheet.result, corrected, changes, replay, why_not, seen)


def no_such_deal(request: HttpRequest) -> HttpResponse:
    """Answer 404 in words: a deal that does not exist cannot be corrected."""
    return render(request, "refused.html", {"why": _(NO_DEAL)}, status=404)


def _replayed(
    by: RequestedBy, evening: Evening, write: partial[Journal], round: int, changes: Changes
) -> tuple[Changes | None, str]:
    """Return what it changes if the moves are made again, too; or why that cannot be."""
    if evening.stage != Stage.PLAYING:
        return None, ""
    bell = last_bell(evening, moves=False)
    if not bell.applied or bell.round != round:
        return None, ""
    if not evening.play.format.may_replay:
        return None, _("Nobody moves at fixed tables. There are no moves to calculate again.")
    if bell.lost_tables:
        return None, _("The moves cannot be calculated again: %(round)s already has results.") % {
            "round": in_round(evening.play, bell.opened_round)
        }
    replay = attempt(lambda: rehearse(by, lambda by: correct_and_replay(by, write, round=round)))
    if isinstance(replay, Success):
        return (None, "") if replay.value == changes else (replay.value, "")
    if replay.field in ("cards", "counts"):
        return None, _(
            "The moves cannot be calculated again: a cut or a count is missing. Correct the scores only. "
            "Then undo the last bell and make the cut or the count."
        )
    return None, _("The moves cannot be calculated again: %(why)s") % {
        "why": refusal(replay, names_of(evening))
    }


def _done(evening: Evening, line: Journal, done: str) -> str:
    """Return the success message, with the prizes that change hands where the result was announced."""
    if line.verb == "moves_replayed":
        return _("The result is corrected and the moves are calculated again.")
    if evening.stage != Stage.FINISHED:
        return done
    if "version" not in line.payload:
        return _("The result is corrected. Its new version needs a cut first.")
    [latest] = version_changes(evening, newest=1)
    prizes = "; ".join(f"{prize.title}: {prize.before} → {prize.after}" for prize in latest.changes.prizes)
    return format_html(
        '{} {} <a href="{}#changed">{}</a>',
        _("The result was recorded again: version %(n)s.") % {"n": latest.version},
        sentence(PRIZES if prizes else NO_PRIZE, {"prizes": prizes}, {}),
        reverse("prizes", args=[evening.pk]),
        _("What the correction changed"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def deal(request: HttpRequest, evening: Evening, round: int, table: int, deal: int) -> HttpResponse:
    """Record a deal; or look at the result that stands, and correct it."""
    return deal_page(request, member_door(request, evening), round, table, deal)


def deal_page(request: HttpRequest, door: Door, round: int, table: int, deal: int) -> HttpResponse:
    """Show a deal, and record or correct it, for a reader who came by this door."""
    evening, views = door.evening, kind_views(door.evening.play.kind)

    def read() -> Any:
        return views.sheet(request, evening, round=round, table=table, deal=deal)

    sheet = found(request, read)
    if request.method != "POST":
        return _page(request, door, sheet, like=sheet.as_in(request.GET.get("as", "")))
    withdraws = request.POST.get("step") == "withdraw"
    form = WithdrawForm(request.POST) if withdraws else views.typed(request, sheet)
    then = door.after(round, table, deal, views.following(sheet, form))
    if form.correcting:
        if not sheet.versions and not was_sent(evening, key_of(request)):
            return no_such_deal(request)
        corrected = Correction(request, door, form, sheet, read).done()
        if isinstance(corrected, Look):
            return _page(request, door, sheet, form, corrected)
        if isinstance(corrected, Success):
            return door.done(request, corrected.value, then)
    else:
        where = {"round": round, "table": table, "deal": deal}
        by = replace(door.by(request), read_table=sheet.table_now)
        done = do_at_evening(request, evening, lambda by: form.command()(by, **where), form=form, by=by)
        if isinstance(done, Success):
            return door.done(request, form.success_message(), then)
    # Somebody may have been faster: then what stands by now is shown beside what was typed.
    return door.refused(request, form, (round, deal), lambda: _page(request, door, read(), form))


def _page(
    request: HttpRequest,
    door: Door,
    sheet: Any,
    sent: RecordForm | None = None,
    look: Look | None = None,
    like: Any = None,
) -> HttpResponse:
    """Show the deal's page. With a form that was ``sent``, what was typed is not lost.

    ``look``: what that would change, if it is done; ``like``: the version that the form is filled in by.
    """
    views, refused = kind_views(door.evening.play.kind), None if look else sent
    here = Here("result" if sheet.versions else "deal", sheet.round, sheet.deal, sheet.mark)
    shown = {
        **door.shown(request, here, sheet.table_now),
        "sheet": sheet,
        "look": look,
        "like": like,
        "withdraw": sent if isinstance(sent, WithdrawForm) else WithdrawForm(),
        **views.context(request, sheet, refused, like, can_run=door.can_run),
    }
    if look and look.rows:
        shown["form"] = sent
    return render(request, views.template, shown, status=status_of(sent or shown["form"]))


@require_safe
@member_page(Right.VIEW)
def sheet(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Show all deals of a table in a round: at fixed tables its whole game."""
    return sheet_page(request, member_door(request, evening), round, table)


def sheet_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """Show a table's sheet, for a reader who came by this door."""
    shown = {"sheet": found(request, lambda: score_sheet(door.evening, round, table))}
    return render(request, "scoring/bids/sheet.html", door.shown(request, Here("sheet", round)) | shown)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def count(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Count a table's counters at the bell, where deals are not counted."""
    return count_page(request, member_door(request, evening), round, table)


def count_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """Show a table's count and record it, for a reader who came by this door."""
    sheet = found(request, lambda: table_sheet(door.evening, round, table))
    form = CountForm(request.POST if request.method == "POST" else None, sheet=sheet)

    def page() -> HttpResponse:
        shown = door.shown(request, Here("count", round, 0, sheet.mark)) | {"sheet": sheet, "form": form}
        return render(request, "scoring/deal/count.html", shown, status=status_of(form))

    if not form.is_bound:
        return page()
    done = do_at_evening(
        request,
        door.evening,
        lambda by: form.command()(by, round=round, table=table),
        form=form,
        by=door.by(request),
    )
    if isinstance(done, Success):
        return door.done(request, form.success_message(), door.home, done.value)
    return door.refused(request, form, (round, 0), page)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def end(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """End a table's round without a result: a deal cannot be finished, none is in play, a game stops."""
    door, data = member_door(request, evening), request.POST if request.method == "POST" else None
    sheet: TableSheet | ScoreSheet
    form: EndForm | StopForm
    if evening.play.bids is not None or evening.play.format.plays_games:
        sheet = found(request, lambda: score_sheet(evening, round, table))
        endings = evening.play.format.endings(evening.settings, 0)
        form = StopForm(data, ending=next(iter(endings), Ending.VOID))
    else:
        sheet = found(request, lambda: table_sheet(evening, round, table))
        form = EndForm(data, sheet=sheet)
    ended = do_at_evening(
        request,
        evening,
        lambda by: table_end(by, round=round, table=table, ending=Ending(form.cleaned_data["ending"])),
        _("The end of table %(table)s is recorded.") % {"table": table},
        form=form,
    )
    if isinstance(ended, Success):
        return redirect(door.home)
    shown = door.shown(request, Here("sheet", round)) | {"sheet": sheet, "form": form}
    return render(request, form.template, shown, status=status_of(form))
