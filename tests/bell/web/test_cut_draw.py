"""The program draws a cut."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import keeps_strangers_out
from tournaments.models import CutRow


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("cut-draw", args=[night.evening.pk, round])


@pytest.fixture
def tied(night):
    """Three at the head table have equally few."""
    night = night(8)
    for table in night.tables:
        night.play(table)
    return night


NAMED = {"purpose": "down", "table": 1, "deal": 0}


@pytest.mark.thorough
def test_it_works(client, tied):
    shown = client.post(where(tied), NAMED, follow=True).content.decode()
    assert "Drawn: " in shown
    assert f"Seed: {CutRow.objects.all()[0].seed}" in shown
    assert not tied.preview().cuts


def test_it_validates_ownership(cast, tied):
    keeps_strangers_out(where(tied), cast, refused=[cast.vera, cast.sam], post=NAMED)
    assert not CutRow.objects.exists()


def test_what_is_not_needed_is_refused(client, tied):
    before = everything()
    shown = client.post(where(tied), {**NAMED, "table": 2}, follow=True).content.decode()
    assert "No cut is needed here." in shown
    assert everything() == before


@pytest.mark.parametrize("wrong", [{}, {**NAMED, "purpose": "sideways"}, {**NAMED, "table": "x"}])
def test_nonsense_is_not_found(wrong, client, tied):
    assert client.post(where(tied), wrong).status_code == 404


@pytest.mark.thorough
def test_the_same_tap_twice_is_one_cut(client, tied):
    tap = {**NAMED, "request_key": "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"}
    client.post(where(tied), tap)
    cards = set(CutRow.objects.values_list("entry", "card"))
    assert "Drawn: " in client.post(where(tied), tap, follow=True).content.decode()
    assert set(CutRow.objects.values_list("entry", "card")) == cards
