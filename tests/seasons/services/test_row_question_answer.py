from tests.cast import refused
from tests.seasons.services.test_row_question_ask import ask
from tests.services.season_cases import CLOSED, OPEN, SeasonCase, two_evenings
from tournaments.models import RowQuestion
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.services.results import row_question_answer, row_question_close


def asked(cast, actor=None):
    """A season with a question about Ada's row, by Alice if nobody else is named."""
    season = two_evenings(cast)
    ask(cast, season, actor=actor or cast.alice)
    return season


CASE = SeasonCase(
    row_question_answer,
    scene=asked,
    body=lambda _cast, season: {"question": season.questions.get().pk, "answer": "Place 2 gives 10."},
    stages=(OPEN, CLOSED),
)


def test_it_stands_with_its_answer(cast):
    """Another answer replaces it."""
    season = asked(cast)
    for answer in ("Place 2 gives 10.", "Place 2 gives 10 points."):
        CASE.service(CASE.by(season, cast.bob), question=season.questions.get().pk, answer=answer)
    row = RowQuestion.objects.get()
    assert (row.answer, row.closed) == ("Place 2 gives 10 points.", None)
    assert row.answered is not None
    assert row.answered.actor == cast.bob
    assert load_book(season).lines[0].words == "Ada: the question about this row has an answer."


def test_refusals(cast):
    season = asked(cast)
    pk = season.questions.get().pk
    for answer in ("", "x" * 501):
        with refused("answer"):
            CASE.service(CASE.by(season, cast.bob), question=pk, answer=answer)
    with refused("question", "no such question"):
        CASE.service(CASE.by(season, cast.bob), question=pk + 1, answer="Yes.")
    row_question_close(CASE.by(season, cast.bob), question=pk)
    with refused("question", "closed"):
        CASE.service(CASE.by(season, cast.bob), question=pk, answer="Yes.")
