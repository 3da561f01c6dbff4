"""The club's settings, which are the owner's."""

from accounts.models import Club, Player
from tests.web.html import faults


def test_it_works(client, cast):
    url = f"/clubs/{cast.club.pk}/settings/"
    client.force_login(cast.alice)
    assert not faults(client.get(url).text)
    assert url in client.get(f"/clubs/{cast.club.pk}/").text
    answer = client.post(url, {"name": "Friday Club", "public": "initials"})
    assert answer.headers["location"] == f"/clubs/{cast.club.pk}/"
    assert Club.objects.values_list("name", "public").get(pk=cast.club.pk) == ("Friday Club", "initials")


def test_the_roles_names(client, cast):
    url = f"/clubs/{cast.club.pk}/settings/"
    anna = Player.objects.create(club=cast.club, name="Anna", role="lady")
    client.force_login(cast.alice)
    assert "lady\ngentleman</textarea>" in client.get(url).text
    client.post(url, {"name": "Thursday Club", "public": "name", "roles": " Dame \r\n\r\nHerr, Kind"})
    assert Club.objects.get(pk=cast.club.pk).roles == ["Dame", "Herr", "Kind"]
    anna.refresh_from_db()
    assert anna.role == "Dame"
    players = client.get(f"/clubs/{cast.club.pk}/players/").text
    assert '<option value="Herr">' in players
    assert "lady" not in players
    client.post(url, {"name": "Thursday Club", "public": "name", "roles": ""})
    assert Club.objects.get(pk=cast.club.pk).roles == []
    players = client.get(f"/clubs/{cast.club.pk}/players/").text
    assert 'name="role"' not in players
    assert "Dame" not in players
    assert client.post(f"/clubs/{cast.club.pk}/players/", {"name": "Ben"}).status_code == 302


def test_it_refuses_at_the_field(client, cast):
    client.force_login(cast.alice)
    for typed, field in (
        ({"name": "", "public": "name"}, "name"),
        ({"name": "X", "public": "other"}, "public"),
        ({"name": "X", "public": "name", "roles": "lady\nLady"}, "roles"),
        ({"name": "X", "public": "name", "roles": "1,2,3,4,5,6,7"}, "roles"),
    ):
        answer = client.post(f"/clubs/{cast.club.pk}/settings/", typed)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]


def test_it_validates_ownership(client, cast):
    url = f"/clubs/{cast.club.pk}/settings/"
    sent = {"name": "Ours", "public": "name"}
    for member, status in ((cast.bob, 403), (cast.vera, 403), (cast.charlie, 404)):
        client.force_login(member)
        assert client.get(url).status_code == client.post(url, sent).status_code == status
        assert url not in client.get(f"/clubs/{cast.club.pk}/").text
    assert Club.objects.get(pk=cast.club.pk).name == "Thursday Club"
