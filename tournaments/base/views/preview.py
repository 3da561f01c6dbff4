"""What something would change, looked at before it is done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.errors import RuleError
from accounts.shared.views.base import attempt
from tournaments.base.views.pages import asked_by
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import names_of
from tournaments.evening.services.journal import By
from tournaments.models import Evening
from tournaments.seasons.presenters.corrected import stands_changed, stands_now
from tournaments.undo.presenters.changes import Changes
from tournaments.undo.services.rehearse import rehearse_at


@dataclass(frozen=True)
class Look:
    """What would change; or why it would be refused, and then ``changes`` is None."""

    changes: Changes | None = None
    refused: str = ""


def rehearse(by: By, command: Callable[[By], object]) -> Changes:
    """What the command would change now. Raises what it raises."""
    _seq, before, after = rehearse_at(by, command, stands_now)
    return stands_changed(before, after)


def look(request: HttpRequest, evening: Evening, command: Callable[[By], object]) -> Look:
    """What the command would change, if whoever looks gave it now."""
    done = attempt(lambda: rehearse(asked_by(request, evening), command))
    if isinstance(done, RuleError):
        return Look(refused=refusal(done, names_of(evening)))
    return Look(done.value)


def show(request: HttpRequest, evening: Evening, look: Look) -> HttpResponse:
    """The part of a page that shows what would change, or why it is refused."""
    return render(request, "components/forms/preview.html", {"look": look, "evening": evening})
