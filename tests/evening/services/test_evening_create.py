from datetime import date
from uuid import uuid4

import pytest

from accounts.errors import ForbiddenError
from tests.cast import everything, refused
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import evening_create
from tournaments.models import Evening, Journal


def create(cast, actor=None, **changes):
    given = {"club": cast.club, "name": "Thursday", "settings": Settings(), "actor": actor or cast.bob}
    return evening_create(**{**given, **changes})


def test_it_works(cast):
    evening = create(cast, held_on=date(2026, 1, 8), settings=Settings(stake=20))
    evening = Evening.objects.get(pk=evening.pk)
    assert (evening.stage, evening.seq, evening.held_on) == (Stage.DRAFT, 1, date(2026, 1, 8))
    assert evening.settings == Settings(stake=20)
    line = Journal.objects.get()
    assert (line.seq, line.verb, line.actor) == (1, "evening_planned", cast.bob)


def test_the_same_request_is_the_same_evening(cast):
    """With something else, or in another club, its key is refused."""
    key = uuid4()
    evening = create(cast, key=key)
    before = everything()
    assert (create(cast, key=key), everything()) == (evening, before)
    for changes in (
        {"name": "Friday"},
        {"settings": Settings(stake=1)},
        {"held_on": date(2026, 1, 1)},
        {"actor": cast.charlie, "club": cast.other_club},
    ):
        with refused("request_key"):
            create(cast, key=key, **changes)


def test_it_validates_ownership(cast):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            create(cast, person)
    with refused("role", error=ForbiddenError):
        create(cast, cast.alice, club=cast.other_club)


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "Enter a name."), ("  ", "Enter a name."), ("x" * 200, "200"), ("a\x00b", "cannot be shown")],
)
def test_a_name_that_is_none_is_refused(cast, name, says):
    with refused("name", says):
        create(cast, name=name)
