"""The program draws a cut, or every one that is open."""

import re

import pytest
from django.urls import reverse

from tests.bell.services.test_cuts_draw import lots, ties
from tests.cast import everything
from tournaments.models import CutRow


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


# One cut

NAMED = {"purpose": "down", "table": 1, "deal": 0}


@pytest.fixture
def tied(night):
    """Three at the head table have equally few."""
    night = night(8)
    for table in night.tables:
        night.play(table)
    return night


def one(night):
    return reverse("cut-draw", args=[night.evening.pk, 1])


@pytest.mark.thorough
def test_one_is_drawn_by_itself(client, tied):
    assert "Draw all" not in console(client, tied)
    shown = client.post(one(tied), NAMED, follow=True).content.decode()
    assert "Drawn: " in shown
    assert f"Seed: {CutRow.objects.all()[0].seed}" in shown
    assert not tied.preview().cuts


def test_what_is_not_needed_is_refused(client, night, tied):
    for address, sent in ((where(night(8)), {}), (one(tied), {**NAMED, "table": 2})):
        before = everything()
        assert "No cut is needed here." in client.post(address, sent, follow=True).content.decode()
        assert everything() == before


@pytest.mark.parametrize("wrong", [{}, {**NAMED, "purpose": "sideways"}, {**NAMED, "table": "x"}])
def test_nonsense_is_not_found(wrong, client, tied):
    assert client.post(one(tied), wrong).status_code == 404
