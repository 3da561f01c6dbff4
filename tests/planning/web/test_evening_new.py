"""An evening is planned."""

from datetime import date

import pytest

from tournaments.core.record import Stage
from tournaments.core.settings import BoobyBy, Counting, Settings
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


def test_it_works(client, cast, url, usual):
    """Once, however often the form is sent."""
    client.force_login(cast.bob)
    assert client.get(url).status_code == 200
    answers = [client.post(url, usual) for _time in range(2)]
    evening = Evening.objects.get()
    assert [answer.headers["location"] for answer in answers] == [f"/evenings/{evening.pk}/"] * 2
    assert (evening.name, evening.held_on) == ("Friday evening", date(2026, 11, 20))
    assert evening.settings == Settings()
    assert (evening.stage, evening.club) == (Stage.DRAFT, cast.club)
    assert client.get(f"/evenings/{evening.pk}/").status_code == 200


def test_check_in_opens_with_the_same_tap(client, cast, url, usual):
    client.force_login(cast.bob)
    for _time in range(2):
        client.post(url, {**usual, "opens": "on"})
    evening = Evening.objects.get()
    assert evening.stage == Stage.CHECK_IN
    assert "Check-in is open." in client.get(f"/evenings/{evening.pk}/").text


def test_settings_are_taken_as_chosen(client, cast, url, usual):
    client.force_login(cast.alice)
    told = {"name": "  Final  night ", "counting": "at_the_end", "stake": "30", "roles": " red ,, blue"}
    told |= {"prizes": "booby", "booby": "yellow", "one_prize_each": "on"}
    told |= {"minutes": "15", "rounds": "8", "gap": "", "auto_moves": "20", "confirm": "on"}
    client.post(url, usual | told)
    evening = Evening.objects.get()
    assert evening.name == "Final night"
    assert evening.settings == Settings(
        counting=Counting.AT_THE_END,
        stake=30,
        roles=("red", "blue"),
        prizes=("booby",),
        booby=BoobyBy.YELLOW,
        one_prize_each=True,
        minutes=15,
        rounds=8,
        gap=0,
        auto_moves=20,
        confirm=True,
    )


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stake": "many"}, "stake"),
        ({"stake": "9" * 40}, "stake"),
        ({"minutes": "241"}, "minutes"),
        ({"minutes": "-1"}, "minutes"),
        ({"rounds": "101"}, "rounds"),
        ({"gap": "601"}, "gap"),
        ({"auto_moves": "601"}, "auto_moves"),
        ({"roles": "lady, lady"}, "roles"),
        ({"prizes": ["gold"]}, "prizes"),
        ({"bell": "gong"}, "bell"),
        ({"held_on": "yesterday"}, "held_on"),
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
