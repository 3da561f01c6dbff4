"""House rules are retired: no longer offered, the name free again."""

from typing import Any

import pytest

from accounts.errors import ForbiddenError
from games.house.selectors import house_rules_of, playable
from games.house.services import house_rules_create, house_rules_retire
from games.models import HouseRules
from tests.cast import everything, refused

OURS: dict[str, Any] = {"game": "blackout", "name": "Ours", "options": {"hook": "last"}}


@pytest.fixture
def ours(cast):
    return house_rules_create(by=cast.alice, club=cast.club, **OURS)


def test_it_works(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    assert HouseRules.objects.get(pk=ours.pk).retired
    assert house_rules_of(cast.club.pk) == ()
    assert [line.name for line in house_rules_of(cast.club.pk, retired=True)] == ["Ours"]
    assert not any(choice.house for choice in playable(cast.club.pk))


def test_twice_is_once(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    before = everything()
    house_rules_retire(by=cast.bob, rules=ours)
    assert everything() == before


def test_the_name_is_free_again(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    again = house_rules_create(by=cast.bob, club=cast.club, **OURS)
    house_rules_retire(by=cast.bob, rules=again)
    assert HouseRules.objects.filter(name="Ours", retired=True).count() == 2


def test_it_validates_ownership(cast, ours):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            house_rules_retire(by=person, rules=ours)
