"""“New house rules” on the page of a game."""

from uuid import uuid4

import pytest

from games.models import HouseRules
from games.rules.registry import RULESETS
from tests.web.html import Page, faults

OURS = {"game": "blackout", "name": " Our  way", "options.hook": "last", "options.full_rotation": "on"}


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/house-rules/new/"


def test_it_works(client, cast, url):
    client.force_login(cast.bob)
    answer = client.post(url, OURS)
    assert answer.headers["location"] == f"/clubs/{cast.club.pk}/house-rules/"
    made = HouseRules.objects.get()
    assert (made.club, made.game, made.name) == (cast.club, "blackout", "Our way")
    assert made.options == {"hook": "last", "full_rotation": True}
    assert "“Our way” can be played now." in client.get(answer.headers["location"]).text


@pytest.mark.thorough
def test_first_the_game_is_chosen(client, cast, url):
    client.force_login(cast.alice)
    page = client.get(url)
    assert faults(page.text) == []
    links = {link.attributes["href"] for link in Page(page.text).root.all("a")}
    assert {link for link in links if "?game=" in link} == {
        f"?game={key}" for key, game in RULESETS.items() if game.options
    }
    for game in ("nothing", "draw-poker", "", "\x00"):
        assert client.get(url, {"game": game}).status_code == 200
        assert client.post(url, {**OURS, "game": game}).status_code == 422
    assert not HouseRules.objects.exists()


def test_a_games_page_brings_what_was_chosen_there(client, cast, url):
    client.force_login(cast.alice)
    page = client.get(
        url, {"game": "blackout", "options.hook": "last", "players": "5", "options.reverse": "on"}
    )
    fields = page.context["form"].fields
    assert fields["options.hook"].initial == "last"
    assert fields["options.reverse"].initial == "reverse"
    assert 'value="last" selected' in page.text
    assert faults(page.text) == []
    assert client.get(url, {"game": "blackout", "options.hook": "nothing"}).status_code == 200


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
def test_it_refuses_at_the_field(client, cast, url, typed, field):
    HouseRules.objects.create(club=cast.club, name="Ours", game="clag", options={"non_exact": True})
    client.force_login(cast.alice)
    given = {key: value for key, value in {**OURS, **typed}.items() if value or key == "name"}
    answer = client.post(url, given)
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
        assert client.post(url, {**OURS, "request_key": key}).status_code == 302
    assert HouseRules.objects.count() == 1
    answer = client.post(url, {**OURS, "name": "Other", "request_key": key})
    assert answer.status_code == 422
    assert "with other contents" in answer.text
