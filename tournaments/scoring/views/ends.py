"""The scorer's pages of a table: its sheet, its counters at the bell, and how it ends without a result."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.permissions import Right
from tournaments.base.views.pages import asked_by, attempt, found, line_of, member_page, status_of
from tournaments.core.record import Ending
from tournaments.models import Evening
from tournaments.scoring.forms.ends import CountForm, EndForm, StopForm
from tournaments.scoring.presenters.deal_entry import TableSheet, table_sheet
from tournaments.scoring.presenters.score_sheets import ScoreSheet, score_sheet
from tournaments.scoring.services.table_end import table_end
from tournaments.scoring.views.table_access import Door, Here, member_door


@require_safe
@member_page(Right.VIEW)
def sheet(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """All deals of a table in a round: at fixed tables its whole game."""
    return sheet_page(request, member_door(request, evening), round, table)


def sheet_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """A table's sheet, for who came by this door."""
    shown = {"sheet": found(request, lambda: score_sheet(door.evening, round, table))}
    return render(request, "scoring/bids/sheet.html", door.shown(request, Here("sheet", round)) | shown)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def count(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Count a table's counters at the bell, where deals are not counted."""
    return count_page(request, member_door(request, evening), round, table)


def count_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """A table's count, for who came by this door."""
    sheet = found(request, lambda: table_sheet(door.evening, round, table))
    form = CountForm(request.POST if request.method == "POST" else None, sheet=sheet)

    def page() -> HttpResponse:
        shown = door.shown(request, Here("count", round, 0, sheet.mark)) | {"sheet": sheet, "form": form}
        return render(request, "scoring/deal/count.html", shown, status=status_of(form))

    if not form.is_bound:
        return page()
    if form.is_valid():
        write = partial(form.command(), door.by(request), round=round, table=table)
        if attempt(form, door.evening, write):
            return door.done(request, form.done(), door.home, line_of(form))
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
    if form.is_bound and form.is_valid():
        by, ending = asked_by(request, evening), Ending(form.cleaned_data["ending"])
        if attempt(form, evening, lambda: table_end(by, round=round, table=table, ending=ending)):
            done = _("The end of table %(table)s is recorded.") % {"table": table}
            return door.done(request, done, door.home, line_of(form))
    shown = door.shown(request, Here("sheet", round)) | {"sheet": sheet, "form": form}
    return render(request, form.template, shown, status=status_of(form))
