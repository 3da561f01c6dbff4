from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import check_in_open
from tournaments.models import Evening

CASE = Case(
    check_in_open,
    scene=lambda make: make(0, Stage.DRAFT),
    body=lambda night: {},
    stages=(Stage.DRAFT,),
)


def test_it_works(night):
    check_in_open(night(0, Stage.DRAFT).by)
    assert Evening.objects.get().stage == Stage.CHECK_IN
