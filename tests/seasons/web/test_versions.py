"""The versions of a closed season's result: standings and prizes as each closing wrote them."""

import pytest

from accounts.models import Player
from tests.played_seasons import by, played, player
from tests.seasons.services.test_season_rewrite import CHAMPION
from tests.web.html import faults, shows
from tests.web.wording import queries
from tournaments.core.leagues.rules import Rules
from tournaments.models import Evening, League
from tournaments.records.services.people import player_forget, players_merge
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.seasons.services.seasons import divisions_set

pytestmark = pytest.mark.postgresql


@pytest.fixture
def season(cast):
    """Bob wins; then Ann and Anna are one, and Ann does."""
    season = played(
        cast, ("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid"), prizes=(CHAMPION,)
    )
    season_close(by(cast, season))
    stays, goes = (Player.objects.get(club=cast.club, name=name) for name in ("Ann", "Anna"))
    players_merge(by=cast.alice, stays=stays, goes=goes)
    season_rewrite(by(cast, season, "Ann and Anna are one"))
    return season


def rows_of(answer):
    return [(row["place"], row["name"]) for part in answer["divisions"] for row in part["rows"]]


def test_members_see_each_version(client, cast, season):
    client.force_login(cast.vera)
    other = season_create(by=cast.alice, league=season.league, name="Open", rules=Rules())
    shows(client.get(f"/seasons/{other.pk}/versions/"), "The season was never closed.")
    here = f"/seasons/{season.pk}/versions/"
    shows(client.get(f"/seasons/{season.pk}/"), here)
    page = client.get(here)
    shows(page, "Version 1", "Version 2", "Ann and Anna are one", "Champion: Ann, instead of Bob")
    assert not faults(page.content.decode())
    first, second = (client.get(f"{here}{n}/") for n in (1, 2))
    shows(first, "Anna", "Champion", "Bob", "This version does not count any more.")
    assert not faults(first.content.decode())
    shows(second, "Ann and Anna are one", never="This version does not count any more.")
    assert second.context["written"].prizes[0].names == ("Ann",)
    assert client.get(f"{here}3/").status_code == 404


def test_programs_read_the_same(client, cast, season):
    client.force_login(cast.vera)
    here = f"/api/v1/seasons/{season.pk}/versions/"
    found = client.get(here).json()["results"]
    assert [(one["version"], one["reason"]) for one in found] == [(2, "Ann and Anna are one"), (1, "")]
    first = client.get(f"{here}1/").json()
    assert rows_of(first) == [(1, "Bob"), (2, "Cid"), (3, "Anna"), (4, "Ann")]
    assert [one["name"] for one in first["prizes"][0]["winners"]] == ["Bob"]
    second = client.get(f"{here}2/").json()
    assert rows_of(second)[0] == (1, "Ann")
    table = client.get(f"/api/v1/seasons/{season.pk}/table/").json()
    assert second["divisions"] == table["divisions"]
    prizes = client.get(f"/api/v1/seasons/{season.pk}/prizes/").json()["prizes"]
    for one in (second["prizes"][0], prizes[0]):  # a ranking is calculated, and none is written down
        one |= {"steps": [], "ranking": [], "out": [], "revealed": True}
    assert second["prizes"] == prizes
    assert client.get(f"{here}9/").status_code == 404


def test_who_was_removed_has_no_name_in_any_version(client, cast, season):
    player_forget(by=cast.alice, player=Player.objects.get(pk=player(cast, "Cid")), typed="Cid")
    client.force_login(cast.alice)
    for at in (f"/seasons/{season.pk}/versions/", f"/api/v1/seasons/{season.pk}/versions/"):
        for version in ("", "1/", "2/"):
            assert "Cid" not in client.get(at + version).text


def test_a_reopened_season_keeps_its_versions(client, cast, season):
    client.force_login(cast.vera)
    shows(client.get(f"/seasons/{season.pk}/book/"), f"/seasons/{season.pk}/versions/")
    season_reopen(by(cast, season, "One is missing"))
    shows(client.get(f"/seasons/{season.pk}/versions/2/"), "This version does not count any more.")


def test_queries_do_not_grow_with_people_and_divisions(client, cast):
    client.force_login(cast.vera)
    found = []
    for names in ((), ("First", "Second"), ("First", "Second", "Third")):
        season = played(cast, *(("Ann", "Bob", "Cid", "Dan")[: len(names) + 1],) * 2, prizes=(CHAMPION,))
        divisions_set(by(cast, season), names=names)
        season_close(by(cast, season))
        found.append(queries(client.get, f"/seasons/{season.pk}/versions/1/"))
        League.objects.filter(pk=season.league_id).update(name=f"League {len(names)}")
        Evening.objects.all().delete()
    assert len(set(found)) == 1
