"""Clubs, what their members may do, and what is refused in general."""

from functools import partial

import pytest

from accounts.clubs.services import club_change, club_create
from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.models import Club, Membership, Player, Role
from accounts.permissions import Right, find_right, require
from tests.cast import refused


def test_a_club_is_created(cast):
    club = club_create(owner=cast.vera, name=" Friday  Club ")
    assert Club.objects.get(pk=club.pk).name == "Friday Club"
    assert Membership.objects.get(club=club).user == cast.vera
    assert Membership.objects.get(club=club).role == Role.OWNER


@pytest.mark.parametrize("name", ["", "  ", "x" * 200, "\x00"])
def test_a_name_that_is_none_is_refused(cast, name):
    with refused("name"):
        club_create(owner=cast.alice, name=name)


def test_a_club_is_changed(cast):
    club_change(by=cast.alice, club=cast.club, name=" Friday  Club ", public="initials")
    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.public, club.revision) == ("Friday Club", "initials", cast.club.revision + 1)


def test_roles_are_called_otherwise_on_the_list_too(cast):
    people = [Player.objects.create(club=cast.club, name=role, role=role) for role in ("lady", "gentleman")]
    theirs = Player.objects.create(club=cast.other_club, name="Zoe", role="lady")
    change = partial(club_change, by=cast.alice, club=cast.club, name="Thursday Club", public="name")
    for changes, roles in (
        ({"roles": ["Dame", "gentleman"]}, ["Dame", "gentleman"]),
        ({}, ["Dame", "gentleman"]),
        ({"roles": []}, []),
    ):
        change(**changes)
        assert Club.objects.get(pk=cast.club.pk).roles == roles
        found = [Player.objects.get(pk=player.pk).role for player in (*people, theirs)]
        assert found == ["Dame", "gentleman", "lady"]


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": ""}),
        ("public", {"public": "other"}),
        ("colour", {"colour": "red"}),
        ("bell", {"bell": "whistle"}),
        ("logo", {"logo": b"<svg/>"}),
        *(
            ("roles", {"roles": roles})
            for roles in (
                ["lady", "LADY"],
                [""],
                ["r"] * 2,
                [*"1234567"],
                ["x" * 31],
                ["a\u202eb"],
                ["a\x00"],
            )
        ),
    ],
)
def test_what_a_club_cannot_be_changed_to(cast, field, changes):
    with refused(field):
        club_change(**{"by": cast.alice, "club": cast.club, "name": "Ours", "public": "name", **changes})


def test_each_right_holds_those_before_it(cast):
    people = (cast.alice, cast.bob, cast.sam, cast.vera, cast.charlie)
    held = [find_right(person.pk, cast.club.pk) for person in people]
    assert held == [Right.OWN, Right.RUN, Right.SCORE, Right.VIEW, None]
    assert Right.OWN > Right.RUN > Right.SCORE > Right.VIEW
    assert find_right(None, cast.club.pk) is None


def test_a_right_reaches_or_is_refused():
    for held in (Right.RUN, Right.OWN):
        require(held, Right.RUN)
    for low in (None, Right.VIEW, Right.SCORE):
        with pytest.raises(ForbiddenError) as caught:
            require(low, Right.RUN)
        assert caught.value.field == "role"


def test_a_refusal_says_where_and_why():
    error = RuleError("stake", "Enter a number from %(least)s to %(most)s.", least=1, most=9)
    assert (error.field, error.message) == ("stake", "Enter a number from %(least)s to %(most)s.")
    assert dict(error.figures) == {"least": 1, "most": 9}
    assert str(error) == "stake: Enter a number from 1 to 9."
    assert str(RuleError("share", "100% is the most.")) == "share: 100% is the most."
    assert issubclass(StaleError, RuleError)
    assert issubclass(ForbiddenError, RuleError)
