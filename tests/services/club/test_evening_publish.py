from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.models import Evening
from tournaments.services.club.publishing import evening_publish

CASE = Case(
    evening_publish,
    scene=lambda make: make(8, Stage.PLAYING),
    body=lambda night: {"published": True},
    stages=tuple(Stage),
)


def test_it_works(night):
    night = night(8)
    line = evening_publish(night.by, published=True)
    assert line.payload == {"published": True}
    assert Evening.objects.get().published is True
    line = evening_publish(night.by, published=False)
    assert line.payload == {"published": False}
    assert Evening.objects.get().published is False


def test_what_was_said_already_is_refused(night):
    night = night(8)
    with refused("published", error=StaleError):
        evening_publish(night.by, published=False)
    evening_publish(night.by, published=True)
    with refused("published", error=StaleError):
        evening_publish(night.by, published=True)
