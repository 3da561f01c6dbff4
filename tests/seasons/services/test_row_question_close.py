import pytest

from accounts.errors import ForbiddenError
from accounts.permissions import Right
from tests.cast import refused
from tests.seasons.services.test_row_question_answer import asked
from tests.services.season_cases import CLOSED, OPEN, SeasonCase
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.row import load_row_questions
from tournaments.seasons.selectors.access import load_waiting_rows
from tournaments.seasons.services.results import row_question_close

CASE = SeasonCase(
    row_question_close,
    scene=asked,
    body=lambda _cast, season: {"question": season.questions.get().pk},
    stages=(OPEN, CLOSED),
    right=Right.VIEW,
)


@pytest.mark.parametrize("who", ["vera", "bob"])
def test_the_asker_closes_it_or_who_runs_the_season(cast, who):
    season = asked(cast, cast.vera)
    row = season.questions.get()
    assert [one.question for one in load_row_questions(season, row.player_id)] == [row.pk]
    assert [(one.name, one.questions) for one in load_waiting_rows(season)] == [("Ada", 1)]
    CASE.service(CASE.by(season, getattr(cast, who)), question=row.pk)
    assert load_row_questions(season, row.player_id) == ()
    assert load_waiting_rows(season) == ()
    assert load_book(season).lines[0].words == "Ada: the question about this row is closed."
    with refused("question", "closed"):
        CASE.service(CASE.by(season, cast.bob), question=row.pk)


def test_another_member_does_not(cast):
    season = asked(cast)
    with refused("role", error=ForbiddenError):
        CASE.service(CASE.by(season, cast.sam), question=season.questions.get().pk)
