"""Groups: made, changed, deleted."""

import pytest

from accounts.errors import ForbiddenError
from accounts.models import Group, Player
from accounts.selectors.players import members
from accounts.services.groups import group_change, group_create, group_delete
from accounts.services.merging import player_merge
from tests.cast import refused


@pytest.fixture
def juniors(cast):
    return group_create(by=cast.bob, club=cast.club, name=" The  juniors ")


@pytest.fixture
def anna(cast):
    return Player.objects.create(club=cast.club, name="Anna")


def test_it_works(cast, juniors, anna):
    assert juniors.name == "The juniors"
    group_change(by=cast.bob, group=juniors, name="Juniors", players=[anna.pk])
    assert members(cast.club.pk) == ((Group.objects.get(name="Juniors"), (anna,)),)
    group_delete(by=cast.alice, group=juniors)
    assert not Group.objects.exists()


def test_it_validates_ownership(cast, juniors):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            group_create(by=person, club=cast.club, name="Seniors")
        with refused("role", error=ForbiddenError):
            group_change(by=person, group=juniors, name="Seniors", players=[])
        with refused("role", error=ForbiddenError):
            group_delete(by=person, group=juniors)
    theirs = Player.objects.create(club=cast.other_club, name="Ned")
    with refused("players", "another club"):
        group_change(by=cast.bob, group=juniors, name="Juniors", players=[theirs.pk])


@pytest.mark.parametrize("name", ["", "THE JUNIORS", "x" * 31, "a\u202eb", "a|b"])
def test_a_bad_name_is_refused(cast, juniors, name):
    with refused("name"):
        group_create(by=cast.bob, club=cast.club, name=name)


def test_what_is_used_keeps_its_name_and_stays(cast, juniors, anna):
    used = ["Next Thursday"]
    with refused("name", "There is a prize for “The juniors”: Next Thursday."):
        group_change(by=cast.bob, group=juniors, name="Juniors", players=[], used=used)
    with refused("name", "Next Thursday"):
        group_delete(by=cast.bob, group=juniors, used=used)
    group_change(by=cast.bob, group=juniors, name="The juniors", players=[anna.pk], used=used)
    assert list(juniors.players.all()) == [anna]


def test_who_was_merged_is_in_it_once(cast, juniors, anna):
    ann = Player.objects.create(club=cast.club, name="Ann")
    group_change(by=cast.bob, group=juniors, name="Juniors", players=[anna.pk, ann.pk])
    player_merge(by=cast.bob, gone=ann, kept_as=anna)
    assert [people for _group, people in members(cast.club.pk)] == [(anna,)]
