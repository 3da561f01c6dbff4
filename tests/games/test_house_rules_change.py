"""House rules are changed: another name, other options, the same game."""

import pytest

from accounts.errors import ForbiddenError
from games.house.services import house_rules_change, house_rules_create, house_rules_retire
from games.models import HouseRules
from tests.cast import everything, refused


@pytest.fixture
def ours(cast):
    return house_rules_create(
        by=cast.alice, club=cast.club, game="blackout", name="Ours", options={"hook": "last"}
    )


def test_it_works(cast, ours):
    changed = house_rules_change(by=cast.bob, rules=ours, name=" Our  way", options={"reverse": True})
    stored = HouseRules.objects.get(pk=ours.pk)
    assert changed == stored
    assert (stored.name, stored.game, stored.options) == ("Our way", "blackout", {"reverse": True})


def test_the_same_change_twice_changes_nothing(cast, ours):
    house_rules_change(by=cast.bob, rules=ours, name="OURS", options={"hook": "running"})
    before = everything()
    house_rules_change(by=cast.bob, rules=ours, name="OURS", options={"hook": "running"})
    assert everything() == before


def test_it_validates_ownership(cast, ours):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            house_rules_change(by=person, rules=ours, name="Mine", options={"hook": "last"})


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [("", {"hook": "last"}, "name"), ("clagged", {"hook": "last"}, "name"), ("Ours", {}, "options")],
)
def test_refusals(cast, ours, name, options, field):
    house_rules_create(by=cast.bob, club=cast.club, game="clag", name="Clagged", options={"non_exact": True})
    with refused(field):
        house_rules_change(by=cast.bob, rules=ours, name=name, options=options)


def test_what_is_retired_is_not_changed(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    with refused("name", "no longer used"):
        house_rules_change(by=cast.bob, rules=ours, name="Ours", options={"hook": "last"})
