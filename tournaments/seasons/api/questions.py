"""Questions about rows of a season: asked, answered, closed, and those that stand."""

from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.shared.api.decorators import member
from accounts.shared.api.filters import Id
from accounts.shared.api.paging import listed, page_of
from tournaments.base.api.access import season_at
from tournaments.base.api.command import Command
from tournaments.base.api.values import answer
from tournaments.seasons.presenters.questions import Question, questions_told
from tournaments.seasons.selectors.questions import questions_open
from tournaments.seasons.services.questions import (
    row_question_answer,
    row_question_ask,
    row_question_close,
)

QUESTION = answer(Question)


class QuestionFilter(FilterSet):  # type: ignore[misc]
    player = Id("player", label="Number of the player whose row it is about.")


@listed(
    "season_questions",
    "The open questions of a season",
    QUESTION,
    filters=QuestionFilter,
)
@member("GET")
def questions(request: Request, pk: int) -> Response:
    """Questions about rows that nobody has closed, the oldest first."""
    rows = questions_open(season_at(request, pk))
    return page_of(request, rows, QUESTION, filters=QuestionFilter, told=questions_told)


COMMANDS = (
    Command(row_question_ask),
    Command(row_question_answer),
    Command(row_question_close),
)
