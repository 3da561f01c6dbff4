"""The bell, rung by hand."""

import pytest
from django.urls import reverse

from tests.web.html import Page, shows
from tournaments.core.settings import BellBy


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("bell-ring", args=[night.evening.pk, round])


def test_where_results_are_missing_the_page_asks_first(client, night):
    night = night(12)
    night.play(3)
    console = Page(client.get(reverse("evening", args=[night.evening.pk])).content.decode()).root
    ring = next(link for link in console.all("a") if link.words == "Ring the bell now")
    assert ring.attributes["href"] == where(night)
    asked = client.get(where(night))
    shows(
        asked,
        "Ring the bell now",
        "2 of 3 tables have no result: tables 1, 2.",
        "The hall hears the bell at once.",
        "Yes, ring the bell",
    )
    assert not night.preview().rung
    client.post(where(night))
    assert night.preview().rung


def test_where_every_result_is_in_nothing_is_asked(client, night):
    night = night(8, bell=BellBy.HAND)
    for table in night.tables:
        night.play(table)
    answer = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert '<button class="bell">Ring the bell</button>' in answer
    assert client.get(where(night)).url == reverse("evening", args=[night.evening.pk])


def test_at_fixed_tables_the_question_is_another(client, night):
    night = night(8, game="clag", format="fixed")
    shows(client.get(where(night)), "Stop all tables after this deal", "2 of 2 tables have no result")


def test_it_is_not_beside_five_minutes_more(client, night):
    night = night(8, minutes=10)
    page = Page(client.get(reverse("evening", args=[night.evening.pk])).content.decode()).root
    timer = next(div for div in page.all("div") if "timer" in div.attributes.get("class", "").split())
    assert "+5 min" in timer.words
    assert "Ring the bell" not in timer.words


def test_the_last_round_is_asked_about(client, night):
    night = night(8)
    address = reverse("round-clock", args=[night.evening.pk, 1])
    asked = client.get(address)
    shows(asked, "Make this the last round", "Round 1 becomes the last one.")
    assert '<input type="hidden" name="what" value="last">' in asked.content.decode()
    client.post(address, {"what": "last"})
    assert client.get(address).status_code == 302
