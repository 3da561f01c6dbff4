"""A row of the table explained, with the questions about it: asked, answered and closed."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.permissions import Right, require
from accounts.shared.views.base import Done, do, get_or_post, signed_in
from tournaments.base.views.pages import may_run, of_member
from tournaments.base.words import refusal
from tournaments.models import RowQuestion, Season
from tournaments.seasons.forms.questions import AnswerForm, QuestionForm
from tournaments.seasons.presenters.questions import Question, questions_of_row
from tournaments.seasons.presenters.row import row_explained
from tournaments.seasons.services.questions import row_question_answer, row_question_ask, row_question_close
from tournaments.seasons.views.base import asked_of, season_page, status
from tournaments.seasons.views.seasons import frame, refused


@dataclass(frozen=True)
class QuestionLine:
    """A question at its row. ``form``: for the answer, if the reader may write it."""

    told: Question
    form: AnswerForm | None
    may_close: bool


@get_or_post
@season_page(Right.VIEW)
def row(request: HttpRequest, season: Season, player: int) -> HttpResponse:
    """One row explained: what each evening gave, and whether it counts. A question about it is sent here."""
    form = QuestionForm(request.POST if request.method == "POST" else None)
    explained = row_explained(season, player, all_known=may_run(request))
    if explained is None:
        raise Http404
    here = redirect("season-row", season.pk, explained.player)
    if request.method != "POST" and explained.player != player:  # merged since the address was written down
        return here
    asked = do(
        request,
        lambda: row_question_ask(
            asked_of(request, season), player=explained.player, text=form.cleaned_data["text"]
        ),
        gettext("Your question is sent."),
        form=form,
    )
    if isinstance(asked, Done):
        return here
    shown = {
        "row": explained,
        "form": form,
        "questions": [_line(request, one) for one in questions_of_row(season, explained.player)],
    }
    return render(request, "seasons/row.html", frame(request, season, "table") | shown, status=status(form))


@require_POST
@season_page(Right.VIEW)
def question(request: HttpRequest, season: Season, question: int) -> HttpResponse:
    """A question gets an answer, or is closed."""
    asked = RowQuestion.objects.filter(season=season, pk=question).first()
    if asked is None:
        raise Http404
    by, then = asked_of(request, season), reverse("season-row", args=[season.pk, asked.player_id])
    if "close" in request.POST:
        closed = gettext("The question is closed.")
        do(request, lambda: row_question_close(by, question=question), closed, words=refusal)
        return redirect(then)
    require(of_member(request).right, Right.RUN)
    form = AnswerForm(request.POST)
    answered = do(
        request,
        lambda: row_question_answer(by, question=question, answer=form.cleaned_data["answer"]),
        gettext("Saved."),
        form=form,
    )
    return redirect(then) if isinstance(answered, Done) else refused(request, season, form, then)


def _line(request: HttpRequest, told: Question) -> QuestionLine:
    runs = may_run(request)
    initial = {"answer": told.answer.text} if told.answer else {}
    form = AnswerForm(initial=initial, auto_id=f"{told.question}-%s") if runs else None
    return QuestionLine(told, form, runs or told.asked.actor == signed_in(request).pk)
