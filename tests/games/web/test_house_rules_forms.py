"""House rules by the pages: new ones, another name or other options, and retired by a button."""

from uuid import uuid4

import pytest

from games.models import HouseRules
from games.rules.registry import RULESETS
from tests.web.html import Page, faults

OURS = {"game": "blackout", "name": " Our  way", "options.hook": "last", "options.full_rotation": "on"}
THEIRS = {"name": "Better", "options.hook": "running"}


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/house-rules/"


@pytest.fixture
def ours(cast):
    return HouseRules.objects.create(
        club=cast.club, name="Ours", game="blackout", options={"hook": "last", "reverse": True}
    )


def test_another_clubs_are_not_found(client, cast, ours):
    client.force_login(cast.charlie)
    through = f"/clubs/{cast.other_club.pk}/house-rules/{ours.pk}/"
    assert client.get(through).status_code == client.post(through, THEIRS).status_code == 404
    assert client.post(f"{through}retire/").status_code == 404
    ours.refresh_from_db()
    assert (ours.name, ours.retired) == ("Ours", False)


# New


def test_they_are_made(client, cast, url):
    client.force_login(cast.bob)
    answer = client.post(f"{url}new/", OURS)
    assert answer.headers["location"] == url
    made = HouseRules.objects.get()
    assert (made.club, made.game, made.name) == (cast.club, "blackout", "Our way")
    assert made.options == {"hook": "last", "full_rotation": True}
    assert "“Our way” can be played now." in client.get(answer.headers["location"]).text


@pytest.mark.thorough
def test_first_the_game_is_chosen(client, cast, url):
    client.force_login(cast.alice)
    page = client.get(f"{url}new/")
    assert faults(page.text) == []
    links = {link.attributes["href"] for link in Page(page.text).root.all("a")}
    assert {link for link in links if "?game=" in link} == {
        f"?game={key}" for key, game in RULESETS.items() if game.options
    }
    for game in ("nothing", "draw-poker", "", "\x00"):
        assert client.get(f"{url}new/", {"game": game}).status_code == 200
        assert client.post(f"{url}new/", {**OURS, "game": game}).status_code == 422
    assert not HouseRules.objects.exists()


def test_a_games_page_brings_what_was_chosen_there(client, cast, url):
    client.force_login(cast.alice)
    page = client.get(
        f"{url}new/", {"game": "blackout", "options.hook": "last", "players": "5", "options.reverse": "on"}
    )
    fields = page.context["form"].fields
    assert fields["options.hook"].initial == "last"
    assert fields["options.reverse"].initial == "reverse"
    assert 'value="last" selected' in page.text
    assert faults(page.text) == []
    assert client.get(f"{url}new/", {"game": "blackout", "options.hook": "nothing"}).status_code == 200


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "OURS"}, "name"),
        ({"options.hook": ""}, "options.hook"),
        ({"options.reverse": "on"}, "options.reverse"),
        ({"options.hook": "none", "options.full_rotation": ""}, "__all__"),
        ({"game": "caller-clag", "options.deals": "0"}, "options.deals"),
        ({"game": "caller-clag", "options.deals": "9" * 5000}, "options.deals"),
        ({"request_key": "x"}, "request_key"),
    ],
)
def test_what_is_not_made_is_said_at_the_field(client, cast, url, typed, field):
    HouseRules.objects.create(club=cast.club, name="Ours", game="clag", options={"non_exact": True})
    client.force_login(cast.alice)
    given = {key: value for key, value in {**OURS, **typed}.items() if value or key == "name"}
    answer = client.post(f"{url}new/", given)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert faults(answer.text) == []
    for said in answer.context["form"].errors[field]:
        assert said in Page(answer.text).root.words
    assert HouseRules.objects.count() == 1


def test_sent_twice_it_is_done_once(client, cast, url):
    client.force_login(cast.alice)
    key = str(uuid4())
    for _time in range(2):
        assert client.post(f"{url}new/", {**OURS, "request_key": key}).status_code == 302
    assert HouseRules.objects.count() == 1
    answer = client.post(f"{url}new/", {**OURS, "name": "Other", "request_key": key})
    assert answer.status_code == 422
    assert "with other contents" in answer.text


# Changed


def test_they_are_changed(client, cast, url, ours):
    client.force_login(cast.bob)
    page = client.get(f"{url}{ours.pk}/")
    assert faults(page.text) == []
    assert 'value="Ours"' in page.text
    assert 'value="last" selected' in page.text
    assert page.context["form"].fields["options.reverse"].initial == "reverse"
    assert client.post(f"{url}{ours.pk}/", THEIRS).headers["location"] == url
    ours.refresh_from_db()
    assert (ours.name, ours.game, ours.options) == ("Better", "blackout", {"hook": "running"})


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "others"}, "name"),
        ({"options.hook": "none"}, "__all__"),
        ({"options.reverse": "on", "options.full_rotation": "on"}, "options.reverse"),
    ],
)
def test_what_is_not_changed_is_said_at_the_field(client, cast, url, ours, typed, field):
    HouseRules.objects.create(club=cast.club, name="Others", game="clag", options={"non_exact": True})
    client.force_login(cast.alice)
    answer = client.post(f"{url}{ours.pk}/", {**THEIRS, **typed})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert ">Ours</h2>" in answer.text
    ours.refresh_from_db()
    assert ours.name == "Ours"


def test_what_is_retired_or_gone_cannot_be_changed(client, cast, url, ours):
    client.force_login(cast.alice)
    for change in ({"game": "gone"}, {"retired": True}):
        HouseRules.objects.filter(pk=ours.pk).update(**change)
        assert (
            client.get(f"{url}{ours.pk}/").status_code
            == client.post(f"{url}{ours.pk}/", THEIRS).status_code
            == 404
        )


def test_what_fits_no_more_can_be_put_right(client, cast, url, ours):
    HouseRules.objects.filter(pk=ours.pk).update(options={"gone": True, "hook": "gone"})
    client.force_login(cast.alice)
    assert client.get(f"{url}{ours.pk}/").status_code == 200
    assert client.post(f"{url}{ours.pk}/", THEIRS).status_code == 302
    ours.refresh_from_db()
    assert ours.options == {"hook": "running"}


# Retired


def test_they_are_retired_and_twice_is_once(client, cast, url, ours):
    client.force_login(cast.bob)
    for _time in range(2):
        answer = client.post(f"{url}{ours.pk}/retire/")
        assert answer.headers["location"] == url
        assert HouseRules.objects.get().retired
    assert "no longer offered" in client.get(answer.headers["location"]).text
