import pytest

from accounts.errors import ForbiddenError
from accounts.models import Player
from accounts.services.players import player_add, player_change
from tests.cast import refused


@pytest.fixture
def nell(cast):
    return player_add(by=cast.bob, club=cast.club, name="Nell")


def test_it_works(cast, nell):
    player_change(by=cast.bob, player=nell, name=" Eleanor ", role="lady", active=False)
    nell = Player.objects.get()
    assert (nell.name, nell.role, nell.active) == ("Eleanor", "lady", False)


def test_it_validates_ownership(cast, nell):
    for person in (cast.charlie, cast.vera, cast.sam):
        with refused("role", error=ForbiddenError):
            player_change(by=person, player=nell, name="Ned", role="", active=True)
    theirs = player_add(by=cast.charlie, club=cast.other_club, name="Ned")
    with refused("role", error=ForbiddenError):
        player_change(by=cast.alice, player=theirs, name="Nat", role="", active=True)


@pytest.mark.parametrize(
    ("name", "role", "field"),
    [("", "", "name"), ("x" * 200, "", "name"), ("Nell", "x" * 31, "role"), ("Nell", "\x1b", "role")],
)
def test_refusals(cast, nell, name, role, field):
    with refused(field):
        player_change(by=cast.bob, player=nell, name=name, role=role, active=True)


def test_somebody_elses_name_is_refused_and_ones_own_is_not(cast, nell):
    player_add(by=cast.bob, club=cast.club, name="Ned")
    with refused("name", "on the list already"):
        player_change(by=cast.bob, player=nell, name="ned", role="", active=True)
    player_change(by=cast.bob, player=nell, name="NELL", role="", active=True)


def test_what_strangers_read(cast, nell):
    change = {"by": cast.bob, "player": nell, "name": "Nell", "role": "", "active": True}
    player_change(**change, public="other", public_name=" The  Fox ")
    assert Player.objects.values_list("public", "public_name").get() == ("other", "The Fox")
    player_change(**change)
    assert Player.objects.get().public_name == "The Fox", "nothing was said of it"
    player_change(**change, public="initials")
    assert Player.objects.values_list("public", "public_name").get() == ("initials", "")


@pytest.mark.parametrize(
    ("public", "own", "field"),
    [
        ("loudly", "", "public"),
        ("other", " ", "public_name"),
        ("initials", "The Fox", "public_name"),
        (None, "The Fox", "public_name"),
    ],
)
def test_what_strangers_cannot_read(cast, nell, public, own, field):
    with refused(field):
        player_change(
            by=cast.bob, player=nell, name="Nell", role="", active=True, public=public, public_name=own
        )
