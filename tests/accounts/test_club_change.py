"""The club's name, and what strangers read of its people."""

from functools import partial

import pytest

from accounts.errors import ForbiddenError
from accounts.models import Club, Player
from accounts.services.clubs import club_change
from tests.cast import refused


def test_it_works(cast):
    club_change(by=cast.alice, club=cast.club, name=" Friday  Club ", public="initials")
    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.public, club.revision) == ("Friday Club", "initials", cast.club.revision + 1)


def test_roles_are_called_otherwise_on_the_list_too(cast):
    people = [Player.objects.create(club=cast.club, name=role, role=role) for role in ("lady", "gentleman")]
    theirs = Player.objects.create(club=cast.other_club, name="Zoe", role="lady")
    change = partial(club_change, by=cast.alice, club=cast.club, name="Thursday Club", public="name")
    change(roles=["Dame", "gentleman"])
    assert Club.objects.get(pk=cast.club.pk).roles == ["Dame", "gentleman"]
    for player, role in zip((*people, theirs), ("Dame", "gentleman", "lady"), strict=True):
        player.refresh_from_db()
        assert player.role == role
    change()
    assert Club.objects.get(pk=cast.club.pk).roles == ["Dame", "gentleman"]
    change(roles=[])
    assert Club.objects.get(pk=cast.club.pk).roles == []


@pytest.mark.parametrize(
    "roles", [["lady", "LADY"], [""], ["r"] * 2, list("1234567"), ["x" * 31], ["a\u202eb"], ["a\x00"]]
)
def test_roles_that_cannot_be(cast, roles):
    with refused("roles"):
        club_change(by=cast.alice, club=cast.club, name="Thursday Club", public="name", roles=roles)


def test_it_is_for_the_owner(cast):
    for person in (cast.charlie, cast.bob, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            club_change(by=person, club=cast.club, name="Ours", public="name")


@pytest.mark.parametrize(("name", "public", "field"), [("", "name", "name"), ("Ours", "other", "public")])
def test_refusals(cast, name, public, field):
    with refused(field):
        club_change(by=cast.alice, club=cast.club, name=name, public=public)
