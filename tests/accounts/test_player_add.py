import pytest

from accounts.errors import ForbiddenError
from accounts.models import Player
from accounts.services.players import player_add
from tests.cast import refused


def test_it_works(cast):
    player = player_add(by=cast.bob, club=cast.club, name=" Nell  Gwyn ", role=" lady ")
    player = Player.objects.get(pk=player.pk)
    assert (player.club, player.name, player.role, player.active) == (cast.club, "Nell Gwyn", "lady", True)


def test_it_validates_ownership(cast):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            player_add(by=person, club=cast.club, name="Nell")
    with refused("role", error=ForbiddenError):
        player_add(by=cast.alice, club=cast.other_club, name="Nell")


@pytest.mark.parametrize(
    ("name", "role", "field"),
    [
        ("", "", "name"),
        ("x" * 200, "", "name"),
        ("a\x00", "", "name"),
        ("Nell", "x" * 31, "role"),
        ("Nell", "a\x00", "role"),
    ],
)
def test_refusals(cast, name, role, field):
    with refused(field):
        player_add(by=cast.bob, club=cast.club, name=name, role=role)


def test_a_name_that_is_on_the_list_is_refused(cast):
    player_add(by=cast.bob, club=cast.club, name="Nell")
    for name in ("Nell", "NELL", " nell "):
        with refused("name", "on the list already"):
            player_add(by=cast.bob, club=cast.club, name=name)
    player_add(by=cast.charlie, club=cast.other_club, name="Nell")
