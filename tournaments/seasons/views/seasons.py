"""Pages of a season: table, rows with questions, rules, book, versions, first seats and pictures.

``season_page`` checks the right of a member. The pictures are of a season or of an evening.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.database.snapshots import note_shown
from accounts.errors import gettext_noop as _
from accounts.names import make_sort_key
from accounts.numbers import number_in
from accounts.permissions import Right, require
from accounts.players.selectors import find_own_player
from accounts.shared.views import Success, can_read_all, do, get_or_404, get_or_post, get_signed_in_user
from tournaments.base.forms import read_reason
from tournaments.base.views import (
    cached_response,
    do_at_evening,
    get_member_request,
    list_rights,
    may_run,
    member_page,
    read_key,
)
from tournaments.base.words import describe_refusal
from tournaments.core.leagues.rules import SeasonStage, from_json
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import make_evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, RowQuestion, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.results.presenters.pictures import Picture, PictureStyle, draw_evening_pictures
from tournaments.seasons.forms import AnswerForm, QuestionForm, SeasonForm
from tournaments.seasons.presenters.journal import find_season_version, load_book, load_season_versions
from tournaments.seasons.presenters.prizes import KEPT_SEASONS, load_pictures
from tournaments.seasons.presenters.row import Question, describe_differences, explain_row, load_row_questions
from tournaments.seasons.presenters.rules import describe_rules
from tournaments.seasons.presenters.table import build_season_table, build_table_context
from tournaments.seasons.selectors.access import find_season, load_season_tag, load_waiting_rows
from tournaments.seasons.selectors.counting import find_season_result, load_season_orders
from tournaments.seasons.services.results import row_question_answer, row_question_ask, row_question_close
from tournaments.seasons.services.seasons import SeasonBy, season_change, seats_by_season

P = ParamSpec("P")
SET_UP = _("The season is set up. Choose the evenings that count.")
SeasonPage = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def season_page(
    right: Right, change: Right | None = None
) -> Callable[[SeasonPage[P]], Callable[Concatenate[HttpRequest, int, P], HttpResponse]]:
    """Make a page of one season for members who hold ``right``: 404 for strangers, 403 below the right.

    ``change``: the right needed to submit a form of the page, if it is higher.
    """

    def wrap(page: SeasonPage[P]) -> Callable[Concatenate[HttpRequest, int, P], HttpResponse]:
        @wraps(page)
        @login_required
        def view(request: HttpRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            season_and_club = find_season(get_signed_in_user(request), pk, reads_all=can_read_all(request))
            season, membership = get_or_404(request, season_and_club)
            note_shown(season, by="seq")
            require(membership, change if change and request.method == "POST" else right)
            return page(request, season, *args, **kwargs)

        return view  # type: ignore[return-value]

    return wrap


def read_season_request(request: HttpRequest, season: Season) -> SeasonBy:
    """Return the requester, with the reason and the request's key from the form."""
    return SeasonBy(season.pk, get_signed_in_user(request), read_reason(request.POST), read_key(request))


def get_status(*forms: Form) -> int:
    """Return 422 if a form of the page was refused, else 200."""
    return 422 if any(form.errors for form in forms) else 200


def build_frame(request: HttpRequest, season: Season, tab: str) -> dict[str, object]:
    """Return the values that every page of the season shows around its own content."""
    return {
        "season": season,
        "club": season.league.club,
        "open": season.stage == SeasonStage.OPEN,
        "may_run": may_run(request),
        "tab": tab,
    }


def show_refusal(request: HttpRequest, season: Season, form: Form, address: str) -> HttpResponse:
    """Show a small refused form with its errors and a link back."""
    context = build_frame(request, season, "table") | {"form": form, "then": address}
    return render(request, "seasons/refused.html", context, status=422)


