"""House rules: a ruleset's options under the club's own name; made, changed, and retired."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.errors import ForbiddenError
from games.house.selectors import list_house_rules, list_playable
from games.house.services import MOST, house_rules_change, house_rules_create, house_rules_retire
from games.models import HouseRules
from tests.cast import everything, refused

OURS: dict[str, Any] = {"game": "blackout", "name": "Ours", "options": {"hook": "last"}}


@pytest.fixture
def ours(cast):
    return house_rules_create(by=cast.alice, club=cast.club, **OURS)


def test_only_who_runs_the_club_makes_changes_and_retires_them(cast, ours):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            house_rules_create(by=person, club=cast.club, **OURS | {"name": "Mine"})
        with refused("role", error=ForbiddenError):
            house_rules_change(by=person, rules=ours, name="Mine", options={"hook": "last"})
        with refused("role", error=ForbiddenError):
            house_rules_retire(by=person, rules=ours)
    with refused("role", error=ForbiddenError):
        house_rules_create(by=cast.alice, club=cast.other_club, **OURS)


# Made


def test_they_are_made(cast):
    made = house_rules_create(
        by=cast.bob, club=cast.club, game="blackout", name="  Our \t way ", options={"hook": True}
    )
    made = HouseRules.objects.get(pk=made.pk)
    assert (made.club, made.game, made.name) == (cast.club, "blackout", "Our way")
    assert made.options == {"hook": "running"}, "only what is changed, as the game reads it"
    assert not made.retired


def test_what_is_as_usual_is_not_kept(cast):
    given = {"hook": "last", "reverse": False, "full_rotation": True, "simultaneous": False}
    made = house_rules_create(by=cast.bob, club=cast.club, game="blackout", name="Ours", options=given)
    assert made.options == {"hook": "last", "full_rotation": True}


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"game": "nothing"}, "game", "no game"),
        ({"name": ""}, "name", "Enter a name."),
        ({"name": "x" * 61}, "name", "61"),
        ({"name": "a\x00b"}, "name", "cannot be shown"),
        ({"name": "a\u202eb"}, "name", "cannot be shown"),
        ({"options": {}}, "options", "Change at least one option"),
        ({"options": {"hook": "none"}}, "options", "Change at least one option"),
        ({"options": {"jokers": True}}, "options.jokers", "no such option"),
        ({"options": {"hook": "always"}}, "options.hook", "running"),
        ({"options": {"reverse": True, "full_rotation": True}}, "options.reverse", "combined"),
        ({"game": "caller-clag", "options": {"deals": 0}}, "options.deals", "Enter a number from 1 to 60."),
        ({"game": "draw-poker", "options": {}}, "options", "Change at least one option"),
    ],
)
def test_what_is_not_made(cast, changes, field, says):
    with refused(field, says):
        house_rules_create(by=cast.bob, club=cast.club, **{**OURS, **changes})


def test_a_name_is_there_once_in_a_club(cast):
    house_rules_create(by=cast.alice, club=cast.club, **OURS)
    for name in ("Ours", "OURS", " ours "):
        with refused("name", "already"):
            house_rules_create(by=cast.bob, club=cast.club, **{**OURS, "name": name})
    house_rules_create(by=cast.charlie, club=cast.other_club, **OURS)


def test_the_same_request_twice_makes_them_once(cast):
    key = uuid4()
    first = house_rules_create(by=cast.bob, club=cast.club, **OURS, key=key)
    before = everything()
    assert house_rules_create(by=cast.bob, club=cast.club, **OURS, key=key) == first
    assert everything() == before
    with refused("request_key", "with other contents"):
        house_rules_create(by=cast.bob, club=cast.club, **{**OURS, "name": "Theirs"}, key=key)
    with refused("role", error=ForbiddenError):
        house_rules_create(by=cast.charlie, club=cast.club, **OURS, key=key)
    house_rules_create(by=cast.charlie, club=cast.other_club, **OURS, key=key)


def test_a_club_has_so_many_at_most(cast):
    HouseRules.objects.bulk_create(
        HouseRules(club=cast.club, game="clag", name=f"n{n}", options={"non_exact": True})
        for n in range(MOST)
    )
    with refused("name", str(MOST)):
        house_rules_create(by=cast.bob, club=cast.club, **OURS)
    HouseRules.objects.filter(name="n0").update(retired=True)
    house_rules_create(by=cast.bob, club=cast.club, **OURS)


# Changed


def test_they_are_changed(cast, ours):
    changed = house_rules_change(by=cast.bob, rules=ours, name=" Our  way", options={"reverse": True})
    stored = HouseRules.objects.get(pk=ours.pk)
    assert changed == stored
    assert (stored.name, stored.game, stored.options) == ("Our way", "blackout", {"reverse": True})


def test_the_same_change_twice_changes_nothing(cast, ours):
    house_rules_change(by=cast.bob, rules=ours, name="OURS", options={"hook": "running"})
    before = everything()
    house_rules_change(by=cast.bob, rules=ours, name="OURS", options={"hook": "running"})
    assert everything() == before


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [("", {"hook": "last"}, "name"), ("clagged", {"hook": "last"}, "name"), ("Ours", {}, "options")],
)
def test_what_is_not_changed(cast, ours, name, options, field):
    house_rules_create(by=cast.bob, club=cast.club, game="clag", name="Clagged", options={"non_exact": True})
    with refused(field):
        house_rules_change(by=cast.bob, rules=ours, name=name, options=options)


def test_what_is_retired_is_not_changed(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    with refused("name", "no longer used"):
        house_rules_change(by=cast.bob, rules=ours, name="Ours", options={"hook": "last"})


# Retired


def test_they_are_retired(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    assert HouseRules.objects.get(pk=ours.pk).retired
    assert list_house_rules(cast.club.pk) == ()
    assert [line.name for line in list_house_rules(cast.club.pk, retired=True)] == ["Ours"]
    assert not any(choice.house for choice in list_playable(cast.club.pk))


def test_they_are_retired_once(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    before = everything()
    house_rules_retire(by=cast.bob, rules=ours)
    assert everything() == before


def test_the_name_is_free_again(cast, ours):
    house_rules_retire(by=cast.bob, rules=ours)
    again = house_rules_create(by=cast.bob, club=cast.club, **OURS)
    house_rules_retire(by=cast.bob, rules=again)
    assert HouseRules.objects.filter(name="Ours", retired=True).count() == 2
