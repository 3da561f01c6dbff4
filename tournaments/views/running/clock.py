"""The buttons of a round's clock: started, paused, given more time; and which round is the last."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.permissions import Right
from tournaments.forms.running.clock import ClockForm, What
from tournaments.models import Evening, Journal
from tournaments.services.journal import By
from tournaments.services.running.clock import (
    clock_extend,
    clock_pause,
    clock_resume,
    clock_start,
    round_last,
)
from tournaments.views.base import command, member_page

ACTS: dict[What, Callable[[By, int, int | None], Journal]] = {
    What.START: lambda by, round, seconds: clock_start(by, round=round, seconds=seconds),
    What.PAUSE: lambda by, round, _seconds: clock_pause(by, round=round),
    What.RESUME: lambda by, round, _seconds: clock_resume(by, round=round),
    What.EXTEND: lambda by, round, seconds: clock_extend(by, round=round, seconds=seconds or 0),
    What.LAST: lambda by, round, _seconds: round_last(by, round=round),
    What.NOT_LAST: lambda by, round, _seconds: round_last(by, round=round, last=False),
}
"""What each button does, one service each."""


@require_POST
@member_page(Right.RUN)
def clock(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """One of ``ACTS`` for this round."""
    form = ClockForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("evening", evening.pk)
    act, seconds = ACTS[form.cleaned_data["what"]], form.seconds
    here = reverse("evening", args=[evening.pk])
    return command(request, evening, here, lambda by: act(by, round, seconds))
