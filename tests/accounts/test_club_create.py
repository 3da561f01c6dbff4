import pytest

from accounts.models import Club, Membership, Role
from accounts.services.clubs import club_create
from tests.cast import refused


def test_it_works(cast):
    club = club_create(owner=cast.vera, name=" Friday  Club ")
    assert Club.objects.get(pk=club.pk).name == "Friday Club"
    assert Membership.objects.get(club=club).user == cast.vera
    assert Membership.objects.get(club=club).role == Role.OWNER


@pytest.mark.parametrize("name", ["", "  ", "x" * 200, "\x00"])
def test_a_name_that_is_none_is_refused(cast, name):
    with refused("name"):
        club_create(owner=cast.alice, name=name)
