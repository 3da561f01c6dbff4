"""A season from its set-up to its closing, and the next one."""

import pytest

from tests.played_seasons import PEOPLE, a_season, by, played, player
from tests.seasons.services.test_divisions_set import divided
from tests.web.html import shows
from tournaments.core.leagues.rules import Scheme, SeasonStage, from_json
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import By
from tournaments.models import League, Season, SeasonEvening, SeasonPlayer
from tournaments.seasons.services.results import season_close
from tournaments.transfer.services.imported_results import result_record

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
    assert client.get(f"/seasons/{season.pk}/settings/").context["form"].initial["name"] == "Winter"
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
    assert "Its rules cannot be changed" in client.get(f"/seasons/{season.pk}/settings/").content.decode()
    assert client.post(f"/seasons/{season.pk}/settings/", FORM).status_code == 422


# A season is closed, opened again, and followed by the next one.


@pytest.fixture
def season(cast):
    return played(cast, PEOPLE, ("Ben", "Ada", "Dan", "Cora"))


@pytest.mark.thorough
def test_it_is_closed_for_good(client, cast, season):
    client.force_login(cast.bob)
    assert client.post(f"/seasons/{season.pk}/close/").url == f"/seasons/{season.pk}/"
    before = client.get(f"/seasons/{season.pk}/").context["table"].divisions
    evening = SeasonEvening.objects.order_by("pk")[0].evening_id
    turned = tuple(ResultLine(who, place=place) for place, who in enumerate(reversed(PEOPLE), 1))
    result_record(By(evening, cast.alice, "typed wrongly"), lines=turned)
    page = client.get(f"/seasons/{season.pk}/")
    assert page.context["table"].divisions == before
    assert "version 1 counts, version 2 is the newest" in page.content.decode()


def test_it_goes_on_with_a_reason(client, cast, season):
    season_close(by(cast, season))
    client.force_login(cast.bob)
    assert client.get(f"/seasons/{season.pk}/reopen/").status_code == 200
    assert client.post(f"/seasons/{season.pk}/reopen/", {"reason": " "}).status_code == 422
    assert client.post(f"/seasons/{season.pk}/reopen/", {"reason": "one is missing"}).status_code == 302
    assert Season.objects.get().stage == SeasonStage.OPEN
    assert "one is missing" in client.get(f"/seasons/{season.pk}/book/").content.decode()


def test_the_next_season_begins_where_it_put_people(client, cast):
    season = played(cast, PEOPLE, promote=(1,), relegate=(1,))
    divided(cast, season, Upper=("Ada", "Cora"), Lower=("Ben", "Dan"))
    client.force_login(cast.bob)
    shows(client.get(f"/seasons/{season.pk}/close/"), "from Lower to Upper", "from Upper to Lower")
    client.post(f"/seasons/{season.pk}/close/")
    page = client.get(f"/seasons/{season.pk}/next/")
    form = page.context["form"]
    body = {"name": "Spring"} | {field.name: field.value() for field in form if field.name != "name"}
    body[f"player-{player(cast, 'Dan')}"] = "1"
    there = client.post(f"/seasons/{season.pk}/next/", body).url
    after = Season.objects.get(name="Spring")
    assert there == f"/seasons/{after.pk}/evenings/"
    stands = SeasonPlayer.objects.filter(season=after).values_list("player__name", "division__name")
    assert dict(stands) == {"Ada": "Upper", "Ben": "Upper", "Cora": "Lower", "Dan": "Upper"}
    assert client.get(f"/seasons/{season.pk}/next/").url == f"/seasons/{after.pk}/"
    assert client.post(f"/seasons/{season.pk}/next/", {**body, "name": "Other"}).status_code == 422


@pytest.mark.thorough
def test_the_next_season_waits_for_the_closing(client, cast, season):
    client.force_login(cast.bob)
    assert client.get(f"/seasons/{season.pk}/next/").url == f"/seasons/{season.pk}/close/"


def test_tie_breaks_are_offered_in_the_language_of_the_reader(client, cast):
    client.force_login(cast.alice)
    season = a_season(cast)
    page = client.get(f"/seasons/{season.pk}/settings/", headers={"accept-language": "de"})
    shows(page, "Direkter Vergleich", never="Head to head")
