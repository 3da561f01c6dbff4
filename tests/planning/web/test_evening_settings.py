"""An evening's settings, changed until what depends on them has happened."""

import pytest

from tests.cast import FIXED
from tests.planning.web.test_evening_new import usual  # noqa: F401
from tests.services.timed import left
from tests.web.html import Page
from tournaments.core.record import Stage

CLAG = {"game": "clag"}


@pytest.fixture
def url():
    return lambda night: f"/evenings/{night.evening.pk}/settings/"


def test_it_works(client, cast, night, url, usual):  # noqa: F811
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.bob)
    assert client.get(url(draft)).status_code == 200
    response = client.post(url(draft), usual | {"name": "Renamed", "stake": "40"})
    assert response.headers["location"] == f"/evenings/{draft.evening.pk}/"
    draft.evening.refresh_from_db()
    assert (draft.evening.name, draft.evening.settings.stake) == ("Renamed", 40)


def test_who_only_looks_reads_them(client, cast, night, url):
    client.force_login(cast.sam)
    page = client.get(url(night(0, Stage.DRAFT)))
    assert 'name="stake"' not in page.text
    assert "Counters at the start" in page.text


@pytest.mark.thorough
def test_what_the_draw_depends_on_is_kept_while_playing(client, cast, night, url, usual):  # noqa: F811
    playing = night(12)
    client.force_login(cast.alice)
    assert "disabled" in client.get(url(playing)).text
    client.post(url(playing), usual | {"name": "Renamed", "stake": "40", "bell": "hand"})
    playing.evening.refresh_from_db()
    chosen = playing.evening.settings
    assert (playing.evening.name, chosen.bell, chosen.stake) == ("Renamed", "hand", 50)


@pytest.mark.parametrize(
    ("chosen", "title", "says"),
    [
        ({"minutes": 15}, "Minutes in a round", "15 minutes"),
        ({"minutes": 1}, "Minutes in a round", "1 minute"),
        ({}, "Minutes in a round", "No clock"),
        ({"rounds": 8}, "Rounds", "8"),
        ({}, "Rounds", "Decided during the evening"),
        (CLAG, "Rounds", "Decided during the evening"),
        ({"gap": 90}, "Seconds before the clock starts", "90 seconds"),
        ({"gap": 0}, "Seconds before the clock starts", "None"),
        ({"auto_moves": 20}, "Seconds until the next round starts automatically", "20 seconds"),
        ({}, "Seconds until the next round starts automatically", "Off"),
        ({"confirm": True}, "A second player confirms each result from a table phone", "Yes"),
        (CLAG | FIXED | {"minutes": 40}, "Minutes in a game", "40 minutes"),
        (CLAG | FIXED | {"gap": 5}, "Seconds before the clock starts", "5 seconds"),
        (CLAG | FIXED, "Seconds until the next game starts automatically", "Off"),
    ],
)
def test_clock_and_rounds_in_words(client, cast, night, url, chosen, title, says):
    client.force_login(cast.vera)
    shown = Page(client.get(url(night(4, Stage.CHECK_IN, **chosen))).text).root
    titles, values = ([element.words for element in shown.all(tag)] for tag in ("dt", "dd"))
    assert dict(zip(titles, values, strict=True))[title] == says


@pytest.mark.thorough
def test_what_is_not_set_is_an_empty_field(client, cast, night, url):
    client.force_login(cast.alice)
    hall = night(3, Stage.CHECK_IN)
    form = client.get(url(hall)).context["form"]
    shown = {name: form[name].value() for name in ("minutes", "rounds", "auto_moves", "gap")}
    assert shown == {"minutes": None, "rounds": None, "auto_moves": None, "gap": 60}


def test_a_clock_that_runs_stays_as_it_is(client, cast, night, url, usual):  # noqa: F811
    playing = night(12, minutes=10)
    client.force_login(cast.alice)
    assert "This does not change the clock that runs now." in client.get(url(playing)).text
    client.post(url(playing), usual | {"minutes": "20"})
    assert 590 < left(playing) <= 600, "a busy machine needs a moment"
    playing.next_round()
    assert 1190 < left(playing) <= 1200


def test_rounds_that_are_played_already_stay(client, cast, night, url, usual):  # noqa: F811
    playing = night(8)
    playing.next_round()
    client.force_login(cast.alice)
    answer = client.post(url(playing), usual | {"rounds": "1"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["rounds"] == ["2 have already started. Enter at least as many."]
    assert '<details class="more" open>' in answer.text


@pytest.mark.thorough
def test_nothing_changes_once_the_last_bell_has_rung(client, cast, night, url, usual):  # noqa: F811
    over = night(12)
    over.evening.stage = Stage.FINISHED
    over.evening.save()
    client.force_login(cast.alice)
    assert 'name="stake"' not in client.get(url(over)).text
    response = client.post(url(over), usual | {"name": "Renamed"})
    assert response.status_code == 422
    assert "The evening is finished." in response.text
    over.evening.refresh_from_db()
    assert over.evening.name == "Thursday"


def test_what_places_go_by(client, cast, night, url, usual):  # noqa: F811
    playing = night(8)
    client.force_login(cast.alice)
    page = client.get(url(playing)).text
    offered = [option.attributes["value"] for option in select(page, "ranking_0").all("option")]
    assert offered[0] == ""
    assert {"net", "yellow", "wins", "head_to_head", "lot"} <= set(offered)
    assert not {"score", "hands", "reached", "strength", "points"} & set(offered)
    chosen = {"ranking_0": "wins", "ranking_1": "", "ranking_2": "lot"}
    client.post(url(playing), usual | chosen)
    playing.evening.refresh_from_db()
    assert playing.evening.settings.ranking == ("wins", "lot")
    shown = client.get(url(playing)).text
    assert [
        option.attributes["value"]
        for name in ("ranking_0", "ranking_1")
        for option in select(shown, name).all("option")
        if "selected" in option.attributes
    ] == ["wins", "lot"]
    client.force_login(cast.vera)
    assert "Wins, Lot" in client.get(url(playing)).text


def test_a_metric_decides_once_and_must_say_something(client, cast, night, url, usual):  # noqa: F811
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.alice)
    for wrong in (
        {"ranking_0": "wins", "ranking_1": "wins"},
        {"ranking_0": "score"},
        {"ranking_0": "best", "counting": "at_the_end"},
    ):
        response = client.post(url(draft), usual | wrong)
        assert response.status_code == 422
        assert "ranking" in response.context["form"].errors


def select(page, name):
    return next(e for e in Page(page).root.all("select") if e.attributes["name"] == name)
