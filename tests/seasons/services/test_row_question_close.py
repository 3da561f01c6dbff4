import pytest

from accounts.errors import ForbiddenError
from accounts.permissions import Right
from tests.cast import refused
from tests.seasons.services.test_row_question_answer import asked
from tests.services.season_cases import CLOSED, OPEN, SeasonCase
from tournaments.seasons.presenters.journal import season_book
from tournaments.seasons.presenters.row import questions_of_row
from tournaments.seasons.selectors.access import rows_waiting
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
    assert [one.question for one in questions_of_row(season, row.player_id)] == [row.pk]
    assert [(one.name, one.questions) for one in rows_waiting(season)] == [("Ada", 1)]
    CASE.service(CASE.by(season, getattr(cast, who)), question=row.pk)
    assert questions_of_row(season, row.player_id) == ()
    assert rows_waiting(season) == ()
    assert season_book(season).lines[0].words == "Ada: the question about this row is closed."
    with refused("question", "closed"):
        CASE.service(CASE.by(season, cast.bob), question=row.pk)


def test_another_member_does_not(cast):
    season = asked(cast)
    with refused("role", error=ForbiddenError):
        CASE.service(CASE.by(season, cast.sam), question=season.questions.get().pk)
