"""A club's house rules: the list that its members see."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.house.services import house_rules_create
from games.models import HouseRules
from tests.web.html import Page, faults
from tests.web.visitors import HOSTILE


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/house-rules/"


@pytest.fixture
def ours(cast):
    return house_rules_create(
        by=cast.alice, club=cast.club, game="blackout", name="Ours", options={"hook": "last", "reverse": True}
    )


def test_it_works(client, cast, url, ours):
    client.force_login(cast.bob)
    page = client.get(url)
    assert page.status_code == 200
    assert faults(page.text) == []
    assert "Ours" in page.text
    assert "Hook: which bid is forbidden: only the last bid" in Page(page.text).root.words
    read = "/games/blackout/?options.reverse=yes&options.hook=last"
    links = [link.attributes["href"] for link in Page(page.text).root.all("a")]
    assert {read, f"{url}new/", f"{url}{ours.pk}/"} <= set(links)
    rules = client.get(read)
    assert rules.status_code == 200
    assert "The last bid may not" in rules.text
    assert rules.context["chosen"] == page.context["lines"][0]["changed"]


def test_members_only_read(client, cast, url, ours):
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        page = client.get(url)
        assert "Ours" in page.text
        assert '<form method="post"' not in page.text.split("<main")[1]
        assert f"{url}new/" not in page.text
        assert f"{url}{ours.pk}/" not in page.text


def test_what_is_retired_or_fits_no_more_is_said_so(client, cast, url):
    client.force_login(cast.alice)
    HouseRules.objects.create(
        club=cast.club, name="Old", game="clag", options={"non_exact": True}, retired=True
    )
    HouseRules.objects.create(club=cast.club, name="Odd", game="clag", options={"gone": True})
    page = client.get(url)
    assert "no longer fit the game" in page.text
    assert [line.name for line in page.context["retired"]] == ["Old"]
    assert "Odd" in page.text.split("No longer used")[0]
    assert "Old" in page.text.split("No longer used")[1]


def test_an_empty_list_says_what_to_do(client, cast, url):
    client.force_login(cast.alice)
    assert "Choose a game" in client.get(url).text
    client.force_login(cast.vera)
    assert "Choose a game" not in client.get(url).text


def test_its_queries_do_not_grow_and_names_are_escaped(client, cast, url, ours):
    client.force_login(cast.alice)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    HouseRules.objects.bulk_create(
        HouseRules(
            club=cast.club, name=f"{HOSTILE}{n}", game="clag", options={"non_exact": True}, retired=n > 60
        )
        for n in range(90)
    )
    with CaptureQueriesContext(connection) as many:
        page = client.get(url)
    assert len(many) == len(few) <= 5
    assert HOSTILE not in page.text
    assert faults(page.text) == []
