import pytest

from accounts.errors import StaleError
from tests.cast import refused
from tests.prizes.services.test_prize_give import give, people
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.hall.presenters.published import load_announcement
from tournaments.models import Award
from tournaments.prizes.presenters.prize_lists import load_certificates
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.prizes.services import WITH_PEOPLE, prize_take_back


def given(make):
    night = make(12, Stage.FINISHED)
    give(night, people(night)[0])
    return night


CASE = Case(
    prize_take_back,
    scene=given,
    body=lambda _night: {"prize": "hand-1"},
    stages=WITH_PEOPLE,
    asks_reason=True,
)


@pytest.mark.postgresql
def test_it_works(night):
    night = given(night)
    line = prize_take_back(CASE.by(night), prize="hand-1")
    assert line.payload == {"prize": "hand-1", "title": "Raffle", "winners": [people(night)[0]]}
    assert load_gifts(night.evening) == ()
    assert [prize.title for prize in load_announcement(night.evening).prizes].count("Raffle") == 0
    assert load_certificates(night.evening, runs=False) == ()
    assert Award.objects.get(prize="hand-1").withdrawn
    give(night, people(night)[1])
    assert [prize.key for prize in load_gifts(night.evening)] == ["hand-2"]


def test_refusals(night):
    night = given(night)
    with refused("prize", "No prize given by hand"):
        prize_take_back(CASE.by(night), prize="booby")
    prize_take_back(CASE.by(night), prize="hand-1")
    with refused("prize", "already taken back", error=StaleError):
        prize_take_back(CASE.by(night), prize="hand-1")
