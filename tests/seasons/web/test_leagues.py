"""A league's page: another name, and its removal while nothing counts for it."""

from tests.played_seasons import PEOPLE, a_season, played
from tests.web.html import faults, shows
from tournaments.models import League


def test_another_name(client, cast):
    here = f"/leagues/{a_season(cast).league_id}/"
    client.force_login(cast.bob)
    assert client.post(here, {"name": "Friday League"}).url == here
    page = client.get(here)
    shows(page, "Friday League", "Saved.")
    assert not faults(page.content.decode())
    shows(client.post(here, {"name": ""}), "Friday League", status=422)


def test_an_empty_league_is_removed(client, cast):
    league = a_season(cast).league
    client.force_login(cast.bob)
    shows(client.get(f"/leagues/{league.pk}/"), "Remove the league")
    assert client.post(f"/leagues/{league.pk}/remove/").url == f"/clubs/{cast.club.pk}/leagues/"
    assert not League.objects.exists()


def test_a_league_for_which_something_counts_is_not(client, cast):
    league = played(cast, PEOPLE).league
    client.force_login(cast.bob)
    here = f"/leagues/{league.pk}/"
    shows(client.get(here), never="Remove the league")
    assert client.post(f"{here}remove/").url == here
    shows(client.get(here), "These seasons have evenings, players or prizes: Winter. The league stays.")
    client.force_login(cast.vera)
    shows(client.get(here), never=["Remove the league", "Save"])
