"""A correction in two steps: first it is shown what it would change, then it is said yes to.

The yes carries the journal's line at which it was shown, and a digest of what was typed: if either is
another by then, it is shown again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as noop
from accounts.numbers import number_in
from accounts.permissions import Right, require
from accounts.refusals import CHANGED
from accounts.shared.forms.base import refuse
from accounts.shared.views.base import Done, Refused, attempt
from tournaments.base.services.book import digest_of
from tournaments.base.views.pages import do_at_evening
from tournaments.base.views.preview import rehearse
from tournaments.base.words import in_round, refusal, sentence
from tournaments.console.presenters.previous_moves import last_bell
from tournaments.core.record import Stage
from tournaments.core.refusals import NO_DEAL
from tournaments.evening.selectors.access import names_of
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.scoring.forms.seated import RecordForm
from tournaments.scoring.views.table_access import Door
from tournaments.undo.presenters.changes import Changes, rewritten
from tournaments.undo.services.rehearse import as_shown
from tournaments.undo.services.undo import correct_and_replay, replay_key

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
        """Everybody's part as it stands, and as it would be."""
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

    def done(self) -> Done[str] | Look | Refused:
        """Do it and return the message, or return what it would change; Refused: as the form says."""
        form, yes = self.form, YES in self.request.POST
        if not form.is_valid():
            return Refused()
        require(self.door.right, Right.RUN)
        seq, _dot, typed = self.request.POST.get(SEEN, "").partition(".")
        if yes and typed == self._typed and (line := number_in(seq)) is not None:
            done = self._do(lambda by: self._said_yes(by, line))
            if isinstance(done, Done):
                return Done(_done(self._evening, done.value, form.done()))
            # Why the yes was refused is told already.
            look = attempt(lambda: self._look(self.door.by(self.request)))
            return look.value if isinstance(look, Done) else done
        looked = self._do(self._look)
        if isinstance(looked, Refused):
            return looked
        if yes:
            refuse(form, StaleError("", CHANGED))
        return looked.value

    def _do(self, act: Callable[[By], V]) -> Done[V] | Refused:
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

    def _said_yes(self, by: By, seq: int) -> Journal:
        """The line that is written, if what is said yes to is what was shown at line ``seq``."""
        if self.request.POST[YES] != REPLAY:
            return as_shown(by, self._write, seq=seq)
        both = partial(correct_and_replay, correct=self._write, round=self.sheet.round)
        return as_shown(by, both, seq=seq, key=replay_key(by.key))

    def _look(self, by: By) -> Look:
        corrected = dict[int, Any]()

        def write(by: By) -> None:
            self._write(by)
            corrected.update(self.read().result)

        changes = rehearse(by, write)
        if corrected == self.sheet.result and not changes:
            raise RuleError("", noop("You changed nothing. Change what is wrong."))
        replay, why_not = _replayed(by, self._evening, self._write, self.sheet.round, changes)
        seen = f"{self._evening.seq}.{self._typed}"
        return Look(self.sheet.result, corrected, changes, replay, why_not, seen)


def no_such_deal(request: HttpRequest) -> HttpResponse:
    """What there is not cannot be corrected: 404 in words."""
    return render(request, "refused.html", {"why": _(NO_DEAL)}, status=404)


def _replayed(
    by: By, evening: Evening, write: partial[Journal], round: int, changes: Changes
) -> tuple[Changes | None, str]:
    """What it changes if the moves are made again, too; or why that cannot be."""
    if evening.stage != Stage.PLAYING:
        return None, ""
    bell = last_bell(evening, moves=False)
    if not bell.applied or bell.round != round:
        return None, ""
    if not evening.play.format.may_replay:
        return None, _("Nobody moves at fixed tables. There are no moves to calculate again.")
    if bell.lost:
        return None, _("The moves cannot be calculated again: %(round)s already has results.") % {
            "round": in_round(evening.play, bell.opened)
        }
    replay = attempt(lambda: rehearse(by, lambda by: correct_and_replay(by, write, round=round)))
    if isinstance(replay, Done):
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
    """That it is done, and which prizes change hands by it where the result was announced."""
    if line.verb == "moves_replayed":
        return _("The result is corrected and the moves are calculated again.")
    if evening.stage != Stage.FINISHED:
        return done
    if "version" not in line.payload:
        return _("The result is corrected. Its new version needs a cut first.")
    [latest] = rewritten(evening, newest=1)
    prizes = "; ".join(f"{prize.what}: {prize.before} → {prize.after}" for prize in latest.changes.prizes)
    return format_html(
        '{} {} <a href="{}#changed">{}</a>',
        _("The result was recorded again: version %(n)s.") % {"n": latest.version},
        sentence(PRIZES if prizes else NO_PRIZE, {"prizes": prizes}, {}),
        reverse("prizes", args=[evening.pk]),
        _("What the correction changed"),
    )
