from accounts.models import Player
from accounts.services.players import players_ensure


def test_it_works(cast):
    nell = Player.objects.create(club=cast.club, name="Nell", role="lady")
    Player.objects.create(club=cast.other_club, name="Ned")
    found = players_ensure(club=cast.club, people=[("NELL", ""), ("Ned", "gentleman")])
    assert found["nell"] == nell
    assert (found["ned"].club, found["ned"].name, found["ned"].role) == (cast.club, "Ned", "gentleman")
    assert players_ensure(club=cast.club, people=[("Ned", "")]) == {"ned": found["ned"]}


def test_who_is_there_already_is_somebody_else(cast):
    first = Player.objects.create(club=cast.club, name="Nell")
    second = players_ensure(club=cast.club, people=[("Nell", "")], taken=[first.pk])["nell"]
    assert second != first
    assert players_ensure(club=cast.club, people=[("Nell", "")])["nell"] == first
