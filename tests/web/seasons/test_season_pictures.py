"""A season in pictures."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.seasons import PEOPLE, a_season, an_evening, by, played, player
from tests.web.html import Page, faults
from tournaments.pages.seasons import charts
from tournaments.services.seasons.seasons import evening_add

ORDERS = (("Ada", "Ben", "Cora"), ("Ben", "Cora", "Ada", "Dan"), ("Dan", "Cora"))


def page(client, season, **asked):
    return client.get(reverse("season-pictures", args=[season.pk]), asked)


def cells(answer):
    (picture,) = answer.context["pictures"]
    return {row.name: row.cells for row in picture.rows}


@pytest.mark.thorough
def test_it_works(client, cast):
    """By the usual rules: places after one evening, two, and three.

    The last column is what the season's own page says.
    """
    season = played(cast, *ORDERS)
    client.force_login(cast.vera)
    answer = page(client, season, who=player(cast, "Ada"))
    found = cells(answer)
    assert {name: line[0] for name, line in found.items()} == {
        "Ada": "1",
        "Ben": "2",
        "Cora": "3",
        "Dan": "–",
    }
    table = client.get(reverse("season", args=[season.pk])).context["table"].divisions[0]
    assert {name: line[-1] for name, line in found.items()} == {
        row.name: str(row.place) for row in table.rows
    }
    html = answer.content.decode()
    assert faults(html) == []
    chosen = [group for group in Page(html).root.all("g") if "chosen" in group.attributes.get("class", "")]
    assert [group.words.startswith("Ada") for group in chosen] == [True]


@pytest.mark.thorough
def test_a_picture_by_itself(client, cast):
    season = played(cast, *ORDERS)
    client.force_login(cast.vera)
    answer = client.get(reverse("season-picture", args=[season.pk, "division-0"]))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert client.get(reverse("season-picture", args=[season.pk, "division-1"])).status_code == 404


@pytest.mark.thorough
def test_before_the_first_evening(client, cast):
    client.force_login(cast.vera)
    assert "nothing to draw yet" in page(client, a_season(cast)).content.decode()


@pytest.mark.thorough
def test_of_many_evenings_the_latest_are_drawn(client, cast, monkeypatch):
    monkeypatch.setattr(charts, "MOST", 2)
    season = played(cast, *ORDERS)
    client.force_login(cast.vera)
    answer = page(client, season)
    assert "1 earlier one is not" in answer.content.decode()
    assert {len(line) for line in cells(answer).values()} == {2}


def test_queries_do_not_grow(client, cast):
    client.force_login(cast.alice)
    season = played(cast, PEOPLE)
    with CaptureQueriesContext(connection) as one:
        page(client, season)
    for number in (2, 3, 4):
        evening_add(by(cast, season), evening=an_evening(cast, number, *PEOPLE, "Eva", "Finn").pk)
    with CaptureQueriesContext(connection) as many:
        page(client, season)
    assert len(one) == len(many) <= 14
