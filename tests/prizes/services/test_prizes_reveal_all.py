from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.hall.presenters.published import load_announcement
from tournaments.prizes.services import prize_reveal, prizes_reveal_all

CASE = Case(
    prizes_reveal_all,
    scene=lambda make: make(12, Stage.FINISHED),
    body=lambda night: {},
    stages=(Stage.FINISHED,),
)


def test_it_works(night):
    """Those that are left, by one line: what was revealed before keeps its own."""
    night = night(12, Stage.FINISHED)
    one = prize_reveal(night.by, prize="counters-lady")
    rest = prizes_reveal_all(night.by)
    assert rest.payload == {"prizes": ["yellow", "counters-gentleman", "booby"]}
    result = load_announcement(night.evening)
    assert [prize.line for prize in result.prizes] == [rest.seq, one.seq, rest.seq, rest.seq]
    assert result.newest is result.prizes[0]
    assert result.lines[0].place == 1
    with refused("prize", "already announced", error=StaleError):
        prizes_reveal_all(night.by)


def test_an_evening_without_prizes_has_its_standing_at_once(night):
    night = night(12, Stage.FINISHED, prizes=())
    assert len(load_announcement(night.evening).lines) == 12
    with refused("prize", error=StaleError):
        prizes_reveal_all(night.by)
