"""An evening is planned."""

from datetime import date

import pytest

from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.models import Evening

KEY = "8c5b7e0e-6b1b-4c7e-9a51-111111111111"


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/evenings/new/"


@pytest.fixture
def usual() -> dict:
    """What the form sends when nothing is changed."""
    return {
        "request_key": KEY,
        "name": "",
        "held_on": "2026-11-20",
        "game": "draw-poker",
        "counting": "each_deal",
        "stake": "50",
        "deals": "1",
        "gap": "60",
        "bell": "head",
        "unfinished": "wait",
        "all_called": "stay",
        "roles": "lady, gentleman",
        "prizes": ["yellow", "counters", "booby"],
        "booby": "counters",
    }


@pytest.mark.thorough
def test_it_works(client, cast, url, usual):
    client.force_login(cast.bob)
    assert client.get(url).status_code == 200
    response = client.post(url, usual)
    evening = Evening.objects.get()
    assert response.headers["location"] == f"/evenings/{evening.pk}/"
    assert (evening.name, evening.held_on) == ("Friday evening", date(2026, 11, 20))
    assert evening.settings == Settings()
    assert (evening.stage, evening.club) == (Stage.DRAFT, cast.club)
    assert client.get(f"/evenings/{evening.pk}/").status_code == 200


@pytest.mark.thorough
def test_the_form_as_it_is_shown_makes_an_evening(client, cast, url):
    client.force_login(cast.alice)
    form = client.get(url).context["form"]
    typed = {bound.html_name: bound.value() for bound in form if bound.value() not in (None, False)}
    assert client.post(url, typed | {"game": "draw-poker"}).status_code == 302
    assert Evening.objects.get().settings == Settings()


@pytest.mark.thorough
def test_the_same_request_twice_is_one_evening(client, cast, url, usual):
    client.force_login(cast.alice)
    first, second = client.post(url, usual), client.post(url, usual)
    assert first.headers["location"] == second.headers["location"]
    assert Evening.objects.count() == 1


@pytest.mark.thorough
def test_settings_are_taken_as_chosen(client, cast, url, usual):
    client.force_login(cast.alice)
    client.post(
        url,
        usual
        | {
            "name": "  Final  night ",
            "counting": "at_the_end",
            "stake": "30",
            "roles": " red ,, blue",
            "prizes": ["booby"],
            "booby": "yellow",
            "one_prize_each": "on",
        },
    )
    evening = Evening.objects.get()
    assert evening.name == "Final night"
    chosen = evening.settings
    assert (chosen.counting, chosen.stake, chosen.roles) == ("at_the_end", 30, ("red", "blue"))
    assert (chosen.prizes, chosen.booby, chosen.one_prize_each) == (("booby",), "yellow", True)


def test_clock_and_rounds_are_taken_as_chosen(client, cast, url, usual):
    client.force_login(cast.alice)
    told = {"minutes": "15", "rounds": "8", "gap": "", "auto_moves": "20", "confirm": "on"}
    client.post(url, usual | told)
    chosen = Evening.objects.get().settings
    assert (chosen.minutes, chosen.rounds, chosen.gap, chosen.auto_moves, chosen.confirm) == (
        15,
        8,
        0,
        20,
        True,
    )


@pytest.mark.parametrize(
    ("plays", "asked", "not_asked"),
    [
        ({}, {"minutes", "gap", "auto_moves", "confirm", "rounds", "bell"}, {"games"}),
        ({"game": "clag"}, {"minutes", "gap", "auto_moves", "confirm", "rounds", "bell"}, {"games", "stake"}),
        ({"format": "fixed"}, {"minutes", "gap", "auto_moves", "confirm", "games"}, {"rounds", "bell"}),
        (
            {"game": "blackout-cooperative", "format": "fixed"},
            {"minutes", "gap", "auto_moves", "confirm"},
            {"rounds", "bell", "stake"},
        ),
    ],
)
def test_what_makes_no_difference_is_not_asked_for(client, cast, url, plays, asked, not_asked):
    client.force_login(cast.alice)
    fields = client.get(url, {"game": "draw-poker", "format": "progressive"} | plays).context["form"].fields
    assert asked <= fields.keys()
    assert not not_asked & fields.keys()


def test_it_validates_ownership(client, cast, url, usual):
    assert client.get(url).status_code == client.post(url, usual).status_code == 302
    client.force_login(cast.charlie)
    assert client.get(url).status_code == client.post(url, usual).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        assert client.get(url).status_code == client.post(url, usual).status_code == 403
    assert not Evening.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stake": "0"}, "stake"),
        ({"stake": "many"}, "stake"),
        ({"stake": "9" * 40}, "stake"),
        ({"deals": "101"}, "deals"),
        ({"minutes": "241"}, "minutes"),
        ({"minutes": "-1"}, "minutes"),
        ({"minutes": "a while"}, "minutes"),
        ({"rounds": "101"}, "rounds"),
        ({"gap": "601"}, "gap"),
        ({"auto_moves": "601"}, "auto_moves"),
        ({"roles": "lady, lady"}, "roles"),
        ({"roles": "x" * 31}, "roles"),
        ({"roles": "a,b,c,d,e,f,g"}, "roles"),
        ({"prizes": ["gold"]}, "prizes"),
        ({"bell": "gong"}, "bell"),
        ({"game": "whist"}, "game"),
        ({"held_on": "yesterday"}, "held_on"),
        ({"name": "x" * 200}, "name"),
        ({"name": "a\u202eb"}, "name"),
    ],
)
def test_it_refuses_at_the_field(client, cast, url, usual, wrong, field):
    client.force_login(cast.alice)
    response = client.post(url, usual | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not Evening.objects.exists()


@pytest.mark.thorough
def test_a_refusal_among_the_further_settings_is_seen(client, cast, url, usual):
    client.force_login(cast.alice)
    assert '<details class="more">' in client.get(url).text
    assert '<details class="more" open>' in client.post(url, usual | {"deals": "0"}).text


def test_what_was_typed_comes_back_escaped(client, cast, url, usual):
    client.force_login(cast.alice)
    text = client.post(url, usual | {"name": "<script>x</script>", "stake": "0"}).text
    assert "&lt;script&gt;x" in text
    assert "<script>x" not in text
