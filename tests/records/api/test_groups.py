"""A club's groups by API."""

import pytest

from accounts.models import Group, Player
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.web.wording import queries
from tournaments.models import PrizeSet

FOR_JUNIORS = {"key": "own-1", "title": "Best junior", "steps": [{"metric": "net"}], "group": "Juniors"}


@pytest.fixture
def anna(cast):
    return Player.objects.create(club=cast.club, name="Anna")


def at(cast, group=None):
    return f"/api/v1/clubs/{cast.club.pk}/groups/" + (f"{group}/" if group else "")


def made(cast, anna):
    return held(bearer(cast.bob), "POST", at(cast), {"name": "Juniors", "players": [anna.pk]}, status=201)


def test_a_group_is_made_changed_and_deleted(cast, anna):
    program, group = bearer(cast.bob), made(cast, anna)
    assert group["players"] == [{"player": anna.pk, "name": "Anna"}]
    told = held(program, "PATCH", at(cast, group["id"]), {"name": "The young"}, status=200)
    assert (told["name"], len(told["players"])) == ("The young", 1), "people stay where none are sent"
    assert held(program, "PATCH", at(cast, group["id"]), {"players": []}, status=200)["players"] == []
    held(program, "DELETE", at(cast, group["id"]), status=204)
    held(program, "GET", at(cast, group["id"]), status=404)


def test_it_is_all_or_nothing(cast, anna):
    stranger = Player.objects.create(club=cast.other_club, name="Zoe")
    body = {"name": "Juniors", "players": [anna.pk, stranger.pk]}
    response = bearer(cast.bob).post(at(cast), body)
    assert errors(response) == {"players": "This player belongs to another club. Choose another player."}
    assert not Group.objects.exists()


def test_what_a_prize_goes_by_keeps_its_name(cast, anna):
    group = made(cast, anna)
    PrizeSet.objects.create(club=cast.club, name="Ours", prizes=[FOR_JUNIORS])
    program = bearer(cast.bob)
    assert held(program, "GET", at(cast, group["id"]), status=200)["used"] == ["Ours"]
    assert list(errors(program.send("PATCH", at(cast, group["id"]), {"name": "Young"}))) == ["name"]
    assert list(errors(program.send("DELETE", at(cast, group["id"])))) == ["name"]


def test_queries_do_not_grow(cast, anna):
    made(cast, anna)
    program = bearer(cast.vera)
    program.get(at(cast))  # by which it is noted that the token was used
    few = queries(program.get, at(cast))
    for number in range(8):
        Group.objects.create(club=cast.club, name=f"Group {number}").players.add(anna)
    assert queries(program.get, at(cast)) == few < 15
