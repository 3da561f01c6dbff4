"""The scorer's page of a deal: its result is recorded; one that stands is corrected or taken back."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.permissions import Right
from accounts.shared.views.base import Done
from tournaments.base.views.pages import do_at_evening, found, key_of, member_page, status_of
from tournaments.evening.selectors.access import was_sent
from tournaments.models import Evening
from tournaments.scoring.forms.ends import WithdrawForm
from tournaments.scoring.forms.seated import RecordForm
from tournaments.scoring.views.corrections import Correction, Look, no_such_deal
from tournaments.scoring.views.kinds.registry import kind_views
from tournaments.scoring.views.table_access import Door, Here, member_door


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def deal(request: HttpRequest, evening: Evening, round: int, table: int, deal: int) -> HttpResponse:
    """Record a deal; or look at the result that stands, and correct it."""
    return deal_page(request, member_door(request, evening), round, table, deal)


def deal_page(request: HttpRequest, door: Door, round: int, table: int, deal: int) -> HttpResponse:
    """A deal, for who came by this door."""
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
        if isinstance(corrected, Done):
            return door.done(request, corrected.value, then)
    else:
        where = {"round": round, "table": table, "deal": deal}
        by = replace(door.by(request), at=sheet.table_now)
        done = do_at_evening(request, evening, lambda by: form.command()(by, **where), form=form, by=by)
        if isinstance(done, Done):
            return door.done(request, form.done(), then)
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
    """The deal's page; with a form that was ``sent``, what was typed is not lost.

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
