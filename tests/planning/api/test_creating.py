"""Evenings are planned and seasons begun by API."""

from uuid import uuid4

import pytest

from games.models import HouseRules
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import a_season, by
from tournaments.models import Evening, League, Season
from tournaments.seasons.services.results import season_close

DAY = "2026-04-09"


@pytest.fixture
def evenings(cast):
    return f"/api/v1/clubs/{cast.club.pk}/evenings/"


def test_an_evening_is_planned_as_it_usually_is_and_once(cast, evenings):
    ask, key = bearer(cast.bob), uuid4()
    body = {"held_on": DAY, "settings": {"rounds": 6, "minutes": 15}}
    made = held(ask, "POST", evenings, body, status=201, key=key)
    assert (made["name"], made["stage"], made["game"]) == ("Thursday evening", "draft", "draw-poker")
    evening = Evening.objects.get()
    assert (evening.settings.rounds, evening.settings.minutes, evening.settings.stake) == (6, 15, 50)
    assert held(ask, "POST", evenings, body, status=201, key=key) == made
    other = ask.post(evenings, {**body, "name": "Another"}, key)
    assert list(errors(other)) == ["Idempotency-Key"]
    assert Evening.objects.count() == 1


def test_a_repeated_request_without_a_key_is_refused(cast, evenings):
    ask = bearer(cast.alice)
    for address, body in ((evenings, {"held_on": DAY}), ("/api/v1/clubs/", {"name": "Two of one"})):
        assert ask.post(address, body).status_code == 201
        again = ask.post(address, body)
        assert again.status_code == 409
        assert [error["code"] for error in again.json()["errors"]] == ["taken"]
        assert ask.post(address, {**body, "name": "Another"}).status_code == 201


def test_it_is_planned_by_house_rules_and_for_seasons(cast, evenings):
    house = HouseRules.objects.create(club=cast.club, game="blackout", name="Ours", options={"hook": "last"})
    season = a_season(cast)
    body = {
        "held_on": DAY,
        "play": {"house_rules": house.pk, "format": "fixed"},
        "seasons": [season.pk],
    }
    made = held(bearer(cast.alice), "POST", evenings, body, status=201)
    assert (made["game"], made["rules_name"], made["format"]) == ("blackout", "Ours", "fixed")
    assert season.evenings.get().evening_id == made["id"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "held_on"),
        ({"held_on": "tomorrow"}, "held_on"),
        ({"held_on": 20260409}, "held_on"),
        ({"held_on": DAY, "settings": {"stake": 0}}, "settings.stake"),
        ({"held_on": DAY, "settings": {"roles": ["a", "A"]}}, "settings.roles"),
        ({"held_on": DAY, "settings": {"prizes": [{"key": "own-1"}]}}, "settings.prizes.0.title"),
        ({"held_on": DAY, "play": {"game": "bridge"}}, "play.game"),
        ({"held_on": DAY, "play": {"game": "clag", "options": {"x": 1}}}, "play.options.x"),
        ({"held_on": DAY, "play": {"house_rules": 999}}, "play.house_rules"),
        ({"held_on": DAY, "seasons": [999]}, "seasons.0"),
        ({"held_on": DAY, "colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(cast, evenings, body, field):
    response = bearer(cast.alice).post(evenings, body)
    assert response.status_code == 400
    assert list(errors(response)) == [field]
    assert not Evening.objects.exists()


def test_unknown_house_rules_are_refused_in_words_and_without_a_word_of_ours(cast, evenings):
    program, body = bearer(cast.alice), {"held_on": DAY, "play": {"house_rules": 999}}
    assert errors(program.post(evenings, body)) == {
        "play.house_rules": "These house rules are no longer used."
    }
    house = HouseRules.objects.create(club=cast.club, game="oh-well", name="Ours", options={})
    body = {"held_on": DAY, "play": {"house_rules": house.pk}}
    assert list(errors(program.post(evenings, body))) == ["play.house_rules"], "not in a progressive evening"


def test_a_season_is_begun_and_followed(cast):
    league = League.objects.create(club=cast.club, name="Ours")
    address, ask, key = f"/api/v1/leagues/{league.pk}/seasons/", bearer(cast.alice), uuid4()
    made = held(ask, "POST", address, {"name": "Winter", "rules": {"best": 3}}, status=201, key=key)
    assert (made["name"], made["rules"]["best"], made["seq"]) == ("Winter", 3, 1)
    assert held(ask, "POST", address, {"name": "Winter", "rules": {"best": 3}}, status=201, key=key) == made
    wrong = ask.post(address, {"name": "Spring", "rules": {"best": 3, "drop": 1}})
    assert list(errors(wrong)) == ["rules.drop"]
    following = f"/api/v1/seasons/{made['id']}/next/"
    assert list(errors(ask.post(following, {"name": "Spring"}))) == ["state"]
    season_close(by(cast, Season.objects.get()))
    after = held(ask, "POST", following, {"name": "Spring"}, status=201)
    assert Season.objects.get(pk=after["id"]).follows_id == made["id"]
