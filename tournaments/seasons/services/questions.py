"""Members ask about a row of the table, the organiser answers, and one of the two closes the question."""

from typing import Annotated

from django.utils import timezone

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import refuse_unshown
from accounts.permissions import Right, require, right_of
from accounts.players.selectors.players import kept
from accounts.refusals import TOO_LONG
from tournaments.base.arguments import Limits
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import RowQuestion
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.questions import last_day_to_ask
from tournaments.seasons.services.journal import SeasonAct, booked

LONGEST, MOST_OPEN = 500, 5
"""Characters of a question or an answer; open questions of one member in a season."""
InTable = Annotated[int, Limits("Number of a player in the season’s table.", stored=True)]
QuestionNo = Annotated[int, Limits("Number of the question.", stored=True)]
Question = Annotated[str, Limits(most=LONGEST)]


@booked("question_asked", SeasonStage.OPEN, SeasonStage.CLOSED, right=Right.VIEW, title="Ask about a row")
def row_question_ask(act: SeasonAct, *, player: InTable, text: Question) -> None:
    """Ask about a row of the table. RuleError at ``player`` or ``text``."""
    text = _clean(text, "text", _("Enter a question."))
    runs = _right(act) >= Right.RUN
    player = kept(act.season.league.club_id).get(player, player)
    counted = count_season(act.season, all_known=runs)
    if all(row.player != player for row in counted.rows):
        raise RuleError("player", _("The season has no such row."))
    until = last_day_to_ask(act.season, counted.rules, counted.evenings)
    if until is not None and until < timezone.localdate():
        raise StateError("text", _("Questions were possible until %(day)s. Ask an organiser."), day=until)
    mine = RowQuestion.objects.filter(season=act.season, closed=None, asked__actor=act.line.actor)
    if mine.count() >= MOST_OPEN:
        raise StateError("text", _("You have %(most)s open questions. Close one first."), most=MOST_OPEN)
    row = RowQuestion.objects.create(season=act.season, player_id=player, question=text, asked=act.line)
    act.note(question=row.pk, player=player, name=counted.names[player])


@booked("question_answered", SeasonStage.OPEN, SeasonStage.CLOSED, title="Answer a question about a row")
def row_question_answer(act: SeasonAct, *, question: QuestionNo, answer: Question) -> None:
    """Answer a question, or write another answer. RuleError at ``question`` or ``answer``."""
    row = _open(act, question)
    row.answer = _clean(answer, "answer", _("Enter an answer."))
    row.answered = act.line
    row.save(update_fields=["answer", "answered"])


@booked(
    "question_closed",
    SeasonStage.OPEN,
    SeasonStage.CLOSED,
    right=Right.VIEW,
    title="Close a question about a row",
)
def row_question_close(act: SeasonAct, *, question: QuestionNo) -> None:
    """Close a question: it no longer stands at the row. The asker may, and whoever runs the season."""
    row = _open(act, question)
    if row.asked.actor_id != act.line.actor_id:
        require(_right(act), Right.RUN)
    row.closed = act.line
    row.save(update_fields=["closed"])


def _right(act: SeasonAct) -> Right:
    return right_of(act.line.actor_id, act.season.league.club_id) or Right.VIEW


def _open(act: SeasonAct, question: int) -> RowQuestion:
    """Return the question, with a note in the line about whose row it is."""
    rows = RowQuestion.objects.filter(season=act.season, pk=question)
    row = rows.select_related("player", "asked").first()
    if row is None:
        raise RuleError("question", _("The season has no such question."))
    if row.closed_id is not None:
        raise StateError("question", _("This question is closed."))
    act.note(question=row.pk, player=row.player_id, name=row.player.name)
    return row


def _clean(text: str, field: str, missing: str) -> str:
    text = " ".join(text.split())
    refuse_unshown(text, field)
    if not text:
        raise RuleError(field, missing)
    if len(text) > LONGEST:
        raise RuleError(field, TOO_LONG, most=LONGEST)
    return text