@require_safe
@season_page(Right.VIEW)
def season(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the season's table, with the reason why each next place is below."""
    tag = load_season_tag(season)
    return cached_response(request, lambda: _show_table(request, season, tag), tag, may_run(request))


def _show_table(request: HttpRequest, season: Season, tag: str) -> HttpResponse:
    count = KEPT_SEASONS.count(season, tag, all_known=may_run(request))
    questions = load_waiting_rows(season) if may_run(request) else ()
    context = build_table_context(
        season, count, build_season_table(count), everything=wants_all_evenings(request)
    ) | {
        "questions": questions,
        "questions_waiting": sum(row.questions for row in questions),
        "otherwise": describe_differences(season, count),
    }
    return render(request, "seasons/season.html", build_frame(request, season, "table") | context)


def wants_all_evenings(request: HttpRequest) -> bool:
    """Return whether to show all evenings beside the names, not only the newest."""
    return request.GET.get("evenings") == "all"


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def settings(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the rules in words. Members who run the season can change them while it is open."""
    rules, context = from_json(season.rules), build_frame(request, season, "rules")
    if not (context["open"] and context["may_run"]) and request.method != "POST":
        return render(request, "seasons/rules.html", context | {"rules": describe_rules(rules)})
    form = SeasonForm(
        request.POST if request.method == "POST" else None, before=rules, initial={"name": season.name}
    )
    outcome = do(
        request,
        lambda: season_change(
            read_season_request(request, season), name=form.cleaned_data["name"], rules=form.rules
        ),
        gettext("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("season", season.pk)
    return render(request, "seasons/settings.html", context | {"form": form}, status=get_status(form))


@require_safe
@season_page(Right.VIEW)
def book(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the season's book, the newest line first."""
    before = request.GET.get("before", "")
    number = number_in(before, 8)
    context = {"book": load_book(season, number), "before": number}
    return render(request, "seasons/journal.html", build_frame(request, season, "book") | context)


@require_safe
@season_page(Right.VIEW)
def versions(request: HttpRequest, season: Season) -> HttpResponse:
    """Show every version of the season's result: time, author and reason."""
    context = {"versions": load_season_versions(season)}
    return render(request, "seasons/versions.html", build_frame(request, season, "book") | context)


@require_safe
@season_page(Right.VIEW)
def version(request: HttpRequest, season: Season, version: int) -> HttpResponse:
    """Show the standings and prizes as one closing wrote them."""
    if (details := find_season_version(season, version)) is None:
        raise Http404
    newest = find_season_result(season)
    context = {
        "written": details,
        "current": season.stage == SeasonStage.CLOSED and newest is not None and newest.version == version,
        "named": details.has_divisions,
        "rules": details.rules,
    }
    return render(request, "seasons/version.html", build_frame(request, season, "book") | context)


@get_or_post
@member_page(Right.RUN)
def first_seats(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the seasons of the evening, each with its order. Seat people by the chosen season."""
    if request.method == "POST":
        season = number_in(request.POST.get("season", ""), 18) or 0
        message = gettext("All players have seats by the season’s standings.")
        do_at_evening(request, evening, partial(seats_by_season, season=season), message)
        return redirect("evening", evening.pk)
    return render(
        request, "seasons/first_seats.html", {"evening": evening, "orders": load_season_orders(evening)}
    )


@dataclass(frozen=True)
class QuestionLine:
    """A question at its row. ``form``: the form for the answer, if the reader may answer."""

    question: Question
    form: AnswerForm | None
    may_close: bool


@get_or_post
@season_page(Right.VIEW)
def row(request: HttpRequest, season: Season, player: int) -> HttpResponse:
    """Explain one row: points of each evening, and whether it counts. Accept a question about the row."""
    form = QuestionForm(request.POST if request.method == "POST" else None)
    explained = explain_row(season, player, all_known=may_run(request))
    if explained is None:
        raise Http404
    row_address = redirect("season-row", season.pk, explained.player)
    if request.method != "POST" and explained.player != player:  # merged since then
        return row_address
    outcome = do(
        request,
        lambda: row_question_ask(
            read_season_request(request, season), player=explained.player, text=form.cleaned_data["text"]
        ),
        gettext("Your question is sent."),
        form=form,
    )
    if isinstance(outcome, Success):
        return row_address
    context = {
        "row": explained,
        "form": form,
        "questions": [
            _build_line(request, question_row)
            for question_row in load_row_questions(season, explained.player)
        ],
    }
    return render(
        request, "seasons/row.html", build_frame(request, season, "table") | context, status=get_status(form)
    )


@require_POST
@season_page(Right.VIEW)
def question(request: HttpRequest, season: Season, question: int) -> HttpResponse:
    """Answer a question, or close it."""
    row = RowQuestion.objects.filter(season=season, pk=question).first()
    if row is None:
        raise Http404
    by, address = read_season_request(request, season), reverse("season-row", args=[season.pk, row.player_id])
    if "close" in request.POST:
        message = gettext("The question is closed.")
        do(request, lambda: row_question_close(by, question=question), message, words=describe_refusal)
        return redirect(address)
    require(get_member_request(request).right, Right.RUN)
    form = AnswerForm(request.POST)
    answered = do(
        request,
        lambda: row_question_answer(by, question=question, answer=form.cleaned_data["answer"]),
        gettext("Saved."),
        form=form,
    )
    return (
        redirect(address) if isinstance(answered, Success) else show_refusal(request, season, form, address)
    )


def _build_line(request: HttpRequest, question: Question) -> QuestionLine:
    runs = may_run(request)
    initial = {"answer": question.answer.text} if question.answer else {}
    form = AnswerForm(initial=initial, auto_id=f"{question.question}-%s") if runs else None
    return QuestionLine(question, form, runs or question.asked.actor == get_signed_in_user(request).pk)


Draw = Callable[[PictureStyle], Iterable[Picture]]


@require_safe
@member_page(Right.VIEW)
def pictures(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who sat where, and the results; the results only once they are no longer secret."""

    def page() -> HttpResponse:
        facts, secret = load_facts(evening.pk), _is_secret(request, evening)
        context = {"evening": evening, "play": facts.play, "secret": secret} | list_rights(request)
        draw = partial(draw_evening_pictures, facts, secret=secret)
        return _show_pictures(request, facts.names, draw, "results/pictures/page.html", context)

    return _answer_cached(request, make_evening_tag(evening), page)


@require_safe
@member_page(Right.VIEW)
def picture(request: HttpRequest, evening: Evening, which: str) -> HttpResponse:
    """Return one picture as a file; 404 if there is none, or if this visitor may not see it."""

    def file() -> HttpResponse:
        facts = load_facts(evening.pk)
        draw = partial(draw_evening_pictures, facts, secret=_is_secret(request, evening))
        return _send_picture(request, facts.names, draw, which)

    return _answer_cached(request, make_evening_tag(evening), file)


@require_safe
@season_page(Right.VIEW)
def season_pictures(request: HttpRequest, season: Season) -> HttpResponse:
    """Show everybody's place after each evening of a season, with a picture for each division."""

    own = find_own_player(get_signed_in_user(request).pk, season.league.club_id)
    mine = own[1].pk if own else None

    def page() -> HttpResponse:
        pictures = load_pictures(season, all_known=may_run(request))
        context = build_frame(request, season, "pictures") | {"left_out": pictures.left_out}
        return _show_pictures(
            request, pictures.names, pictures.draw_pictures, "seasons/pictures.html", context, mine
        )

    return _answer_cached(request, (load_season_tag(season), mine), page)


@require_safe
@season_page(Right.VIEW)
def season_picture(request: HttpRequest, season: Season, which: str) -> HttpResponse:
    """Return one of the season's pictures as a file."""

    def file() -> HttpResponse:
        pictures = load_pictures(season, all_known=may_run(request))
        return _send_picture(request, pictures.names, pictures.draw_pictures, which)

    return _answer_cached(request, load_season_tag(season), file)


def _answer_cached(request: HttpRequest, tag: object, answer: Callable[[], HttpResponse]) -> HttpResponse:
    return cached_response(request, answer, tag, get_member_request(request).right)


def _show_pictures(
    request: HttpRequest,
    names: Mapping[int, str],
    draw: Draw,
    template: str,
    context: dict[str, Any],
    mine: int | None = None,
) -> HttpResponse:
    player = _read_player(request, names, mine)
    pictures_context = {
        "pictures": draw(PictureStyle(player)),
        "people": _sort_names(names),
        "chosen": player,
    }
    return render(request, template, context | pictures_context)


def _send_picture(request: HttpRequest, names: Mapping[int, str], draw: Draw, key: str) -> HttpResponse:
    for picture in draw(PictureStyle(_read_player(request, names), is_file=True)):
        if picture.key == key:
            return HttpResponse(picture.svg, content_type="image/svg+xml")
    raise Http404


def _is_secret(request: HttpRequest, evening: Evening) -> bool:
    """Return whether the pictures may show only who sat where."""
    return evening.stage == Stage.CALLED_OFF or (not may_run(request) and keeps_secrets(evening))


def _read_player(request: HttpRequest, names: Mapping[int, str], mine: int | None = None) -> int | None:
    """Return the player to highlight: the chosen one, by default oneself; None if not in the picture."""
    text = request.GET.get("who", "" if mine is None else str(mine))
    return next((player for player in names if str(player) == text), None)


def _sort_names(names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return everybody in alphabetical order."""
    return sorted(names.items(), key=lambda person: (make_sort_key(person[1]), person[0]))
