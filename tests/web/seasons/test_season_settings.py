"""A league is made, a season set up, and its rules changed."""

import pytest

from tests.seasons import a_season, by, played
from tournaments.core.leagues.rules import Scheme, from_json
from tournaments.models import League, Season
from tournaments.services.seasons.seasons import season_close

FORM = {
    "name": "Spring",
    "scheme": "place",
    "table": "10, 8, 6",
    "rest": "1",
    "counting": "best",
    "counted": "2",
    "absence": "nothing",
    "tied": "mean",
    "places": "members",
    "members": "everybody",
    "ties_0": "wins",
    "ties_1": "lot",
    "promote": "1, 2",
}


def rules(season):
    return from_json(Season.objects.get(pk=season.pk).rules)


def test_a_league_and_its_first_season(client, cast):
    client.force_login(cast.bob)
    there = client.post(f"/clubs/{cast.club.pk}/leagues/", {"name": " The  League "}).url
    league = League.objects.get(club=cast.club, name="The League")
    assert there == f"/leagues/{league.pk}/seasons/new/"
    assert client.get(there).status_code == 200
    response = client.post(there, FORM)
    season = Season.objects.get(league=league)
    assert response.url == f"/seasons/{season.pk}/evenings/"
    made = rules(season)
    assert (made.table, made.rest, made.best, made.ties, made.promote) == (
        (10, 8, 6),
        1,
        2,
        ("wins", "lot"),
        (1, 2),
    )
    assert "Spring" in client.get(f"/leagues/{league.pk}/").content.decode()
    assert "Spring" in client.get(f"/clubs/{cast.club.pk}/leagues/").content.decode()


def test_the_same_request_twice_is_one_season(client, cast):
    client.force_login(cast.bob)
    league = a_season(cast).league_id
    key = {"request_key": "7b9a3c1e-3d1f-4b53-9a57-6f2f1b6a6f01"}
    for _time in range(2):
        assert client.post(f"/leagues/{league}/seasons/new/", FORM | key).status_code == 302
    assert Season.objects.filter(league=league, name="Spring").count() == 1


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", ""),
        ("scheme", "chance"),
        ("table", "10, x"),
        ("table", "8, 10"),
        ("table", "9" * 300),
        ("rest", "7"),
        ("counted", "0"),
        ("ties_1", "wins"),
        ("promote", "-1"),
        ("minimum", "-3"),
    ],
)
def test_it_refuses_bad_rules_at_their_field(client, cast, field, typed):
    client.force_login(cast.bob)
    league = a_season(cast).league_id
    response = client.post(f"/leagues/{league}/seasons/new/", FORM | {field: typed})
    assert response.status_code == 422
    assert field.partition("_")[0] in {at.partition("_")[0] for at in response.context["form"].errors}
    assert not Season.objects.filter(name="Spring").exists()


def test_changed_rules_count_for_all_evenings(client, cast):
    season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"), ("Ada", "Ben"))
    client.force_login(cast.bob)
    page = client.get(f"/seasons/{season.pk}/settings/")
    assert page.context["form"].initial["name"] == "Winter"
    response = client.post(f"/seasons/{season.pk}/settings/", FORM | {"scheme": "low", "absence": "evening"})
    assert response.status_code == 302
    assert rules(season).scheme is Scheme.LOW
    table = client.get(f"/seasons/{season.pk}/").context["table"]
    assert [(row.name, row.total) for row in table.divisions[0].rows] == [("Ada", "2"), ("Ben", "3")]


def test_others_and_a_closed_season_read_them_in_words(client, cast):
    season = played(cast, ("Ada", "Ben"))
    client.force_login(cast.vera)
    assert "All" not in client.get(f"/seasons/{season.pk}/settings/").context["rules"]
    assert client.post(f"/seasons/{season.pk}/settings/", FORM).status_code == 403
    season_close(by(cast, season))
    client.force_login(cast.bob)
    assert "its rules are fixed" in client.get(f"/seasons/{season.pk}/settings/").content.decode()
    assert client.post(f"/seasons/{season.pk}/settings/", FORM).status_code == 422
