"""A club's list by API: read by pages, added to, changed; what somebody played; two entries of one person."""

import pytest

from accounts.models import Merge, Player, Role
from accounts.players.services import group_change, group_create
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.web.wording import queries

pytestmark = pytest.mark.postgresql


@pytest.fixture
def people(cast):
    made = Player.objects.bulk_create(
        Player(club=cast.club, name=name, role=role, active=name != "Dora")
        for name, role in (("Anna", "lady"), ("Bert", "gentleman"), ("Carla", "lady"), ("Dora", ""))
    )
    return {player.name: player for player in made}


def at(cast, player=None, what=""):
    return f"/api/v1/clubs/{cast.club.pk}/players/" + (f"{player.pk}/{what}" if player else "")


def names(program, address):
    return [row["name"] for row in held(program, "GET", address, status=200)["results"]]


def test_filters_and_orders(cast, people):
    group = group_create(by=cast.alice, club=cast.club, name="Juniors")
    group_change(by=cast.alice, group=group, name="Juniors", players=[people["Bert"].pk])
    program, address = bearer(cast.vera), at(cast)
    assert names(program, address) == ["Anna", "Bert", "Carla", "Dora"]
    assert names(program, f"{address}?ordering=-name&size=2") == ["Dora", "Carla"]
    assert names(program, f"{address}?active=false") == ["Dora"]
    assert names(program, f"{address}?role=LADY") == ["Anna", "Carla"]
    assert names(program, f"{address}?search=ar") == ["Carla"]
    assert names(program, f"{address}?group={group.pk}") == ["Bert"]
    assert names(program, f"{address}?group=999999") == []
    held(program, "GET", f"{address}?name=Anna", status=400)


def test_who_was_merged_is_told_with_who_stands(cast, people):
    group = group_create(by=cast.alice, club=cast.club, name="Juniors")
    group_change(by=cast.alice, group=group, name="Juniors", players=[people["Bert"].pk])
    Merge.objects.create(gone=people["Bert"], kept=people["Anna"])
    program = bearer(cast.bob)
    assert names(program, at(cast)) == ["Anna", "Carla", "Dora"]
    assert names(program, f"{at(cast)}?group={group.pk}") == ["Anna"], "by the merged entry"
    assert held(program, "GET", at(cast, people["Anna"]), status=200)["also"] == ["Bert"]
    gone = held(program, "GET", at(cast, people["Bert"]), status=200)
    assert gone["merged_into"] == people["Anna"].pk
    held(program, "PATCH", at(cast, people["Bert"]), {"name": "Berta"}, status=409)


def test_queries_do_not_grow(cast, people):
    program = bearer(cast.vera)
    program.get(at(cast))  # by which it is noted that the token was used
    few = queries(program.get, at(cast))
    Player.objects.bulk_create(Player(club=cast.club, name=f"Player {n}") for n in range(60))
    assert queries(program.get, at(cast)) == few < 12


def test_adding(cast):
    program = bearer(cast.bob)
    told = held(program, "POST", at(cast), {"name": " Eva  Holm "}, status=201)
    assert (told["name"], told["role"], told["active"]) == ("Eva Holm", "", True)
    again = program.post(at(cast), {"name": "eva holm"})
    assert errors(again) == {"name": "eva holm is already on the list."}
    held(bearer(cast.alice, Role.SCORER), "POST", at(cast), {"name": "Finn"}, status=403)


def test_changing_only_what_is_sent(cast, people):
    program, address = bearer(cast.bob), at(cast, people["Anna"])
    told = held(program, "PATCH", address, {"active": False}, status=200)
    assert (told["name"], told["role"], told["active"]) == ("Anna", "lady", False)
    told = held(program, "PATCH", address, {"public": "other", "public_name": "The Fox"}, status=200)
    assert (told["public"], told["public_name"], told["active"]) == ("other", "The Fox", False)
    told = held(program, "PATCH", address, {"public_name": "The Owl"}, status=200)
    assert (told["public"], told["public_name"]) == ("other", "The Owl")
    assert held(program, "PATCH", address, {"public": "initials"}, status=200)["public_name"] == ""
    for body in ({"public_name": "The Fox"}, {"public": "initials", "public_name": "The Fox"}):
        assert list(errors(program.send("PATCH", address, body))) == ["public_name"], "nobody would read it"
    assert list(errors(program.send("PATCH", address, {"public": "all"}))) == ["public"]


def test_what_has_a_large_number_is_only_not_found(cast, people):
    program = bearer(cast.bob)
    assert names(program, f"{at(cast)}?group={2**31 + 5}") == []
    assert list(errors(program.get(f"{at(cast)}?group={2**53}"))) == ["group"]
    merge = program.post(at(cast, people["Anna"], "merge/"), {"gone": 2**31 + 5})
    assert "At most" not in merge.content.decode()


def test_somebody_of_another_club_is_not_on_the_list(cast):
    stranger = Player.objects.create(club=cast.other_club, name="Zoe")
    for what in ("", "record/"):
        held(bearer(cast.alice), "GET", at(cast, stranger, what), status=404)
    held(bearer(cast.alice), "POST", at(cast, stranger, "merge/"), {"gone": stranger.pk}, status=404)


def test_merging_is_looked_at_done_and_undone(cast, people):
    program, anna, bert = bearer(cast.bob), people["Anna"], people["Bert"]
    look = held(program, "GET", f"{at(cast, anna, 'merge/')}?gone={bert.pk}", status=200)
    assert look == {"stays": [], "goes": [], "both": [], "seasons": []}
    body = {"gone": bert.pk, "reason": "one person"}
    told = held(program, "POST", at(cast, anna, "merge/"), body, status=200)
    assert (told["gone"], told["kept"], told["reason"]) == (bert.pk, anna.pk, "one person")
    held(program, "POST", at(cast, anna, "merge/"), body, status=409)
    held(program, "POST", at(cast, bert, "unmerge/"), status=204)
    held(program, "POST", at(cast, bert, "unmerge/"), status=409)
    held(program, "GET", at(cast, anna, "merge/"), status=400)


def test_somebody_is_forgotten_by_name(cast, people):
    program, anna = bearer(cast.bob), people["Anna"]
    assert errors(program.post(at(cast, anna, "forget/"), {"typed": "Ann"})).keys() == {"typed"}
    held(program, "POST", at(cast, anna, "forget/"), {"typed": "anna"}, status=204)
    assert Player.objects.get(pk=anna.pk).name == "A former player"
    held(program, "POST", at(cast, anna, "forget/"), {"typed": "A former player"}, status=409)


def test_a_record_of_who_has_played_and_ratings(cast, night):
    night(8)
    player = Player.objects.filter(club=cast.club)[0]
    told = held(bearer(cast.vera), "GET", at(cast, player, "record/"), status=200)
    assert (told["name"], told["evenings"], told["ratings_behind"]) == (player.name, [], None)
    told = held(bearer(cast.vera), "GET", f"/api/v1/clubs/{cast.club.pk}/ratings/", status=200)
    assert told == {"ratings": [], "ratings_behind": None}
