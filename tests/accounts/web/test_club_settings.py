"""The club's settings, which are the owner's."""

from io import BytesIO

import pytest

from accounts.logos import MOST_BYTES, OWN
from accounts.models import Club, ClubLogo, Player
from tests.logos import png
from tests.web.html import faults


def test_it_works(client, cast):
    url, home = f"/clubs/{cast.club.pk}/settings/", f"/clubs/{cast.club.pk}/"
    client.force_login(cast.bob)
    assert url not in client.get(home).text
    client.force_login(cast.alice)
    assert not faults(client.get(url).text)
    assert url in client.get(home).text
    answer = client.post(url, {"name": "Friday Club", "public": "initials"})
    assert answer.headers["location"] == home
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


KEPT = {"name": "Thursday Club", "public": "name", "roles": "lady\ngentleman"}


def look(cast):
    return Club.objects.values_list("colour", "bell", "logo_mark").get(pk=cast.club.pk)


def test_the_look(client, cast):
    url = f"/clubs/{cast.club.pk}/settings/"
    client.force_login(cast.alice)
    assert look(cast) == ("", "bronze", "")
    assert "<img" not in client.get(url).text
    sent = {**KEPT, "colour": "#7A1F3D", "bell": "gong", "logo": BytesIO(png())}
    assert client.post(url, sent).status_code == 302
    colour, bell, mark = look(cast)
    assert (colour, bell) == ("#7a1f3d", "gong")
    page = client.get(url).text
    assert not faults(page)
    assert f"/clubs/{cast.club.pk}/logo/{mark}/" in page
    assert 'value="#7a1f3d"' in page
    client.post(url, {**KEPT, "colour": "#7a1f3d", "bell": "gong"})
    assert look(cast) == ("#7a1f3d", "gong", mark)
    client.post(url, {**KEPT, "colour": OWN, "bell": "bronze", "no_logo": "on"})
    assert look(cast) == ("", "bronze", "")
    assert not ClubLogo.objects.exists()


def test_a_new_logo_goes_before_its_removal(client, cast):
    client.force_login(cast.alice)
    url = f"/clubs/{cast.club.pk}/settings/"
    client.post(url, {**KEPT, "logo": BytesIO(png())})
    before = look(cast)
    client.post(url, {**KEPT, "logo": BytesIO(png(pixel=b"\0")), "no_logo": "on"})
    assert look(cast) != before
    assert ClubLogo.objects.get().data == png(pixel=b"\0")


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"public": "other"}, "public", "other"),
        ({"roles": "lady\nLady"}, "roles", "Two roles have the same name"),
        ({"colour": "red"}, "colour", "“red” is not a colour"),
        ({"bell": "whistle"}, "bell", "whistle"),
        ({"logo": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}, "logo", "no PNG, JPEG or WebP picture"),
        ({"logo": b"x" * (MOST_BYTES + 1)}, "logo", "The logo has 257 KB. At most 256 KB"),
        ({"logo": b""}, "logo", "empty"),
    ],
)
def test_what_is_refused_changes_nothing(client, cast, typed, field, says):
    client.force_login(cast.alice)
    sent = {name: BytesIO(value) if name == "logo" else value for name, value in typed.items()}
    answer = client.post(f"/clubs/{cast.club.pk}/settings/", {**KEPT, "name": "Friday Club", **sent})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert says in form.errors[field][0]
    assert look(cast) == ("", "bronze", "")
    assert Club.objects.get(pk=cast.club.pk).name == "Thursday Club"
