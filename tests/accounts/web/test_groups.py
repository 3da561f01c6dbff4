"""The club's groups: the list, one of them, deleting it."""

import pytest

from accounts.models import Group, Player
from tests.web.html import faults
from tests.web.visitors import HOSTILE
from tournaments.core.record import Stage
from tournaments.models import PrizeSet


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/groups/"


@pytest.fixture
def anna(cast):
    return Player.objects.create(club=cast.club, name="Anna")


@pytest.fixture
def juniors(cast, anna):
    made = Group.objects.create(club=cast.club, name="Juniors")
    made.players.add(anna)
    return made


def test_it_works(client, cast, url, anna):
    client.force_login(cast.bob)
    made = client.post(url, {"name": HOSTILE[:30]})
    group = Group.objects.get()
    assert made.headers["location"] == f"{url}{group.pk}/"
    page = client.get(made.headers["location"])
    assert not faults(page.text)
    changed = client.post(f"{url}{group.pk}/", {"name": "Juniors", "players": [anna.pk]})
    assert changed.headers["location"] == url
    page = client.get(url)
    assert not faults(page.text)
    assert [(str(group), list(people)) for group, people in page.context["groups"]] == [("Juniors", [anna])]
    assert client.post(f"{url}{group.pk}/delete/").headers["location"] == url
    assert not Group.objects.exists()


def test_it_refuses_at_the_field(client, cast, url, juniors):
    client.force_login(cast.bob)
    theirs = Player.objects.create(club=cast.other_club, name="Ned")
    assert client.post(url, {"name": "juniors"}).status_code == 422
    for name, players in (("", []), ("Juniors", [theirs.pk])):
        answer = client.post(f"{url}{juniors.pk}/", {"name": name, "players": players})
        assert answer.status_code == 422
    assert list(juniors.players.all()) != [theirs]


def prize(group):
    steps = [{"metric": "net", "best": "highest"}]
    return {"key": "own-1", "title": "Best junior", "steps": steps, "group": group}


def test_a_group_with_a_prize_keeps_its_name_and_stays(client, cast, night, url, juniors):
    client.force_login(cast.bob)
    one = f"{url}{juniors.pk}/"
    evening = night(0, Stage.DRAFT).evening
    evening.chosen = {**evening.chosen, "prizes": ["yellow", prize("Juniors")]}
    evening.name = "Next week"
    evening.save()
    PrizeSet.objects.create(club=cast.club, name="Ours", prizes=[prize("Juniors"), prize("Seniors")])
    assert client.get(one).context["used"] == ["Next week", "Ours"]
    assert client.post(one, {"name": "Young ones"}).status_code == 422
    told = client.post(f"{one}delete/", follow=True)
    assert "The group “Juniors” has a prize in: Next week, Ours. Delete that prize first." in told.text
    assert client.post(one, {"name": "Juniors"}).status_code == 302
    assert not juniors.players.exists()
    evening.stage = Stage.FINISHED
    evening.save()
    PrizeSet.objects.all().delete()
    assert client.post(f"{one}delete/").headers["location"] == url


def test_who_only_looks_has_no_links_and_it_is_not_reached_by_another_club(client, cast, url, juniors):
    client.force_login(cast.sam)
    page = client.get(url)
    assert "Juniors" in page.text
    assert f"{url}{juniors.pk}/" not in page.text
    client.force_login(cast.charlie)
    elsewhere = f"/clubs/{cast.other_club.pk}/groups/{juniors.pk}/"
    assert client.get(elsewhere).status_code == client.post(f"{elsewhere}delete/").status_code == 404
    assert Group.objects.get().name == "Juniors"
