"""Questions about rows of a season, and their answers, as members read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.players.selectors.players import entries_of, kept
from tournaments.models import RowQuestion, Season, SeasonLine
from tournaments.seasons.selectors.questions import questions_open


@answers("text", "actor", "who", "at", component="WrittenAnswer")
@dataclass(frozen=True)
class Written:
    """A text, with who wrote it and when."""

    text: str
    actor: int | None
    who: str
    at: datetime


@answers("player", "name", "question", "asked", "answer", component="QuestionAnswer")
@dataclass(frozen=True)
class Question:
    """A ``question`` about a player’s row, by its number. ``answer`` is null until there is one."""

    question: int
    player: int
    name: str
    asked: Written
    answer: Written | None


def questions_of_row(season: Season, player: int) -> tuple[Question, ...]:
    """Return the questions that stand at a row, the oldest first, in two queries."""
    entries = entries_of(player, kept(season.league.club_id))
    return questions_told(questions_open(season, entries))


def questions_told(rows: Iterable[RowQuestion]) -> tuple[Question, ...]:
    """Return questions in words; who wrote them is read already."""
    return tuple(_told(row) for row in rows)


def _told(row: RowQuestion) -> Question:
    return Question(
        question=row.pk,
        player=row.player_id,
        name=row.player.name,
        asked=_written(row.question, row.asked),
        answer=_written(row.answer, row.answered) if row.answered else None,
    )


def _written(text: str, line: SeasonLine) -> Written:
    return Written(text, line.actor_id, line.actor.called if line.actor else gettext("the program"), line.at)
