"""The last bell, and what the evening's page shows while it settles up."""

import pytest
from django.urls import reverse

from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Purpose, Stage
from tournaments.core.settings import Counting
from tournaments.services.results.results import evening_settle, final_count
from tournaments.services.running.people import entry_change


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def send(client, night, **data):
    return client.post(reverse("settle", args=[night.evening.pk]), data)


def page(client, night):
    return client.get(reverse("evening", args=[night.evening.pk]))


@pytest.mark.thorough
def test_it_works(client, night):
    night = night(8)
    night.play_round()
    answer = send(client, night, round="1")
    assert answer.url == reverse("evening", args=[night.evening.pk])
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SETTLING
    shows(page(client, night), "Everything adds up", "Finish the evening", "Most yellow chips")


def test_refusals_are_told_on_the_evening(client, night):
    night = night(8)
    night.play(2)
    for number in ("1", "2", "", "x", "-4", "9" * 40):
        answer = client.post(reverse("settle", args=[night.evening.pk]), {"round": number}, follow=True)
        assert [m.level_tag for m in answer.context["messages"]] == ["refused"]
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING


@pytest.mark.thorough
def test_counting_comes_first_where_counters_are_unknown(client, night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play_round()
    evening_settle(night.by, round=1)
    answer = page(client, night)
    shows(answer, "Count everybody’s counters", "8 people are not counted yet", never="Finish the evening")
    assert answer.context["stands"].expected == 400


def test_an_imbalance_names_who_differs(client, night):
    night = night(5, Stage.SETTLING)
    entry = night.table(1)[0]
    entry_change(night.by, entry=entry, name=HOSTILE, role="")
    final_count(night.by, counts={entry: 1})
    shows(page(client, night), "The counters do not add up", "fewer than written down", never=HOSTILE)


def test_a_chip_still_to_be_cut_for(client, night):
    night = night(8)
    night.play(1, winners=tuple(night.table(1)[:2]))
    night.play(2)
    evening_settle(night.by, round=1)
    answer = page(client, night)
    html = answer.content.decode()
    assert answer.context["stands"].cuts[0].need.purpose is Purpose.CHIP
    assert "A cut is still to be made" in html
    address = reverse("cut", args=[night.evening.pk, 1])
    assert f"{address}?purpose=chip&amp;table=1&amp;deal=1" in html
    assert client.get(f"{address}?purpose=chip&table=1&deal=1").status_code == 200
    drawn = {"purpose": "chip", "table": "1", "deal": "1"}
    client.post(reverse("cut-draw", args=[night.evening.pk, 1]), drawn)
    assert "Everything adds up" in page(client, night).content.decode()


@pytest.mark.thorough
def test_who_only_looks_sees_no_buttons(client, cast, night):
    night = night(8, Stage.SETTLING)
    client.force_login(cast.vera)
    html = page(client, night).content.decode()
    shows(html, "Everything adds up", never="Most yellow chips")
    for name in ("finish", "final-counts", "bell-undo"):
        assert reverse(name, args=[night.evening.pk]) not in html
