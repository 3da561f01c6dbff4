"""Questions about rows of a season, and their answers, as members read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from accounts.players.selectors.players import entries_of, kept
from tournaments.models import RowQuestion, Season, SeasonLine
from tournaments.seasons.selectors.questions import questions_open


@dataclass(frozen=True)
class Written:
    """A text, who wrote it by what account, and when."""

    text: str
    actor: int | None
    who: str
    at: datetime


@dataclass(frozen=True)
class QuestionTold:
    """A question about somebody's row, with the answer if there is one; ``by``: the account that asked."""

    id: int
    player: int
    name: str
    question: Written
    answer: Written | None
    by: int | None


def questions_of_row(season: Season, player: int) -> tuple[QuestionTold, ...]:
    """Return the questions that stand at a row, the oldest first, in two queries."""
    entries = entries_of(player, kept(season.league.club_id))
    return questions_told(questions_open(season, entries))


def questions_told(rows: Iterable[RowQuestion]) -> tuple[QuestionTold, ...]:
    """Return questions in words; who wrote them is read already."""
    return tuple(_told(row) for row in rows)


def _told(row: RowQuestion) -> QuestionTold:
    return QuestionTold(
        id=row.pk,
        player=row.player_id,
        name=row.player.name,
        question=_written(row.question, row.asked),
        answer=_written(row.answer, row.answered) if row.answered else None,
        by=row.asked.actor_id,
    )


def _written(text: str, line: SeasonLine) -> Written:
    return Written(text, line.actor_id, line.actor.called if line.actor else gettext("the program"), line.at)
