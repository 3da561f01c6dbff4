"""The frame of a club's pages: its name, its tabs, and which of them a page belongs to."""

import re

import pytest

from accounts.models import Group, Player
from games.models import HouseRules
from tournaments.models import League

TAB = re.compile(r'<a href="[^"]*" aria-current="(page|true)"\s*>\s*([^<]+?)\s*</a>')
PAGES = {
    "": ("page", "Evenings"),
    "import/": ("true", "Evenings"),
    "players/": ("page", "Players"),
    "players/{player}/": ("true", "Players"),
    "players/{player}/record/": ("true", "Players"),
    "players/{player}/merge/": ("true", "Players"),
    "players/{player}/data/": ("true", "Players"),
    "players/{player}/forget/": ("true", "Players"),
    "ratings/": ("true", "Players"),
    "groups/": ("true", "Players"),
    "groups/{group}/": ("true", "Players"),
    "leagues/": ("page", "Leagues"),
    "/leagues/{league}/": ("true", "Leagues"),
    "/leagues/{league}/seasons/new/": ("true", "Leagues"),
    "import/season/": ("true", "Leagues"),
    "members/": ("page", "Members"),
    "invitations/": ("true", "Members"),
    "house-rules/": ("page", "House rules"),
    "house-rules/new/": ("true", "House rules"),
    "house-rules/new/?game=blackout": ("true", "House rules"),
    "house-rules/{rules}/": ("true", "House rules"),
    "prizes/": ("page", "Prizes"),
    "settings/": ("page", "Settings"),
}


@pytest.fixture
def places(cast):
    rules = HouseRules.objects.create(club=cast.club, name="Ours", game="blackout", options={"hook": "last"})
    return {
        "player": Player.objects.create(club=cast.club, name="Anna").pk,
        "group": Group.objects.create(club=cast.club, name="Juniors").pk,
        "league": League.objects.create(club=cast.club, name="Monday League").pk,
        "rules": rules.pk,
    }


@pytest.mark.every_case
@pytest.mark.parametrize("address", PAGES)
def test_a_page_stands_below_its_club_with_its_tab_marked(client, cast, places, address):
    client.force_login(cast.alice)
    path = address if address.startswith("/") else f"/clubs/{cast.club.pk}/{address}"
    page = client.get(path.format(**places))
    assert page.status_code == 200
    assert TAB.findall(page.text) == [PAGES[address]]
    assert re.findall(r"<h1[^>]*>\s*([^<]*?)\s*</h1>", page.text) == [cast.club.name]


def test_only_owners_see_the_settings_and_only_organisers_plan(client, cast):
    offered = []
    for person in (cast.vera, cast.bob, cast.alice):
        client.force_login(person)
        page = client.get(f"/clubs/{cast.club.pk}/members/").text
        offered.append(
            (f"/clubs/{cast.club.pk}/evenings/new/" in page, f"/clubs/{cast.club.pk}/settings/" in page)
        )
    assert offered == [(False, False), (True, False), (True, True)]
