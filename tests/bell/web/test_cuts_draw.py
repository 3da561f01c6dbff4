"""The program draws every cut that is open."""

import re

import pytest
from django.urls import reverse

from tests.bell.services.test_cuts_draw import lots, ties
from tests.cast import everything


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("cuts-draw", args=[night.evening.pk])


def console(client, night):
    return client.get(reverse("evening", args=[night.evening.pk])).content.decode()


def test_one_click_draws_all(client, night):
    night = ties(night)
    assert "Draw all 4 lots" in console(client, night)
    shown = client.post(where(night), follow=True).content.decode()
    assert night.preview().ready
    told = re.search(r"Drawn: (.*?) Seed: (\w+)", shown)
    assert told
    assert told[2] == lots()[0].payload["seed"]
    assert told[1].count(";") == 3
    assert "yellow chip, deal 1" in told[1]


def test_at_each_table_only_who_won_the_cut_has_won(client, night):
    night = ties(night)
    before = console(client, night)
    assert ">won<" not in before, "nobody has won before the cut"
    client.post(where(night))
    shown = console(client, night)
    assert shown.count(">won<") == 3


def test_one_cut_has_no_such_button(client, night):
    night = night(8)
    for table in night.tables:
        night.play(table)
    assert len(night.preview().cuts) == 1
    assert "Draw all" not in console(client, night)


def test_what_is_not_needed_is_refused(client, night):
    night = night(8)
    before = everything()
    assert "No cut is needed here." in client.post(where(night), follow=True).content.decode()
    assert everything() == before
