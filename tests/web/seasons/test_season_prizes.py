"""A season's prizes: who wins what, their list, and the certificates."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.seasons import an_evening, by, played
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.core.leagues.rules import from_json
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.services.seasons.prizes import season_prizes_change
from tournaments.services.seasons.seasons import divisions_set, evening_add, season_close

CUP = Listed("own-1", HOSTILE, (Step("points"),), places=2)
FORM = {
    "title": "Best of A",
    "metric": "evenings",
    "best": "highest",
    "tie_1": "points:highest",
    "equal": "share",
    "whom": "division:A",
    "places": "1",
}


@pytest.fixture
def season(cast):
    season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Cora"), ("Ada", "Cora", "Ben"))
    season_prizes_change(by(cast, season), before=(), after=(CUP,))
    return season


def at(season, name="season-prizes", *more):
    return reverse(name, args=[season.pk, *more])


def prizes(season):
    season.refresh_from_db()
    return from_json(season.rules).prizes


@pytest.mark.thorough
def test_who_wins_what(client, cast, season):
    client.force_login(cast.vera)
    answer = client.get(at(season))
    html = answer.content.decode()
    assert [prize.winners for prize in answer.context["found"].prizes] == [("Ada",), ("Ben",)]
    shows(html, "If the season ended now", "Points of the season: 34. Next: 30.", never=HOSTILE)
    assert faults(html) == []
    assert at(season, "season-prize-list") not in html
    client.force_login(cast.bob)
    assert at(season, "season-prize-list") in client.get(at(season)).content.decode()
    season_close(by(cast, season))
    shows(client.get(at(season)), never=["If the season ended now", at(season, "season-prize-list")])


def test_the_list_is_changed_prize_by_prize(client, cast, season):
    divisions_set(by(cast, season), names=["A", "B"])
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    answer = client.get(here)
    assert faults(answer.content.decode()) == []
    assert [prize.winners for prize in answer.context["rows"][0][0].now] == [("Ada",), ("Ben",)]
    assert client.post(at(season, "season-prize-edit", "new"), FORM).status_code == 302
    made = Listed("own-2", "Best of A", (Step("evenings"), Step("points")), division="A")
    assert prizes(season) == (CUP, made)
    client.post(here, {"do": "up", "key": "own-2"})
    client.post(here, {"do": "off", "key": "own-1"})
    assert [(prize.key, prize.off) for prize in prizes(season)] == [("own-2", False), ("own-1", True)]
    client.post(here, {"do": "each", "one_prize_each": "on"})
    season.refresh_from_db()
    assert from_json(season.rules).one_prize_each
    assert client.get(at(season, "season-prize-edit", "yellow")).status_code == 404


def test_a_list_is_kept_as_a_set_and_taken_from_one(client, cast, season):
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    client.post(here, {"do": "keep", "name": "Cups"})
    client.post(here, {"do": "remove", "key": "own-1"})
    assert prizes(season) == ()
    kept = cast.club.prize_sets.get(for_seasons=True)
    client.post(here, {"do": "take", "set": kept.pk})
    assert prizes(season) == (CUP,)


@pytest.mark.thorough
def test_a_closed_season_is_read_only(client, cast, season):
    season_close(by(cast, season))
    client.force_login(cast.bob)
    here = at(season, "season-prize-list")
    assert "The season is closed" in client.get(here).content.decode()
    answer = client.post(here, {"do": "off", "key": "own-1"}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["refused"]
    assert prizes(season) == (CUP,)


@pytest.mark.thorough
def test_certificates(client, cast, season):
    page = at(season, "season-certificates")
    client.force_login(cast.vera)
    assert client.get(page).context["certificates"] == ()
    client.force_login(cast.bob)
    assert [one.name for one in client.get(page).context["certificates"]] == ["Ada", "Ben"]
    season_close(by(cast, season))
    client.force_login(cast.vera)
    html = client.get(page).content.decode()
    shows(html, "8 January 2026 to 22 January 2026", never=HOSTILE)
    assert faults(html) == []


def test_queries_do_not_grow_with_evenings_and_people(client, cast, season):
    client.force_login(cast.vera)
    counts = []
    for more in (0, 4):
        for number in range(more):
            people = [f"P{number}-{n}" for n in range(5)]
            evening_add(by(cast, season), evening=an_evening(cast, 10 + number, *people).pk)
        with CaptureQueriesContext(connection) as queries:
            client.get(at(season))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
