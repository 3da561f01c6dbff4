"""Two people change one thing at once by API: what one of them did not send is as the other has it."""

import pytest

from accounts.clubs import api as clubs_api
from accounts.models import Club, Group, Player
from accounts.players import api as players_api
from accounts.shared.api import decorators as api_decorators
from games.house import api as house_api
from games.models import HouseRules
from tests.api.members import bearer
from tournaments.models import PrizeSet
from tournaments.prizes import api as prizes_api
from tournaments.records import api as records_api

pytestmark = pytest.mark.postgresql


@pytest.fixture
def meanwhile(monkeypatch):
    """Somebody's change comes through between the reading of another's request and its writing."""

    def comes(door, change):
        def once(request, act, **how):
            change()
            return api_decorators.run_once(request, act, **how)

        monkeypatch.setattr(door, "run_once", once)

    return comes


def changed(cast, address, **sent):
    answer = bearer(cast.alice).send("PATCH", f"/api/v1/{address}", sent)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_club(cast, meanwhile):
    meanwhile(clubs_api, lambda: Club.objects.filter(pk=cast.club.pk).update(name="Friday", roles=["guest"]))
    told = changed(cast, f"clubs/{cast.club.pk}/", public="initials")
    assert (told["name"], told["public"], told["roles"]) == ("Friday", "initials", ["guest"])


def test_somebody_on_the_list(cast, meanwhile):
    nell = Player.objects.create(club=cast.club, name="Nell")
    other = {"name": "Eleanor", "public": "other", "public_name": "The Fox"}
    meanwhile(players_api, lambda: Player.objects.filter(pk=nell.pk).update(**other))
    told = changed(cast, f"clubs/{cast.club.pk}/players/{nell.pk}/", role="lady")
    assert {name: told[name] for name in ("role", *other)} == {"role": "lady", **other}


def test_house_rules(cast, meanwhile):
    ours = HouseRules.objects.create(club=cast.club, game="blackout", name="Ours", options={"hook": "last"})
    rows = HouseRules.objects.filter(pk=ours.pk)
    address = f"clubs/{cast.club.pk}/house-rules/{ours.pk}/"
    meanwhile(house_api, lambda: rows.update(options={"reverse": True}))
    told = changed(cast, address, name="Mine")
    assert (told["name"], told["options"]) == ("Mine", {"reverse": True})
    meanwhile(house_api, lambda: rows.update(name="Theirs"))
    told = changed(cast, address, options={"hook": "running"})
    assert (told["name"], told["options"]) == ("Theirs", {"hook": "running"})


def test_a_group(cast, meanwhile):
    anna = Player.objects.create(club=cast.club, name="Anna")
    group = Group.objects.create(club=cast.club, name="Juniors")
    address = f"clubs/{cast.club.pk}/groups/{group.pk}/"
    meanwhile(records_api, lambda: group.players.add(anna))
    told = changed(cast, address, name="The young")
    assert (told["name"], len(told["players"])) == ("The young", 1)
    meanwhile(records_api, lambda: Group.objects.filter(pk=group.pk).update(name="Youth"))
    told = changed(cast, address, players=[])
    assert (told["name"], told["players"]) == ("Youth", [])


def test_a_set_of_prizes(cast, meanwhile):
    one = PrizeSet.objects.create(club=cast.club, name="Club nights", prizes=["yellow"])
    rows = PrizeSet.objects.filter(pk=one.pk)
    meanwhile(prizes_api, lambda: rows.update(prizes=["booby"]))
    told = changed(cast, f"prize-sets/{one.pk}/", name="Others")
    assert (told["name"], told["prizes"]) == ("Others", ["booby"])
    meanwhile(prizes_api, lambda: rows.update(name="Theirs"))
    told = changed(cast, f"prize-sets/{one.pk}/", prizes=["yellow"])
    assert (told["name"], told["prizes"]) == ("Theirs", ["yellow"])
